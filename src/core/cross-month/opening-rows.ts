// Opening rows: rows of before the period that were open when it began, from files of their own. They take part in the
// run whatever its search days, and are in no sum of the period's files. The same row in a file of the period is there
// for that file's balance alone and takes no part. A row of the period or of after it is no opening row.

import { NO_DAY } from '../money/calendar.ts';
import type { Period } from '../records/documents/period.ts';
import { sharedUint8 } from '../records/rows/allocate.ts';
import { ROW_OUT_OF_PERIOD, type RowColumns } from '../records/rows/columns.ts';
import { dayOf } from '../records/rows/row-day.ts';

interface SideWithOpening {
  /** The rows of the period's own files, flagged. */
  readonly own: RowColumns;
  /** These rows, and the opening rows after them. */
  readonly whole: RowColumns;
  readonly period: Period;
}

interface FlaggedOpening {
  /** All rows, with ROW_OUT_OF_PERIOD on those that take no part. */
  readonly columns: RowColumns;
  /** Rows of opening files that are not of before the period. */
  readonly late: readonly number[];
}

export function withOpening({ own, whole, period }: SideWithOpening): FlaggedOpening {
  const flags = sharedUint8(whole.count);
  flags.set(whole.flags);
  flags.set(own.flags);
  const late: number[] = [];
  const copies = new Map<string, number>();
  const contentOf = (row: number): string => `${whole.fingerprint[2 * row]}/${whole.fingerprint[2 * row + 1]}`;
  for (let row = own.count; row < whole.count; row++) {
    const day = dayOf(whole, row);
    if (day !== NO_DAY && day < period.start) {
      copies.set(contentOf(row), (copies.get(contentOf(row)) ?? 0) + 1);
      continue;
    }
    if (flags[row] === 0) late.push(row);
    flags[row] |= ROW_OUT_OF_PERIOD;
  }
  for (let row = 0; row < own.count && copies.size > 0; row++) {
    const left = copies.get(contentOf(row)) ?? 0;
    if (left === 0 || dayOf(whole, row) >= period.start) continue;
    copies.set(contentOf(row), left - 1);
    flags[row] |= ROW_OUT_OF_PERIOD;
  }
  return { columns: { ...whole, flags }, late };
}
