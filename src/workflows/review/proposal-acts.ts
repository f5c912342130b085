// The acts on a proposal: it is made, accepted, carried out or returned, declined or withdrawn. Each is an operation of
// its own in the audit, but the carrying out, whose operation is that of the order.

import { TieoutError } from '../../core/errors.ts';
import type { ActSubject } from '../../core/exceptions/audit-rows.ts';
import { type Act, nextVersion } from '../../core/people/act.ts';
import {
  type DoneOfOrder,
  type Proposal,
  type Proposed,
  type ProposedCluster,
  proposalOf,
  requireOpen,
} from '../../core/people/proposal.ts';
import type { Domain } from '../../core/records/documents/clusters.ts';
import type { Operation, PersonAct } from '../../core/records/documents/decisions.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { type ActDependencies, actOnThing } from '../operations/act-on-thing.ts';

export interface ProposalDependencies extends ActDependencies {
  readonly newId: () => string;
}

const onProposal = (id: string) => ({ kind: 'proposal', thing: id }) as const;

const onClusters = (id: string) => ({ kind: 'proposed_clusters', thing: id }) as const;

export interface FoundProposal {
  readonly proposal: Proposal;
  readonly acts: readonly Act[];
}

/** Throws not_found. */
export async function proposalNamed(
  { acts }: Pick<Store, 'acts'>,
  { tenant, partner }: PartnerScope,
  id: string,
): Promise<FoundProposal> {
  const found = await acts.of({ tenant, partner }, onProposal(id));
  const [first] = found;
  if (first === undefined) throw new TieoutError('not_found', `There is no proposal ${id} of this partner.`);
  return { proposal: proposalOf(first, found.at(-1)!, partner), acts: found };
}

export async function clustersOf(
  { acts }: Pick<Store, 'acts'>,
  { tenant, partner }: PartnerScope,
  id: string,
): Promise<readonly ProposedCluster[]> {
  const [kept] = await acts.of({ tenant, partner }, onClusters(id));
  return (kept?.content['clusters'] ?? []) as unknown as readonly ProposedCluster[];
}

interface Making {
  readonly id: string;
  readonly proposed: Proposed;
  readonly clusters: readonly ProposedCluster[];
  /** The caller's id; null of a pattern's sweep. */
  readonly by: string | null;
}

/** Made under one id once, however often it is tried. */
export async function makeProposal(
  deps: ProposalDependencies,
  scope: PartnerScope,
  { id, proposed, clusters, by }: Making,
): Promise<FoundProposal> {
  const { store, digest, clock, newId } = deps;
  const operationId = newId();
  const at = clock();
  const content = { clusters } as unknown as JsonObject;
  // First, so that a proposal is never without them.
  await store.acts.add(scope, {
    ...onClusters(id),
    version: 1,
    verb: 'named',
    operation: operationId,
    at,
    by,
    content,
  });
  const order = digest(JSON.stringify([proposed.order, clusters]));
  const act = { verb: 'proposed', decision: 'proposed', by, note: proposed.note } as const;
  const metadata = { kind: proposed.kind, order_digest: order, clusters: proposed.clusters };
  await add(deps, scope, {
    id,
    acts: [],
    proposed,
    operationId,
    at,
    metadata,
    content: { ...proposed } as unknown as JsonObject,
    ...act,
  });
  return proposalNamed(store, scope, id);
}

interface Deciding {
  readonly verb: 'accepted' | 'declined' | 'withdrawn' | 'returned';
  readonly by: string | null;
  readonly note: string | null;
  /** Of an acceptance: the operation that carries it out. */
  readonly carriesOut?: string;
}

/** Throws proposal_state if somebody else was first. */
export async function decideProposal(
  deps: ProposalDependencies,
  scope: PartnerScope,
  { proposal, acts }: FoundProposal,
  { verb, by, note, carriesOut }: Deciding,
): Promise<FoundProposal> {
  const { id } = proposal;
  const content = { note, ...(carriesOut !== undefined && { carriesOut }) };
  const metadata = carriesOut === undefined ? {} : { carries_out: carriesOut };
  const of = { id, acts, proposed: proposal, operationId: deps.newId(), at: deps.clock(), verb, by, note };
  const isAdded = await add(deps, scope, { ...of, decision: `proposal_${verb}`, content, metadata });
  const now = await proposalNamed(deps.store, scope, id);
  if (!isAdded) {
    requireOpen(now.proposal);
    throw new TieoutError('session_busy', `Proposal ${id} is being decided by another caller: look again.`);
  }
  return now;
}

interface Adding extends Pick<Act, 'verb' | 'at' | 'by' | 'content'>, Pick<Operation, 'metadata' | 'note'> {
  readonly id: string;
  readonly proposed: Proposed;
  readonly operationId: string;
  readonly decision: PersonAct;
  readonly acts: readonly Act[];
}

function add(
  deps: ProposalDependencies,
  { tenant, partner }: PartnerScope,
  { id, acts, proposed, operationId, decision, note, metadata, ...made }: Adding,
): Promise<boolean> {
  const { at, by } = made;
  const operation: Operation = {
    ...{ operationId, requestId: operationId, tenant, partner, domain: proposed.domain as Domain, service: null },
    ...{ type: '', decision, method: 'manual', autoResolved: false, isRecurring: false, note, at },
    ...(by !== null && { caller: by }),
    metadata: { ...metadata, proposal_id: id, session_id: proposed.sessions[0] ?? '' },
  };
  const act = { ...onProposal(id), version: nextVersion(acts), operation: operationId, ...made };
  // Carrying it out follows from an acceptance.
  const isDecided = decision !== 'proposal_accepted';
  return actOnThing(deps, { operation, act, subject: proposalSubject(operation), isDecided });
}

/** How the audit names the proposal that an operation is about. */
export function proposalSubject({ metadata }: Operation): ActSubject {
  const session = String(metadata['session_id']);
  const id = String(metadata['proposal_id']);
  return { id, session, type: '', matched: false, glRecordIds: [], bankRecordIds: [] };
}

/** Notes that the order is carried out by its operation. Can be repeated. */
export async function noteCarriedOut(
  { store, clock }: Pick<ProposalDependencies, 'store' | 'clock'>,
  scope: PartnerScope,
  { acts, proposal }: FoundProposal,
  { operation, done }: { readonly operation: string; readonly done: DoneOfOrder | null },
): Promise<void> {
  const of = { ...onProposal(proposal.id), version: nextVersion(acts), verb: 'carried_out', operation };
  const { by: acceptedBy, at: acceptedAt } = proposal.last;
  const content = { acceptedBy, acceptedAt, note: done?.note ?? null, done: done as JsonObject | null };
  await store.acts.add(scope, { ...of, at: clock(), by: null, content });
}
