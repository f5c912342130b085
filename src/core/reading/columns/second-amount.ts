// A file that gives its entries in two currencies: “Amount (USD)” beside “Amount (NGN)”, or the document's currency
// beside the local one, as accounting systems export both. Either is a right amount in its own currency, and the file
// does not say in which of them the account is kept, so that it is said which one is read, unless the running balance
// proves it. Nor is it certain whose a single column of currencies is, beside an amount in a foreign one.

import { currencyNamed, currencyOfTitle } from '../cells/currency-signs.ts';
import { speaksOfForeignMoney, speaksOfLocalMoney, speaksOfOtherMoney } from '../titles/header-synonyms.ts';
import type { FieldName } from '../titles/target-fields.ts';
import type { ColumnDraft } from './column-draft.ts';
import { amountsOf, moneyByBalance } from './propose-money.ts';

/** Rows that are looked at. */
const ROWS = 300;
const MONEY: readonly FieldName[] = ['amount', 'debit', 'credit'];

/** Says which columns are read where others hold the same entries in another currency. Asked once money is taken. */
export function saySecondAmount(draft: ColumnDraft): void {
  const read = MONEY.map((field) => draft.fields.indexOf(field)).filter((i) => i >= 0);
  // What a mapping names was chosen by a person; beside a local amount it is said with the currency column.
  if (read.length === 0 || read.some((i) => draft.named.has(i)) || draft.otherCurrency !== null) return;
  const own = kindOf(draft.titles[read[0]]);
  const isForeign = (i: number) => speaksOfForeignMoney(draft.titles[i]);
  const others = draft
    .free()
    .filter((i) => isEntryMoney(draft, i) && (isForeign(i) || kindOf(draft.titles[i]) !== own));
  if (others.length === 0) return;
  const rows = draft.rows.slice(0, ROWS);
  const { profiles, side } = draft;
  const sample = { rows, profiles, direction: draft.fields.indexOf('direction'), side };
  const values = amountsOf({ ...sample, candidates: [...read, ...others] });
  const at = (column: number, row: number) => Math.abs(values.get(column)?.[row] ?? 0);
  const differs = others.filter((other) =>
    rows.some((_, i) => {
      const entry = read.reduce((sum, column) => sum + at(column, i), 0);
      return entry > 0 && at(other, i) > 0 && at(other, i) !== entry;
    }),
  );
  const foreign = differs.find(isForeign);
  if (foreign !== undefined && own === '' && !isForeign(read[0])) doubtCurrency(draft, read[0], foreign);
  const second = differs.filter((i) => !isForeign(i));
  const balance = draft.fields.indexOf('balance');
  const isProven = () => moneyByBalance({ ...sample, candidates: [...read, balance] })?.balance === balance;
  if (second.length === 0 || (balance >= 0 && isProven())) return;
  const name = (columns: readonly number[]) => columns.map((i) => `“${draft.titles[i].trim()}”`).join(' and ');
  const [is, its] = read.length === 1 ? ['is', 'its column'] : ['are', 'their columns'];
  draft.warnings.push(
    `${name(read)} ${is} read, and ${name(second)} ${second.length === 1 ? 'holds' : 'hold'} other figures of the same entries; if the account is kept in those, name ${its} in a column mapping.`,
  );
}

/** A single column of currencies beside a foreign amount that is not read may be that amount’s. */
function doubtCurrency(draft: ColumnDraft, amount: number, foreign: number): void {
  const column = draft.fields.indexOf('currency');
  const isCurrency = (i: number) =>
    draft.profiles[i].currencies > 0 && draft.profiles[i].currencies === draft.profiles[i].filled;
  if (column < 0 || draft.named.has(column) || draft.free().some(isCurrency)) return;
  const named = draft.rows.map((row) => currencyNamed(row[column] ?? '')).filter((code) => code !== '');
  draft.otherCurrency = { column, amount, codes: [...new Set(named)].sort(), says: '', foreign, isRead: true };
}

/** What a title says of its currency: the code, that it is the bank's own, or nothing. */
function kindOf(title: string): string {
  const { code } = currencyOfTitle(title);
  return code !== '' ? code : speaksOfLocalMoney(title) ? 'local' : '';
}

const isFee = (title: string): boolean => speaksOfOtherMoney(title) && !speaksOfForeignMoney(title);

/** Whether a column's title and values are those of an entry's money; fees and rates are not. */
function isEntryMoney(draft: ColumnDraft, column: number): boolean {
  const { money, filled } = draft.profiles[column];
  if (money === 0 || money < filled * 0.5 || isFee(draft.titles[column])) return false;
  return MONEY.some((field) => draft.weight(column, field) > 0);
}
