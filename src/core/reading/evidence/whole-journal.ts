// A ledger export that contains a whole journal: lines of every account that its entries touch, not only of the bank's
// account. Debits equal credits on every day, over several accounts: each payment is there twice, once in each
// direction, and half of the rows are not of the bank's account.

import type { RowColumns } from '../../records/rows/columns.ts';
import type { Question } from '../table/question.ts';
import { firstValues } from './samples.ts';

/** Sums of zero over fewer rows may be an accident. */
const FEWEST_ROWS = 8;
/** A larger sum of floats may lose a unit: such a file is not judged. */
const EXACT = 2 ** 52;
const DAYS = 2 ** 24;

type Rows = Pick<RowColumns, 'count' | 'account' | 'accounts' | 'currency' | 'bookingDay' | 'amount'>;

export function isWholeJournal(rows: Rows): boolean {
  const { count, account, accounts, amount } = rows;
  if (count < FEWEST_ROWS || accounts.length < 2) return false;
  let total = 0;
  const met = new Set<number>();
  for (let i = 0; i < count; i++) {
    total += amount[i];
    met.add(account[i]);
    if (Math.abs(total) > EXACT) return false;
  }
  const areNamed = [...met].every((one) => accounts[one] !== '');
  return total === 0 && met.size > 1 && areNamed && isZeroEveryDay(rows) && !isZeroInEvery(rows);
}

function isZeroEveryDay({ count, currency, bookingDay, amount }: Rows): boolean {
  const days = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const key = currency[i] * DAYS + bookingDay[i];
    days.set(key, (days.get(key) ?? 0) + amount[i]);
  }
  return [...days.values()].every((sum) => sum === 0);
}

/** Accounts that each sum to zero by themselves prove nothing. */
function isZeroInEvery({ count, account, amount }: Rows): boolean {
  const sums = new Map<number, number>();
  for (let i = 0; i < count; i++) sums.set(account[i], (sums.get(account[i]) ?? 0) + amount[i]);
  return [...sums.values()].every((sum) => sum === 0);
}

export const journalQuestion = (accounts: readonly string[]): Question => ({
  sentence:
    `the file holds a whole journal: the lines of its ${accounts.length} accounts ${firstValues(accounts)} come to zero on ` +
    'every day, so that each entry stands there once for every account; name the one that is reconciled as the account in ' +
    'a column mapping.',
  answer: {},
  readings: accounts.map((account) => ({ account })),
  given: { account: 'as the file has it' },
});
