// Consistent combinations of candidates for the money of a file: an amount with its sign convention, or a debit and a
// credit, each with or without a running balance. Columns, signs and balance are weighed together: the balance may
// refute a column that looks like the amount, and prove one that does not.

import { SampleMoney } from '../evidence/sample-amounts.ts';
import { markCandidates } from '../roles/marks.ts';
import { balanceCandidates } from '../roles/money.ts';
import { isBetter } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { pairs } from './debit-credit-pairs.ts';
import type { MoneyReading } from './money-reading.ts';
import { singles } from './single-amounts.ts';

/** Readings that are kept. */
const MOST = 64;

/** The readings of a file's money, the best first. `taken`: columns that are certainly no money: its days. */
export function moneyReadings(table: Table, taken: ReadonlySet<number>): MoneyReading[] {
  const money = new SampleMoney(table);
  const marks = markCandidates(table).filter(({ column }) => !taken.has(column));
  const balances = balanceCandidates(table, taken);
  const found = [...singles(table, { money, marks, balances, taken }), ...pairs(table, { money, balances, taken })];
  return found.sort((a, b) => (a.class === b.class ? 0 : isBetter(a.class, b.class) ? -1 : 1)).slice(0, MOST);
}
