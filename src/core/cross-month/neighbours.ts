// Neighbours: sessions of one partner with another period, of which neither lies in the other, such as two months whose
// bank files overlap by the search days. A row that one of them has matched is reconciled: the other leaves it out. Two
// sessions of one period, or of a month and a week of it, are alternatives: each reconciles its rows whole.

import type { AskedPeriod, Period } from '../records/documents/period.ts';
import { mayMeet, type Session, type SessionNature } from '../records/documents/session.ts';
import { ROW_MATCHED_ELSEWHERE, ROW_MATCHED_LATE, type RowColumns } from '../records/rows/columns.ts';

const liesIn = (one: Period, other: Period): boolean => one.start >= other.start && one.end <= other.end;

export const areNeighbours = (one: Period, other: Period): boolean => !liesIn(one, other) && !liesIn(other, one);

/** The period with the bounds that nobody named taken from the ledger's days; null if it has none. */
export function boundsOf({ start, end }: AskedPeriod, ledger: Period | null): Period | null {
  if (start !== null && end !== null) return { start, end };
  return ledger === null ? null : { start: start ?? ledger.start, end: end ?? ledger.end };
}

/**
 * Most days between the periods of sessions that are compared: half a year, more than a cheque is good for. A partner
 * may have years of daily sessions.
 */
const NEAR_DAYS = 186;

/** Whether the session names no period, or one that is near. */
export const isNear = (period: Period, { periodStart, periodEnd }: AskedDays): boolean =>
  (periodStart === null || periodStart - period.end <= NEAR_DAYS) &&
  (periodEnd === null || period.start - periodEnd <= NEAR_DAYS);

type AskedDays = Pick<SessionNature, 'periodStart' | 'periodEnd'>;

/** Whether the session's rows are entries of the same kind and direction. */
export const isOfNature = (session: Session, { kind, flow }: Pick<SessionNature, 'kind' | 'flow'>): boolean =>
  kind !== null && mayMeet(session, kind) && (flow === null || session.flow === null || session.flow === flow);

const IN_LATE_GROUP = ROW_MATCHED_LATE | ROW_MATCHED_ELSEWHERE;

/** Whether a row of the run takes part, apart from late groups that hold it. */
export const takesPart = ({ flags }: Pick<RowColumns, 'flags'>, row: number): boolean =>
  (flags[row] & ~IN_LATE_GROUP) === 0;
