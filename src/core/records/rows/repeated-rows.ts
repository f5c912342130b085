// Finds rows that are in two files of one side, because an export begins before the last one ended. Identical rows are
// counted in each file. If the files overlap in time, the larger count is kept; otherwise all rows are.

import { NO_DAY } from '../../money/calendar.ts';
import type { RowColumns } from './columns.ts';
import { isSameRow, type RowOfFile } from './same-row.ts';

interface Overlap {
  /** For each file, 1 for each row that counts. */
  readonly keep: readonly Uint8Array[];
  /** For each file, the number of rows that an earlier file has. */
  readonly repeated: readonly number[];
  /** Pairs of file indexes that overlap in time and share rows. */
  readonly overlapping: readonly (readonly [number, number])[];
}

function dayRange(columns: RowColumns): readonly [number, number] {
  let first = Number.MAX_SAFE_INTEGER;
  let last = -Number.MAX_SAFE_INTEGER;
  const { bookingDay } = columns;
  for (let i = 0; i < bookingDay.length; i++) {
    const day = bookingDay[i];
    if (day === NO_DAY) continue;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return [first, last];
}

/**
 * Compares one side's files, in an order that does not depend on how they were given. The first `settled` files were
 * compared before, so equal rows among them are genuine twins.
 */
export function findRepeated(files: readonly RowOfFile[], settled = 0): Overlap {
  const keep = files.map(({ columns }) => new Uint8Array(columns.count).fill(1));
  const repeated = files.map(() => 0);
  const overlapping: [number, number][] = [];
  if (files.length < 2) return { keep, repeated, overlapping };
  const ranges = files.map(({ columns }) => dayRange(columns));
  for (let later = Math.max(1, settled); later < files.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      if (ranges[earlier][0] > ranges[later][1] || ranges[later][0] > ranges[earlier][1]) continue;
      const known = leaveOut({ file: files[earlier], keep: keep[earlier] }, { file: files[later], keep: keep[later] });
      if (known > 0) overlapping.push([earlier, later]);
      repeated[later] += known;
    }
  }
  return { keep, repeated, overlapping };
}

interface Kept {
  readonly file: RowOfFile;
  readonly keep: Uint8Array;
}

/** Clears in `later` as many copies of each row as `earlier` keeps; answers how many were cleared. */
function leaveOut(earlier: Kept, later: Kept): number {
  const byFingerprint = new Map<bigint, number[]>();
  const fingerprintOf = ({ fingerprint }: RowColumns, i: number): bigint =>
    (BigInt(fingerprint[2 * i + 1]) << 32n) | BigInt(fingerprint[2 * i]);
  for (let i = 0; i < earlier.file.columns.count; i++) {
    if (!earlier.keep[i]) continue;
    const key = fingerprintOf(earlier.file.columns, i);
    const rows = byFingerprint.get(key);
    if (rows) rows.push(i);
    else byFingerprint.set(key, [i]);
  }
  let known = 0;
  for (let j = 0; j < later.file.columns.count; j++) {
    if (!later.keep[j]) continue;
    const rows = byFingerprint.get(fingerprintOf(later.file.columns, j));
    const at = rows?.findIndex((i) => isSameRow(earlier.file, i, later.file, j)) ?? -1;
    if (at < 0) continue;
    rows!.splice(at, 1);
    later.keep[j] = 0;
    known++;
  }
  return known;
}
