// The exceptions that a proposal names, in order of their ids, with what tells whether they have moved since.

import type { ProposedCluster } from '../../core/people/proposal.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { NamedCluster } from '../../ports/clusters.ts';

export const proposedOf = (found: readonly NamedCluster[], digest: Digest): ProposedCluster[] =>
  found
    .map(
      (cluster): ProposedCluster => ({
        ...{ id: cluster.clusterId, session: cluster.session, type: cluster.type },
        version: versionOf(cluster, digest),
        ...{ status: cluster.decisionStatus ?? '', currency: cluster.currency, minor: cluster.amountMinor ?? 0 },
      }),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** It changes with whatever of a cluster a person decides by. */
export function versionOf(cluster: NamedCluster, digest: Digest): string {
  const { decisionStatus, type, amountMinor, amountDeltaMinor, deltaDays, currency } = cluster;
  const of = [decisionStatus, type, amountMinor, amountDeltaMinor, deltaDays, currency];
  return digest(JSON.stringify(of)).slice(0, 16);
}
