// Proposes what of a sheet another caller must accept: each group as one order, or as several where it is large. What
// the same caller proposed by the same sheet, and nobody decided yet, is not proposed again.

import { MOST_PROPOSED_CLUSTERS, type Proposal } from '../../core/people/proposal.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { ThingPlace } from '../../ports/people/acts.ts';
import type { Store } from '../../ports/store.ts';
import type { ResolveOrder } from '../decisions/resolve-exceptions.ts';
import { listProposals } from '../proposals/list-proposals.ts';
import { type ProposingDependencies, propose } from '../proposals/propose.ts';

/** Clusters of one order of a proposal. */
export const MOST_OF_ORDER = MOST_PROPOSED_CLUSTERS;

/** The ids of the proposals, in the order of the orders. Throws what propose throws. */
export async function proposeHeld(
  deps: ProposingDependencies,
  scope: PartnerScope,
  { orders, by }: { readonly orders: readonly ResolveOrder[]; readonly by: string | null },
): Promise<readonly string[]> {
  const known = await openOf(deps.store, scope, by);
  const ids: string[] = [];
  for (const order of orders) {
    const open = known.get(order.requestId ?? '');
    if (open !== undefined) ids.push(open);
    else {
      const ordered = { kind: 'decision', order } as const;
      ids.push((await propose(deps, scope, { ordered, note: order.note, by })).proposal.id);
    }
  }
  return ids;
}

const READ_AT_ONCE = 1_000;

/** Open proposals of the caller by the request id of their orders. */
async function openOf(
  store: Pick<Store, 'acts'>,
  scope: PartnerScope,
  by: string | null,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const asked = { ...scope, status: 'open', by: by ?? undefined, waitingFor: null } as const;
  for (let after: ThingPlace | null = null; ; ) {
    const page: Awaited<ReturnType<typeof listProposals>> = await listProposals(store, asked, {
      ...{ after, limit: READ_AT_ONCE },
    });
    for (const proposal of page.items) found.set(requestOf(proposal), proposal.id);
    if (page.next === null) return found;
    after = page.next;
  }
}

const requestOf = ({ order }: Proposal): string => String(order['requestId'] ?? '');
