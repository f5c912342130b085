// Sessions that leaned on a match that is gone. A run leaves out what another session has matched; when that session is
// reconciled anew without the match, or a late group is void, the row would be reconciled nowhere. Such a session is run
// again on its own rows and terms. It is asked after each run and each reopening, and can be repeated: equal causes
// order one run.

import { counted } from '../../core/classification/wording.ts';
import { isNear } from '../../core/cross-month/neighbours.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Run } from '../../core/records/documents/run.ts';
import type { Session } from '../../core/records/documents/session.ts';
import { type LateGroup, lateSessions } from '../../core/records/late/late-groups.ts';
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

/** Queues a run of each session on its own rows, by its run's terms; answers the runs. Signed ones stay as they are. */
export async function queueAgain(
  { store, digest, clock, bus }: Ordering,
  leaning: readonly Leaning[],
): Promise<readonly Run[]> {
  const queued: Run[] = [];
  for (const { session, ...of } of leaning) {
    const last = await store.runs.get(session.runId);
    if (last === null || (await isSigned(store, session.key))) continue;
    const runId = digest(JSON.stringify(['run again', session.runId, of.gone])).slice(0, 32);
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

function whyAgain({ gone, on, isOwn = false }: Omit<Leaning, 'session'>): string {
  const [groups, are] = [counted(gone.length, 'group'), gone.length === 1 ? 'is' : 'are'];
  return isOwn
    ? `This session was run again: ${groups} of its rows and rows of session ${on} ${are} void, because that session has one of them no more.`
    : `This session was run again: ${groups} of rows that it had left out ${are} matched no more${on === null ? '' : ` in session ${on}`}.`;
}
