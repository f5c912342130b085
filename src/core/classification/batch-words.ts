// The words of a reason about a batch whose sums differ: "5 ledger receipts with its reference come to NGN 67,800.49, and 1 bank
// credit to NGN 67,461.49: the bank is NGN 339.00 short".

import { otherSide, SIDES, type Side } from '../records/rows/columns.ts';
import { itemsOf } from './near/numbered-items.ts';
import { amountOf, currencyOf, type OpenSession } from './open-session.ts';
import type { Members } from './rule.ts';
import { counted, moneyText, rowNoun } from './wording.ts';

/** The items of a batch with the item; null if it is in none. */
export function batchOf({ open, near }: OpenSession, side: Side, item: number): Members | null {
  const number = open[side].batch[item] ?? -1;
  const batch = { gl: [...itemsOf(near.batches.gl, number)], bank: [...itemsOf(near.batches.bank, number)] };
  // A decision may have matched one side of it since.
  return batch.gl.length === 0 || batch.bank.length === 0 ? null : batch;
}

/** Whether the item stands for several rows of the other side. */
export function isSumOfBatch(session: OpenSession, side: Side, item: number): boolean {
  const batch = batchOf(session, side, item);
  return batch !== null && batch[side].length === 1 && batch[otherSide(side)].length > 1;
}

export function batchWords(session: OpenSession, batch: Members): string {
  const sums = SIDES.map((side) => batch[side].reduce((sum, item) => sum + BigInt(amountOf(session, side, item)), 0n));
  const [ledger, bank] = sums.map((sum) => (sum < 0n ? -sum : sum)) as [bigint, bigint];
  const currency = currencyOf(session, 'gl', batch.gl[0]);
  const rows = (side: Side): string =>
    counted(batch[side].length, rowNoun(side, amountOf(session, side, batch[side][0])));
  const come = batch.gl.length === 1 ? 'comes' : 'come';
  const apart = ledger > bank ? ledger - bank : bank - ledger;
  const verdict =
    apart === 0n
      ? 'the sums agree, but their days are too far apart'
      : ledger > bank
        ? `the bank is ${moneyText(apart, currency)} short`
        : `the bank has ${moneyText(apart, currency)} more`;
  const [gl, statement] = [moneyText(ledger, currency), moneyText(bank, currency)];
  return `${rows('gl')} with its reference ${come} to ${gl}, and ${rows('bank')} to ${statement}: ${verdict}`;
}
