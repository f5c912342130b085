// An order as a proposal stores it, and back. The clusters of a decision stand in the proposal's own list.

import type { Proposal, ProposedCluster } from '../../core/people/proposal.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Ordered, Orders } from './look-at-order.ts';

export const storedOrder = ({ kind, order }: Ordered): JsonObject =>
  (kind === 'decision' ? { ...order, clusterIds: null } : order) as unknown as JsonObject;

export function orderOf(
  { kind, order }: Pick<Proposal, 'kind' | 'order'>,
  clusters: readonly ProposedCluster[],
): Ordered {
  if (kind !== 'decision') return { kind, order } as unknown as Ordered;
  const decision = order as unknown as Orders['decision'];
  // By the contract a reconcile names no clusters.
  const clusterIds = decision.decision === 'reconcile' ? null : clusters.map(({ id }) => id);
  return { kind, order: { ...decision, clusterIds } };
}
