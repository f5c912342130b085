// Columns of a kind: what identifies makes rows different and nothing else does, what was stored comes back or is refused.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packRowBlock, unpackRowBlocks } from '../../../src/adapters/block-packing/row-blocks.ts';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { decodeRowBlocks, encodeRowBlock } from '../../../src/core/records/blocks/block-codec.ts';
import { ROW_BLOCK_FORMAT } from '../../../src/core/records/blocks/row-block.ts';
import { canonicalOrder } from '../../../src/core/records/rows/canonical-order.ts';
import { type RowColumns, textAt } from '../../../src/core/records/rows/columns.ts';
import { fingerprintRows } from '../../../src/core/records/rows/fingerprint.ts';
import { rowUids } from '../../../src/core/records/rows/identity.ts';
import { joinColumns, keepRows } from '../../../src/core/records/rows/join-columns.ts';
import { type ColumnDefinition, kindColumns } from '../../../src/core/records/rows/kind-columns.ts';
import { columnsFromValues, integerOf } from '../../../src/core/records/rows/named-columns.ts';
import { findRepeated } from '../../../src/core/records/rows/repeated-rows.ts';
import { isSameRow } from '../../../src/core/records/rows/same-row.ts';
import { sessionOf } from '../classification/session-of.ts';
import { namedColumnsOf } from './named-columns-of.ts';

const CARD = kindColumns(['rrn', 'stan', 'terminal', 'response_code', 'second_of_day'], ['rrn', 'stan', 'terminal']);
const SCOPE = {
  key: { tenant: 'umoja', partner: 'mfb', session: 'atm' },
  digest: sha256,
};

type Values = Readonly<Record<string, string | null>>;

/** Withdrawals that are alike but for these values. */
function withdrawals(values: readonly Values[], definitions: readonly ColumnDefinition[] = CARD): RowColumns {
  const alike = values.map(() => ({ amount: -2_000_000, day: '2026-03-05', narration: 'CASH WDL' }));
  const plain = sessionOf({ gl: alike }).columns.gl;
  const columns = definitions.length === 0 ? plain : { ...plain, named: namedColumnsOf(definitions, values) };
  fingerprintRows(columns, { includeSourceId: true });
  return columns;
}

const fingerprintOf = ({ fingerprint }: RowColumns, i: number) => fingerprint.slice(2 * i, 2 * i + 2).join();
const uidsOf = (columns: RowColumns) =>
  rowUids(SCOPE, { side: 'gl', columns, plainCounter: columns.files.map(() => false) }, [
    ...Array(columns.count).keys(),
  ]);
const asFile = (columns: RowColumns) => ({ columns, plainCounter: false });

const digits = fc.option(fc.stringMatching(/^[0-9]{1,13}$/), { nil: null });
const FIELDS = {
  rrn: digits,
  stan: digits,
  terminal: fc.constantFrom(null, '10330001', '1033KANO'),
  response_code: fc.constantFrom(null, '00', '91'),
  second_of_day: fc.option(fc.nat(86_399).map(String), { nil: null }),
};
const values = fc.record(FIELDS);
const someValues = fc.record(FIELDS, { requiredKeys: [] });

describe('identity', () => {
  test('differs by what identifies, and by nothing else', () => {
    const one: Values = {
      rrn: '000412345678',
      stan: '004711',
      terminal: '10330001',
      response_code: '00',
      second_of_day: '300',
    };
    fc.assert(
      fc.property(someValues, (change) => {
        const other: Values = { ...one, ...change };
        const columns = withdrawals([one, other]);
        const isAlike = CARD.every(({ name, identifying }) => !identifying || other[name] === one[name]);
        expect(fingerprintOf(columns, 0) === fingerprintOf(columns, 1)).toBe(isAlike);
        expect(isSameRow(asFile(columns), 0, asFile(columns), 1)).toBe(isAlike);
        // Twins are two rows, by their ordinals; others are the first of their kind each.
        const alone = uidsOf(withdrawals([other]))[0];
        expect(uidsOf(withdrawals([one]))[0] === alone).toBe(isAlike);
        expect(new Set(uidsOf(columns)).size).toBe(2);
      }),
    );
  });

  test.each([
    ['another STAN', { stan: '004712' }, 0],
    ['another response code', { response_code: '91' }, 1],
  ])('of two exports, the second with %s: %o', (_, change, repeated) => {
    const one = { rrn: null, stan: '004711', terminal: '10330001', response_code: '00' };
    const files = [withdrawals([one]), withdrawals([{ ...one, ...change }])].map(asFile);
    expect(findRepeated(files).repeated).toEqual([0, repeated]);
  });

  test('a column that is empty is a column that is not there', () => {
    const [bare, empty] = [withdrawals([{}], []), withdrawals([{ rrn: null }])];
    expect(fingerprintOf(bare, 0)).toBe(fingerprintOf(empty, 0));
    expect(uidsOf(bare)).toEqual(uidsOf(empty));
    expect(isSameRow(asFile(bare), 0, asFile(empty), 0)).toBe(true);
  });

  test('does not hang on where a value stands: RRN 12 is not STAN 12', () => {
    const columns = withdrawals([{ rrn: '12' }, { stan: '12' }]);
    expect(fingerprintOf(columns, 0)).not.toBe(fingerprintOf(columns, 1));
    expect(isSameRow(asFile(columns), 0, asFile(columns), 1)).toBe(false);
  });
});

const shown = (columns: RowColumns): string[] =>
  Array.from({ length: columns.count }, (_, i) =>
    (columns.named ?? [])
      .map(({ name, texts }) => `${name}=${textAt(texts, i)}`)
      .filter((text) => !text.endsWith('='))
      .join(),
  );

test('rows keep their values when they are picked, joined with others and put in order', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1 }), fc.array(values, { minLength: 1 }), (first, second) => {
      const [a, b] = [withdrawals(first), withdrawals(second, CARD.slice(0, 2))];
      const bare = withdrawals([{}, {}], []);
      expect(shown(joinColumns([a, bare, b]))).toEqual([...shown(a), '', '', ...shown(b)]);
      const keep = Uint8Array.from({ length: a.count }, (_, i) => i % 2);
      expect(shown(keepRows(a, keep))).toEqual(shown(a).filter((_, i) => i % 2 === 1));
      expect(bare).not.toHaveProperty('named');
      // Equal in all else, rows follow their columns in the order of names, whatever order they came in.
      const order = (columns: RowColumns) => {
        const texts = shown(columns);
        return Array.from(canonicalOrder(columns, Uint32Array.from(texts.keys())), (row) => texts[row]);
      };
      expect(order(withdrawals(first.toReversed()))).toEqual(order(a));
    }),
  );
});

describe('blocks', () => {
  test('of several files, with columns or without, come back exactly', () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1 }), fc.array(values, { minLength: 1 }), (first, second) => {
        const files = [withdrawals(first), withdrawals([{}], []), withdrawals(second, CARD.slice(2))];
        const blocks = files.map((columns) => packRowBlock(columns, { from: 0, to: columns.count }));
        expect(Object.keys(blocks[1].packed)).not.toContain('named');
        expect(shown(unpackRowBlocks(blocks))).toEqual(files.flatMap(shown));
        const [again] = files.map((_, n) => unpackRowBlocks([blocks[n]]));
        expect(again!.named!.map(({ texts: _, ...definition }) => definition)).toEqual(CARD);
      }),
      { numRuns: 30 },
    );
  });

  test('with a column that is not known, or of a later format, are refused in words', () => {
    const columns = withdrawals([{ rrn: '1' }]);
    const { header, parts } = encodeRowBlock(columns, { from: 0, to: 1 });
    const read = (more: object) => () => decodeRowBlocks([{ header: { ...header, ...more }, parts }]);
    const unknown = { name: 'moon_phase', type: 'code', identifying: true };
    expect(read({ columns: [...header.columns!, unknown] })).toThrow(/column moon_phase \(code\) .* does not know/);
    expect(read({ columns: [{ ...unknown, name: 'rrn' }] })).toThrow(/column rrn \(code\)/);
    expect(read({ format: ROW_BLOCK_FORMAT + 1 })).toThrow(/knows formats up to/);
    expect(() => columnsFromValues([[{ ...unknown, type: 'code', value: new Uint8Array(1) }]])).toThrow(/moon_phase/);
  });
});

describe('a kind', () => {
  test('names columns that there are', () => {
    expect(() => kindColumns(['moon_phase'], [])).toThrow(/no kind may have a column moon_phase/);
    expect(() => kindColumns(['rrn'], ['stan'])).toThrow(/has no column stan/);
  });

  test.each(['1.5', '07', '-0', 'x', '9007199254740993'])('has no integer %s', (text) => {
    expect(() => integerOf(text)).toThrow(/is no whole number/);
  });
});
