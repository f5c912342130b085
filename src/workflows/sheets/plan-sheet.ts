// The plan of a sheet of decisions that came back: what it would decide, what it would leave, and which cells are wrong.
// Nothing is written.

import type { Caller } from '../../core/callers/caller.ts';
import { isOfBranches } from '../../core/callers/caller.ts';
import { type SheetAsk, type SheetRow, sheetAsks } from '../../core/decision-sheet/sheet-asks.ts';
import { type PlannedGroup, type SheetPlan, sheetPlan } from '../../core/decision-sheet/sheet-plan.ts';
import { DECISIONS_SHEET } from '../../core/decision-sheet/sheet-words.ts';
import { TieoutError } from '../../core/errors.ts';
import { decisionPath } from '../../core/exceptions/decision.ts';
import { type DoneAlone, needsReview } from '../../core/people/review.ts';
import { signedOff } from '../../core/people/sign-off.ts';
import type { Cluster } from '../../core/records/documents/clusters.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import type { ResolveDependencies } from '../decisions/resolve-exceptions.ts';
import { moneyOfCluster } from '../decisions/review-decision.ts';
import { auditAbout } from '../review/audit-about.ts';
import { whyNotAlone } from '../review/require-alone.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { isSigned } from '../sign-off/signed-sessions.ts';

export interface SheetDependencies extends ResolveDependencies, ReadingDependencies {
  readonly store: Store;
  /** The rows of a sheet of a workbook. Throws file_not_understood, file_too_large. */
  readonly sheetRows: (content: Uint8Array, sheet: string) => Iterable<SheetRow>;
}

export interface SentSheet {
  readonly key: SessionKey;
  readonly content: Uint8Array;
  readonly caller: Pick<Caller, 'id' | 'branches'>;
}

export interface PlannedSheet {
  readonly plan: SheetPlan;
  /** Groups that cannot be decided now. */
  readonly held: ReadonlyMap<PlannedGroup, Held>;
}

/** Why a group cannot be decided now, in a sentence, and whether another caller may accept it. */
export interface Held {
  readonly why: string;
  readonly isProposable: boolean;
}

/** Clusters that the store reads at a time. */
const AT_ONCE = 10_000;

/**
 * Null if the session is unknown, or was never reconciled. Throws file_not_understood, file_too_large, store_damaged.
 */
export async function planSheet(deps: SheetDependencies, sent: SentSheet): Promise<PlannedSheet | null> {
  const { store, digest } = deps;
  const { key, content, caller } = sent;
  const session = await store.sessions.get(key);
  if (session === null || session.runId === null) return null;
  const asked = sheetAsks(deps.sheetRows(content, DECISIONS_SHEET), digest);
  const ids = asked.asks.map(({ clusterId }) => clusterId);
  const live = new Map<string, Cluster>();
  for (const some of chunksOf(ids, AT_ONCE)) {
    for (const cluster of await store.clusters.get(key, some)) {
      if (isOfBranches(cluster, caller.branches)) live.set(cluster.clusterId, cluster);
    }
  }
  const gone = await voidOnes(
    deps,
    sent,
    ids.filter((id) => !live.has(id)),
  );
  const moved = await decidedSince(store, key, { asks: asked.asks, live });
  const plan = sheetPlan(asked, key, { live, gone, moved, mayTeach: caller.branches === null }, digest);
  return { plan, held: await heldGroups(deps, sent, plan.groups) };
}

/**
 * Ids of the exceptions that were decided since the sheet saw them. A later run changes the time of pending ones, too, so
 * where it is another one the audit says what happened.
 */
async function decidedSince(
  store: Pick<Store, 'audit'>,
  key: SessionKey,
  { asks, live }: { readonly asks: readonly SheetAsk[]; readonly live: ReadonlyMap<string, Cluster> },
): Promise<ReadonlySet<string>> {
  const changed = asks.filter(({ clusterId, seenAt }) => (live.get(clusterId)?.updatedAt ?? seenAt) !== seenAt);
  const seenAt = new Map(changed.map((ask) => [ask.clusterId, ask.seenAt]));
  const since = changed.reduce((first, ask) => Math.min(first, ask.seenAt), Number.POSITIVE_INFINITY);
  const decided = new Set<string>();
  const about = { ids: new Set(seenAt.keys()), after: { at: since, place: 0 } };
  for await (const { clusterId, before, after, createdAt } of auditAbout(store, key, about))
    if (before !== after && createdAt > seenAt.get(clusterId)!) decided.add(clusterId);
  return decided;
}

async function voidOnes(
  { store }: SheetDependencies,
  { key, caller }: SentSheet,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const some of chunksOf(ids, AT_ONCE)) {
    for (const cluster of await store.clusters.named(key, some)) {
      const isOwn = cluster.session === key.session && isOfBranches(cluster, caller.branches);
      if (isOwn && cluster.decisionStatus === null) gone.add(cluster.clusterId);
    }
  }
  return gone;
}

async function heldGroups(
  { store, resolvedDomains }: SheetDependencies,
  { key, caller }: SentSheet,
  groups: readonly PlannedGroup[],
): Promise<ReadonlyMap<PlannedGroup, Held>> {
  const held = new Map<PlannedGroup, Held>();
  const signed = groups.length > 0 && (await isSigned(store, key)) ? signedOff([key.session]).sentence : null;
  // What the sheet does before, in the order of carrying it out: rules add it up.
  const planned: DoneAlone[] = [];
  const plannedIds: string[] = [];
  // Notes divide what is decided alike; the policy looks at all of it.
  const alike = Map.groupBy(groups, ({ named, type, decision, teaches }) =>
    JSON.stringify([named, type, decision, teaches]),
  );
  for (const own of alike.values()) {
    const { named, type, decision, teaches: recurring } = own[0]!;
    const all = own.flatMap(({ clusters }) => clusters);
    const [money, ids] = [all.map(moneyOfCluster), all.map(({ clusterId }) => clusterId)];
    const of = { types: [type], money, recurring, difference: null };
    const refused = signed ?? impossible(() => decisionPath({ domain: named, type, decision }, resolvedDomains));
    let why = refused === null ? null : { why: refused, isProposable: false };
    if (why === null && caller.id !== null) {
      const asked = { scope: key, act: decision, who: { caller: caller.id } } as const;
      const facts = async () => ({ ...of, planned, clusterIds: [...plannedIds, ...ids] });
      const rule = await whyNotAlone(store, asked, facts);
      if (rule !== null) why = { why: needsReview(rule, 'decision').sentence, isProposable: true };
    }
    if (why !== null) for (const group of own) held.set(group, why);
    else {
      planned.push({ ...of, acts: [decision] });
      for (const id of ids) plannedIds.push(id);
    }
  }
  return held;
}

function impossible(tried: () => unknown): string | null {
  try {
    tried();
    return null;
  } catch (error) {
    if (error instanceof TieoutError) return error.sentence;
    throw error;
  }
}
