// Does what follows from a decision, as work of the durable queue, under the hold on its operation: it completes the
// audit if the call did not, then takes each further step here. The work of one partner is done one piece after the
// other. If a call ended in the middle, nobody holds its operation; recover-decisions.ts finds it and queues the work.

import { firstDayOf } from '../../core/cross-month/opened-row.ts';
import { auditBatch, auditedOf } from '../../core/exceptions/audit-rows.ts';
import { NOT_FOUND_TYPES } from '../../core/exceptions/decision.ts';
import { sumsNotes } from '../../core/exceptions/sums-note.ts';
import {
  type DecidedCluster,
  isPersonAct,
  type Operation,
  type PersonAct,
} from '../../core/records/documents/decisions.ts';
import { type LateGroup, lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { HeldOperation, TakenOperation } from '../../ports/decisions.ts';
import type { Store } from '../../ports/store.ts';
import { type ChainDependencies, chainBatch } from '../decisions/chain-audit.ts';
import { FREED, freeReopened } from '../decisions/free-rows.ts';
import { auditOf, publishDecision } from '../decisions/publish-decision.ts';
import { patternKeyOf, refreshPattern } from '../decisions/refresh-pattern.ts';
import { renewEach } from '../decisions/renew-later.ts';
import { queueSweep } from '../decisions/sweep-pattern.ts';
import { inOtherHands, OPERATION_HOLD_MS, whileHeld } from '../operations/hold-operation.ts';
import { AFTER_DECISION, AFTER_VERSION } from '../operations/queue-afterwards.ts';
import { learnChargeWords } from '../partners/charge-words-in-force.ts';
import type { ProposingDependencies } from '../proposals/propose.ts';
import { withPartnerRows } from '../rematch/partner-rows.ts';
import { approve, groupsHolding } from '../rematch/rematch-not-found.ts';
import { publishProposal } from '../review/publish-proposal.ts';
import { afterParting, leaningOnGroups, queueAgain } from '../runs/run-again.ts';
import { staleMonths } from '../summaries/renew-later-months.ts';
import type { WorkHandler } from '../work/handler.ts';
import { completeAct } from './complete-act.ts';

type AfterDependencies = ProposingDependencies & ChainDependencies & { readonly store: Store };

/** Everything that follows, step by step; each can be repeated. */
async function follow(deps: AfterDependencies, { operation, held, isDecided }: TakenOperation): Promise<void> {
  if (isPersonAct(operation.decision)) return followAct(deps, { operation, held, isDecided });
  // The call ended between confirming its matches and approving their clusters.
  if (!isDecided && operation.decision === 'reconcile') await finishRematch(deps, operation, held);
  const changed = await deps.store.decisions.changedBy(operation);
  if (!isDecided) {
    if (changed.length === 0 && !(await isAudited(deps, operation))) return deps.store.decisions.withdraw(held);
    await completeAudit(deps, operation, { changed, held });
    if (operation.isRecurring && changed.length > 0) await refreshPattern(deps, operation);
    await learnChargeWords(deps.store, operation, changed);
  }
  await chainBatch(deps, operation);
  const sessions = new Set(changed.map(({ session }) => session));
  if (operation.decision === 'reopened') {
    const freed = await freeReopened(deps, operation, { changed, held });
    for (const session of await sessionsMoved(deps, operation, freed)) sessions.add(session);
    await queueAgain(deps, await leaningOnGroups(deps, operation, freed));
    await chainBatch(deps, { ...operation, operationId: `${operation.operationId}${FREED}` });
  }
  const taught = operation.isRecurring && changed.length > 0 ? patternKeyOf(operation) : null;
  if (taught !== null) await queueSweep(deps, taught, operation.operationId);
  await publishDecision(deps, operation);
  if (operation.decision === 'reconcile') {
    // Possibly none of their clusters changed.
    const matched = await deps.store.lateGroups.ofOperation(operation, operation.operationId);
    for (const session of await sessionsMoved(deps, operation, matched)) sessions.add(session);
  }
  if (operation.domain === 'mfb' || operation.domain === 'nip') await renewEach(deps, operation, sessions);
  await deps.store.decisions.finish(held);
}

/** Acts after which sessions run again. */
const REMATCHED: ReadonlySet<string> = new Set(['taken_apart', 'constraint_undone'] satisfies PersonAct[]);

/** Everything that follows from a person's act on rows or sessions. */
async function followAct(deps: AfterDependencies, taken: TakenOperation): Promise<void> {
  const { operation, held } = taken;
  const groups = await completeAct(deps, taken, (operationId) => finishBegun(deps, operationId));
  if (groups === null) return deps.store.decisions.withdraw(held);
  if (REMATCHED.has(operation.decision)) await queueAgain(deps, await afterParting(deps, operation, groups));
  await chainBatch(deps, operation);
  await publishProposal(deps, operation);
  await renewEach(deps, operation, await sessionsMoved(deps, operation, groups));
  await deps.store.decisions.finish(held);
}

/** The work of an operation that an acceptance has begun waits behind the acceptance's own: it is done at once. */
async function finishBegun(deps: AfterDependencies, operationId: string): Promise<void> {
  const taken = await deps.store.decisions.take(operationId, OPERATION_HOLD_MS);
  if (taken !== null) await whileHeld(deps.store, taken.held, () => follow(deps, taken));
}

/** Approves what the call itself matched, however the call ended. A call that was refused changes nothing. */
async function finishRematch(deps: AfterDependencies, operation: Operation, held: HeldOperation): Promise<void> {
  const { store, clock } = deps;
  const { tenant, partner, domain } = operation;
  await withPartnerRows(deps, operation, async ({ under }) => {
    await store.lateGroups.settle({ tenant, partner }, { at: clock(), under });
    const pending = await store.decisions.pending({ tenant, partner, domain, types: NOT_FOUND_TYPES });
    const clusters = pending.filter(({ isBeingFreed }) => !isBeingFreed);
    const groups = await store.lateGroups.ofOperation({ tenant, partner }, operation.operationId);
    await approve(deps, operation, { known: { clusters }, groups, held });
  });
}

/** Sessions with rows of the groups, and those of later months that carry rows of them. */
async function sessionsMoved(
  deps: AfterDependencies,
  scope: PartnerScope,
  groups: readonly LateGroup[],
): Promise<readonly string[]> {
  const first = firstDayOf(groups.flatMap(lateRows));
  const later = first === null ? [] : await staleMonths(deps, scope, first);
  return [...new Set([...groups.flatMap(lateSessions), ...later.map(({ key }) => key.session)])];
}

async function isAudited(deps: AfterDependencies, operation: Operation): Promise<boolean> {
  for await (const _ of auditOf(deps, operation)) return true;
  return false;
}

/** Stored rows stay as they are. */
async function completeAudit(
  { store, digest }: AfterDependencies,
  operation: Operation,
  { changed, held }: { readonly changed: readonly DecidedCluster[]; readonly held: HeldOperation },
): Promise<void> {
  const isMatched = operation.decision === 'reconcile' && changed.length > 0;
  const sumsNote = sumsNotes(isMatched ? await groupsHolding({ store }, operation, changed) : []);
  await store.audit.insertIfAbsent(
    auditBatch(
      operation,
      changed.map((cluster) => auditedOf(operation, cluster, sumsNote)),
      digest,
    ),
    held,
  );
}

export function afterDecisions(deps: AfterDependencies): WorkHandler {
  return {
    kind: AFTER_DECISION,
    versions: [AFTER_VERSION],
    noun: 'work after a decision',
    about: ({ command }) => ({ operation: command['operationId'] }),
    // The decision is made, so the work that follows from it must be done to the end.
    isCommitted: async () => true,
    tidy: async () => {},
    async carryOut({ work }) {
      const operationId = String(work.command['operationId']);
      const taken = await deps.store.decisions.take(operationId, OPERATION_HOLD_MS);
      if (taken !== null) {
        await whileHeld(deps.store, taken.held, () => follow(deps, taken));
        return 'done';
      }
      const known = await deps.store.decisions.get(operationId);
      if (known === null || known.isFinished) return 'nothing_to_do';
      throw inOtherHands(known.operation);
    },
  };
}
