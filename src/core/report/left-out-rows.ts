// Rows of a run's files that took no part although they were understood, each with its reason.

import { sessionsElsewhere } from '../records/late/late-matches.ts';
import {
  ROW_MATCHED_LATE,
  ROW_OUT_OF_PERIOD,
  ROW_PENDING,
  ROW_ZERO,
  type RowColumns,
  type Side,
} from '../records/rows/columns.ts';
import type { Stated } from '../summary/statement/stated.ts';

interface SetAsideOf extends Pick<Stated, 'itemised' | 'late'> {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** How many rows of each side are of the period's own files; the opening rows follow. */
  readonly ownRows: Readonly<Record<Side, number>>;
}

export interface SetAsideRow {
  /** Row of the side's columns. */
  readonly row: number;
  readonly reason: string;
}

/** The rows of a side with a flag, but those that a late group of the session holds. */
export function* setAsideRows({ itemised, late, columns, ownRows }: SetAsideOf, side: Side): Generator<SetAsideRow> {
  const lines = itemised.flatMap((proof) => proof.itemised).filter(({ kind }) => kind === 'set_aside');
  const inNoEvent = new Set(
    lines.flatMap(({ items }) => items.filter((item) => item.side === side).map(({ row }) => row)),
  );
  const elsewhere = sessionsElsewhere(late, side);
  const { flags } = columns[side];
  const reasonOf = (row: number): string => {
    const session = elsewhere.get(row);
    if (session !== undefined) return `matched in session ${session}`;
    if (row >= ownRows[side] && flags[row]! & ROW_OUT_OF_PERIOD) return 'no opening item: not of before the period';
    return inNoEvent.has(row) ? 'in none of the run’s events' : byFlags(flags[row]!);
  };
  for (let row = 0; row < flags.length; row++) {
    if (flags[row] !== 0 && !(flags[row]! & ROW_MATCHED_LATE)) yield { row, reason: reasonOf(row) };
  }
}

/** The reason of the first flag that is set, as in the summary. */
function byFlags(flags: number): string {
  if (flags & ROW_PENDING) return 'announced, not booked';
  if (flags & ROW_ZERO) return 'amount of zero';
  return flags & ROW_OUT_OF_PERIOD ? 'outside the period' : 'refused by the switch';
}
