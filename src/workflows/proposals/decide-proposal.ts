// Accepts, declines or withdraws a proposal. An acceptance only says so: the work that follows carries the order out
// (carry-out.ts), whatever becomes of the call.

import { hasName, isOfBranches } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { type Proposal, requireOpen, requireOtherEyes, requireStill } from '../../core/people/proposal.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { decideProposal, type FoundProposal, proposalNamed } from '../review/proposal-acts.ts';
import { movedSince } from './moved-since.ts';
import type { ProposingDependencies } from './propose.ts';

interface Deciding {
  readonly id: string;
  readonly by: string | null;
  readonly note: string | null;
  /** Branches whose exceptions the caller may decide; null: every one. */
  readonly branches: readonly string[] | null;
}

/**
 * Throws not_found, caller_unnamed, forbidden, proposal_state, proposal_moved, session_busy; then nothing was changed.
 * It is carried out by work of the queue.
 */
export async function acceptProposal(
  deps: ProposingDependencies,
  scope: PartnerScope,
  deciding: Deciding,
): Promise<FoundProposal> {
  const { found, by } = await toReview(deps, scope, deciding);
  requireStill(found.proposal, await movedSince(deps, scope, found.proposal));
  // A sweep can be taken back by such an id.
  const carriesOut = found.proposal.patternId === null ? deps.newId() : `auto-sweep-${deps.newId()}`;
  return decideProposal(deps, scope, found, { verb: 'accepted', by, note: deciding.note, carriesOut });
}

/** Throws not_found, caller_unnamed, forbidden, proposal_state, session_busy. */
export async function declineProposal(
  deps: ProposingDependencies,
  scope: PartnerScope,
  deciding: Deciding,
): Promise<FoundProposal> {
  const { found, by } = await toReview(deps, scope, deciding);
  return decideProposal(deps, scope, found, { verb: 'declined', by, note: deciding.note });
}

/** Throws not_found, forbidden to another than who proposed it, proposal_state, session_busy. */
export async function withdrawProposal(
  deps: ProposingDependencies,
  scope: PartnerScope,
  { id, by, note }: Deciding,
): Promise<FoundProposal> {
  const found = await proposalNamed(deps.store, scope, id);
  if (by === null || found.proposal.by !== by)
    throw new TieoutError('forbidden', 'Only who proposed it withdraws it: another caller declines it.');
  requireOpen(found.proposal);
  return decideProposal(deps, scope, found, { verb: 'withdrawn', by, note });
}

/** The proposal, for a caller who may review it. */
async function toReview(
  { store }: ProposingDependencies,
  scope: PartnerScope,
  { id, by, branches }: Deciding,
): Promise<{ readonly found: FoundProposal; readonly by: string }> {
  const found = await proposalNamed(store, scope, id);
  if (!isOfAll(found.proposal, branches)) throw new TieoutError('not_found', `Proposal ${id} is of another branch.`);
  if (!hasName(by)) throw new TieoutError('caller_unnamed', 'A review needs a caller with a name.');
  requireOpen(found.proposal);
  requireOtherEyes(found.proposal, by);
  return { found, by };
}

/** Whether all that the proposal names is of the branches. */
export const isOfAll = (proposal: Pick<Proposal, 'branches'>, branches: readonly string[] | null): boolean =>
  proposal.branches.every((branchId) => isOfBranches({ branchId }, branches));
