// Texts copied four bytes at once are those that a byte at a time would be.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyPlain, endOfPlain } from '../../../src/adapters/files/formats/delimited/plain-cells.ts';

/** Bytes near those that end a cell, and high ones, which the tests on whole words could mistake for them. */
const byte = fc.oneof(
  fc.constantFrom(0x00, 0x09, 0x0a, 0x0d, 0x0e, 0x0f, 0x2b, 0x2c, 0x2d, 0x3b, 0x80, 0x8a, 0x8d, 0xac, 0xff),
  fc.integer({ min: 0x20, max: 0x7e }),
);

test('a cell is copied up to its delimiter or line end', () => {
  fc.assert(
    fc.property(
      fc.array(byte, { maxLength: 40 }),
      fc.constantFrom(0x2c, 0x3b, 0x09),
      fc.nat({ max: 3 }),
      (cell, delimiter, from) => {
        const buffer = Uint8Array.from([...Array<number>(from).fill(0x41), ...cell, 0x0a, ...Array<number>(8).fill(0)]);
        const end = buffer.findIndex((c, i) => i >= from && (c === delimiter || c === 0x0a || c === 0x0d));
        const span = { buffer, view: new DataView(buffer.buffer), delimiter };
        const to = new Uint8Array(64);
        expect(copyPlain(span, from, new DataView(to.buffer), 5)).toBe(end);
        expect(endOfPlain(span, from)).toBe(end);
        expect([...to.subarray(5, 5 + end - from)]).toEqual([...buffer.subarray(from, end)]);
        expect([...to.subarray(0, 5)]).toEqual([0, 0, 0, 0, 0]);
      },
    ),
    { numRuns: 2_000 },
  );
});
