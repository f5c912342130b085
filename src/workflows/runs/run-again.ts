// Sessions that leaned on a match that is gone. A run leaves out what another session has matched; when that session is
// reconciled anew without the match, or a late group is void, the row would be reconciled nowhere. Such a session is run
// again on its own rows and terms. It is asked after each run and each reopening, and can be repeated: equal causes
// order one run.

import { counted } from '../../core/classification/wording.ts';
import { isNear } from '../../core/cross-month/neighbours.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Run } from '../../core/records/documents/run.ts';
import type { Session } from '../../core/records/documents/session.ts';
import { type LateGroup, lateSessions } from '../../core/records/late/late-groups.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { PartnerScope, SessionKey } from '../../core/records/session-key.ts';
import { figuresMadeOf } from '../../core/summary/summary-json.ts';
import type { Bus } from '../../ports/bus.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { stillMatched } from '../rows/neighbour-matches.ts';
import { isSigned } from '../sign-off/signed-sessions.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import { elsewhereOf, madeOf } from '../stored-runs/stored-outcome.ts';

type Reading = Pick<StoreDependencies, 'store' | 'compute' | 'digest'>;
type Ordering = Pick<StoreDependencies, 'store' | 'digest' | 'clock'> & { readonly bus: Pick<Bus, 'announce'> };

export interface Leaning {
  readonly session: CommittedSession;
  /** Ids of the groups that are gone, sorted. */
  readonly gone: readonly string[];
  /** The session that had them; null for late groups. */
  readonly on: string | null;
  /** Whether they held rows of the session itself, which it had not left out. */
  readonly isOwn?: boolean;
  /** What a person did to matches of the session itself, in a sentence. */
  readonly byPeople?: string;
}

/** Sessions whose runs went by matches of this session that stand no more. */
export async function leaningOn(deps: Reading, key: SessionKey): Promise<readonly Leaning[]> {
  const { store } = deps;
  const sessions = await store.sessions.list(key);
  const own = sessions.find((one) => one.key.session === key.session);
  if (own === undefined) return [];
  const found = [...(hasRun(own) ? await lostBy(deps, own, sessions) : [])];
  for (const session of sessions) {
    if (session === own || !hasRun(session) || !areNear(own, session)) continue;
    if (!(await madeOf(store, session.runId)).leansOn.includes(key.session)) continue;
    const copies = (await elsewhereOf(deps, session.runId)).filter(({ gl, bank }) =>
      [...gl, ...bank].some((row) => row.session === key.session),
    );
    const stand = await stillMatched(deps, own, copies);
    if (stand === null) continue;
    const gone = copies.flatMap(({ groupId }) => (stand.has(groupId) ? [] : [groupId])).sort();
    if (gone.length > 0) found.push({ session, gone, on: key.session });
  }
  return found;
}

/** Sessions with rows that groups held when their figures were made, which this session's run made void. */
async function lostBy(
  { store }: Reading,
  own: CommittedSession,
  sessions: readonly Session[],
): Promise<readonly Leaning[]> {
  const { lost } = await madeOf(store, own.runId);
  if (lost.length === 0) return [];
  const names = new Set((await store.lateGroups.named(own.key, lost)).flatMap(lateSessions));
  const found: Leaning[] = [];
  for (const session of sessions) {
    if (session === own || !hasRun(session) || !names.has(session.key.session)) continue;
    const history = await store.summaries.history(session.key);
    const known = history.findLast(({ summary }) => figuresMadeOf(summary) !== null);
    const late = new Set(known === undefined ? [] : figuresMadeOf(known.summary)!.late);
    const gone = lost.filter((id) => late.has(id)).sort();
    if (gone.length > 0) found.push({ session, gone, on: own.key.session, isOwn: true });
  }
  return found;
}

/** Sessions whose runs left out rows for late groups that are void. */
export async function leaningOnGroups(
  { store }: Pick<Reading, 'store'>,
  scope: PartnerScope,
  groups: readonly Pick<LateGroup, 'groupId'>[],
): Promise<readonly Leaning[]> {
  if (groups.length === 0) return [];
  const isVoid = new Set(groups.map(({ groupId }) => groupId));
  const found: Leaning[] = [];
  for (const session of await store.sessions.list(scope)) {
    if (!hasRun(session)) continue;
    const gone = (await madeOf(store, session.runId)).leftOut.filter((id) => isVoid.has(id)).sort();
    if (gone.length > 0) found.push({ session, gone, on: null });
  }
  return found;
}

const areNear = ({ periodStart: start, periodEnd: end }: Session, other: Session): boolean =>
  start === null || end === null || isNear({ start, end }, other);

const hasRun = (session: { readonly runId: string | null }): session is CommittedSession => session.runId !== null;

const PARTED = 'This session was run again: a person took a match of it apart.';
const UNDONE = 'This session was run again: rows of it that a person had set apart may meet again.';

/** Sessions that run again because a person took a match apart, or undid that; `groups`: those that are void now. */
export async function afterParting(
  deps: Pick<Reading, 'store'>,
  { tenant, partner, operationId, decision, metadata }: Operation,
  groups: readonly LateGroup[],
): Promise<readonly Leaning[]> {
  const { store } = deps;
  const named = async (session: string) => {
    const found = await store.sessions.get({ tenant, partner, session });
    return found !== null && hasRun(found) ? [found] : [];
  };
  if (metadata['constraint_id'] !== undefined) {
    const isUndone = decision === 'constraint_undone';
    const gone = [isUndone ? operationId : String(metadata['group_id'])];
    const of = { gone, on: null, byPeople: isUndone ? UNDONE : PARTED };
    return (await named(String(metadata['session_id']))).map((session) => ({ session, ...of }));
  }
  // A run that was made while the group held its rows did not look at them.
  const found = [...(await leaningOnGroups({ store }, { tenant, partner }, groups))];
  for (const { groupId, createdAt, gl, bank } of groups) {
    for (const session of (await Promise.all(lateSessions({ gl, bank }).map(named))).flat()) {
      const isKnown = found.some(({ session: { key } }) => key.session === session.key.session);
      if (session.updatedAt > createdAt && !isKnown)
        found.push({ session, gone: [groupId], on: null, byPeople: PARTED });
    }
  }
  return found;
}

/** The run that follows a session's run because these groups are gone. */
export const runAgainId = (runId: string, gone: readonly string[], digest: Digest): string =>
  digest(JSON.stringify(['run again', runId, gone])).slice(0, 32);

/** Queues a run of each session on its own rows, by its run's terms; answers the runs. Signed ones stay as they are. */
export async function queueAgain(
  { store, digest, clock, bus }: Ordering,
  leaning: readonly Leaning[],
): Promise<readonly Run[]> {
  const queued: Run[] = [];
  for (const { session, ...of } of leaning) {
    const last = await store.runs.get(session.runId);
    if (last === null || (await isSigned(store, session.key))) continue;
    const runId = runAgainId(session.runId, of.gone, digest);
    const { key, kind, version } = last;
    const parameters = ofOwnRows(last, whyAgain(of));
    const { run, accepted } = await store.runs.accept({
      ...{ runId, key, kind, version, parameters },
      acceptedAt: clock(),
      keepExisting: false,
    });
    if (accepted) bus.announce([runId]);
    queued.push(run);
  }
  return queued;
}

const NO_URLS = { gl: [], bank: [] };

/** The order with the session's own rows instead of files. */
const ofOwnRows = ({ parameters }: Pick<Run, 'parameters'>, why: string): JsonObject => ({
  ...parameters,
  ...('fileUrls' in parameters
    ? { fileUrls: NO_URLS, openingUrls: NO_URLS, onExisting: 'overwrite' }
    : { isOfOwnRows: true }),
  orderWarnings: [why],
});

function whyAgain({ gone, on, isOwn = false, byPeople }: Omit<Leaning, 'session'>): string {
  if (byPeople !== undefined) return byPeople;
  const [groups, are] = [counted(gone.length, 'group'), gone.length === 1 ? 'is' : 'are'];
  return isOwn
    ? `This session was run again: ${groups} of its rows and rows of session ${on} ${are} void, because that session has one of them no more.`
    : `This session was run again: ${groups} of rows that it had left out ${are} matched no more${on === null ? '' : ` in session ${on}`}.`;
}
