// A report on checks: each result in the order of the request, and the worst as the report's own. It contains nothing
// but the checks, not even when it was made, so the same checks give the same report.

import type { CheckState, CheckStatus, Reason } from '../records/documents/check.ts';
import type { CheckSource } from './check-outcome.ts';
import { worstOf } from './check-outcome.ts';

export interface ReportedCheck {
  readonly checkId: string;
  readonly route: string | null;
  readonly status: CheckStatus;
  readonly state: CheckState;
  readonly score: number | null;
  readonly reasons: readonly Reason[];
  readonly warnings: readonly string[];
  readonly source: CheckSource | null;
  readonly createdAt: string | null;
}

export interface CheckReport {
  readonly title: string;
  readonly status: CheckStatus;
  /** Latest time among the checks. */
  readonly asOf: string | null;
  readonly checks: readonly ReportedCheck[];
}

export function reportOn(title: string, checks: readonly ReportedCheck[]): CheckReport {
  const times = checks.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt]));
  // Times are ordered by instant: 10:00+02:00 is before 09:00Z. Of equal instants the first text is taken.
  const latest = times.toSorted((a, b) => momentOf(b) - momentOf(a) || (a < b ? -1 : a > b ? 1 : 0));
  return { title, status: worstOf(checks.map(reportedStatus)), asOf: latest[0] ?? null, checks };
}

/** The contract has days, which mean their beginning in UTC, and times with an offset. */
const momentOf = (time: string): number => Date.parse(time.toUpperCase()) || 0;

/** The status in the report: an incomplete check has verified nobody yet. */
const reportedStatus = ({ status, state }: ReportedCheck): CheckStatus =>
  state === 'complete' || status !== 'verified' ? status : 'review';

/** The report for programs, with the contract's names. */
export const reportJson = ({ title, status, asOf, checks }: CheckReport): string =>
  JSON.stringify(
    {
      title,
      status,
      as_of: asOf,
      checks: checks.map((one) => ({
        ...{ check_id: one.checkId, route: one.route, status: one.status, state: one.state, score: one.score },
        ...{ reasons: one.reasons, warnings: one.warnings, source: one.source, created_at: one.createdAt },
      })),
    },
    null,
    2,
  );

interface ReportLine {
  readonly kind: 'title' | 'heading' | 'text';
  readonly text: string;
}

/** The report for people, line by line. */
export function reportLines({ title, status, asOf, checks }: CheckReport): ReportLine[] {
  const text = (words: string): ReportLine => ({ kind: 'text', text: words });
  return [
    { kind: 'title', text: title },
    text(`Status: ${status}${asOf === null ? '' : `, as of ${asOf}`}. Checks: ${checks.length}.`),
    ...checks.flatMap((one) => [
      { kind: 'heading' as const, text: `${one.route ?? 'check'}: ${one.status}` },
      text(`Check ${one.checkId}, ${one.state}${one.score === null ? '' : `, score ${one.score}`}`),
      ...(one.source === null
        ? []
        : [text(`Source: ${one.source.provider ?? one.source.list ?? '-'}, version ${one.source.version}`)]),
      ...one.reasons.map(({ code, detail }) => text(`Reason ${code}: ${detail}`)),
      ...one.warnings.map((warning) => text(`Warning: ${warning}`)),
      ...(one.createdAt === null ? [] : [text(`At ${one.createdAt}`)]),
    ]),
  ];
}
