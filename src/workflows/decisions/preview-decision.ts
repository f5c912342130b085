// What a call of resolve would decide, in groups. Nothing is written.

import { decisionPath, NOT_FOUND_TYPES } from '../../core/exceptions/decision.ts';
import { ORPHAN_SIDE } from '../../core/exceptions/known-records.ts';
import { otherSide } from '../../core/records/rows/columns.ts';
import type { Store } from '../../ports/store.ts';
import { clustersInScope } from './clusters-in-scope.ts';
import type { ResolveOrder } from './resolve-exceptions.ts';

/** Clusters of one class, session and currency. */
interface PreviewedGroup {
  readonly type: string;
  readonly session: string;
  readonly currency: string;
  /** The sum of their unsigned amounts. */
  readonly amountMinor: number;
  readonly clusterIds: readonly string[];
}

interface PreviewDependencies {
  readonly store: Pick<Store, 'clusters'>;
  readonly resolvedDomains: readonly string[];
}

/** Groups in order of class, session and currency. Throws unsupported_domain or decision_impossible. */
export async function previewDecision(
  { store, resolvedDomains }: PreviewDependencies,
  order: ResolveOrder,
): Promise<{ readonly groups: readonly PreviewedGroup[]; readonly atMost: boolean }> {
  const { named, type, decision, urls } = order;
  const way = decisionPath({ domain: named, type, decision }, resolvedDomains);
  const taken =
    way.path === 'flip'
      ? { types: [type], from: way.flip.from }
      : { types: NOT_FOUND_TYPES, from: ['pending'] as const };
  // Without the file of the other side nothing is looked for.
  if (way.path === 'rematch' && urls[otherSide(ORPHAN_SIDE[way.type]!)].length === 0)
    return { groups: [], atMost: true };
  const groups = new Map<string, PreviewedGroup & { amountMinor: number; readonly clusterIds: string[] }>();
  for await (const cluster of clustersInScope(store, order, taken)) {
    const { type: of, session, currency } = cluster;
    const key = JSON.stringify([of, session, currency]);
    const group = groups.get(key) ?? { type: of, session, currency, amountMinor: 0, clusterIds: [] };
    group.amountMinor += Math.abs(cluster.amountMinor ?? 0);
    group.clusterIds.push(cluster.clusterId);
    groups.set(key, group);
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  return { groups: sorted, atMost: way.path === 'rematch' };
}
