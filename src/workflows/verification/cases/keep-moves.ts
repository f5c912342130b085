// Stores the steps that screening makes, and ends decisions whose time is over.

import { dayAt } from '../../../core/money/calendar.ts';
import { lapsed } from '../../../core/screening/cases/follow-screening.ts';
import type { CaseMove, StepMaking } from '../../../core/screening/cases/screening-case.ts';
import { type CaseChaining, chainSteps } from '../../decisions/chain-steps.ts';

export interface CaseKeeping extends CaseChaining, StepMaking {}

/** A step that another process made first is left out: the next screening sees the case as it is then. */
export async function keepMoves(deps: CaseKeeping, moves: readonly CaseMove[]): Promise<void> {
  for (const move of moves) {
    const { scope, caseId, version } = move.after;
    if (version === 1) {
      const stored = await deps.store.cases.open(move);
      if (stored.caseId !== caseId) continue;
    } else if (!(await deps.store.cases.advance(move))) continue;
    await chainSteps(deps, { scope, caseId, version, chained: version - 1 });
  }
}

const PAGE = 200;

/** Opens cases again whose decision has no day left. */
export async function reopenLapsed(deps: CaseKeeping): Promise<void> {
  const now = deps.clock();
  const found = await deps.store.cases.lapsed(dayAt(now), PAGE);
  await keepMoves(
    deps,
    found.map((one) => lapsed(one, now, deps)),
  );
}
