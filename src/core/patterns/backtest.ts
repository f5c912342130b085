// The back-test of a pattern: month by month, what it would have approved by all that people had taught before that
// month, and what people decided on those exceptions.

import { civil } from '../money/calendar.ts';
import type { DecisionStatus } from '../records/documents/clusters.ts';
import type { LearnedPoint } from '../records/documents/patterns.ts';
import { confidenceOf } from './confidence.ts';
import { learn } from './learn.ts';
import { STALE_AFTER_MS } from './sweep.ts';

/** What a person decided last on an exception. */
export interface DecidedByPerson {
  readonly at: number;
  readonly value: number;
  readonly after: Exclude<DecisionStatus, 'pending'>;
}

/** Exceptions that the pattern would have approved, by what people decided on them. */
export interface BackTestCounts {
  readonly approved: number;
  readonly rejected: number;
  readonly escalated: number;
}

export interface BackTestMonth extends BackTestCounts {
  /** `2026-03`, in UTC. */
  readonly month: string;
  /** Exceptions that people decided and the pattern would have left to them. */
  readonly leftToPeople: number;
}

export interface BackTest {
  /** Months with decisions, from the first lesson on, in order. */
  readonly months: readonly BackTestMonth[];
  /** What people approved of what it would have approved; null if that is nothing. */
  readonly precision: { readonly approved: number; readonly of: number } | null;
}

/** Work in proportion to the months times the lessons. */
export function backTest(points: readonly LearnedPoint[], decided: readonly DecidedByPerson[]): BackTest {
  const first = points.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const byMonth = Map.groupBy(
    decided.filter(({ at }) => at >= first),
    ({ at }) => monthOf(at),
  );
  const months = [...byMonth]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, some]): BackTestMonth => {
      const figures = learn(points.filter(({ at }) => monthOf(at) < month));
      const isEligible = figures !== null && confidenceOf(figures).level === 'eligible';
      const taken = some.filter(
        ({ at, value }) =>
          isEligible && at - figures.lastSeenAt <= STALE_AFTER_MS && value >= figures.min && value <= figures.max,
      );
      const of = (status: DecisionStatus) => taken.filter(({ after }) => after === status).length;
      const counts = { approved: of('approved'), rejected: of('rejected'), escalated: of('escalated') };
      return { month, ...counts, leftToPeople: some.length - taken.length };
    });
  const approved = months.reduce((sum, month) => sum + month.approved, 0);
  const all = months.reduce((sum, { approved: a, rejected, escalated }) => sum + a + rejected + escalated, 0);
  return { months, precision: all === 0 ? null : { approved, of: all } };
}

const DAY_MS = 86_400_000;

function monthOf(at: number): string {
  const { year, month } = civil(Math.floor(at / DAY_MS));
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}
