// Where each row of a side lies to the period of a proof, and which rows of before it are done with.

import { NO_DAY } from '../../money/calendar.ts';
import type { Period } from '../../records/documents/period.ts';
import { ROW_MATCHED_ELSEWHERE, ROW_MATCHED_LATE, type RowColumns } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';

export const BEFORE = 0;
export const WITHIN = 1;
export const AFTER = 2;

export const IN_LATE_GROUP = ROW_MATCHED_LATE | ROW_MATCHED_ELSEWHERE;

/** BEFORE, WITHIN or AFTER of each row: by its booking day, else its value day, against the period. */
export function whenOf(columns: RowColumns, period: Period | null): Uint8Array {
  const when = new Uint8Array(columns.count).fill(WITHIN);
  for (let row = 0; row < columns.count && period !== null; row++) {
    const day = dayOf(columns, row);
    if (day !== NO_DAY && day < period.start) when[row] = BEFORE;
    else if (day > period.end) when[row] = AFTER;
  }
  return when;
}

/** Fingerprints of the rows from before the period that took part and did not stay open. */
export function closedBefore(
  { count, flags, fingerprint }: RowColumns,
  when: Uint8Array,
  open: Uint32Array,
): ReadonlySet<string> {
  const isOpen = new Set(open);
  const found = new Set<string>();
  for (let row = 0; row < count; row++) {
    if (when[row] !== BEFORE || (flags[row] & ~IN_LATE_GROUP) !== 0 || isOpen.has(row)) continue;
    found.add(`${fingerprint[2 * row]},${fingerprint[2 * row + 1]}`);
  }
  return found;
}
