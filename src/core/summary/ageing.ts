// How old the open items are, in six bands. Ages are counted to the period's end, because
// core has no clock. A row dated after that day has age 0.

import type { OpenRows } from '../matching/outcome/outcome.ts';
import { NO_DAY } from '../money/calendar.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';

export interface AgeingBand {
  readonly fromDays: number;
  /** Inclusive; null for the last band. */
  readonly toDays: number | null;
  readonly glRows: number;
  readonly bankRows: number;
}

export const AGEING_BANDS: readonly { readonly fromDays: number; readonly toDays: number | null }[] = [
  { fromDays: 0, toDays: 1 },
  { fromDays: 2, toDays: 7 },
  { fromDays: 8, toDays: 30 },
  { fromDays: 31, toDays: 60 },
  { fromDays: 61, toDays: 90 },
  { fromDays: 91, toDays: null },
];

export function ageingOf(
  columns: Readonly<Record<Side, RowColumns>>,
  open: Readonly<Record<Side, OpenRows>>,
  asOf: number | null,
): AgeingBand[] {
  const gl = countByBand(columns.gl, open.gl, asOf);
  const bank = countByBand(columns.bank, open.bank, asOf);
  return AGEING_BANDS.map((band, i) => ({ ...band, glRows: gl[i], bankRows: bank[i] }));
}

function countByBand(columns: RowColumns, open: OpenRows, asOf: number | null): number[] {
  const counts = AGEING_BANDS.map(() => 0);
  for (let item = 0; item < open.count; item++) {
    const day = columns.bookingDay[open.row[item]];
    const age = asOf === null || day === NO_DAY ? 0 : Math.max(0, asOf - day);
    counts[AGEING_BANDS.findIndex(({ toDays }) => toDays === null || age <= toDays)]++;
  }
  return counts;
}
