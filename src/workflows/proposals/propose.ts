// Makes a proposal of a caller's order: it is looked at as it would be carried out, and stored with the exceptions that
// it names as they are now.

import { hasName } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { MOST_PROPOSED_CLUSTERS, type Proposed, sumsOf } from '../../core/people/proposal.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { touchedBy } from '../review/audit-about.ts';
import { type FoundProposal, makeProposal, type ProposalDependencies } from '../review/proposal-acts.ts';
import { lookAt, type Ordered, type OrderedDependencies } from './look-at-order.ts';
import { storedOrder } from './stored-order.ts';

export type ProposingDependencies = OrderedDependencies & ProposalDependencies;

/** Throws caller_unnamed, and what the act itself would throw; then nothing was changed. */
export async function propose(
  deps: ProposingDependencies,
  scope: PartnerScope,
  { ordered, note, by }: { readonly ordered: Ordered; readonly note: string | null; readonly by: string | null },
): Promise<FoundProposal> {
  if (!hasName(by))
    throw new TieoutError(
      'caller_unnamed',
      'A proposal needs a caller with a name: nobody could be told from another.',
    );
  const { domain, sessions, branches, money, clusters, subjects } = await lookAt(deps, scope, ordered);
  if (clusters.length > MOST_PROPOSED_CLUSTERS)
    throw new TieoutError(
      'usage',
      `The order takes ${clusters.length} exceptions: propose ${MOST_PROPOSED_CLUSTERS} at most, named by cluster_ids.`,
    );
  const proposed: Proposed = {
    ...{ kind: ordered.kind, order: storedOrder(ordered), note, patternId: null, domain, sessions, branches },
    ...{ money: sumsOf(money), clusters: clusters.length },
    touchedBy: await touchedBy(deps.store, scope, { sessions, subjects }),
  };
  const id = deps.digest(JSON.stringify(['proposal', deps.newId()])).slice(0, 32);
  return makeProposal(deps, scope, { id, proposed, clusters, by });
}
