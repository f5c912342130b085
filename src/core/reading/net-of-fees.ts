// A gross and a net amount with the fees between them: gross less fees is net in every row. Only a person knows which
// of the two moves the account (a ledger may book either), so a warning says which one is read.

import { CHARGES, LEVIES, OTHER_TAXES } from '../words/fee-words.ts';
import { wholeWords } from '../words/whole-words.ts';
import { minorsOf, sampleAmounts } from './evidence/sample-amounts.ts';
import type { Assignment } from './table/assignment.ts';
import { speaksOfOtherMoney } from './titles/header-synonyms.ts';
import { plainTitle } from './words/plain-title.ts';

/** Titles of an amount before or after fees. */
const OTHER_AMOUNT = /\b(net|netto|gross|brutto|settled|settlement|payout|total|amount|charged)\b/;
const DEDUCTED = wholeWords(...CHARGES, ...LEVIES, ...OTHER_TAXES, 'DEDUCTIONS?');
/** Rows looked at. */
const ROWS = 300;
/** Most columns of fees that are tried. */
const MOST_FEES = 6;
/** The share of the rows with a fee that must add up. */
const ADDING_UP = 0.95;

/** Warns if the amount that is read and another one differ by columns of fees, unless a person named the amount. */
export function sayNetOfFees(assignment: Assignment): void {
  const { table } = assignment;
  const amount = assignment.fields.indexOf('amount');
  if (amount < 0 || table.named.has(amount) || assignment.fields.includes('debit')) return;
  const isMoney = (i: number) =>
    table.profiles[i].money > 0 && table.profiles[i].money >= table.profiles[i].filled * 0.9;
  const plain = table.titles.map(plainTitle);
  const free = assignment.free().filter(isMoney);
  const isFee = (i: number) => DEDUCTED.test(plain[i]) || speaksOfOtherMoney(table.titles[i]);
  const fees = free.filter((i) => isFee(i) && !/\b(net|gross)\b/.test(plain[i])).slice(0, MOST_FEES);
  const others = free.filter((i) => !fees.includes(i) && OTHER_AMOUNT.test(plain[i]));
  if (fees.length === 0 || others.length === 0) return;
  const rows = table.rows.slice(0, ROWS);
  const amountsOf = (column: number) => minorsOf(sampleAmounts(table, column)).map((v) => Math.abs(v ?? 0));
  const read = amountsOf(amount);
  const sets = [fees, ...fees.map((fee) => [fee])];
  for (const other of others) {
    for (const set of sets) {
      const charged = set.map(amountsOf);
      const sum = rows.map((_, i) => charged.reduce((all, fee) => all + fee[i], 0));
      const way = sideOfFees({ read, other: amountsOf(other), fees: sum });
      if (way === 0) continue;
      const [gross, net] = way > 0 ? [amount, other] : [other, amount];
      const name = (i: number) => table.quoted(i).replace('title ', '');
      assignment.warnings.push(
        `${name(net)} is ${name(gross)} less ${set.map(name).join(' and ')}; ${name(amount)} is read. If the account moves by ${name(other)}, name that as the amount in a column mapping.`,
      );
      return;
    }
  }
}

/** 1 if the amount that is read is the gross one (less fees it is the other), -1 if it is the net one, 0 if neither. */
function sideOfFees(sums: { read: readonly number[]; other: readonly number[]; fees: readonly number[] }): -1 | 0 | 1 {
  const { read, other, fees } = sums;
  const charged = fees.flatMap((fee, i) => (fee > 0 ? [i] : []));
  if (charged.length === 0) return 0;
  const share = (is: (i: number) => boolean) => charged.filter(is).length / charged.length;
  if (share((i) => read[i] - fees[i] === other[i]) >= ADDING_UP) return 1;
  return share((i) => other[i] - fees[i] === read[i]) >= ADDING_UP ? -1 : 0;
}
