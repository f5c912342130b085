// The fast path's amounts against the reader of amounts: what it takes it reads alike, and what it need not leave it
// takes.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasDecimals, plainAmount } from '../../../src/adapters/files/formats/delimited/plain-amount.ts';
import type { Span } from '../../../src/adapters/files/formats/delimited/plain-cells.ts';
import { AMOUNT_OK, AmountReader, type DecimalMark } from '../../../src/core/reading/cells/amount-text.ts';

const DELIMITER = ';';

/** The cell in a buffer as the scanner has it, with more bytes behind it. */
function spanOf(cell: string, after: string): Span {
  const buffer = new TextEncoder().encode(`${cell}${after}2026;${'x'.repeat(16)}`);
  return { buffer, view: new DataView(buffer.buffer), delimiter: DELIMITER.charCodeAt(0) };
}

/** What the fast path makes of a whole cell; null when it leaves it. */
function taken(cell: string, { decimal, quoted }: { decimal: DecimalMark; quoted: boolean }) {
  const reader = new AmountReader(decimal);
  const out = new Float64Array(1);
  const span = spanOf(cell, quoted ? '"' : DELIMITER);
  const to = plainAmount(span, 0, reader, quoted, out, 0);
  if (to !== cell.length) return null;
  return { minor: out[0], voices: hasDecimals(span, 0, to, reader.mark) ? 1 : 0 };
}

function read(cell: string, decimal: DecimalMark) {
  const reader = new AmountReader(decimal);
  const bytes = new TextEncoder().encode(cell);
  const outcome = reader.read(bytes, 0, bytes.length, 2);
  return {
    outcome,
    minor: reader.minor,
    voices: reader.forMark,
    against: reader.againstMark + reader.asDecimals + reader.asThousands,
  };
}

const figure = fc.stringMatching(/^-?[0-9]{0,16}([.,][0-9]{0,4}){0,3}[-0-9 ]{0,2}$/);
const grouped = fc
  .tuple(fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }), fc.nat({ max: 99 }), fc.constantFrom('.', ','))
  .map(([whole, cents, mark]) => {
    const groups = String(whole).replaceAll(/\B(?=(\d{3})+$)/g, mark === '.' ? ',' : '.');
    return `${groups}${mark}${String(cents).padStart(2, '0')}`;
  });
const reading = fc.record({ decimal: fc.constantFrom<DecimalMark>('.', ','), quoted: fc.boolean() });

describe('an amount in the fast path', () => {
  test('is read as the reader of amounts reads it, or left to it', () => {
    fc.assert(
      fc.property(fc.oneof(figure, grouped), reading, (cell, how) => {
        const fast = taken(cell, how);
        if (fast === null) return;
        expect(read(cell, how.decimal)).toEqual({ outcome: AMOUNT_OK, ...fast, against: 0 });
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['0.00', '.', 0],
    ['1290.50', '.', 129_050],
    ['1290.5', '.', 129_050],
    ['1290', '.', 129_000],
    ['-7', '.', -700],
    ['9999999999999.99', '.', 999_999_999_999_999],
    ['350,07', ',', 35_007],
  ] as const)('%s with the mark %s is %i', (cell, decimal, minor) => {
    expect(taken(cell, { decimal, quoted: false })?.minor).toBe(minor);
  });

  test.each([
    ['1,290.50', '.', 129_050],
    ['-12,345,678.90', '.', -1_234_567_890],
    ['1.290,50', ',', 129_050],
  ] as const)('%s in quotes with the mark %s is %i', (cell, decimal, minor) => {
    expect(taken(cell, { decimal, quoted: true })?.minor).toBe(minor);
    expect(taken(cell, { decimal, quoted: false })).toBeNull();
  });

  test.each(['', '-', '.50', '1,290', '12,34.00', '1,2345.00', '10000000000000.00', '1.234', '5 000.00', '1e3'])(
    '“%s” is left to the reader',
    (cell) => {
      expect(taken(cell, { decimal: '.', quoted: true })).toBeNull();
    },
  );
});
