// Which columns hold few different values: the currency and the account. Marks: propose-marks.ts; states:
// propose-states.ts.

import { type ColumnProfile, isText } from '../cells/cell-profile.ts';
import { currencyNamed, currencyOfTitle } from '../cells/currency-signs.ts';
import { speaksOfForeignMoney, speaksOfLocalMoney, speaksOfOtherMoney } from '../titles/header-synonyms.ts';
import type { FieldName } from '../titles/target-fields.ts';
import type { ColumnDraft } from './column-draft.ts';
import { moneyByBalance } from './propose-money.ts';

/** Fields whose cells are never words. */
const NO_WORDS: ReadonlySet<FieldName> = new Set([
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'balance',
]);

export function takeCurrency(draft: ColumnDraft) {
  if (draft.has('currency')) return;
  const money = (['amount', 'credit', 'debit'] as const).map((f) => draft.fields.indexOf(f)).filter((i) => i >= 0);
  const at = money[0] ?? 0;
  // The column beside the amount is the amount's own, before one that only says so in its title.
  const nearest = (a: number, b: number) => Math.abs(a - at - 0.4) - Math.abs(b - at - 0.4);
  const own = draft.free().filter((i) => draft.profiles[i].filled > 0 && !speaksOfOtherMoney(draft.titles[i]));
  const share = (i: number) =>
    draft.rows.filter((row) => currencyNamed(row[i] ?? '') !== '').length / draft.profiles[i].filled;
  const titled = own.filter((i) => draft.weight(i, 'currency') >= 1);
  // A title that says so is believed even when some values are not understood, or all: their rows are rejected for it,
  // which is better than to count them as money of the default currency.
  const ways: readonly (() => number[])[] = [
    () => titled.filter((i) => share(i) >= 0.9),
    () => titled.filter((i) => draft.weight(i, 'currency') >= 2 || share(i) > 0),
    // “Valuta” is the value date of a German and the currency of a Swede: codes are neither days nor money.
    () =>
      own.filter(
        (i) =>
          draft.meanings[i].every(({ field }) => NO_WORDS.has(field)) &&
          draft.profiles[i].currencies >= draft.profiles[i].filled * 0.9,
      ),
  ];
  for (const [way, find] of ways.entries()) {
    const [found] = find().sort(nearest);
    if (found === undefined) continue;
    // Beside “LCY Amount”, or “Debit NGN”, stands the currency of the foreign amount, where there is one: none of those
    // that are read.
    const named = draft.rows.map((row) => currencyNamed(row[found] ?? '')).filter((code) => code !== '');
    const codes = [...new Set(named)].sort();
    const isOfOther = (i: number) => {
      const { code } = currencyOfTitle(draft.titles[i]);
      return code === '' ? speaksOfLocalMoney(draft.titles[i]) : codes.some((other) => other !== code);
    };
    const amount = money.find(isOfOther);
    if (amount !== undefined && !speaksOfLocalMoney(draft.titles[found])) {
      const says = currencyOfTitle(draft.titles[amount]).code;
      draft.otherCurrency = { column: found, amount, codes, says, foreign: -1, isRead: !hasForeignAmount(draft) };
      draft.reasons[found] = `the currency of another amount than ${draft.quoted(amount)}`;
      if (!draft.otherCurrency.isRead) return;
    }
    return draft.take(found, 'currency', way < 2 ? draft.quoted(found) : 'values are currency codes');
  }
}

const MONEY: readonly FieldName[] = ['amount', 'debit', 'credit'];

/** Whether a column that is not taken holds the amounts before they were turned into the bank’s own currency. */
function hasForeignAmount(draft: ColumnDraft): boolean {
  return draft.free().some((i) => {
    const title = draft.titles[i];
    const isMoney = draft.profiles[i].money > 0 && draft.profiles[i].money >= draft.profiles[i].filled * 0.5;
    if (!isMoney || speaksOfLocalMoney(title)) return false;
    // A rate of 1 turns nothing into anything.
    if (speaksOfForeignMoney(title)) return draft.rows.some((row) => /[2-9]|\d[1-9]|1.*1/.test(row[i] ?? ''));
    return MONEY.some((field) => draft.weight(i, field) > 0);
  });
}

export function takeAccount(draft: ColumnDraft) {
  if (draft.has('account')) return;
  const isAccount = (p: ColumnProfile, i: number) =>
    // Sort code and number, 20-12-34 12345678, look like a day and a time.
    (isText(p) || (p.filled > 0 && draft.weight(i, 'account') > 2)) &&
    p.currencies === 0 &&
    (draft.rows.some((row) => /\d{3}/.test(row[i] ?? '')) || areCodes(draft, i)) &&
    (p.distinct <= Math.max(20, p.filled / 4) || draft.weight(i, 'account') > 2) &&
    // “Kontonummer” may be the other party's, which differs from row to row.
    (p.distinct < p.filled || p.filled === 1 || draft.weight(i, 'account') !== 2);
  for (const account of draft.titled('account', isAccount)) {
    if (!isOfOthers(draft, account)) return draft.take(account, 'account', draft.quoted(account));
    draft.take(
      account,
      'narration',
      `${draft.quoted(account)}, of others: one running balance goes through all of them`,
    );
  }
}

/** Share of rows whose account is another than that of the row above, from which on it cannot be the own account. */
const CHANGING = 0.3;
/** Rows that are put to the proof. */
const PROVEN_ROWS = 300;

/**
 * Whether accounts are those of payers or payees: they change from row to row, and one running balance follows through
 * most of all rows. With accounts of one's own it would break off wherever they change.
 */
function isOfOthers(draft: ColumnDraft, column: number): boolean {
  const at = (field: FieldName) => draft.fields.indexOf(field);
  const balance = at('balance');
  const money = [at('amount'), at('debit'), at('credit')].filter((i) => i >= 0);
  const rows = draft.rows.slice(0, PROVEN_ROWS);
  const changes = rows.filter((row, i) => i > 0 && (row[column] ?? '') !== (rows[i - 1][column] ?? '')).length;
  if (balance < 0 || money.length === 0 || changes < (rows.length - 1) * CHANGING) return false;
  const { profiles, side } = draft;
  const proof = moneyByBalance({ rows, profiles, candidates: [...money, balance], direction: at('direction'), side });
  return proof?.balance === balance;
}

/** Short names of accounts, A1 or BANK-2: single words with a digit in every row that has any. */
function areCodes(draft: ColumnDraft, column: number): boolean {
  if (draft.weight(column, 'account') <= 2) return false;
  const cells = draft.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '');
  return cells.length > 0 && cells.every((c) => /^(?=.*\d)[A-Za-z0-9/_.-]{1,34}$/.test(c));
}
