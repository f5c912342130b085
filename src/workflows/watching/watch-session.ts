// What changes of a session: its runs, commits, summaries, and what people do there. Two looks at the store are
// compared; whoever did something is in the audit, from whichever process.

import { TieoutError } from '../../core/errors.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import { type RunState, stateOf } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { auditRows } from '../review/audit-about.ts';
import type { Watcher, Watches } from './watches.ts';

interface SessionNow {
  /** Number of commits. */
  readonly version: number;
  readonly summaryVersion: number;
  /** The latest; null: none. */
  readonly run: { readonly runId: string; readonly state: RunState; readonly by: string | null } | null;
}

/** `none`: nothing, the stream is kept. `many`: more was done than is looked through. */
export interface SessionChange {
  readonly kind: 'none' | 'run' | 'commit' | 'act' | 'summary' | 'many';
  readonly now: SessionNow;
  readonly by: string | null;
  /** The operation of an act; null for other changes. */
  readonly operation: Operation | null;
}

/** An operation of the partner; `isOfSession` is looked up for those that came after the first look, and else false. */
interface SeenOperation {
  readonly operation: Operation;
  readonly isOfSession: boolean;
}

interface Look {
  readonly now: SessionNow;
  /** The partner's, the latest first. */
  readonly operations: readonly SeenOperation[];
}

interface WatchDependencies {
  readonly store: Store;
  readonly watches: Watches;
}

/** Operations of a partner that are looked through at a time. */
const MOST_AT_ONCE = 50;

/** Throws session_unknown for a session without a run and rows, and watched_too_often. */
export async function* watchSession(
  { store, watches }: WatchDependencies,
  key: SessionKey,
  watcher: Watcher,
): AsyncGenerator<SessionChange> {
  const name = `session ${JSON.stringify([key.tenant, key.partner, key.session])}`;
  const thing = { name, read: (last: Look | null) => lookAt(store, key, last) };
  let before: Look | null = null;
  for await (const { value: look, isOld } of watches.follow(thing, watcher)) {
    const changes: readonly SessionChange[] = before === null ? [] : changesOf(before, look);
    yield* changes;
    if (before === null || (isOld && changes.length === 0)) yield { kind: 'none', ...of(look) };
    before = look;
  }
}

const of = ({ now }: Look) => ({ now, by: null, operation: null });

async function lookAt(store: Store, key: SessionKey, before: Look | null): Promise<Look> {
  const [session, run, summaryVersion, past] = await Promise.all([
    store.sessions.get(key),
    store.runs.latest(key),
    store.summaries.version(key),
    store.decisions.past(key, { after: null, limit: MOST_AT_ONCE }),
  ]);
  if (session === null && run === null)
    throw new TieoutError('session_unknown', `There is no session ${key.session} of this tenant and partner.`);
  const latest = run === null ? null : { runId: run.runId, state: stateOf(run), by: run.caller };
  const known = new Map(before?.operations.map((seen) => [seen.operation.operationId, seen]));
  const operations: SeenOperation[] = [];
  for (const operation of past.operations) {
    const seen = known.get(operation.operationId);
    operations.push(seen ?? { operation, isOfSession: before !== null && (await isOfSession(store, key, operation)) });
  }
  return { now: { version: session?.version ?? 0, summaryVersion, run: latest }, operations };
}

/** Several operations may have one request id: a caller repeats it. */
async function isOfSession(
  store: Pick<Store, 'audit'>,
  { session, ...scope }: SessionKey,
  { requestId, operationId }: Operation,
): Promise<boolean> {
  for await (const row of auditRows(store, scope, { session, requestId, after: null }))
    if (row.operationId === operationId) return true;
  return false;
}

/** The changes are in the order in which one follows from the other. */
function changesOf(before: Look, look: Look): readonly SessionChange[] {
  const changes: SessionChange[] = [];
  const known = new Set(before.operations.map(({ operation }) => operation.operationId));
  const done = look.operations.filter(({ operation }) => !known.has(operation.operationId));
  for (const { operation, isOfSession } of done.toReversed()) {
    if (isOfSession) changes.push({ kind: 'act', now: look.now, by: operation.caller ?? null, operation });
  }
  if (done.length === MOST_AT_ONCE) changes.push({ kind: 'many', ...of(look) });
  const [was, is] = [before.now, look.now];
  const by = is.run?.by ?? null;
  if (was.run?.runId !== is.run?.runId || was.run?.state !== is.run?.state)
    changes.push({ kind: 'run', now: is, by, operation: null });
  if (was.version !== is.version) changes.push({ kind: 'commit', now: is, by, operation: null });
  if (was.summaryVersion !== is.summaryVersion) changes.push({ kind: 'summary', ...of(look) });
  return changes;
}
