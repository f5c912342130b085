// Which columns are the money: a debit and a credit, or one amount, and the running balance. Titles decide where they
// can; where they say nothing the values are put to the proof (propose-money.ts).

import type { ColumnProfile } from '../cells/cell-profile.ts';
import { currencyOfTitle } from '../cells/currency-signs.ts';
import { plainTitle, speaksOfOtherMoney } from '../titles/header-synonyms.ts';
import { PAIR_ONLY, PLAIN } from '../titles/title-phrases.ts';
import type { ColumnDraft } from './column-draft.ts';
import { amountsOf, moneyByBalance, moneyByMeetings, moneyByWords } from './propose-money.ts';

export function takeAmounts(draft: ColumnDraft) {
  if (draft.has('amount') || draft.has('debit') || draft.has('credit')) return balanceByTitle(draft);
  const reads = (p: ColumnProfile, column: number) =>
    p.filled === 0 || (p.money >= p.filled * draft.trust(column) && p.identifiers < p.filled * 0.5);
  const filled = (p: ColumnProfile, column: number) => p.filled > 0 && reads(p, column);
  balanceByTitle(draft);
  const debits = draft.titled('debit', reads);
  const credits = draft.titled('credit', reads);
  // A word that means money out or in only beside its opposite is none alone.
  const isOf = (of: readonly number[], field: 'debit' | 'credit', others: readonly number[]) =>
    of.filter((i) => !(draft.isFlow(i) && draft.weight(i, field) === PAIR_ONLY) || others.some((o) => o !== i));
  const [debit] = isOf(debits, 'debit', credits);
  const [credit] = isOf(credits, 'credit', debits).filter((i) => i !== debit);
  const [amount] = draft.titled('amount', filled);
  const signed =
    amount !== undefined && (draft.profiles[amount].negative > 0 || draft.has('direction') || areMarked(draft, amount));
  const strongAmount = amount !== undefined && draft.weight(amount, 'amount') >= 1;
  const isPair = debit !== undefined && credit !== undefined;
  if (isPair && !(signed && strongAmount && !isAnotherAmount(draft, { amount, debit, credit }))) {
    draft.take(debit, 'debit', `${draft.quoted(debit)}, one of a pair${wayOf(draft, debit, 'debit')}`);
    draft.take(credit, 'credit', `${draft.quoted(credit)}, one of a pair${wayOf(draft, credit, 'credit')}`);
    return;
  }
  if (amount !== undefined) {
    if (!signed && takePairUnderOneTitle(draft, amount)) return;
    return draft.take(amount, 'amount', `${draft.quoted(amount)}, values are amounts`);
  }
  if (debit !== undefined || credit !== undefined) {
    if (debit !== undefined) draft.take(debit, 'debit', `${draft.quoted(debit)}${wayOf(draft, debit, 'debit')}`);
    if (credit !== undefined) draft.take(credit, 'credit', `${draft.quoted(credit)}${wayOf(draft, credit, 'credit')}`);
    return;
  }
  moneyByValues(draft, { isProven: draft.free().some((i) => isUnreadMoney(draft, i, reads)) });
}

/** Whether a column is plainly titled as money, and its values are figures that are not understood. */
function isUnreadMoney(
  draft: ColumnDraft,
  column: number,
  reads: (profile: ColumnProfile, column: number) => boolean,
): boolean {
  const isTitled = (['amount', 'debit', 'credit'] as const).some((field) => draft.weight(column, field) >= PLAIN);
  if (!isTitled || reads(draft.profiles[column], column)) return false;
  // Marks and words are another thing under such a title.
  const filled = draft.rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const areFigures = (cell: string) => cell.replace(/\D/g, '').length >= 2 * cell.replace(/\P{L}/gu, '').length;
  return filled.filter((cell) => /\d/.test(cell) && areFigures(cell)).length * 2 > filled.length;
}

/** Of the rows with an amount so many have a debit or a credit, and not both. */
const SHARED_ROWS = 0.8;
/** Rows of a pair that the amount beside it must repeat to be the same money: all but slips. */
const SAME_AMOUNT = 0.9;

/** Whether an amount beside a debit and a credit that share the rows is another one: net of tax, or gross of a fee. */
function isAnotherAmount(
  draft: ColumnDraft,
  { amount, debit, credit }: { amount: number; debit: number; credit: number },
): boolean {
  const isPlain = draft.weight(debit, 'debit') >= PLAIN && draft.weight(credit, 'credit') >= PLAIN;
  // A pair in a currency of its own is another amount itself.
  const code = (i: number): string => currencyOfTitle(draft.titles[i]).code;
  if (!isPlain || [debit, credit].some((i) => code(i) !== '' && code(i) !== code(amount))) return false;
  const { rows, profiles, side } = draft;
  const values = amountsOf({ rows, profiles, candidates: [amount, debit, credit], direction: -1, side });
  const of = (column: number) => values.get(column)!.map((value) => Math.abs(value ?? 0));
  const [amounts, debits, credits] = [of(amount), of(debit), of(credit)];
  const balance = draft.fields.indexOf('balance');
  if (balance >= 0 && moneyByBalance({ rows, profiles, candidates: [amount, balance], direction: -1, side }) !== null)
    return false;
  const stated = amounts.flatMap((amount, i) => (amount !== 0 ? [i] : []));
  const filled = stated.filter((i) => (debits[i] === 0) !== (credits[i] === 0));
  if (filled.length < stated.length * SHARED_ROWS) return false;
  return filled.filter((i) => amounts[i] === debits[i] + credits[i]).length < filled.length * SAME_AMOUNT;
}

/**
 * A debit and a credit below one title, which stands above the first of them or above both: the columns share the rows
 * between them, and the balance, or else the words of the rows, say which is which.
 */
function takePairUnderOneTitle(draft: ColumnDraft, amount: number): boolean {
  const beside = amount + 1;
  const title = plainTitle(draft.titles[beside] ?? '');
  const isUnder = title === '' || title === plainTitle(draft.titles[amount]);
  const profile = draft.profiles[beside];
  if (profile === undefined || draft.fields[beside] !== null || !isUnder || profile.money === 0) return false;
  if (profile.money < profile.filled * draft.trust(amount)) return false;
  const balance = draft.fields.indexOf('balance');
  const pair = [amount, beside];
  const rows = draft.rows.slice(0, PROVEN_ROWS);
  const sample = { rows, profiles: draft.profiles, candidates: pair, direction: -1, side: draft.side };
  const proven = balance >= 0 ? moneyByBalance({ ...sample, candidates: [...pair, balance] }) : null;
  const found = proven !== null && proven.amount < 0 && proven.balance === balance ? proven : moneyByWords(sample);
  if (found === null) return false;
  draft.take(found.debit, 'debit', `beside ${draft.quoted(amount)}: ${found.reason}`);
  draft.take(found.credit, 'credit', `beside ${draft.quoted(amount)}: ${found.reason}`);
  if (found.unproven) sayUnproven(draft);
  return true;
}

/** Rows that are put to the proof. */
const PROVEN_ROWS = 300;

const sayUnproven = (draft: ColumnDraft) =>
  draft.warnings.push(
    'The file does not say which of its two amount columns is debit and which credit; check the signs.',
  );

/** Why a ledger's debit is titled as receipts: what words of flow mean on its side. */
function wayOf(draft: ColumnDraft, column: number, field: 'debit' | 'credit'): string {
  if (!draft.isFlow(column) || draft.side === 'bank') return '';
  return field === 'debit' ? ', money in, which a ledger debits' : ', money out, which a ledger credits';
}

/** Whether amounts carry a mark of debit or credit, or a sign behind them. */
export function areMarked(draft: ColumnDraft, column: number): boolean {
  return draft.rows.some((row) => /\b(DR|CR|D|C)\.?\s*$|^\s*(DR|CR)\b|\)$|-\s*$/i.test(row[column] ?? ''));
}

function balanceByTitle(draft: ColumnDraft): void {
  if (draft.has('balance')) return;
  const [balance] = draft.titled(
    'balance',
    (p, i) => p.filled === 0 || (p.money >= p.filled * 0.7 && draft.weight(i, 'balance') > 0),
  );
  if (balance !== undefined) draft.take(balance, 'balance', draft.quoted(balance));
}

/**
 * `isProven`: only what a running balance proves, for a column that is titled as the amount was not understood; another
 * one that reads as money is then a batch, a price or a code.
 */
function moneyByValues(draft: ColumnDraft, { isProven }: { isProven: boolean }): void {
  const balance = draft.fields.indexOf('balance');
  const candidates = draft.free().filter((i) => {
    const p = draft.profiles[i];
    return (
      p.filled > 0 &&
      p.money >= p.filled * 0.8 &&
      p.identifiers < p.filled * 0.3 &&
      p.days < p.filled * 0.5 &&
      p.averageLength < 24
    );
  });
  // A fee or a tax is never taken for the entry while anything else may be.
  const own = candidates.filter((i) => !speaksOfOtherMoney(draft.titles[i]));
  const dressed = (own.length > 0 ? own : candidates).filter(
    (i) => draft.profiles[i].moneyDressed > 0 || draft.profiles[i].negative > 0,
  );
  const narrowed = (dressed.length > 0 ? dressed : own.length > 0 ? own : candidates).slice(0, 8);
  const sample = {
    rows: draft.rows.slice(0, PROVEN_ROWS),
    profiles: draft.profiles,
    candidates: balance >= 0 ? [...narrowed, balance] : narrowed,
    direction: draft.fields.indexOf('direction'),
    side: draft.side,
  };
  const found =
    moneyByBalance(sample) ??
    moneyByMeetings(sample) ??
    (isProven ? null : moneyByWords({ ...sample, candidates: narrowed }));
  if (found) {
    for (const field of ['amount', 'debit', 'credit', 'balance'] as const) {
      if (found[field] >= 0 && draft.fields[found[field]] === null) draft.take(found[field], field, found.reason);
    }
    if (found.unproven) sayUnproven(draft);
    return;
  }
  if (isProven) return;
  const best =
    narrowed.find((i) => draft.profiles[i].negative > 0) ??
    narrowed.find((i) => draft.profiles[i].moneyDressed > 0) ??
    narrowed.find((i) => draft.profiles[i].filled === draft.profiles[i].cells && !isCounter(draft, i));
  if (best !== undefined) draft.take(best, 'amount', 'values are amounts');
}

function isCounter(draft: ColumnDraft, column: number): boolean {
  const cells = draft.rows.map((row) => (row[column] ?? '').trim());
  return cells.length > 2 && new Set(cells).size === cells.length && cells.every((c) => /^\d{1,9}$/.test(c));
}
