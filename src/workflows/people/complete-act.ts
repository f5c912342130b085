// Finishes a person's act that its call did not finish, as part of the work that follows from every act.

import type { PersonAct } from '../../core/records/documents/decisions.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { TakenOperation } from '../../ports/decisions.ts';
import { withPartnerRows } from '../rematch/partner-rows.ts';
import { type PeopleDependencies, voidAndAudit } from './match-by-hand.ts';
import { completeSigning } from './sign-session.ts';

/** Answers the groups that it made or unmade; null: the act changed nothing. */
type Completing = (deps: PeopleDependencies, taken: TakenOperation) => Promise<readonly LateGroup[] | null>;

const COMPLETING: Readonly<Record<PersonAct, Completing>> = {
  matched_by_hand: completeMatch,
  signed_off: completeSigning,
  session_reopened: completeSigning,
};

/** Can be repeated. */
export const completeAct: Completing = (deps, taken) => COMPLETING[taken.operation.decision as PersonAct](deps, taken);

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
