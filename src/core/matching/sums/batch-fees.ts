// How the sums of a batch agree: within the tolerance, or once the fee of each transaction is taken off. Fees are
// reckoned row by row, each rounded by itself, because the bank takes them so: a fee of the sum would be another one.

import { serviceOfPair } from '../../fees/row-services.ts';
import { FEE_NONE, FEE_RATE, FEE_RULE } from '../../records/groups/fee-basis.ts';
import type { Side } from '../../records/rows/columns.ts';
import { DISAGREE } from '../candidates/agreement.ts';
import type { Matching } from '../matching.ts';
import { type GroupRows, sumOf, sumsAgree } from './take-group.ts';

/** FEE_NONE, FEE_RULE, FEE_RATE or DISAGREE. Rows of two directions have no fees. */
export function agreementOfBatch(matching: Matching, rows: GroupRows): number {
  if (sumsAgree(matching, rows)) return FEE_NONE;
  const { account, agreement } = matching;
  const isIn = account.gl.amount[rows.gl[0]] > 0;
  const isOneWay = (side: Side): boolean => rows[side].every((i) => account[side].amount[i] > 0 === isIn);
  if (!isOneWay('gl') || !isOneWay('bank')) return DISAGREE;
  const currency = account.gl.currency[rows.gl[0]];
  const ledger = sumOf(account.gl.amount, rows.gl);
  const bank = sumOf(account.bank.amount, rows.bank);
  // The fee makes money in less and money out more.
  const gross: Side = ledger > bank ? 'gl' : 'bank';
  const agrees = (fees: bigint): boolean =>
    fees > 0n &&
    (gross === 'gl'
      ? agreement.ofSums(ledger - fees, bank, currency)
      : agreement.ofSums(ledger, bank - fees, currency));
  const expected = rows[gross].map((i) => {
    const [g, b] = gross === 'gl' ? [i, rows.bank[0]] : [rows.gl[0], i];
    const service = serviceOfPair(account.gl.service[g], account.bank.service[b]);
    return agreement.feesOf(account[gross].amount[i], currency, service);
  });
  const all = (feeOf: (fees: (typeof expected)[number]) => number): bigint =>
    expected.reduce((sum, fees) => sum + BigInt(feeOf(fees)), 0n);
  if (agrees(all(({ rule }) => rule))) return FEE_RULE;
  if (agrees(all(({ rate }) => rate))) return FEE_RATE;
  return agrees(all(({ rule, rate }) => rule || rate)) ? FEE_RULE : DISAGREE;
}
