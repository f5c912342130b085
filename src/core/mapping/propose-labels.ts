// Which columns hold few different values: the mark of debit and credit, the currency, the state and the account.

import type { ColumnProfile } from './cell-profile.ts';
import type { ColumnDraft } from './column-draft.ts';
import { speaksOfOtherMoney } from './header-synonyms.ts';

export function takeDirection(draft: ColumnDraft): void {
  if (draft.has('direction')) return;
  const marks = (p: ColumnProfile) => p.directions > 0 && p.directions >= p.filled * 0.9;
  const [titled] = draft.titled('direction', marks);
  const found = titled ?? draft.free().find((i) => marks(draft.profiles[i]) && draft.profiles[i].distinct <= 6);
  if (found === undefined) return;
  draft.take(
    found,
    'direction',
    titled === undefined ? 'values are debit and credit marks' : `${draft.quoted(found)}, values are marks`,
  );
}

export function takeCurrency(draft: ColumnDraft): void {
  if (draft.has('currency')) return;
  const codes = (p: ColumnProfile) => p.currencies > 0 && p.currencies >= p.filled * 0.9;
  const money = ['amount', 'credit', 'debit'] as const;
  const at = money.map((f) => draft.fields.indexOf(f)).find((i) => i >= 0) ?? 0;
  // The column beside the amount is the amount's own, before one that only says so in its title.
  const nearest = (a: number, b: number) => Math.abs(a - at - 0.4) - Math.abs(b - at - 0.4);
  const candidates = draft.free().filter((i) => codes(draft.profiles[i]) && !speaksOfOtherMoney(draft.titles[i]));
  const strong = candidates.filter((i) => draft.weight(i, 'currency') >= 1);
  const [found] = (strong.length > 0 ? strong : candidates).sort(nearest);
  if (found !== undefined)
    draft.take(found, 'currency', strong.length > 0 ? draft.quoted(found) : 'values are currency codes');
}

/** Text, and not days that are written out. */
export const isText = (p: ColumnProfile) => p.filled > 0 && p.days - p.pendings < p.filled * 0.5;

export function takeStatus(draft: ColumnDraft): void {
  if (draft.has('status')) return;
  const [status] = draft.titled('status', isText);
  if (status !== undefined) draft.take(status, 'status', draft.quoted(status));
}

export function takeAccount(draft: ColumnDraft): void {
  if (draft.has('account')) return;
  const isAccount = (p: ColumnProfile, i: number) =>
    // Sort code and number, 20-12-34 12345678, look like a day and a time.
    (isText(p) || (p.filled > 0 && draft.weight(i, 'account') > 2)) &&
    p.currencies === 0 &&
    (draft.rows.some((row) => /\d{3}/.test(row[i] ?? '')) || areCodes(draft, i)) &&
    (p.distinct <= Math.max(20, p.filled / 4) || draft.weight(i, 'account') > 2) &&
    // “Kontonummer” may be the other party's, which differs from row to row.
    (p.distinct < p.filled || p.filled === 1 || draft.weight(i, 'account') !== 2);
  const [account] = draft.titled('account', isAccount);
  if (account !== undefined) draft.take(account, 'account', draft.quoted(account));
}

/** Short names of accounts, A1 or BANK-2: single words with a digit in every row that has any. */
function areCodes(draft: ColumnDraft, column: number): boolean {
  if (draft.weight(column, 'account') <= 2) return false;
  const cells = draft.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '');
  return cells.length > 0 && cells.every((c) => /^(?=.*\d)[A-Za-z0-9/_.-]{1,34}$/.test(c));
}
