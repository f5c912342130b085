// Whether a caller may make a decision alone, and which clusters it then takes: those that the policy looked at, so that
// none that came meanwhile is decided unseen.

import { type decisionPath, NOT_FOUND_TYPES } from '../../core/exceptions/decision.ts';
import type { ActMoney } from '../../core/people/review.ts';
import type { Cluster, DecisionStatus } from '../../core/records/documents/clusters.ts';
import type { Decision, Operation } from '../../core/records/documents/decisions.ts';
import type { Store } from '../../ports/store.ts';
import { type ReviewStore, requireAlone } from '../review/require-alone.ts';
import { clustersInScope, type DecisionScope } from './clusters-in-scope.ts';

interface Decided extends DecisionScope, Pick<Operation, 'type' | 'caller' | 'reviewed' | 'isRecurring'> {
  readonly decision: Decision;
}

type Way = ReturnType<typeof decisionPath>;

/** What a decision takes: classes and statuses. */
export const takenBy = (
  way: Way,
  type: string,
): { readonly types: readonly string[]; readonly from: readonly DecisionStatus[] } =>
  way.path === 'flip' ? { types: [type], from: way.flip.from } : { types: NOT_FOUND_TYPES, from: ['pending'] };

export const moneyOfCluster = ({
  session,
  currency,
  amountMinor,
}: Pick<Cluster, 'session' | 'currency' | 'amountMinor'>): ActMoney => ({
  ...{ session, currency, minor: BigInt(Math.abs(amountMinor ?? 0)) },
});

/** Ids of the clusters that a change of status takes; null: all of its scope. Throws needs_review. */
export async function clustersToTake(
  store: ReviewStore & Pick<Store, 'clusters'>,
  order: Decided,
  way: Way,
): Promise<readonly string[] | null> {
  const taken = takenBy(way, order.type);
  const isOfAll = order.branches === null || way.path === 'rematch';
  let seen: readonly Cluster[] | null = isOfAll ? null : await inScope(store, order, taken);
  const { tenant, partner, decision, caller: by, reviewed } = order;
  const asked = { scope: { tenant, partner }, act: decision, by, reviewed };
  await requireAlone(store, { ...asked, order: 'decision' }, async ({ money }) => {
    if (money) seen ??= await inScope(store, order, taken);
    const { isRecurring: recurring } = order;
    const clusterIds = (seen ?? []).map(({ clusterId }) => clusterId);
    return { types: taken.types, money: (seen ?? []).map(moneyOfCluster), recurring, difference: null, clusterIds };
  });
  return seen === null ? order.clusterIds : seen.map(({ clusterId }) => clusterId);
}

export async function inScope(
  store: Pick<Store, 'clusters'>,
  order: DecisionScope,
  taken: Parameters<typeof clustersInScope>[2],
): Promise<Cluster[]> {
  const found: Cluster[] = [];
  for await (const cluster of clustersInScope(store, order, taken)) found.push(cluster);
  return found;
}
