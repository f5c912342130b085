// Gives amounts without sign or mark the direction in which the running balance moves, once all rows are read
// (core/reading/proof/balance-signs.ts). The oldest row of an account has no balance before it: the stated opening
// balance is used. Where all rows without a mark go one way, and marked ones the other, it goes as they do; else a person
// is asked.

import { balanceSteps, type SignsGiven } from '../../../core/reading/proof/balance-signs.ts';
import { ROW_PENDING } from '../../../core/records/rows/columns.ts';
import type { RowReader } from '../scan/read-rows.ts';

/** Signs the amounts of these rows; null if the balance does not follow well enough to be trusted. */
export function giveSigns({ builder: b, unsure, odd, cash }: RowReader): SignsGiven | null {
  const isUnsure = new Uint8Array(b.count);
  for (const row of unsure) isUnsure[row] = 1;
  const counted: number[] = [];
  for (let i = 0; i < b.count; i++) if ((b.flags[i] & ROW_PENDING) === 0) counted.push(i);
  const chainOf = (row: number) => b.account[row] * 256 + b.currency[row];
  const steps = balanceSteps({
    count: counted.length,
    amountOf: (i) => b.amount[counted[i]],
    balanceOf: (i) => b.balance[counted[i]],
    chainOf: (i) => chainOf(counted[i]),
    isUnsure: (i) => isUnsure[counted[i]] === 1,
    isNewestFirst: b.count > 0 && b.bookingDay[0] > b.bookingDay[b.count - 1],
  });
  if (steps === null) return null;
  const openings = new Map(
    odd.figures.balances().flatMap((s) => (s.kind === 'opening' ? [[s.account * 256 + s.currency, s.minor]] : [])),
  );
  let [given, paidIn] = [0, 0];
  const left: number[] = [];
  for (const [i, row] of counted.entries()) {
    if (isUnsure[row] === 0) continue;
    const fromOpening = b.balance[row] - (openings.get(chainOf(row)) ?? Number.NaN);
    const isStep = (step: number) => Math.abs(step) === Math.abs(b.amount[row]);
    const step = isStep(steps[i]) ? steps[i] : isStep(fromOpening) ? fromOpening : Number.NaN;
    if (Number.isNaN(step)) {
      left.push(row);
      continue;
    }
    b.amount[row] = step;
    given++;
    if (step > 0) paidIn++;
  }
  const firstLeft = left.length === 0 ? 0 : b.line[left[0]];
  const isOneWay = paidIn === 0 || paidIn === given;
  const isAlike = isOneWay && given >= (cash.marks.in + cash.marks.out > 0 ? FEWEST_BESIDE_MARKS : FEWEST);
  if (!isAlike || left.length === 0) return { given, open: left.length, firstOpen: firstLeft, alike: 0, firstAlike: 0 };
  for (const row of left) b.amount[row] = (paidIn > 0 ? 1 : -1) * Math.abs(b.amount[row]);
  return { given: given + left.length, open: 0, firstOpen: 0, alike: left.length, firstAlike: firstLeft };
}

/**
 * Fewest rows that the balance must tell before the others are taken to be alike: with so many of one direction the next
 * goes another way once in twenty times (rule of succession). Beside marks of the other direction a few show the rule.
 */
const FEWEST = 18;
const FEWEST_BESIDE_MARKS = 3;
