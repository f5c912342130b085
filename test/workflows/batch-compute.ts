// A kernel of the tests that makes groups of several rows, as later tiers will: what is left open and says BATCH is one
// group of tier 7. Everything else, from reading to packing, is the real one.

import { CALIBRATION } from '../../src/core/matching/calibration.ts';
import { type AccountMatch, matchAccount } from '../../src/core/matching/match-account.ts';
import { accountOutcome } from '../../src/core/matching/outcome/account-outcome.ts';
import { mergeOutcomes } from '../../src/core/matching/outcome/merge-outcomes.ts';
import { MATCHED_LATE, OPEN } from '../../src/core/matching/side-numbers.ts';
import { SUM_ALONE } from '../../src/core/matching/tiers/pair-list.ts';
import { type RowColumns, type Side, textAt } from '../../src/core/records/rows/columns.ts';
import type { Compute } from '../../src/ports/compute.ts';
import { computeThread } from './compute-thread.ts';

export const batchCompute: Compute = {
  ...computeThread,
  async match({ gl, bank, plan, parameters }) {
    return mergeOutcomes(
      plan.accounts.map((rows) => {
        const match = matchAccount({ gl, bank, rows, parameters, calibration: CALIBRATION });
        return accountOutcome(withBatch(match, { gl, bank }), gl);
      }),
    );
  },
};

function withBatch(match: AccountMatch, columns: Readonly<Record<Side, RowColumns>>): AccountMatch {
  const take = (side: Side): Uint32Array => {
    const { n, state, row } = match.account[side];
    const rows = Uint32Array.from({ length: n }, (_, i) => i).filter(
      (i) => state[i] === OPEN && textAt(columns[side].narration, row[i]!).includes('BATCH'),
    );
    for (const i of rows) state[i] = MATCHED_LATE;
    return rows;
  };
  const group = { gl: take('gl'), bank: take('bank'), tier: 7, days: 1, textScore: SUM_ALONE, feeBasis: 0 };
  // In any order: the outcome lists members in the canonical one.
  return group.gl.length === 0 ? match : { ...match, groups: [{ ...group, gl: group.gl.toReversed() }] };
}
