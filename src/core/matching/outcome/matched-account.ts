// An account as matching left it, for explanations: read again with the rows that were settled early, each row in the
// state that the outcome gives it.

import type { RowColumns, Side } from '../../records/rows/columns.ts';
import { type Account, readAccount } from '../account.ts';
import type { AccountRows } from '../account-source.ts';
import type { Calibration } from '../calibration.ts';
import { type Matching, prepareMatching } from '../matching.ts';
import type { MatchParameters } from '../parameters.ts';
import { MATCHED, MATCHED_AFTER_NETTING, OPEN, REVERSED } from '../side-numbers.ts';
import { membersOf } from './match-groups.ts';
import type { MatchOutcome } from './outcome.ts';

interface MatchedColumns {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
}

export function matchedAccount(
  { columns, outcome }: MatchedColumns,
  rows: AccountRows,
  { parameters, calibration }: { parameters: MatchParameters; calibration: Calibration },
): Matching {
  const source = { ...columns, rows, parameters, calibration, withSettled: true };
  const account = readAccount(source);
  markStates(account, outcome);
  return prepareMatching(source, account);
}

/** The last tier that is matched before reversals are netted. */
const LAST_BEFORE_NETTING = 3;

function markStates({ gl, bank }: Account, { groups, reversals }: MatchOutcome): void {
  for (const [name, side] of [
    ['gl', gl],
    ['bank', bank],
  ] as const) {
    const states = new Map<number, number>();
    for (let g = 0; g < groups.count; g++) {
      for (const row of membersOf(groups[name], g))
        states.set(row, groups.tier[g] <= LAST_BEFORE_NETTING ? MATCHED : MATCHED_AFTER_NETTING);
    }
    for (const rows of [reversals[name].original, reversals[name].reversal]) {
      for (const row of rows) states.set(row, REVERSED);
    }
    for (let i = 0; i < side.n; i++) side.state[i] = states.get(side.row[i]) ?? OPEN;
  }
}
