// The fate of each row of a session, as reasons name it. One byte a row.

import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import {
  ROW_DECLINED,
  ROW_MATCHED_ELSEWHERE,
  ROW_MATCHED_LATE,
  ROW_OUT_OF_PERIOD,
  ROW_PENDING,
  ROW_ZERO,
  type RowColumns,
  SIDES,
  type Side,
} from '../../records/rows/columns.ts';

export const FATES = ['open', 'matched', 'netted', 'pending', 'zero', 'out_of_period', 'declined'] as const;
export type Fate = (typeof FATES)[number];

/** For each side and row a place in FATES. */
export type RowFates = Readonly<Record<Side, Uint8Array>>;

const numberOf = (fate: Fate): number => FATES.indexOf(fate);

export function rowFates(columns: Readonly<Record<Side, RowColumns>>, outcome: MatchOutcome): RowFates {
  const fates = { gl: setAside(columns.gl), bank: setAside(columns.bank) };
  for (const side of SIDES) {
    for (const row of outcome.groups[side].rows) fates[side][row] = numberOf('matched');
    const { original, reversal } = outcome.reversals[side];
    for (const rows of [original, reversal]) for (const row of rows) fates[side][row] = numberOf('netted');
  }
  return fates;
}

const ASIDE: readonly (readonly [flag: number, fate: Fate])[] = [
  [ROW_MATCHED_LATE, 'matched'],
  [ROW_MATCHED_ELSEWHERE, 'matched'],
  [ROW_PENDING, 'pending'],
  [ROW_ZERO, 'zero'],
  [ROW_OUT_OF_PERIOD, 'out_of_period'],
  [ROW_DECLINED, 'declined'],
];

/** A row with several flags is counted under the first, as the summary counts it. */
function setAside({ count, flags }: RowColumns): Uint8Array {
  const fates = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    const bits = flags[row];
    if (bits === 0) continue;
    const [, fate] = ASIDE.find(([flag]) => (bits & flag) !== 0) ?? [0, 'open' as const];
    fates[row] = numberOf(fate);
  }
  return fates;
}

const FIRST_ASIDE = FATES.indexOf('pending');

/** Whether rows of this fate (a place in FATES) take part in matching. */
export const takesPart = (fate: number): boolean => fate < FIRST_ASIDE;
