// Publishes what was done with a proposal: proto/tieout/events/v1/proposal_event.proto. A message is named by its act and
// told with the work that follows from it; the carrying out with the acceptance. An earlier act whose own work is not
// done yet is told before, so that the order holds; others were told, and may have left the outbox since.

import type { Act } from '../../core/people/act.ts';
import { PROPOSAL_ACTS, type Proposal, type ProposalVerb } from '../../core/people/proposal.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { OutboxMessage } from '../../core/records/documents/outbox.ts';
import type { Store } from '../../ports/store.ts';
import { proposalNamed } from './proposal-acts.ts';

/** Does nothing for an operation that is about no proposal. Can be repeated. */
export async function publishProposal(
  { store }: { readonly store: Pick<Store, 'acts' | 'outbox' | 'decisions'> },
  { operationId, tenant, partner, decision, metadata }: Operation,
): Promise<void> {
  if (!PROPOSAL_ACTS.has(decision)) return;
  const { proposal, acts } = await proposalNamed(store, { tenant, partner }, String(metadata['proposal_id']));
  const own = acts.findIndex(({ operation }) => operation === operationId);
  const untold: Act[] = [];
  for (const act of acts.slice(0, own)) {
    const known = act.verb === CARRIED_OUT ? null : await store.decisions.get(act.operation);
    if (known?.isFinished === false) untold.push(act);
  }
  const [act, next] = acts.slice(own);
  if (act !== undefined) untold.push(act);
  if (next?.verb === CARRIED_OUT) untold.push(next);
  await store.outbox.add(untold.map((one) => messageOf(tenant, proposal, one)));
}

const CARRIED_OUT: ProposalVerb = 'carried_out';

function messageOf(tenant: string, { id, partner, by, kind, sessions, clusters }: Proposal, act: Act): OutboxMessage {
  const note = act.content['note'];
  const told = {
    ...{ schema_version: 1, proposal_id: id, tenant_id: tenant, partner_id: partner, kind, event: act.verb },
    ...(act.by !== null && { by: act.by }),
    ...(by !== null && { proposed_by: by }),
    ...(typeof note === 'string' && { note }),
    ...{ session_ids: sessions, cluster_count: clusters, operation_id: act.operation },
    occurred_at: new Date(act.at).toISOString(),
  };
  const payload = new TextEncoder().encode(JSON.stringify(told));
  return {
    operationId: `proposals:${id}:${act.version}`,
    part: 1,
    topic: 'proposals',
    orderKey: `proposal:${id}`,
    payload,
  };
}
