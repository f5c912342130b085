// A file that gives its entries in two currencies: “Amount (USD)” beside “Amount (NGN)”, or the document's currency
// beside the local one, as accounting systems export both. Either is a right amount in its own currency, and the file
// does not say in which of them the account is kept, so that it is said which one is read, unless the running balance
// proves it.

import type { ColumnDraft } from './column-draft.ts';
import { currencyOfTitle } from './currency-signs.ts';
import { speaksOfLocalMoney, speaksOfOtherMoney } from './header-synonyms.ts';
import { amountsOf, moneyByBalance } from './propose-money.ts';
import type { FieldName } from './target-fields.ts';

/** Rows that are looked at. */
const ROWS = 300;
const MONEY: readonly FieldName[] = ['amount', 'debit', 'credit'];

/** Says which columns are read where others hold the same entries in another currency. Asked once money is taken. */
export function saySecondAmount(draft: ColumnDraft): void {
  const read = MONEY.map((field) => draft.fields.indexOf(field)).filter((i) => i >= 0);
  // What a mapping names was chosen by a person; beside a local amount it is said with the currency column.
  if (read.length === 0 || read.some((i) => draft.named.has(i)) || draft.otherCurrency !== null) return;
  const own = kindOf(draft.titles[read[0]]);
  const others = draft.free().filter((i) => isEntryMoney(draft, i) && kindOf(draft.titles[i]) !== own);
  if (others.length === 0) return;
  const rows = draft.rows.slice(0, ROWS);
  const { profiles, side } = draft;
  const sample = { rows, profiles, direction: draft.fields.indexOf('direction'), side };
  const balance = draft.fields.indexOf('balance');
  if (balance >= 0 && moneyByBalance({ ...sample, candidates: [...read, balance] })?.balance === balance) return;
  const values = amountsOf({ ...sample, candidates: [...read, ...others] });
  const at = (column: number, row: number) => Math.abs(values.get(column)?.[row] ?? 0);
  const differs = others.filter((other) =>
    rows.some((_, i) => {
      const entry = read.reduce((sum, column) => sum + at(column, i), 0);
      return entry > 0 && at(other, i) > 0 && at(other, i) !== entry;
    }),
  );
  if (differs.length === 0) return;
  const name = (columns: readonly number[]) => columns.map((i) => `“${draft.titles[i].trim()}”`).join(' and ');
  const [is, its] = read.length === 1 ? ['is', 'its column'] : ['are', 'their columns'];
  draft.warnings.push(
    `${name(read)} ${is} read, and ${name(differs)} ${differs.length === 1 ? 'holds' : 'hold'} other figures of the same entries; if the account is kept in those, name ${its} in a column mapping.`,
  );
}

/** What a title says of its currency: the code, that it is the bank's own, or nothing. */
function kindOf(title: string): string {
  const { code } = currencyOfTitle(title);
  return code !== '' ? code : speaksOfLocalMoney(title) ? 'local' : '';
}

/** Whether a column's title and values are those of an entry's money; fees and foreign originals are not. */
function isEntryMoney(draft: ColumnDraft, column: number): boolean {
  const { money, filled } = draft.profiles[column];
  if (money === 0 || money < filled * 0.5 || speaksOfOtherMoney(draft.titles[column])) return false;
  return MONEY.some((field) => draft.weight(column, field) > 0);
}
