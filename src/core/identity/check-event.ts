// The bus message about a check's result: status, score and reasons. It has ids of ours and nothing
// of the person: a published message cannot be deleted.

import type { Scope } from '../records/documents/check.ts';
import type { OutboxMessage } from '../records/documents/outbox.ts';
import type { CheckOutcome } from './check-outcome.ts';

interface CheckResult {
  readonly scope: Scope;
  readonly checkId: string;
  readonly route: string;
  /** Of the kept subject; null if none is kept. */
  readonly subjectId: string | null;
  readonly outcome: Pick<CheckOutcome, 'status' | 'state' | 'score' | 'reasons' | 'source'>;
  /** RFC 3339 time in UTC. */
  readonly at: string;
  /** Distinguishes changes to and fro. */
  readonly revision?: string;
}

/** The message of proto/tieout/events/v1/verification_check.proto, one for each state of a check. */
export function checkEvent(
  { scope: { tenant, partner }, checkId, route, subjectId, outcome, at, revision }: CheckResult,
  digest: (text: string) => string,
): OutboxMessage {
  const { status, state = 'complete', score, reasons, source } = outcome;
  const content = {
    schema_version: 1,
    ...{ tenant_id: tenant, partner_id: partner, check_id: checkId, route, subject_id: subjectId, status, state },
    score: score === undefined ? null : Math.round(score * 10_000) / 10_000,
    reasons: reasons.map(({ code }) => code),
    provider: source.provider ?? source.list ?? '',
    occurred_at: at,
  };
  const id = digest(
    JSON.stringify([tenant, partner, checkId, state, status, ...(revision === undefined ? [] : [revision])]),
  ).slice(0, 32);
  return {
    ...{ operationId: `check:${id}`, part: 1, topic: 'verification_checks' },
    payload: new TextEncoder().encode(JSON.stringify(content)),
  };
}
