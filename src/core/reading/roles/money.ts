// Which columns may be the amount, a debit, a credit or the running balance: every column whose values read as money,
// with its title as evidence for it and its values as evidence against it. Columns are not yet assigned.

import type { ColumnProfile } from '../cells/cell-profile.ts';
import { countsOrIdentifies, fewCodes } from '../evidence/counter-likeness.ts';
import { isTitledOther, titleSays } from '../evidence/titles.ts';
import { type Candidate, candidate, candidatesOf, type Evidence } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { isBalanceBefore, speaksOfOtherMoney } from '../titles/header-synonyms.ts';
import { PAIR_ONLY, PLAIN } from '../titles/title-phrases.ts';

/** Columns of a kind that are looked at, the best first. */
const MOST = 8;

const isMoney = (p: ColumnProfile, trust: number): boolean =>
  p.money >= p.filled * trust && p.identifiers < p.filled * 0.5;

/** Whether the values of a column without a title of money read as money. */
export function looksLikeMoney(p: ColumnProfile): boolean {
  return (
    p.filled > 0 &&
    p.money >= p.filled * 0.8 &&
    p.identifiers < p.filled * 0.3 &&
    // Figures from 20000 to 59999 read as a spreadsheet's days too; those that are days are candidates for them.
    (p.days < p.filled * 0.5 || p.digits === 'serial') &&
    p.averageLength < 24
  );
}

/** Columns that may be the one amount. */
export const amountCandidates = (table: Table, taken: ReadonlySet<number>): Candidate[] =>
  candidatesOf(table, 'amount', () => amountsFound(table, taken));

function amountsFound(table: Table, taken: ReadonlySet<number>): Candidate[] {
  const free = table.columns.filter((i) => !taken.has(i) && !table.named.has(i));
  const found = free.flatMap((column): Candidate[] => {
    const p = table.profiles[column];
    const says = titleSays(table, column, 'amount');
    if (p.filled === 0 || says === 'another' || isTitledOther(table, column)) return [];
    const words = `${table.quoted(column)}, values are amounts`;
    const of = says === 'exactly' ? 'strong' : 'weak';
    if (says !== 'nothing') return isMoney(p, table.trust(column)) ? [candidate('amount', column, of, words)] : [];
    // A column titled as one of a pair, or as the balance, is no single amount.
    if (!table.saysNothing(column)) return [];
    return looksLikeMoney(p) ? [candidate('amount', column, 'weak', 'values are amounts')] : [];
  });
  return found
    .map((one) => (isStrong(one) ? one : withVetoes(table, one, found)))
    .sort((a, b) => order(table, a) - order(table, b) || a.column - b.column)
    .slice(0, MOST);
}

const isStrong = ({ evidence }: Candidate): boolean => evidence.some((one) => one.class === 'strong');

function withVetoes(table: Table, one: Candidate, others: readonly Candidate[]): Candidate {
  const columns = others.map(({ column }) => column);
  const isOther = ({ column }: Candidate): boolean => speaksOfOtherMoney(table.titles[column]);
  const veto = countsOrIdentifies(table, one.column) ?? fewCodes(table, one.column, columns);
  const other: Evidence | null =
    isOther(one) && !others.every(isOther)
      ? { class: 'veto', words: 'a fee, a tax, a rate or money in another currency' }
      : null;
  return { ...one, evidence: [...one.evidence, ...[veto, other].filter((e): e is Evidence => e !== null)] };
}

/** Titles first, the heavier before the lighter; then what has decimals or signs. */
function order(table: Table, { column }: Candidate): number {
  const p = table.profiles[column];
  const isDressed = p.moneyDressed > 0 || p.negative > 0;
  return -10 * table.weight(column, 'amount') - (p.negative > 0 ? 2 : 0) - (isDressed ? 1 : 0);
}

/**
 * Columns of figures whose titles plainly name something else, or one of a pair: only a balance makes them the money.
 */
export function hiddenMoney(table: Table, taken: ReadonlySet<number>): Candidate[] {
  const open = new Set(amountCandidates(table, taken).map(({ column }) => column));
  return table.columns
    .filter((i) => !taken.has(i) && !table.named.has(i) && !open.has(i) && looksLikeMoney(table.profiles[i]))
    .filter((i) => countsOrIdentifies(table, i) === null)
    .map((column) => ({
      field: 'amount' as const,
      column,
      evidence: [
        { class: 'weak' as const, words: 'values are amounts' },
        { class: 'veto' as const, words: 'the title names something else' },
      ],
    }))
    .slice(0, MOST);
}

/** Columns that are titled as debits, or as credits. */
export const pairCandidates = (table: Table, field: 'debit' | 'credit', taken: ReadonlySet<number>): Candidate[] =>
  candidatesOf(table, field, () =>
    table
      .titled(field, (p, i) => !taken.has(i) && !table.named.has(i) && (p.filled === 0 || isMoney(p, table.trust(i))))
      .filter((i) => titleSays(table, i, field) !== 'another')
      .map((column): Candidate => {
        const isExact = table.weight(column, field) >= PLAIN;
        const words = `${table.quoted(column)}${wayInWords(table, column, field)}`;
        const one = candidate(field, column, isExact ? 'strong' : 'weak', words);
        const veto = isExact ? null : countsOrIdentifies(table, column);
        return veto === null ? one : { ...one, evidence: [...one.evidence, veto] };
      })
      .slice(0, MOST),
  );

/** A word that means money out or in only beside its opposite means neither alone. */
export const isOnlyOfPair = (table: Table, column: number, field: 'debit' | 'credit'): boolean =>
  table.isFlow(column) && table.weight(column, field) === PAIR_ONLY;

/** Why a ledger's debit has a title of receipts: the meaning of words of flow on its side. */
function wayInWords(table: Table, column: number, field: 'debit' | 'credit'): string {
  if (!table.isFlow(column) || table.side === 'bank') return '';
  return field === 'debit' ? ', money in, which a ledger debits' : ', money out, which a ledger credits';
}

/** Columns that may be the running balance: those titled so, and by proof any whose values read as money. */
export const balanceCandidates = (table: Table, taken: ReadonlySet<number>): Candidate[] =>
  candidatesOf(table, 'balance', () => {
    const free = (i: number) => !taken.has(i) && !table.named.has(i);
    const titled = table.titled('balance', (p, i) => free(i) && (p.filled === 0 || p.money >= p.filled * 0.7));
    const others = table.columns
      .filter((i) => free(i) && looksLikeMoney(table.profiles[i]) && !titled.includes(i))
      .filter((i) => !isTitledOther(table, i) && !isBalanceBefore(table.titles[i]));
    return [
      ...titled.map((i) => candidate('balance', i, 'strong', table.quoted(i))),
      ...others.map((i) => candidate('balance', i, 'weak')),
    ].slice(0, MOST);
  });
