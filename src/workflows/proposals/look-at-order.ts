// Finds what an order of a proposal is about: its exceptions with their versions, its sessions and branches, its money.
// It is looked at as it would be carried out, and nothing is written, so an order that would be refused is no proposal.

import { TieoutError } from '../../core/errors.ts';
import { decisionPath } from '../../core/exceptions/decision.ts';
import type { ProposalKind, ProposedCluster } from '../../core/people/proposal.ts';
import type { ActMoney } from '../../core/people/review.ts';
import { type Domain, verticalNamed } from '../../core/records/documents/clusters.ts';
import { branchOf } from '../../core/records/documents/run.ts';
import { type LateGroup, lateSessions } from '../../core/records/late/late-groups.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { NamedCluster } from '../../ports/clusters.ts';
import type { Store } from '../../ports/store.ts';
import type { ResolveDependencies, ResolveOrder } from '../decisions/resolve-exceptions.ts';
import { inScope, moneyOfCluster, takenBy } from '../decisions/review-decision.ts';
import { sweepToUndo, sweptClusters, type UndoOrder } from '../decisions/undo-sweep.ts';
import { groupByHand, type MatchOrder, type PeopleDependencies } from '../people/match-by-hand.ts';
import { lookAtParting, type Parting } from '../people/take-apart.ts';
import { constraintToUndo, type Undoing } from '../people/undo-constraint.ts';
import { moneyOfRows } from '../review/money-of-rows.ts';
import { proposedOf } from '../review/proposed-clusters.ts';
import { clustersOfRows } from '../worklist/clusters-of-rows.ts';

export type OrderedDependencies = ResolveDependencies & PeopleDependencies;

/** What each kind of proposal holds, plain: it is stored. */
export interface Orders {
  readonly decision: ResolveOrder;
  readonly match: MatchOrder;
  readonly parting: Parting;
  readonly undo: Undoing;
  readonly pattern: UndoOrder;
}

export type Ordered = { readonly [K in ProposalKind]: { readonly kind: K; readonly order: Orders[K] } }[ProposalKind];

export interface Looked {
  readonly domain: Domain;
  readonly sessions: readonly string[];
  readonly branches: readonly (string | null)[];
  readonly money: readonly ActMoney[];
  readonly clusters: readonly ProposedCluster[];
  /** What the audit may know of before: clusters, a match, a constraint. */
  readonly subjects: readonly string[];
}

/** Throws what the act itself would throw, or usage if nothing would be decided. */
export async function lookAt(deps: OrderedDependencies, scope: PartnerScope, ordered: Ordered): Promise<Looked> {
  const { store, digest } = deps;
  switch (ordered.kind) {
    case 'decision': {
      const { order } = ordered;
      const way = decisionPath({ ...order, domain: order.named }, deps.resolvedDomains);
      const found = await inScope(store, order, takenBy(way, order.type));
      if (found.length === 0) throw nothingThere();
      return ofClusters(found, { domain: verticalNamed(order.named).domain, digest });
    }
    case 'match': {
      const { group, domain } = await groupByHand(deps, ordered.order, 'proposed');
      const clusters = await clustersOfRows(store, scope, { group, decided: false });
      const of = await ofRows(store, scope, { group, domain });
      return { ...of, clusters: proposedOf(clusters, digest), subjects: clusters.map(({ clusterId }) => clusterId) };
    }
    case 'parting': {
      const { group, domain } = await lookAtParting(deps, ordered.order);
      return { ...(await ofRows(store, scope, { group, domain })), clusters: [], subjects: [group.groupId] };
    }
    case 'undo': {
      const { apart, domain, isUndone } = await constraintToUndo(deps, ordered.order);
      if (isUndone) throw new TieoutError('usage', `Constraint ${apart.id} is undone already.`);
      const of = await ofRows(store, scope, { group: apart.rows, domain });
      return { ...of, clusters: [], subjects: [apart.id, apart.groupId] };
    }
    case 'pattern': {
      const sweep = await sweepToUndo(store, ordered.order);
      if (sweep.tenant !== scope.tenant || sweep.partner !== scope.partner)
        throw new TieoutError('usage', `Sweep ${ordered.order.requestId} is of another partner.`);
      const found = await sweptClusters(store, sweep);
      if (found.length === 0) throw nothingThere();
      return ofClusters(found, { domain: sweep.domain, digest });
    }
  }
}

const nothingThere = (): TieoutError =>
  new TieoutError('usage', 'Nothing would be decided: no exception of the scope is there to take.');

function ofClusters(
  found: readonly NamedCluster[],
  { domain, digest }: { readonly domain: Domain; readonly digest: Digest },
): Looked {
  return {
    domain,
    sessions: [...new Set(found.map(({ session }) => session))].sort(),
    branches: [...new Set(found.map(({ branchId }) => branchId))],
    money: found.map(moneyOfCluster),
    clusters: proposedOf(found, digest),
    subjects: found.map(({ clusterId }) => clusterId),
  };
}

async function ofRows(
  { runs }: Pick<Store, 'runs'>,
  { tenant, partner }: PartnerScope,
  { group, domain }: { readonly group: Pick<LateGroup, 'gl' | 'bank'>; readonly domain: Domain },
): Promise<Omit<Looked, 'clusters' | 'subjects'>> {
  const sessions = lateSessions(group);
  const latest = await Promise.all(sessions.map((session) => runs.latest({ tenant, partner, session })));
  const branches = [...new Set(latest.map((run) => (run === null ? null : branchOf(run).branchId)))];
  return { domain, sessions, branches, money: moneyOfRows(group) };
}
