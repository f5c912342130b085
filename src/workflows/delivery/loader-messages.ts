// Messages for the loader, as stored in the outbox: the status of each stage of a run that has a loader's task, and a
// session's summary. Messages of one session are ordered, so that no earlier state arrives after a later one.

import type { JsonObject } from '../../core/records/documents/json.ts';
import type { OutboxMessage } from '../../core/records/documents/outbox.ts';
import type { StageRecord } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/session-key.ts';

export interface TaskChange {
  readonly key: SessionKey;
  readonly runId: string;
  /** The fence of the claim under which the stage changed; each attempt sends its own messages. */
  readonly fence: number;
  readonly taskId: string;
  readonly stage: StageRecord;
}

export function taskMessage({ key, runId, fence, taskId, stage }: TaskChange): OutboxMessage {
  return {
    operationId: `${runId}/${fence}/${stage.name}/${stage.status}`,
    part: 1,
    topic: 'loader_tasks',
    ...toLoader(key),
    payload: jsonBytes({
      task_id: taskId,
      ...scopeOf(key),
      run_id: runId,
      stage: stage.name,
      status: stage.status,
      started_at: instant(stage.startedAt),
      finished_at: instant(stage.finishedAt),
      rows_done: stage.rowsDone,
      rows_total: stage.rowsTotal,
      message: stage.message,
    }),
  };
}

/** `cause`: the run or other operation that made the summary. `summary`: as reporting shows it. */
export const summaryForLoader = (
  key: SessionKey,
  { cause, summary }: { readonly cause: string; readonly summary: JsonObject },
): OutboxMessage => ({
  // One cause may renew summaries of several sessions. The id becomes an HTTP header.
  operationId: `${cause}/summary/${encodeURIComponent(key.session)}`,
  part: 1,
  topic: 'loader_summaries',
  ...toLoader(key),
  payload: jsonBytes({ ...summary, ...scopeOf(key) }),
});

const toLoader = ({ tenant, partner, session }: SessionKey) =>
  ({ destination: 'loader', orderKey: JSON.stringify([tenant, partner, session]) }) as const;

const scopeOf = ({ tenant, partner, session }: SessionKey) => ({
  session_id: session,
  tenant_id: tenant,
  partner_id: partner,
});

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const jsonBytes = (body: JsonObject): Uint8Array => new TextEncoder().encode(JSON.stringify(body));
