// The result of a matcher by identifiers in the form that every matcher has.

import type { Side } from '../../records/rows/columns.ts';
import type { KeyedRows } from '../keyed-rows.ts';
import type { Netted } from '../reversals/netted.ts';
import type { ExpectedFees } from '../sums/fee-lines.ts';
import { listed, openRowsOf, reversalsOf } from './account-outcome.ts';
import type { Chargebacks } from './chargebacks.ts';
import type { OpenByKeys } from './keyed-open-rows.ts';
import type { MatchOutcome } from './outcome.ts';

interface FoundByKeys {
  readonly netted: Readonly<Record<Side, readonly Netted[]>>;
  readonly open: OpenByKeys;
  readonly expectedFees: ExpectedFees;
  readonly chargebacks?: Readonly<Record<Side, Chargebacks>>;
}

export function keyedOutcome(rows: KeyedRows, { netted, open, expectedFees, chargebacks }: FoundByKeys): MatchOutcome {
  const { gl, bank } = rows;
  const found = (side: Side) => ({
    ...open[side],
    expectedFee: expectedFees[side],
    chargebacks: chargebacks?.[side] ?? null,
  });
  return {
    groups: listed(rows.account, rows.groups),
    reversals: { gl: reversalsOf(gl, netted.gl), bank: reversalsOf(bank, netted.bank) },
    open: { gl: openRowsOf(gl, bank, found('gl')), bank: openRowsOf(bank, gl, found('bank')) },
    notes: [...rows.notes].sort(),
  };
}
