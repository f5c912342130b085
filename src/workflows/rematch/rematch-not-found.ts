// Reconciling not-found clusters with newly supplied files: the nine steps of the contract, in its order. The engine
// reads, ingests and matches; decisions are made here. The partner's row lease is held from the document to the audit,
// so that nobody else changes which rows are open.

import { isOfBranches } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { adHocSession } from '../../core/exceptions/ad-hoc-id.ts';
import { auditBatch, auditedOf } from '../../core/exceptions/audit-rows.ts';
import { type Settled, settleCompeting } from '../../core/exceptions/competing-matches.ts';
import { NOT_FOUND_TYPES, type NotFoundType } from '../../core/exceptions/decision.ts';
import {
  type KnownRecords,
  knownRecords,
  matchedClusters,
  ORPHAN_SIDE,
  orphansOf,
  searchDays,
  withOthers,
} from '../../core/exceptions/known-records.ts';
import { sumsNotes } from '../../core/exceptions/sums-note.ts';
import type {
  ClusterFacts,
  DecidedCluster,
  Operation,
  PendingCluster,
  RematchTerms,
} from '../../core/records/documents/decisions.ts';
import { type LateGroup, lateRows } from '../../core/records/late/late-groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { otherSide } from '../../core/records/rows/columns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Bus } from '../../ports/bus.ts';
import type { HeldOperation } from '../../ports/decisions.ts';
import type { BankingMatchAsked, Engine, FileUrls, ProposedMatch } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { handOver, inOtherHands, takingOf, whileHeld } from '../operations/hold-operation.ts';
import { commitMatches, voidOthers } from './commit-matches.ts';
import { missingRows } from './missing-rows.ts';
import { type OpenSides, openRecords } from './open-sides.ts';
import { type RowsDependencies, withPartnerRows } from './partner-rows.ts';

export interface RematchDependencies extends RowsDependencies {
  readonly bus: Pick<Bus, 'announce'>;
  readonly engine: Engine;
  readonly log: Log;
  readonly digest: Digest;
  readonly clock: () => number;
}

interface RematchOrder {
  readonly operation: Operation;
  readonly type: NotFoundType;
  readonly urls: FileUrls;
  readonly terms: RematchTerms;
  /** Branches whose clusters are looked for; null: every one. */
  readonly branches: readonly string[] | null;
}

interface Rematched {
  readonly approved: readonly DecidedCluster[];
  /** How many clusters of the requested type were audited as still pending. */
  readonly stillPending: number;
  /** The match of each approved cluster. */
  readonly matchedWith: ReadonlyMap<string, readonly string[]>;
  /** How many clusters were looked at. */
  readonly fetched: number;
  /** Sentences about why rows of the document may have matched nothing. */
  readonly notes: readonly string[];
}

/** Pending clusters in one call to the engine. */
const CHUNK = 200;

/** Throws FilesRefused, session_busy, and the last chunk's error if every chunk failed. */
export async function rematchNotFound(deps: RematchDependencies, order: RematchOrder): Promise<Rematched> {
  const { store } = deps;
  const { operation } = order;
  // 1. Every pending cluster of both types, so that incidental matches are caught.
  const all = await freePending(deps, operation);
  const pending = all.filter((cluster) => isOfBranches(cluster, order.branches));
  // A sender on the bus is also told that nothing was pending.
  const isTold = operation.requestDigest !== undefined;
  if (pending.length === 0 && !isTold) return NOTHING;
  const held = await store.decisions.begin(operation, takingOf(operation));
  if (held === null) throw inOtherHands(operation);
  return whileHeld(store, held, async () => {
    const rematched = pending.length === 0 ? NOTHING : await rematchPending(deps, order, { pending, held });
    await handOver(deps, operation, { held, isDecided: true });
    return rematched;
  });
}

const LOOK_EVERY_MS = 100;
const MOST_WAIT_MS = 30_000;

/**
 * Every pending cluster of both types, once the rows of reopened clusters are free; otherwise they would count as
 * matched. Throws session_busy if that takes too long.
 */
async function freePending(
  { store }: RematchDependencies,
  { tenant, partner, domain }: Operation,
): Promise<readonly PendingCluster[]> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const pending = await store.decisions.pending({ tenant, partner, domain, types: NOT_FOUND_TYPES });
    if (!pending.some(({ isBeingFreed }) => isBeingFreed)) return pending;
    if (waited >= MOST_WAIT_MS) {
      throw new TieoutError(
        'session_busy',
        `Rows of partner ${partner} that were reopened are being freed: try again.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function rematchPending(
  deps: RematchDependencies,
  order: RematchOrder,
  { pending, held }: { readonly pending: readonly ClusterFacts[]; readonly held: HeldOperation },
): Promise<Rematched> {
  const { store } = deps;
  const { operation, type, urls } = order;
  const { tenant, partner, domain } = operation;

  // 2. Without the expected file nothing is ingested or matched.
  const expected = urls[otherSide(ORPHAN_SIDE[type])];
  const ofType = pending.filter((cluster) => cluster.type === type);
  const missing = await missingRows(store, operation, ofType);
  if (expected.length === 0)
    return decided(deps, order, { pending, changed: [], groups: [], candidates: [], missing, notes: [], held });

  // 3. The records that are looked for, each with its cluster; banking keeps one branch.
  const known = knownRecords(pending, { oneBranch: domain === 'mfb' });

  return withPartnerRows(deps, operation, async ({ under }) => {
    const days = searchDays(known.clusters) ?? { fromDay: 0, toDay: 0 };
    // 4. The document is ingested under an id that the same call has again.
    const session = adHocSession({ tenant, partner, branchId: known.branchId, urls: expected }, deps.digest);
    const key = { tenant, partner, session };
    const document = { key, branchId: known.branchId, urls: onlyExpected(order), days };
    let candidates: readonly ProposedMatch[] = [];
    let open: OpenSides | null = null;
    let notes: readonly string[] = [];
    if (domain === 'nip') {
      // 5. NIP is matched in two passes by the engine, never in chunks.
      await deps.engine.matchNip({ ...document, domain, type, madeBy: operation.operationId }, under);
    } else {
      notes = await deps.engine.ingestDocument(document, under);
      // 6. Banking is matched by the engine, in chunks of clusters; of matches that claim one record the best is kept.
      const asked = { tenant, partner, branchId: known.branchId, domain, type, days, terms: order.terms };
      const settled = await matchInChunks(deps, { asked, known, under });
      ({ candidates } = settled);
      open = await openRecords(store, operation, {
        gl: settled.kept.flatMap(({ glRecordIds }) => glRecordIds),
        bank: settled.kept.flatMap(({ bankRecordIds }) => bankRecordIds),
      });
      await commitMatches(deps, { operation, matches: settled.kept, open, under });
    }
    // 7. Clusters whose records are all held by confirmed groups now, of any maker, are approved. No change of status
    // waits for the lease: the engine has seen clusters that were reopened since step 1 as pending, and they are
    // decided like the others, unless the rows of their former match are still to be freed.
    const since = await store.decisions.pending({ tenant, partner, domain, types: NOT_FOUND_TYPES });
    const met = withOthers(
      known,
      since.filter((cluster) => !cluster.isBeingFreed && isOfBranches(cluster, order.branches)),
    );
    const groups = await groupsHolding(deps, operation, met.clusters);
    // 8. The claimed records are no open items any more; their clusters are approved.
    const beingFreed = new Set(since.flatMap(({ clusterId, isBeingFreed }) => (isBeingFreed ? [clusterId] : [])));
    const clusters = met.clusters.filter(({ clusterId }) => !beingFreed.has(clusterId));
    const changed = await approve(deps, operation, { known: { clusters }, groups, held });
    const made = await store.lateGroups.ofOperation({ tenant, partner }, operation.operationId);
    const standing = await freeOthers(deps, { operation, known: met, made, changed, under });
    if (open !== null) {
      const ours = new Set([...pending, ...met.clusters].map(({ clusterId }) => clusterId));
      await voidOthers(deps, { scope: { tenant, partner }, groups: standing, open, decided: ours, under });
    }
    // 9. The decision is audited, with the attempts on clusters that stay pending.
    return decided(deps, order, { pending, changed, groups, candidates, missing, notes, held });
  });
}

const NOTHING: Rematched = { approved: [], stillPending: 0, matchedWith: new Map(), fetched: 0, notes: [] };

/** Confirmed groups that hold an orphan of the clusters, of any maker. */
export const groupsHolding = (
  { store }: { readonly store: Pick<Store, 'lateGroups'> },
  { tenant, partner }: Pick<Operation, 'tenant' | 'partner'>,
  clusters: readonly Pick<ClusterFacts, 'type' | 'glRecordIds' | 'bankRecordIds'>[],
): Promise<readonly LateGroup[]> => store.lateGroups.holding({ tenant, partner }, clusters.flatMap(orphansOf));

/** A file field on the wrong side is never looked at. */
function onlyExpected({ type, urls }: RematchOrder): FileUrls {
  const side = otherSide(ORPHAN_SIDE[type]);
  return { gl: [], bank: [], [side]: urls[side] };
}

/** A chunk that fails leaves its clusters pending. If all chunks fail, the call fails. */
async function matchInChunks(
  { engine, log }: RematchDependencies,
  {
    asked,
    known,
    under,
  }: {
    readonly asked: Omit<BankingMatchAsked, 'clusterIds'>;
    readonly known: KnownRecords;
    readonly under: Fenced;
  },
): Promise<Settled<ProposedMatch>> {
  const ids = known.clusters.map(({ clusterId }) => clusterId);
  const chunks: readonly (readonly string[] | null)[] = ids.length <= CHUNK ? [null] : chunksOf(ids, CHUNK);
  const matches: ProposedMatch[] = [];
  let failed = 0;
  for (const clusterIds of chunks) {
    try {
      matches.push(...(await engine.matchBanking({ ...asked, clusterIds }, under)));
    } catch (error) {
      failed++;
      if (failed === chunks.length) throw error;
      log.error(
        { err: error, clusters: clusterIds?.length },
        'A chunk of a rematch failed; its clusters stay pending.',
      );
    }
  }
  return settleCompeting(matches, { namesMethod: asked.terms.method !== null });
}

/** Approves the clusters; the update comes before the audit. Answers what this call approved. */
export async function approve(
  { store }: Pick<RematchDependencies, 'store'>,
  operation: Operation,
  {
    known,
    groups,
    held,
  }: {
    readonly known: Pick<KnownRecords, 'clusters'>;
    readonly groups: readonly LateGroup[];
    readonly held: HeldOperation;
  },
): Promise<readonly DecidedCluster[]> {
  const matched = matchedClusters(known, new Set(groups.flatMap(lateRows).map(({ recordId }) => recordId)));
  if (matched.length > 0) {
    const clusterIds = matched.map(({ clusterId }) => clusterId);
    const change = { from: ['pending'], to: 'approved', clusterIds, matched: true, types: NOT_FOUND_TYPES } as const;
    await store.decisions.decide(operation, change, held);
  }
  // An earlier attempt may have approved some.
  return store.decisions.changedBy(operation);
}

/** Voids groups whose clusters were all decided by others meanwhile, and frees their rows. Answers the other groups. */
async function freeOthers(
  { store, clock }: RematchDependencies,
  {
    operation: { tenant, partner },
    known,
    made: groups,
    changed,
    under,
  }: {
    readonly operation: Operation;
    readonly known: KnownRecords;
    /** Groups that this call made; the makers of other groups have decided their clusters. */
    readonly made: readonly LateGroup[];
    readonly changed: readonly DecidedCluster[];
    readonly under: Fenced;
  },
): Promise<readonly LateGroup[]> {
  const whole = matchedClusters(known, new Set(groups.flatMap(lateRows).map(({ recordId }) => recordId)));
  const ours = new Set(changed.map(({ clusterId }) => clusterId));
  const lost = new Set(whole.filter(({ clusterId }) => !ours.has(clusterId)).map(({ clusterId }) => clusterId));
  const clustersOf = (group: LateGroup) =>
    lateRows(group).flatMap(({ recordId }) => known.byRecord.get(recordId)?.clusterId ?? []);
  const isLost = (group: LateGroup): boolean => {
    const ids = clustersOf(group);
    return ids.every((id) => lost.has(id));
  };
  const groupIds = groups.filter(isLost).map(({ groupId }) => groupId);
  if (groupIds.length === 0) return groups;
  await store.lateGroups.void(
    { tenant, partner },
    { groupIds, reason: 'its cluster was decided meanwhile', at: clock(), under },
  );
  return groups.filter((group) => !isLost(group));
}

interface Outcome {
  readonly pending: readonly ClusterFacts[];
  readonly changed: readonly DecidedCluster[];
  readonly groups: readonly LateGroup[];
  readonly candidates: readonly ProposedMatch[];
  readonly held: HeldOperation;
  /** Why clusters cannot be matched here, by their ids. */
  readonly missing: ReadonlyMap<string, string>;
  /** Why rows of the document may have matched nothing. */
  readonly notes: readonly string[];
}

/** One audit for all: full rows for resolved clusters, and still-pending rows for the requested type only. */
async function decided(
  { store, digest }: RematchDependencies,
  { operation, type }: RematchOrder,
  { pending, changed, groups, candidates, missing, notes, held }: Outcome,
): Promise<Rematched> {
  const resolved = new Set(changed.map(({ clusterId }) => clusterId));
  const attempts = pending.filter((cluster) => cluster.type === type && !resolved.has(cluster.clusterId));
  const named = candidatesByCluster(candidates);
  const sumsNote = sumsNotes(groups);
  const ofDocument = notes.length === 0 ? null : notes.join('\n');
  const found = (clusterId: string) => missing.get(clusterId) ?? candidateNote(named.get(clusterId)) ?? ofDocument;
  await store.audit.insertIfAbsent(
    auditBatch(
      operation,
      [
        ...changed.map((cluster) => auditedOf(operation, cluster, sumsNote)),
        ...attempts.map((cluster) => ({
          cluster: { ...cluster, before: 'pending', after: 'pending', wasReconciled: null, wasSwept: false } as const,
          note: noteOf(operation.note, found(cluster.clusterId)),
        })),
      ],
      digest,
    ),
    held,
  );
  return {
    approved: changed,
    stillPending: attempts.length,
    matchedWith: matchedWith(changed, groups),
    fetched: pending.length,
    notes: attempts.length === 0 ? [] : notes,
  };
}

function candidatesByCluster(candidates: readonly ProposedMatch[]): ReadonlyMap<string, ProposedMatch> {
  return new Map(candidates.flatMap((match) => match.clusterIds.map((id) => [id, match] as const)));
}

/** The note about a candidate whose confidence is too low for approval, for people. */
function candidateNote(candidate: ProposedMatch | undefined): string | null {
  if (candidate === undefined) return null;
  const records = [...candidate.glRecordIds, ...candidate.bankRecordIds].join(', ');
  return `A candidate of tier ${candidate.tier} was found and not approved by itself: records ${records}.`;
}

/** `found`: why an attempt left the cluster pending, if known. */
const noteOf = (note: string | null, found: string | null): string | null =>
  note === null || found === null ? (note ?? found) : `${note}\n${found}`;

export function matchedWith(
  changed: readonly Pick<DecidedCluster, 'clusterId' | 'type' | 'glRecordIds' | 'bankRecordIds'>[],
  groups: readonly LateGroup[],
): Map<string, readonly string[]> {
  const others = new Map<string, readonly string[]>();
  for (const { gl, bank } of groups) {
    const ids = { gl: gl.map(({ recordId }) => recordId), bank: bank.map(({ recordId }) => recordId) };
    for (const id of ids.gl) others.set(id, ids.bank);
    for (const id of ids.bank) others.set(id, ids.gl);
  }
  return new Map(
    changed.map(({ clusterId, type, glRecordIds, bankRecordIds }) => {
      const own = ORPHAN_SIDE[type] === 'gl' ? glRecordIds : bankRecordIds;
      return [clusterId, [...new Set(own.flatMap((id) => others.get(id) ?? []))].sort()];
    }),
  );
}
