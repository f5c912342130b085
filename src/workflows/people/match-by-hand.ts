// Matches open rows by hand: a late group of the caller's, claimed under the partner's row lease as all late groups are.
// Pending exceptions of its rows are voided. The operation is stored first, so what a crash interrupts is completed by
// the work that follows (complete-act.ts), or nothing of it counts.

import { TieoutError } from '../../core/errors.ts';
import { actBatch } from '../../core/exceptions/audit-rows.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import { handMatch, notOpen } from '../../core/people/hand-match.ts';
import type { Domain } from '../../core/records/documents/clusters.ts';
import type { Operation, Reviewed } from '../../core/records/documents/decisions.ts';
import { spanOf } from '../../core/records/documents/period.ts';
import { type LateGroup, lateRows, lateSessions, type MadeByHand } from '../../core/records/late/late-groups.ts';
import { normalised } from '../../core/records/rows/accounts.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Bus } from '../../ports/bus.ts';
import type { HeldOperation } from '../../ports/decisions.ts';
import type { Store } from '../../ports/store.ts';
import { handOver, inOtherHands, takingOf, whileHeld } from '../operations/hold-operation.ts';
import { accountsAcross } from '../partners/accounts-across.ts';
import { policyInForce } from '../partners/policy-in-force.ts';
import { type OpenSides, openRecords } from '../rematch/open-sides.ts';
import { type RowsDependencies, withPartnerRows } from '../rematch/partner-rows.ts';
import { MATCHED_BY_HAND } from '../rematch/void-groups.ts';
import { moneyOfRows } from '../review/money-of-rows.ts';
import { oneByOne, requireAlone } from '../review/require-alone.ts';
import { matchedSince, type SessionRows } from '../rows/matched-since.ts';
import type { HeldRows } from '../upkeep/row-lease.ts';
import { clustersOfRows } from '../worklist/clusters-of-rows.ts';
import { requireSessions } from './sessions-of-rows.ts';

export interface PeopleDependencies extends RowsDependencies, SessionRows {
  readonly store: Store;
  readonly bus: Pick<Bus, 'announce'>;
  readonly digest: Digest;
  readonly clock: () => number;
  readonly newId: () => string;
}

/** An act whose operation is known before its call, and who accepted it; neither is given where one caller does it. */
export interface Accepted {
  readonly operationId?: string | undefined;
  readonly reviewed?: Reviewed | undefined;
}

export interface MatchOrder extends Accepted {
  readonly key: SessionKey;
  readonly recordIds: Readonly<Record<Side, readonly string[]>>;
  readonly byHand: MadeByHand;
  /** Branches whose sessions the caller may change; null: every one. */
  readonly branches: readonly string[] | null;
}

interface MatchedByHand {
  readonly group: LateGroup;
  readonly voidedClusterIds: readonly string[];
}

/** The group that the order would make, and its domain. Throws rows_not_open, usage; nothing is written. */
export async function groupByHand(
  deps: PeopleDependencies,
  { key, byHand, recordIds, branches }: MatchOrder,
  operation: string,
): Promise<{ readonly group: LateGroup; readonly domain: Domain }> {
  const { store, digest, clock } = deps;
  const open = await openRecords(store, key, recordIds);
  const policy = await policyInForce(store, key);
  const group = handMatch({ key, open, recordIds, byHand, policy, operation, at: clock() }, digest);
  const domain = await requireSessions(deps, key, { sessions: lateSessions(group), branches });
  if (domain === 'mfb') await requireOneAccount(store, key, { group, open });
  await requireUnspent(deps, key, { group, open });
  return { group, domain };
}

/** Accounts that are reconciled apart have a proof each, which a group with rows of two would leave with a difference. */
async function requireOneAccount(
  store: Store,
  key: SessionKey,
  { group, open: { gl, bank } }: { readonly group: LateGroup; readonly open: OpenSides },
): Promise<void> {
  const accounts = await accountsAcross(store, key, { gl: gl.rows, bank: bank.rows, sessions: lateSessions(group) });
  const names = new Set(
    SIDES.flatMap((side) => group[side].map((row) => accounts.nameOf[side].get(normalised(row.account)))),
  );
  if (names.size <= 1) return;
  const given = [...new Set(lateRows(group).map(({ account }) => account || 'none'))].sort();
  throw new TieoutError(
    'usage',
    `The rows are of accounts that are reconciled apart (${given.join(', ')}): match rows of one account.`,
  );
}

/** Throws rows_not_open, usage, needs_review, session_busy; then nothing was changed. */
export async function matchByHand(deps: PeopleDependencies, order: MatchOrder): Promise<MatchedByHand> {
  const { store, clock, newId } = deps;
  const { key, reviewed, operationId = newId(), byHand } = order;
  const matching = async (rows: HeldRows): Promise<MatchedByHand> => {
    const { group, domain } = await groupByHand(deps, order, operationId);
    await requireMatchAlone(deps, order, group);
    const operation = { ...operationOf(group, { key, domain, operationId }), reviewed };
    const held = await store.decisions.begin(operation, takingOf(operation));
    if (held === null) throw inOtherHands(operation);
    return whileHeld(store, held, async () => {
      await store.lateGroups.propose(key, { groups: [group], under: rows.under });
      const { confirmed } = await store.lateGroups.settle(key, { at: clock(), under: rows.under });
      if (!confirmed.includes(group.groupId)) {
        await store.decisions.withdraw(held);
        throw notOpen(lateRows(group).map(({ recordId }) => recordId));
      }
      const voidedClusterIds = await voidAndAudit(deps, operation, { group, held, rows });
      await handOver(deps, operation, { held, isDecided: true });
      return { group, voidedClusterIds };
    });
  };
  const act = { scope: key, act: 'match', by: byHand.by, reviewed } as const;
  return oneByOne(store, act, () => withPartnerRows(deps, key, matching));
}

function requireMatchAlone(
  { store }: PeopleDependencies,
  { key, byHand: { by, differenceAs }, reviewed }: MatchOrder,
  group: LateGroup,
): Promise<void> {
  const minor = group.differenceMinor;
  const difference = differenceAs === null ? null : { as: differenceAs, minor, currency: group.gl[0]!.currency };
  return requireAlone(store, { scope: key, act: 'match', order: 'match', by, reviewed }, async ({ types }) => ({
    // Decided exceptions count too: their class is what the rule is about.
    types: types ? (await clustersOfRows(store, key, { group, decided: true })).map(({ type }) => type) : [],
    ...{ money: moneyOfRows(group), recurring: false, difference, clusterIds: [] },
  }));
}

function operationOf(
  { groupId, byHand, differenceMinor, gl, createdAt }: LateGroup,
  of: { readonly key: SessionKey; readonly domain: Operation['domain']; readonly operationId: string },
): Operation {
  const { by, note, differenceAs } = byHand!;
  return {
    ...{ operationId: of.operationId, requestId: of.operationId, tenant: of.key.tenant, partner: of.key.partner },
    ...{ domain: of.domain, service: null, type: '', decision: 'matched_by_hand', method: 'manual' },
    ...{ autoResolved: false, isRecurring: false, note, at: createdAt, ...(by !== null && { caller: by }) },
    metadata: {
      group_id: groupId,
      ...(differenceAs !== null && {
        difference_as: differenceAs,
        ...{ difference_minor: differenceMinor, currency: gl[0]!.currency },
      }),
    },
  };
}

/** Voids the pending exceptions of the rows, audited first; answers their ids. Can be repeated. */
export async function voidAndAudit(
  { store, digest, clock }: Pick<PeopleDependencies, 'store' | 'digest' | 'clock'>,
  operation: Operation,
  { group, held, rows }: { readonly group: LateGroup; readonly held: HeldOperation; readonly rows: HeldRows },
): Promise<readonly string[]> {
  const clusters = await clustersOfRows(store, operation, { group, decided: false });
  const none = { glRecordIds: [], bankRecordIds: [], matched: true };
  const about = lateSessions(group).map((session) => {
    const of = (side: Side) => group[side].flatMap((row) => (row.session === session ? [row.recordId] : []));
    return { id: group.groupId, session, type: '', matched: true, glRecordIds: of('gl'), bankRecordIds: of('bank') };
  });
  const voided = clusters.map(({ clusterId, session, type }) => ({ id: clusterId, session, type, ...none }));
  await store.audit.insertIfAbsent(actBatch(operation, [...about, ...voided], digest), held);
  for (const [session, some] of Map.groupBy(clusters, (one) => one.session)) {
    const clusterIds = some.map(({ clusterId }) => clusterId);
    const of = { clusterIds, reason: MATCHED_BY_HAND, at: clock(), under: rows.under };
    await store.clusters.voidSome({ tenant: operation.tenant, partner: operation.partner, session }, of);
  }
  return clusters.map(({ clusterId }) => clusterId);
}

/** A row is money once: a copy of it in another session may be matched already. */
async function requireUnspent(
  deps: PeopleDependencies,
  key: SessionKey,
  { group, open }: { readonly group: LateGroup; readonly open: OpenSides },
): Promise<void> {
  const { store } = deps;
  const rows = lateRows(group);
  const days = spanOf(rows.map(({ bookingDay }) => bookingDay).filter((day) => day !== NO_DAY));
  if (days === null) return;
  const scope = { ...{ tenant: key.tenant, partner: key.partner }, fromDay: days.start, toDay: days.end };
  const heldUids = new Set(await store.lateGroups.heldUids(scope, scope));
  const since = await Promise.all(SIDES.map((side) => matchedSince(deps, scope, open[side])));
  const spent = new Set(since.flat());
  const taken = rows.filter(({ uid, recordId }) => spent.has(recordId) || (uid !== undefined && heldUids.has(uid)));
  if (taken.length > 0) throw notOpen(taken.map(({ recordId }) => recordId));
}
