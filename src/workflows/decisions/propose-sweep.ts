// Proposes what a pattern's sweep would approve, where the partner's policy asks for a reviewer of that. What it proposed
// before and nobody changed since is not proposed again: not while it is open, nor after somebody declined it.

import { judge } from '../../core/patterns/sweep.ts';
import { LAST_VERBS, MOST_PROPOSED_CLUSTERS, proposalOf, sumsOf } from '../../core/people/proposal.ts';
import { type Cluster, verticalNamed } from '../../core/records/documents/clusters.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Pattern } from '../../core/records/documents/patterns.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { ThingPlace } from '../../ports/people/acts.ts';
import type { Store } from '../../ports/store.ts';
import { teachersOf, touchedBy } from '../review/audit-about.ts';
import { clustersOf, makeProposal, type ProposalDependencies } from '../review/proposal-acts.ts';
import { proposedOf, versionOf } from '../review/proposed-clusters.ts';
import { clustersInScope } from './clusters-in-scope.ts';
import { type ResolveOrder, WITHOUT_FILES } from './resolve-exceptions.ts';
import { moneyOfCluster } from './review-decision.ts';

type Deps = ProposalDependencies & { readonly store: Pick<Store, 'clusters'> };

/** The pending clusters that the pattern would approve and has not proposed before. */
export async function clustersToSweep(deps: Deps, pattern: Pattern): Promise<readonly Cluster[]> {
  const { tenant, partner, domain: named, type } = pattern;
  const known = await proposedBefore(deps, pattern);
  const scope = { tenant, partner, named, clusterIds: null, branches: null };
  const now = { now: deps.clock(), show: String };
  const found: Cluster[] = [];
  for await (const cluster of clustersInScope(deps.store, scope, { types: [type], from: ['pending'] })) {
    const isKnown = known.get(cluster.clusterId) === versionOf(cluster, deps.digest);
    if (!isKnown && judge(pattern, cluster, now).wouldApprove) found.push(cluster);
  }
  return found;
}

const VERBS = [...LAST_VERBS.open, ...LAST_VERBS.accepted, ...LAST_VERBS.declined];
const READ_AT_ONCE = 1_000;

/** Versions by cluster. */
async function proposedBefore(
  { store }: Deps,
  { tenant, partner, patternId }: Pattern,
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (let after: ThingPlace | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.acts.things>> = await store.acts.things(tenant, {
      ...{ kind: 'proposal', partner, verbs: VERBS, after, limit: READ_AT_ONCE },
    });
    for (const { first, last } of page.things) {
      const proposal = proposalOf(first, last, partner);
      if (proposal.patternId !== patternId) continue;
      for (const { id, version } of await clustersOf(store, { tenant, partner }, proposal.id))
        versions.set(id, version);
    }
    if (page.next === null) return versions;
    after = page.next;
  }
}

interface ToPropose {
  /** The sweep's own; the proposals' names derive from it, so that a retry proposes nothing twice. */
  readonly requestId: string;
  readonly clusters: readonly Cluster[];
  readonly why: string;
}

export async function proposeSweep(
  deps: Deps,
  pattern: Pattern,
  { requestId, clusters, why }: ToPropose,
): Promise<void> {
  const { tenant, partner, domain, type, patternId } = pattern;
  const scope = { tenant, partner };
  const order: ResolveOrder = {
    ...{ tenant, partner, named: domain, service: verticalNamed(domain).service, type, decision: 'approved' },
    ...{ requestId: null, clusterIds: null, branches: null, isRecurring: false },
    ...{ note: `Approved by pattern ${patternId}.`, metadata: { pattern_id: patternId } },
    ...WITHOUT_FILES,
  };
  const teachers = await teachersOf(deps.store, pattern);
  for (const some of chunksOf(clusters, MOST_PROPOSED_CLUSTERS)) {
    const sessions = [...new Set(some.map(({ session }) => session))].sort();
    const subjects = some.map(({ clusterId }) => clusterId);
    const proposed = {
      ...({ kind: 'decision', order: order as unknown as JsonObject, patternId, sessions } as const),
      note: `The pattern would approve these, and the policy asks for a reviewer: ${why}.`,
      domain: verticalNamed(domain).domain,
      branches: [...new Set(some.map(({ branchId }) => branchId))],
      ...{ money: sumsOf(some.map(moneyOfCluster)), clusters: some.length },
      // Who taught the pattern has decided on these as well.
      touchedBy: [...new Set([...teachers, ...(await touchedBy(deps.store, scope, { sessions, subjects }))])].sort(),
    };
    const id = deps.digest(JSON.stringify(['proposal of a sweep', requestId, subjects])).slice(0, 32);
    await makeProposal(deps, scope, { id, proposed, clusters: proposedOf(some, deps.digest), by: null });
  }
}
