// Takes one sweep back: reopens exactly the clusters that it approved and that are still approved, as a person's
// decision, audited manual. Its pattern is suspended before, as when people reopen its decisions (suspend-pattern.ts).
// This file also previews what a sweep would decide.

import { type Caller, maySee } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { FLIPS } from '../../core/exceptions/decision.ts';
import { judge, learnableValue } from '../../core/patterns/sweep.ts';
import { verticalNamed } from '../../core/records/documents/clusters.ts';
import type { DecidedCluster, Operation, Reviewed } from '../../core/records/documents/decisions.ts';
import type { Pattern } from '../../core/records/documents/patterns.ts';
import type { NamedCluster } from '../../ports/clusters.ts';
import type { PatternScope } from '../../ports/partners/patterns.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf, ReportPage } from '../reports/report-page.ts';
import { NO_FACTS, oneByOne, type ReviewStore, requireAlone } from '../review/require-alone.ts';
import { type FlipDependencies, flip } from './flip.ts';
import { auditOf } from './publish-decision.ts';
import { moneyOfCluster } from './review-decision.ts';

export interface UndoOrder {
  readonly patternId: string;
  /** The sweep's request id: auto-sweep-... */
  readonly requestId: string;
  readonly caller: Pick<Caller, 'id' | 'tenants' | 'partners' | 'branches'>;
  /** Of the operation, where it is known before the call. */
  readonly operationId?: string | undefined;
  /** Given where another caller accepted it. */
  readonly reviewed?: Reviewed | undefined;
}

interface UndoDependencies extends FlipDependencies {
  readonly store: FlipDependencies['store'] & ReviewStore & Pick<Store, 'clusters'>;
  readonly newId: () => string;
}

/** Throws not_found if there was no such sweep of the pattern; needs_review. */
export async function undoSweep(deps: UndoDependencies, order: UndoOrder): Promise<UndoneSweep> {
  const sweep = await sweepToUndo(deps.store, order);
  const act = { scope: sweep, act: 'pattern', by: order.caller.id, reviewed: order.reviewed } as const;
  return oneByOne(deps.store, act, () => undo(deps, order, sweep));
}

interface UndoneSweep {
  readonly operationId: string;
  readonly reopened: readonly DecidedCluster[];
}

async function undo(deps: UndoDependencies, order: UndoOrder, sweep: Operation): Promise<UndoneSweep> {
  const { patternId, requestId, caller, reviewed, operationId = deps.newId() } = order;
  const { tenant, partner, domain, service } = sweep;
  const asked = { scope: sweep, act: 'pattern', order: 'pattern', by: caller.id, reviewed } as const;
  await requireAlone(deps.store, asked, async ({ money }) => {
    const swept = money ? await sweptClusters(deps.store, sweep) : [];
    const clusterIds = swept.map(({ clusterId }) => clusterId);
    return { ...NO_FACTS, types: [sweep.type], money: swept.map(moneyOfCluster), clusterIds };
  });
  const operation: Operation = {
    ...{ tenant, partner, domain, service, type: sweep.type, decision: 'reopened', method: 'manual' },
    ...{ operationId, requestId, autoResolved: false, isRecurring: false, reviewed },
    ...(caller.id !== null && { caller: caller.id }),
    ...{ note: `Takes ${requestId} back.`, metadata: { pattern_id: patternId }, at: deps.clock() },
  };
  const change = { from: ['approved'], to: FLIPS.reopened.to, clusterIds: null, sweptBy: requestId } as const;
  return { operationId: operation.operationId, reopened: (await flip(deps, operation, change)).changed };
}

/** Throws not_found, forbidden. */
export async function sweepToUndo(
  { decisions }: Pick<Store, 'decisions'>,
  { patternId, requestId, caller }: UndoOrder,
): Promise<Operation> {
  const sweep = (await decisions.get(requestId))?.operation;
  if (!sweep?.autoResolved || sweep.metadata['pattern_id'] !== patternId || !maySee(caller, sweep)) {
    throw new TieoutError('not_found', `Sweep ${requestId} is unknown, or not of pattern ${patternId}.`);
  }
  if (caller.branches !== null) {
    const sentence = 'A caller of some branches cannot take back a sweep, which is of the whole partner';
    throw new TieoutError('forbidden', sentence);
  }
  return sweep;
}

/** What the sweep approved and is still approved, whoever decided on it since. */
export async function sweptClusters(
  store: Pick<Store, 'audit' | 'clusters'>,
  sweep: Operation,
): Promise<readonly NamedCluster[]> {
  const ids: string[] = [];
  for await (const { clusterId } of auditOf({ store }, sweep)) ids.push(clusterId);
  return (await store.clusters.named(sweep, ids)).filter(({ decisionStatus }) => decisionStatus === 'approved');
}

interface PreviewedCluster {
  readonly clusterId: string;
  readonly session: string;
  /** Null: the cluster has no value of the pattern's kind. */
  readonly value: number | null;
  readonly wouldApprove: boolean;
  readonly reason: string;
}

/** Every pending cluster that a pattern would look at. Throws not_found. */
export async function previewSweep(
  { store, clock }: { readonly store: Pick<Store, 'patterns' | 'clusters'>; readonly clock: () => number },
  {
    patternId,
    show,
    ...scope
  }: PatternScope & {
    readonly patternId: string;
    readonly show: (pattern: Pattern, value: number) => string;
  },
  page: PageOf<number>,
): Promise<ReportPage<PreviewedCluster, number> & { readonly pattern: Pattern }> {
  const pattern = await patternById(store, scope, patternId);
  const { domain, service } = verticalNamed(pattern.domain);
  const pending = { domain, service: service ?? undefined, type: pattern.type, decisionStatus: 'pending' } as const;
  const { clusters, next } = await store.clusters.page(scope, { ...pending, ...page });
  const at = { now: clock(), show: (value: number) => show(pattern, value) };
  const items = clusters.map((cluster) => ({
    clusterId: cluster.clusterId,
    session: cluster.session,
    value: learnableValue(pattern, cluster),
    ...judge(pattern, cluster, at),
  }));
  return { pattern, items, next, total: await store.clusters.count(scope, pending) };
}

/** Throws not_found. */
export async function patternById(
  store: Pick<Store, 'patterns'>,
  scope: PatternScope,
  patternId: string,
): Promise<Pattern> {
  const pattern = await store.patterns.byId(scope, patternId);
  if (pattern !== null) return pattern;
  throw new TieoutError('not_found', `Pattern ${patternId} is unknown for this tenant and partner.`);
}
