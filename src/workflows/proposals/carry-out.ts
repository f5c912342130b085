// Carries out a proposal that was accepted, by the ordinary way of its act and under one operation, which is named by
// the acceptance. It is part of the work that follows from the acceptance and can be repeated: an operation that is
// known is not begun again, and what it left is finished as that of every call. An order that is refused is returned:
// the proposal is open again, with the reason.

import { TieoutError } from '../../core/errors.ts';
import { FLIPS } from '../../core/exceptions/decision.ts';
import { type Proposal, requireStill, reviewedAs } from '../../core/people/proposal.ts';
import { verticalNamed } from '../../core/records/documents/clusters.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import { isWaiting, mayPass } from '../../core/records/documents/work-attempts.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { flip } from '../decisions/flip.ts';
import { patternKeyOf } from '../decisions/refresh-pattern.ts';
import { resolveExceptions } from '../decisions/resolve-exceptions.ts';
import { whileSweeping } from '../decisions/suspend-pattern.ts';
import { undoSweep } from '../decisions/undo-sweep.ts';
import { type Accepted, matchByHand } from '../people/match-by-hand.ts';
import { takeApart } from '../people/take-apart.ts';
import { undoConstraint } from '../people/undo-constraint.ts';
import { clustersOf, decideProposal, noteCarriedOut, proposalNamed } from '../review/proposal-acts.ts';
import { doneOf, isNothing, NOTHING_LEFT } from './done-of-proposal.ts';
import type { Ordered, Orders } from './look-at-order.ts';
import { movedSince } from './moved-since.ts';
import type { ProposingDependencies } from './propose.ts';
import { orderOf } from './stored-order.ts';

/** Does the work that follows from an operation whose call began it and did not end. */
export type FinishBegun = (operationId: string) => Promise<void>;

/** `acceptance`: its operation. Throws what passes, such as session_busy; the queue tries again. */
export async function carryOutProposal(
  deps: ProposingDependencies,
  scope: PartnerScope,
  { id, acceptance, finish }: { readonly id: string; readonly acceptance: string; readonly finish: FinishBegun },
): Promise<void> {
  const { store } = deps;
  const found = await proposalNamed(store, scope, id);
  const { proposal } = found;
  // Carried out, or returned.
  if (proposal.last.operation !== acceptance) return;
  const operationId = String(proposal.last.content['carriesOut']);
  if (!(await isBegun(deps, operationId, finish))) {
    try {
      requireStill(proposal, await movedSince(deps, scope, proposal));
      const ordered = orderOf(proposal, await clustersOf(store, scope, id));
      const accepted = { operationId, reviewed: reviewedAs(proposal, proposal.last.by) };
      await carryOut(deps, { proposal, ordered, accepted });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Another process may have carried it out meanwhile.
      if (!(await isBegun(deps, operationId, finish)))
        return void (await decideProposal(deps, scope, found, { verb: 'returned', by: null, note: error.sentence }));
    }
    if (!(await isBegun(deps, operationId, finish)))
      return void (await decideProposal(deps, scope, found, { verb: 'returned', by: null, note: NOTHING_LEFT }));
  }
  const done = await doneOf(deps, scope, { proposal, operationId });
  if (done !== null && isNothing(proposal, done))
    return void (await decideProposal(deps, scope, found, { verb: 'returned', by: null, note: NOTHING_LEFT }));
  await noteCarriedOut(deps, scope, found, { operation: operationId, done });
}

/**
 * Whether the operation is known, and all of its writing is done. What a call began and left is finished first: the work
 * that follows from it waits behind that of the acceptance. Throws session_busy while another process is about it.
 */
async function isBegun(
  { store: { decisions } }: ProposingDependencies,
  operationId: string,
  finish: FinishBegun,
): Promise<boolean> {
  const isLeft = async () => {
    const known = await decisions.get(operationId);
    return known === null ? null : !known.isDecided && !known.isFinished;
  };
  let left = await isLeft();
  if (left === true) {
    await finish(operationId);
    left = await isLeft();
  }
  if (left === true)
    throw new TieoutError('session_busy', 'What was accepted is being carried out by another process.');
  return left !== null;
}

/** The act itself was refused, which no later attempt changes. */
const isRefusal = (error: unknown): error is TieoutError =>
  error instanceof TieoutError && !isWaiting(error.code) && !mayPass(error.code);

interface CarryingOut {
  readonly proposal: Proposal;
  readonly ordered: Ordered;
  readonly accepted: Required<Accepted> & { readonly operationId: string };
}

async function carryOut(deps: ProposingDependencies, { proposal, ordered, accepted }: CarryingOut): Promise<void> {
  switch (ordered.kind) {
    case 'decision': {
      if (proposal.patternId !== null) return sweepAccepted(deps, ordered.order, accepted);
      const { reviewed, operationId } = accepted;
      await resolveExceptions(deps, { ...ordered.order, reviewed }, { operationId });
      return;
    }
    case 'match':
      return void (await matchByHand(deps, { ...ordered.order, ...accepted }));
    case 'parting':
      return void (await takeApart(deps, { ...ordered.order, ...accepted }));
    case 'undo':
      return void (await undoConstraint(deps, { ...ordered.order, ...accepted }));
    case 'pattern':
      return void (await undoSweep(deps, { ...ordered.order, ...accepted }));
  }
}

/** A sweep that the policy asks a reviewer for is a sweep still: its approvals are a pattern's, and can be taken back. */
async function sweepAccepted(
  deps: ProposingDependencies,
  order: Orders['decision'],
  { operationId, reviewed }: CarryingOut['accepted'],
): Promise<void> {
  const { tenant, partner, type, named, note, metadata, clusterIds } = order;
  const operation: Operation = {
    ...{ tenant, partner, type, ...verticalNamed(named), note, metadata, at: deps.clock(), reviewed },
    ...{ operationId, requestId: operationId, decision: 'approved', method: 'auto' },
    ...{ autoResolved: true, isRecurring: false },
  };
  const key = patternKeyOf(operation)!;
  const swept = await whileSweeping(deps, key, () => flip(deps, operation, { ...FLIPS.approved, clusterIds }));
  if (swept === null) throw new TieoutError('session_busy', 'Another sweep of the pattern goes on.');
}
