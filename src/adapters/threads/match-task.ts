// Matches one account in a compute thread: the kernel with its calibration, and the outcome as columns.

import { CALIBRATION } from '../../core/matching/calibration.ts';
import { matchAccount } from '../../core/matching/match-account.ts';
import { accountOutcome } from '../../core/matching/outcome/account-outcome.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { AccountTask } from './account-task.ts';

export function matchTask(task: AccountTask): MatchOutcome {
  return accountOutcome(matchAccount({ ...task, calibration: CALIBRATION }), task.gl);
}
