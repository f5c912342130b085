// A file that gives its entries in two currencies, “Amount (USD)” beside “Amount (NGN)”, or the document's currency
// beside the local one, as accounting systems export both. Each is a right amount in its own currency, and the file
// does not say in which one the account is kept. So a warning says which one is read, unless the running balance proves
// it. If there is a single column of currencies beside a foreign amount, it is not certain whose it is.

import { currencyOfTitle } from '../money/currency-signs.ts';
import { minorsOf, sampleAmounts } from './evidence/sample-amounts.ts';
import { rivalQuestion } from './money/money-questions.ts';
import type { MoneyReading } from './money/money-reading.ts';
import { currencyCodes, type OtherCurrency } from './roles/currency.ts';
import type { Assignment } from './table/assignment.ts';
import type { Question } from './table/question.ts';
import type { Table } from './table/table.ts';
import { speaksOfForeignMoney, speaksOfLocalMoney, speaksOfOtherMoney } from './titles/header-synonyms.ts';
import type { FieldName } from './titles/target-fields.ts';
import { plainTitle } from './words/plain-title.ts';

/** Rows that are looked at. */
const ROWS = 300;
const MONEY: readonly FieldName[] = ['amount', 'debit', 'credit'];

/**
 * Says which columns are read if others contain the same entries in another currency, and if the column of currencies
 * may belong to another amount. Called once the money is chosen.
 */
export function saySecondAmount(
  assignment: Assignment,
  otherCurrency: OtherCurrency | null,
  isProven: boolean,
): OtherCurrency | null {
  const { table } = assignment;
  const read = MONEY.map((field) => assignment.columnOf(field)).filter((i) => i >= 0);
  // A person chose the columns of a mapping; the currency column beside a local amount is still mentioned.
  if (read.length === 0 || read.some((i) => table.named.has(i)) || otherCurrency !== null) return null;
  const own = kindOf(table.titles[read[0]]);
  const isForeign = (i: number) => speaksOfForeignMoney(table.titles[i]);
  const others = assignment
    .free()
    .filter((i) => isEntryMoney(table, i) && (isForeign(i) || kindOf(table.titles[i]) !== own));
  if (others.length === 0) return null;
  const rows = table.rows.slice(0, ROWS);
  const values = new Map([...read, ...others].map((i) => [i, minorsOf(sampleAmounts(table, i))]));
  const at = (column: number, row: number) => Math.abs(values.get(column)?.[row] ?? 0);
  const differs = others.filter((other) =>
    rows.some((_, i) => {
      const entry = read.reduce((sum, column) => sum + at(column, i), 0);
      return entry > 0 && at(other, i) > 0 && at(other, i) !== entry;
    }),
  );
  const foreign = differs.find(isForeign);
  const second = differs.filter((i) => !isForeign(i));
  if (second.length > 0 && !isProven) {
    const name = (columns: readonly number[]) => columns.map((i) => `“${table.titles[i].trim()}”`).join(' and ');
    const [is, its] = read.length === 1 ? ['is', 'its column'] : ['are', 'their columns'];
    assignment.warnings.push(
      `${name(read)} ${is} read, and ${name(second)} ${second.length === 1 ? 'holds' : 'hold'} other figures of the same entries; if the account is kept in those, name ${its} in a column mapping.`,
    );
  }
  return foreign !== undefined && own === '' && !isForeign(read[0])
    ? doubtfulCurrency(assignment, read[0], foreign)
    : null;
}

/** The amount that a card's account is billed, beside that of the transaction. */
const BILLED = /\bbill(ing|ed)\b/;

/** Asks whether the account moves by the amount or by a billed one, unless the balance or a mapping says it. */
export function billedQuestion(assignment: Assignment, reading: MoneyReading | null): Question | null {
  const { table } = assignment;
  if (reading === null || reading.isProven || reading.amount < 0 || table.named.has(reading.amount)) return null;
  const isBilled = (i: number) => BILLED.test(plainTitle(table.titles[i]));
  const billed = assignment.free().find((i) => isBilled(i) && table.weight(i, 'amount') > 0);
  if (billed === undefined || isBilled(reading.amount)) return null;
  const [own, other] = [reading.amount, billed].map((i) => minorsOf(sampleAmounts(table, i)));
  const differs = own.some((minor, i) => other[i] !== null && Math.abs(other[i]) !== Math.abs(minor ?? 0));
  return differs ? rivalQuestion(table, reading, [{ ...reading, amount: billed }], 'strong') : null;
}

/** A single column of currencies beside an unread foreign amount may belong to that amount. */
function doubtfulCurrency(assignment: Assignment, amount: number, foreign: number): OtherCurrency | null {
  const { table } = assignment;
  const column = assignment.columnOf('currency');
  const isCurrency = (i: number) =>
    table.profiles[i].currencies > 0 && table.profiles[i].currencies === table.profiles[i].filled;
  if (column < 0 || table.named.has(column) || assignment.free().some(isCurrency)) return null;
  return { column, amount, codes: currencyCodes(table, column), says: '', foreign, isRead: true };
}

/** The currency that a title names: a code, the bank's own, or nothing. */
function kindOf(title: string): string {
  const { code } = currencyOfTitle(title);
  return code !== '' ? code : speaksOfLocalMoney(title) ? 'local' : '';
}

const isFee = (title: string): boolean => speaksOfOtherMoney(title) && !speaksOfForeignMoney(title);

/** Whether a column's title and values are those of an entry's amount; fees and rates are not. */
function isEntryMoney(table: Table, column: number): boolean {
  const { money, filled } = table.profiles[column];
  if (money === 0 || money < filled * 0.5 || isFee(table.titles[column])) return false;
  return MONEY.some((field) => table.weight(column, field) > 0);
}
