// Which column may be the currency of the amount that is read. Beside an amount in the bank's own currency, a column of
// codes may belong to another amount: then it is not used, and a warning says so.

import { currencyNamed, currencyOfTitle } from '../../money/currency-signs.ts';
import type { Assignment } from '../table/assignment.ts';
import { type Candidate, candidate } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { speaksOfForeignMoney, speaksOfLocalMoney, speaksOfOtherMoney } from '../titles/header-synonyms.ts';
import type { FieldName } from '../titles/target-fields.ts';

/** A column of currencies that may belong to an unread amount: its codes in the sample, sorted. */
export interface OtherCurrency {
  readonly column: number;
  /** Column of the amount that is read. */
  readonly amount: number;
  /** The currency that the amount's title names; '' if the title names the bank’s own, or none. */
  readonly says: string;
  /** Column of a foreign amount that may have these currencies, -1 if the read amount’s title causes the doubt. */
  readonly foreign: number;
  readonly codes: readonly string[];
  /** The amount is read in these currencies, although this is not certain. */
  readonly isRead: boolean;
}

/** Fields whose cells are never words. */
const NO_WORDS: ReadonlySet<FieldName> = new Set([
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'balance',
]);

/** Columns that may be the currency of the amount in column `at`, the likeliest first: those nearest to it. */
export function currencyCandidates(table: Table, at: number): Candidate[] {
  const field = 'currency';
  // A column beside the amount comes before one that only its title names.
  const nearest = (a: number, b: number) => Math.abs(a - at - 0.4) - Math.abs(b - at - 0.4);
  const own = table.columns.filter((i) => table.profiles[i].filled > 0 && !speaksOfOtherMoney(table.titles[i]));
  const share = (i: number) =>
    table.rows.filter((row) => currencyNamed(row[i] ?? '') !== '').length / table.profiles[i].filled;
  const titled = own.filter((i) => table.weight(i, field) > 0);
  // A plain title is believed even if some or all values are not understood: their rows are rejected, which is better
  // than counting them as money of the default currency.
  const ways = [
    titled.filter((i) => share(i) >= 0.9),
    titled.filter((i) => table.weight(i, field) >= 2 || share(i) > 0),
    // “Valuta” is the value date of a German and the currency of a Swede: codes are neither days nor money.
    own.filter(
      (i) =>
        table.meanings[i].every((m) => NO_WORDS.has(m.field)) &&
        table.profiles[i].currencies >= table.profiles[i].filled * 0.9,
    ),
  ];
  return ways.flatMap((columns, way) =>
    columns
      .sort(nearest)
      .map((column) =>
        way < 2
          ? candidate(field, column, 'strong', table.quoted(column))
          : candidate(field, column, 'weak', 'values are currency codes'),
      ),
  );
}

/**
 * Whether the column of currencies may belong to another amount: beside “LCY Amount”, or “Debit NGN”, it is the foreign
 * amount's currency. If there is such an amount, the column is left.
 */
export function leaveCurrencyOfAnother(assignment: Assignment, money: readonly number[]): OtherCurrency | null {
  const { table } = assignment;
  const column = assignment.columnOf('currency');
  if (column < 0 || table.named.has(column)) return null;
  const codes = currencyCodes(table, column);
  const isOfOther = (i: number) => {
    const { code } = currencyOfTitle(table.titles[i]);
    return code === '' ? speaksOfLocalMoney(table.titles[i]) : codes.some((other) => other !== code);
  };
  const amount = money.find(isOfOther);
  if (amount === undefined || speaksOfLocalMoney(table.titles[column])) return null;
  const says = currencyOfTitle(table.titles[amount]).code;
  const isRead = !assignment.free().some((i) => isForeignAmount(table, i));
  if (!isRead) assignment.leave(column, `the currency of another amount than ${table.quoted(amount)}`);
  return { column, amount, codes, says, foreign: -1, isRead };
}

export const currencyCodes = (table: Table, column: number): string[] => {
  const named = table.rows.map((row) => currencyNamed(row[column] ?? '')).filter((code) => code !== '');
  return [...new Set(named)].sort();
};

const MONEY: readonly FieldName[] = ['amount', 'debit', 'credit'];

/** Whether an unused column contains the amounts before conversion into the bank’s own currency. */
function isForeignAmount(table: Table, column: number): boolean {
  const title = table.titles[column];
  const { money, filled } = table.profiles[column];
  if (money === 0 || money < filled * 0.5 || speaksOfLocalMoney(title)) return false;
  // A rate of 1 converts nothing.
  if (speaksOfForeignMoney(title)) return table.rows.some((row) => /[2-9]|\d[1-9]|1.*1/.test(row[column] ?? ''));
  return MONEY.some((field) => table.weight(column, field) > 0);
}
