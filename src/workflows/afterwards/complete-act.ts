// Finishes a person's act that its call did not finish, as part of the work that follows from every act.

import { actBatch } from '../../core/exceptions/audit-rows.ts';
import { apartOf } from '../../core/people/set-apart.ts';
import type { PersonAct } from '../../core/records/documents/decisions.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { TakenOperation } from '../../ports/decisions.ts';
import { completeResuming } from '../decisions/resume-pattern.ts';
import { completeFollowUp } from '../people/follow-up.ts';
import { type PeopleDependencies, voidAndAudit } from '../people/match-by-hand.ts';
import { completeSigning } from '../people/sign-session.ts';
import { auditParting, TAKEN_APART } from '../people/take-apart.ts';
import { auditUndoing } from '../people/undo-constraint.ts';
import { carryOutProposal, type FinishBegun } from '../proposals/carry-out.ts';
import type { ProposingDependencies } from '../proposals/propose.ts';
import { withPartnerRows } from '../rematch/partner-rows.ts';
import { voidGroups } from '../rematch/void-groups.ts';
import { proposalSubject } from '../review/proposal-acts.ts';

/** Answers the groups that it made or unmade; null: the act changed nothing. */
type Completing = (
  deps: ProposingDependencies,
  taken: TakenOperation,
  finish: FinishBegun,
) => Promise<readonly LateGroup[] | null>;

const COMPLETING: Readonly<Record<PersonAct, Completing>> = {
  matched_by_hand: completeMatch,
  taken_apart: completeParting,
  constraint_undone: completeUndoing,
  signed_off: completeSigning,
  session_reopened: completeSigning,
  followed_up: completeFollowUp,
  pattern_resumed: completeResuming,
  proposed: completeProposal,
  proposal_accepted: completeAcceptance,
  proposal_declined: completeProposal,
  proposal_withdrawn: completeProposal,
  proposal_returned: completeProposal,
};

/** Can be repeated. */
export const completeAct: Completing = (deps, taken, finish) =>
  COMPLETING[taken.operation.decision as PersonAct](deps, taken, finish);

async function completeMatch(
  deps: PeopleDependencies,
  { operation, held, isDecided }: TakenOperation,
): Promise<readonly LateGroup[] | null> {
  if (isDecided) return deps.store.lateGroups.ofOperation(operation, operation.operationId);
  return withPartnerRows(deps, operation, async (rows) => {
    const [group] = await deps.store.lateGroups.ofOperation(operation, operation.operationId);
    if (group === undefined) return null;
    await voidAndAudit(deps, operation, { group, held, rows });
    return [group];
  });
}

async function completeParting(
  deps: PeopleDependencies,
  { operation, held, isDecided }: TakenOperation,
): Promise<readonly LateGroup[] | null> {
  const { store } = deps;
  const groupId = String(operation.metadata['group_id']);
  const constraint = operation.metadata['constraint_id'];
  if (constraint !== undefined) {
    const [act] = await store.acts.of(operation, { kind: 'apart', thing: String(constraint) });
    if (act === undefined) return null;
    const { rows } = apartOf(act);
    if (!isDecided) await auditParting(deps, operation, { group: { groupId, ...rows }, held });
    return [];
  }
  const [group] = await store.lateGroups.named(operation, [groupId]);
  if (group === undefined) return null;
  if (isDecided) return [group];
  return withPartnerRows(deps, operation, async ({ under }) => {
    await auditParting(deps, operation, { group, held });
    await voidGroups(deps, operation, { groups: [group], reason: TAKEN_APART, under });
    return [group];
  });
}

/** No summary changes. */
async function completeProposal(
  { store, digest }: ProposingDependencies,
  { operation, held, isDecided }: TakenOperation,
): Promise<readonly [] | null> {
  if (isDecided) return [];
  const thing = String(operation.metadata['proposal_id']);
  const acts = await store.acts.of(operation, { kind: 'proposal', thing });
  if (!acts.some((one) => one.operation === operation.operationId)) return null;
  await store.audit.insertIfAbsent(actBatch(operation, [proposalSubject(operation)], digest), held);
  return [];
}

/** What is carried out is an operation of its own, from which its own work follows. */
async function completeAcceptance(
  deps: ProposingDependencies,
  taken: TakenOperation,
  finish: FinishBegun,
): Promise<readonly [] | null> {
  const completed = await completeProposal(deps, taken);
  if (completed === null) return null;
  const { operationId, metadata } = taken.operation;
  const id = String(metadata['proposal_id']);
  await carryOutProposal(deps, taken.operation, { id, acceptance: operationId, finish });
  return [];
}

async function completeUndoing(
  deps: PeopleDependencies,
  { operation, held, isDecided }: TakenOperation,
): Promise<readonly [] | null> {
  const thing = String(operation.metadata['constraint_id']);
  const acts = await deps.store.acts.of(operation, { kind: 'apart', thing });
  if (!acts.some((one) => one.operation === operation.operationId)) return null;
  if (!isDecided) await auditUndoing(deps, operation, { apart: apartOf(acts[0]!), held });
  return [];
}
