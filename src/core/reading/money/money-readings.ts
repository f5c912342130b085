// Consistent combinations of candidates for the money of a file: an amount with its sign convention, or a debit and a
// credit, each with or without a running balance. Columns, signs and balance are weighed together: the balance may
// refute a column that looks like the amount, and prove one that does not.

import { hardlyVaries } from '../evidence/counter-likeness.ts';
import { groupsIn } from '../evidence/row-groups.ts';
import { SampleMoney } from '../evidence/sample-amounts.ts';
import { markCandidates } from '../roles/marks.ts';
import { balanceCandidates, hiddenMoney, looksLikeMoney } from '../roles/money.ts';
import { candidate, isBetter } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { pairs } from './debit-credit-pairs.ts';
import { type MoneyReading, moneyColumns } from './money-reading.ts';
import { singles } from './single-amounts.ts';

/** Readings that are kept. */
const MOST = 64;

/** Whether every row repeats the same figures, as an export repeats the totals of the statement. */
const isConstant = (table: Table, reading: MoneyReading): boolean =>
  !reading.isProven && moneyColumns(reading).every((column) => hardlyVaries(table, column));

/** The readings of a file's money, the best first. `taken`: columns that are certainly no money: its days. */
export function moneyReadings(table: Table, taken: ReadonlySet<number>): MoneyReading[] {
  const money = new SampleMoney(table);
  const marks = markCandidates(table).filter(({ column }) => !taken.has(column));
  const titled = balanceCandidates(table, taken);
  const hidden = hiddenMoney(table, taken);
  const balances = [...titled, ...hidden.map(({ column }) => candidate('balance', column, 'weak'))];
  const groups = groupsIn(table, (i) => taken.has(i) || looksLikeMoney(table.profiles[i]));
  const parts = { money, balances, taken, groups, hidden };
  const found = [...singles(table, { ...parts, marks }), ...pairs(table, parts)];
  const moving = found.some((one) => one.class !== 'veto' && !isConstant(table, one));
  const open = moving ? found.filter((one) => one.class === 'mapping' || !isConstant(table, one)) : found;
  return open.sort((a, b) => (a.class === b.class ? 0 : isBetter(a.class, b.class) ? -1 : 1)).slice(0, MOST);
}
