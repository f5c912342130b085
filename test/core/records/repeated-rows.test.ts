import { expect, test } from 'vitest';
import { keepRows, pickRows } from '../../../src/core/records/rows/join-columns.ts';
import { findRepeated } from '../../../src/core/records/rows/repeated-rows.ts';
import { rowsOf } from '../../contracts/store/samples.ts';

const rows = { ...rowsOf(4, 6), bookingDay: Int32Array.of(10, 11, 12, 13, 14, 15) };
const fileOf = (...picked: number[]) => ({ columns: pickRows(rows, Uint32Array.from(picked)), plainCounter: false });
const kept = (keep: readonly Uint8Array[]) => keep.map((of) => Array.from(of));

test('a row is there as often as the file with most of it has it', () => {
  const { keep, repeated, overlapping } = findRepeated([fileOf(0, 2, 3), fileOf(1, 2, 2, 3, 4)]);
  expect(kept(keep)).toEqual([
    [1, 1, 1],
    [1, 0, 1, 0, 1],
  ]);
  expect(repeated).toEqual([0, 2]);
  expect(overlapping).toEqual([[0, 1]]);
});

test('what files kept of each other before are twins, which a further file is measured by', () => {
  const first = fileOf(0, 2, 3);
  const second = fileOf(1, 2, 2, 3, 4);
  const settled = { ...second, columns: keepRows(second.columns, findRepeated([first, second]).keep[1]) };
  const further = fileOf(2, 2, 2, 4);
  const { keep, repeated } = findRepeated([first, settled, further], 2);
  expect(kept(keep)).toEqual([
    [1, 1, 1],
    [1, 1, 1],
    [0, 0, 1, 0],
  ]);
  expect(repeated).toEqual([0, 0, 3]);
  expect(kept(findRepeated([first, second, further]).keep)[2]).toEqual([0, 0, 1, 0]);
});
