// Takes a match apart. A late or hand-made one is void and its rows are open again. Of a run's own match the rows are set
// apart for good: the constraint goes by the rows' identity and holds in every later run; the session runs again from
// its stored rows.

import { TieoutError } from '../../core/errors.ts';
import { actBatch } from '../../core/exceptions/audit-rows.ts';
import type { Act } from '../../core/people/act.ts';
import { type Apart, apartJson } from '../../core/people/set-apart.ts';
import type { Domain } from '../../core/records/documents/clusters.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import { TIER_REVERSAL } from '../../core/records/groups/groups.ts';
import { type LateGroup, lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { HeldOperation } from '../../ports/decisions.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { SET_APART } from '../constraints/apart-in-force.ts';
import { handOver, inOtherHands, requireHold, takingOf, whileHeld } from '../operations/hold-operation.ts';
import { withPartnerRows } from '../rematch/partner-rows.ts';
import { voidGroups } from '../rematch/void-groups.ts';
import { moneyOfRows } from '../review/money-of-rows.ts';
import { NO_FACTS, oneByOne, requireAlone } from '../review/require-alone.ts';
import { copiesOfGroups, idsOfGroups, storedGroups } from '../rows/run-groups.ts';
import type { HeldRows } from '../upkeep/row-lease.ts';
import type { Accepted, PeopleDependencies } from './match-by-hand.ts';
import { requireSessions } from './sessions-of-rows.ts';

export interface Parting extends Accepted {
  readonly key: SessionKey;
  readonly groupId: string;
  readonly note: string;
  readonly by: string | null;
  /** Branches whose sessions the caller may change; null: every one. */
  readonly branches: readonly string[] | null;
}

export interface TakenApart {
  readonly group: LateGroup;
  /** Null: the group was late or made by hand, and no constraint keeps its rows apart. */
  readonly constraint: string | null;
  /** The run that the session had. */
  readonly runId: string;
  /** The matches that it had, where a run follows. */
  readonly before: readonly string[];
}

/** Throws not_found, match_not_apart, needs_review, session_signed_off, session_busy; then nothing was changed. */
export async function takeApart(deps: PeopleDependencies, parting: Parting): Promise<TakenApart> {
  const { key, by, reviewed } = parting;
  const act = { scope: key, act: 'parting', by, reviewed } as const;
  for (;;) {
    // A run's matches never change, and others of the partner need not wait while they are read.
    const seen = await matchesSeen(deps, parting);
    const work = async ({ under }: HeldRows): Promise<TakenApart | null> => {
      const found = await matchToPart(deps, parting, seen);
      if (found === null) return null;
      const { group, isLate, domain, runId, before } = found;
      await requireAlone(deps.store, { ...act, order: 'parting' }, async () => ({
        ...{ ...NO_FACTS, money: moneyOfRows(group) },
      }));
      if (isLate) await partLate(deps, { parting, group, domain, under });
      const constraint = isLate ? null : await setApart(deps, parting, { group, domain });
      return { group, constraint, runId, before };
    };
    const taken = await oneByOne(deps.store, act, () => withPartnerRows(deps, key, work));
    // Otherwise the session ran again meanwhile.
    if (taken !== null) return taken;
  }
}

interface MatchToPart extends Omit<TakenApart, 'constraint'> {
  readonly isLate: boolean;
  readonly domain: Domain;
}

/** The match that the order names. Throws not_found, match_not_apart, session_signed_off; nothing is written. */
export async function lookAtParting(deps: PeopleDependencies, parting: Parting): Promise<MatchToPart> {
  for (;;) {
    const found = await matchToPart(deps, parting, await matchesSeen(deps, parting));
    if (found !== null) return found;
  }
}

/** The matches of a session's run; null: the match is a late one. */
type Seen = (RunMatches & { readonly runId: string }) | null;

async function matchesSeen(deps: PeopleDependencies, parting: Parting): Promise<Seen> {
  const { runId, session, late } = await standing(deps, parting);
  if (late !== null) return null;
  try {
    return { runId, ...(await matchesOfRun(deps, { ...session, runId }, parting.groupId)) };
  } catch (error) {
    // A run that replaced this one meanwhile also removed its blocks.
    if ((await standing(deps, parting)).runId === runId) throw error;
    return null;
  }
}

async function standing({ store }: PeopleDependencies, parting: Parting) {
  const { key, groupId } = parting;
  const session = await store.sessions.get(key);
  if (session === null || session.runId === null) throw unknown(parting);
  const late = (await store.lateGroups.ofSession(key)).find((one) => one.groupId === groupId) ?? null;
  return { session, runId: session.runId, late };
}

/** Null: what was seen is of a run that another one has replaced since. */
async function matchToPart(deps: PeopleDependencies, parting: Parting, seen: Seen): Promise<MatchToPart | null> {
  const { key, branches } = parting;
  const { runId, late } = await standing(deps, parting);
  if (late === null && seen?.runId !== runId) return null;
  const group = late ?? seen!.group;
  if (group === null) throw unknown(parting);
  if (late?.origin === 'decision')
    throw refused('a document for its exceptions matched the rows: reopen the exceptions');
  if (late === null && group.tier === TIER_REVERSAL) throw refused('it is an entry and its reversal on one side');
  const domain = await requireSessions(deps, key, { sessions: lateSessions(group), branches });
  return { group, isLate: late !== null, domain, runId, before: late === null ? seen!.ids : [] };
}

const unknown = ({ groupId, key: { session } }: Parting): TieoutError =>
  new TieoutError('not_found', `Session ${session} has no match ${groupId}.`);

const refused = (why: string): TieoutError =>
  new TieoutError('match_not_apart', `The match cannot be taken apart: ${why}.`);

interface PartedOf {
  readonly group: LateGroup;
  readonly domain: Domain;
}

async function partLate(
  deps: PeopleDependencies,
  { parting, under, ...of }: PartedOf & { readonly parting: Parting; readonly under: Fenced },
): Promise<void> {
  const { key } = parting;
  const { group } = of;
  const operation = operationOf(deps, parting, { ...of, metadata: { group_id: group.groupId } });
  await asOperation(deps, operation, async (held) => {
    await auditParting(deps, operation, { group, held });
    await voidGroups(deps, key, { groups: [group], reason: TAKEN_APART, under });
  });
}

/** Why a late group is void. */
export const TAKEN_APART = 'taken apart';

const GROUPS_AT_ONCE = 2_000;

interface RunMatches {
  readonly group: LateGroup | null;
  readonly ids: readonly string[];
}

/** The ids of all matches of the session's run, and the named one with copies of its rows. */
export async function matchesOfRun(
  deps: PeopleDependencies,
  session: CommittedSession,
  groupId: string | null,
): Promise<RunMatches> {
  const all = await storedGroups(deps, session, { ingestions: { has: () => true }, has: () => true });
  const ids: string[] = [];
  for (const some of chunksOf(all, GROUPS_AT_ONCE))
    for (const id of await idsOfGroups(deps, session, some)) ids.push(id);
  const at = groupId === null ? -1 : ids.indexOf(groupId);
  const [group = null] = at < 0 ? [] : await copiesOfGroups(deps, session, [all[at]!]);
  return { group, ids };
}

async function setApart(deps: PeopleDependencies, parting: Parting, of: PartedOf): Promise<string> {
  const { group } = of;
  const { store, clock } = deps;
  const { key, note, by } = parting;
  const constraint = deps.digest(JSON.stringify(['apart', key.tenant, key.partner, deps.newId()])).slice(0, 32);
  const metadata = { group_id: group.groupId, constraint_id: constraint };
  const operation = operationOf(deps, parting, { ...of, metadata });
  const content = { ...apartJson({ rows: { gl: group.gl, bank: group.bank }, ...ofMatch(key, group) }), note };
  const act: Act = {
    ...{ kind: 'apart', thing: constraint, version: 1, verb: SET_APART, operation: operation.operationId },
    ...{ at: clock(), by, content },
  };
  await asOperation(deps, operation, async (held) => {
    await requireHold(store, held);
    await store.acts.add(key, act);
    await auditParting(deps, operation, { group, held });
  });
  return constraint;
}

const ofMatch = (
  { session }: SessionKey,
  { groupId, tier }: LateGroup,
): Pick<Apart, 'session' | 'groupId' | 'tier'> => ({ session, groupId, tier });

function operationOf(
  deps: PeopleDependencies,
  { key, note, by, reviewed, operationId = deps.newId() }: Parting,
  { domain, metadata }: PartedOf & Pick<Operation, 'metadata'>,
): Operation {
  return {
    ...{ operationId, requestId: operationId, tenant: key.tenant, partner: key.partner, domain, service: null },
    ...{ type: '', decision: 'taken_apart', method: 'manual', autoResolved: false, isRecurring: false, note },
    ...(by !== null && { caller: by }),
    reviewed,
    ...{ metadata: { ...metadata, session_id: key.session }, at: deps.clock() },
  };
}

async function asOperation(
  deps: PeopleDependencies,
  operation: Operation,
  does: (held: HeldOperation) => Promise<void>,
): Promise<void> {
  const { decisions } = deps.store;
  const held = await decisions.begin(operation, takingOf(operation));
  if (held === null) throw inOtherHands(operation);
  await whileHeld(deps.store, held, async () => {
    await does(held);
    await handOver(deps, operation, { held, isDecided: true });
  });
}

/** One row for each session of the match. */
export async function auditParting(
  { store, digest }: Pick<PeopleDependencies, 'store' | 'digest'>,
  operation: Operation,
  { group, held }: { readonly group: Pick<LateGroup, 'groupId' | 'gl' | 'bank'>; readonly held: HeldOperation },
): Promise<void> {
  const subjects = lateSessions(group).map((session) => {
    const of = (side: Side) =>
      lateRows(group).flatMap((row) => (row.side === side && row.session === session ? [row.recordId] : []));
    return { id: group.groupId, session, type: '', matched: false, glRecordIds: of('gl'), bankRecordIds: of('bank') };
  });
  await store.audit.insertIfAbsent(actBatch(operation, subjects, digest), held);
}
