import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_MINOR } from '../../../src/core/limits.ts';
import { NO_DAY } from '../../../src/core/money/calendar.ts';
import { decodeFingerprints, decodeRowBlocks, encodeRowBlock } from '../../../src/core/records/blocks/block-codec.ts';
import { type PartialRowBlock, ROW_PARTS } from '../../../src/core/records/blocks/row-block.ts';
import { ROW_OUT_OF_PERIOD, ROW_PENDING } from '../../../src/core/records/rows/columns.ts';
import { allRows, type SampleRow, sampleRow, toColumns } from './row-samples.ts';

const someRows = fc.array(sampleRow, { minLength: 1, maxLength: 40 });

/** Cuts rows into blocks of `size` and encodes them. */
function blocksOf(rows: readonly SampleRow[], size: number) {
  const columns = toColumns(rows);
  const blocks = [];
  for (let from = 0; from < rows.length; from += size) {
    blocks.push(encodeRowBlock(columns, { from, to: Math.min(rows.length, from + size) }));
  }
  return blocks;
}

test('rows come back exactly, however they were cut into blocks', () => {
  fc.assert(
    fc.property(someRows, fc.integer({ min: 1, max: 40 }), (rows, size) => {
      expect(allRows(decodeRowBlocks(blocksOf(rows, size)))).toEqual(allRows(toColumns(rows)));
    }),
  );
});

test('blocks of different ingestions decode together, each with its own labels', () => {
  fc.assert(
    fc.property(someRows, someRows, (first, second) => {
      const together = decodeRowBlocks([...blocksOf(first, 7), ...blocksOf(second, 7)]);
      expect(allRows(together)).toEqual(allRows(toColumns([...first, ...second])));
    }),
  );
});

test('sums by account, currency and booking are exact even where a double is not', () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      const [{ header }] = blocksOf(rows, rows.length);
      const columns = allRows(toColumns(rows));
      for (const amount of header.amounts) {
        const same = columns.filter(
          (row) =>
            row.account === amount.account &&
            row.currency === amount.currency &&
            ((row.flags & ROW_PENDING) !== 0) === amount.pending,
        );
        expect(amount.rows).toBe(same.length);
        expect(amount.amountMinor).toBe(same.reduce((sum, row) => sum + BigInt(row.amount), 0n));
      }
      expect(header.amounts.reduce((sum, { rows: n }) => sum + n, 0)).toBe(rows.length);
      const days = columns.flatMap((row) => [row.bookingDay, row.valueDay]).filter((day) => day !== NO_DAY);
      expect(header.firstDay).toBe(days.length === 0 ? NO_DAY : Math.min(...days));
      expect(header.lastDay).toBe(days.length === 0 ? NO_DAY : Math.max(...days));
    }),
  );
});

test('a full block of the largest amounts sums beyond 2^63', () => {
  const [row] = fc.sample(sampleRow, { numRuns: 1, seed: 1 });
  const [{ header }] = blocksOf(Array(8_192).fill({ ...row, amount: -MAX_AMOUNT_MINOR }), 8_192);
  expect(header.amounts).toMatchObject([{ rows: 8_192, amountMinor: -73_728_000_000_000_000_000n }]);
});

test('whether a row lies in a run’s period is not kept', () => {
  const [row] = fc.sample(sampleRow, { numRuns: 1, seed: 1 });
  const [block] = blocksOf([{ ...row, flags: ROW_OUT_OF_PERIOD | ROW_PENDING }], 1);
  expect(Array.from(decodeRowBlocks([block]).flags)).toEqual([ROW_PENDING]);
});

test('fingerprints are read alone, and columns that were not read are empty', () => {
  const rows = fc.sample(sampleRow, { numRuns: 20, seed: 2 });
  const columns = toColumns(rows);
  const [{ header, parts }] = blocksOf(rows, 20);
  expect(decodeFingerprints(parts.fingerprint, 20)).toEqual(columns.fingerprint);
  const some = decodeRowBlocks([{ header, parts: { figures: parts.figures } }]);
  expect(Array.from(some.amount)).toEqual(Array.from(columns.amount));
  expect(some.narration.bytes).toHaveLength(0);
  expect(some.named?.map(({ name, texts }) => [name, texts.bytes.length])).toEqual([
    ['channel', 0],
    ['rrn', 0],
    ['second_of_day', 0],
  ]);
});

test('a part that is cut short or too long is refused', () => {
  const rows = fc.sample(sampleRow, { numRuns: 20, seed: 3 });
  const [{ header, parts }] = blocksOf(rows, 20);
  for (const part of ROW_PARTS) {
    for (const bytes of [parts[part]!.subarray(0, -1), new Uint8Array([...parts[part]!, 65])]) {
      const damaged: PartialRowBlock = { header, parts: { ...parts, [part]: bytes } };
      expect(() => decodeRowBlocks([damaged]), part).toThrow(RangeError);
    }
  }
});
