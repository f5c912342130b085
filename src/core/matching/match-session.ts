// Matches a whole session in this thread: the pure entry that tests and small runs use. The thread pool does the same
// with accounts handed out (adapters/threads).

import type { RowColumns } from '../records/rows/columns.ts';
import { CALIBRATION, type Calibration } from './calibration.ts';
import { matchAccount } from './match-account.ts';
import { accountOutcome } from './outcome/account-outcome.ts';
import { mergeOutcomes } from './outcome/merge-outcomes.ts';
import type { MatchOutcome } from './outcome/outcome.ts';
import type { MatchParameters } from './parameters.ts';
import { planSession } from './plan.ts';

interface SessionInput {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly parameters: MatchParameters;
  readonly calibration?: Calibration;
}

export function matchSession({ gl, bank, parameters, calibration = CALIBRATION }: SessionInput): MatchOutcome {
  const { accounts } = planSession(gl, bank);
  return mergeOutcomes(
    accounts.map((rows) => accountOutcome(matchAccount({ gl, bank, rows, parameters, calibration }), gl)),
  );
}
