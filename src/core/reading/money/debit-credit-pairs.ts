// Readings of two columns, money out and money in: columns with such titles, columns that a mapping names, or two
// columns of which each row fills one.

import { currencyOfTitle } from '../../money/currency-signs.ts';
import { minorsOf } from '../evidence/sample-amounts.ts';
import { markCandidates, marksOfBalance } from '../roles/marks.ts';
import { amountCandidates, isOnlyOfPair, pairCandidates } from '../roles/money.ts';
import { type Candidate, classOf } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { PLAIN } from '../titles/title-phrases.ts';
import { plainTitle } from '../words/plain-title.ts';
import { bestProof } from './balance-that-proves.ts';
import { completed, type MoneyReading, type Parts } from './money-reading.ts';

export function pairs(table: Table, parts: Parts): MoneyReading[] {
  if (table.namedFor('amount') >= 0) return [];
  const { taken } = parts;
  const debits = pairCandidates(table, 'debit', taken);
  const credits = pairCandidates(table, 'credit', taken);
  const isNamed = table.namedFor('debit') >= 0 || table.namedFor('credit') >= 0;
  const made: MoneyReading[] = [];
  const add = (debit: Candidate | null, credit: Candidate | null, isGuessedPair = false) =>
    made.push(pairReading(table, { debit, credit, parts, isGuessedPair }));
  if (isNamed) {
    const [debit, credit] = [
      table.namedFor('debit') >= 0 ? debits[0] : null,
      table.namedFor('credit') >= 0 ? credits[0] : null,
    ];
    add(debit, credit);
    return made;
  }
  const code = ({ column }: Candidate) => currencyOfTitle(table.titles[column]).code;
  const usedUp = new Set<number>();
  for (const debit of debits) {
    const credit =
      credits.find((c) => c.column !== debit.column && !usedUp.has(c.column) && code(c) === code(debit)) ??
      (usedUp.size === 0 ? credits.find((c) => c.column !== debit.column) : undefined);
    if (credit === undefined || usedUp.has(debit.column)) continue;
    usedUp.add(debit.column).add(credit.column);
    add(debit, credit);
  }
  if (made.length === 0) {
    const lone = (of: readonly Candidate[], field: 'debit' | 'credit') =>
      of.find(({ column }) => !isOnlyOfPair(table, column, field)) ?? null;
    const [debit, credit] = [lone(debits, 'debit'), lone(credits, 'credit')];
    if (debit !== null || credit !== null) add(debit, credit);
  }
  for (const [a, b] of untitledPairs(table, parts)) {
    add(a('debit'), b('credit'), true);
    add(b('debit'), a('credit'), true);
  }
  return made;
}

type AsField = (field: 'debit' | 'credit') => Candidate;

/** Two columns of which each row fills one, under one title or without meaningful titles. */
function untitledPairs(table: Table, { money, taken, hidden }: Parts): [AsField, AsField][] {
  const open = amountCandidates(table, taken).filter((one) => classOf(one.evidence) !== 'veto');
  const candidates = [...open, ...hidden];
  const as =
    (column: number, words: string, isTitledExactly = false): AsField =>
    (field) => {
      const vetoes = hidden.find((one) => one.column === column)?.evidence.slice(1) ?? [];
      return { field, column, evidence: [{ class: isTitledExactly ? 'strong' : 'weak', words }, ...vetoes] };
    };
  const found: [AsField, AsField][] = [];
  const beside = (column: number) => {
    const title = plainTitle(table.titles[column + 1] ?? '');
    const profile = table.profiles[column + 1];
    const isUnder = title === '' || title === plainTitle(table.titles[column]);
    return (
      profile !== undefined &&
      !taken.has(column + 1) &&
      isUnder &&
      profile.money > 0 &&
      profile.money >= profile.filled * 0.5
    );
  };
  const columns = candidates.map(({ column }) => column);
  const isOfPair = (a: number, b: number) => areComplementary(minorsOf(money.of(a)), minorsOf(money.of(b)));
  for (const one of columns) {
    const isTitled = table.weight(one, 'amount') > 0;
    if (isTitled && beside(one) && isOfPair(one, one + 1)) {
      const words = `beside ${table.quoted(one)}`;
      const isExact = table.weight(one, 'amount') >= PLAIN;
      found.push([as(one, words, isExact), as(one + 1, words, isExact)]);
    }
    if (isTitled) continue;
    for (const other of columns) {
      if (other <= one || table.weight(other, 'amount') > 0 || !isOfPair(one, other)) continue;
      const words = 'one of two columns of which each row fills one';
      found.push([as(one, words), as(other, words)]);
    }
  }
  return found;
}

/** Whether two columns share the rows between them: never both, seldom neither. */
function areComplementary(a: readonly (number | null)[], b: readonly (number | null)[]): boolean {
  let one = 0;
  let onlyB = 0;
  for (let i = 0; i < a.length; i++) {
    const left = a[i] ?? 0;
    const right = b[i] ?? 0;
    if (left !== 0 && right !== 0) return false;
    if (left !== 0 || right !== 0) one++;
    if (right !== 0) onlyB++;
  }
  // The first and the last row may be balances and no entries.
  return one >= (a.length - 2) * 0.8 && onlyB > 0 && onlyB < one;
}

function pairReading(
  table: Table,
  of: {
    readonly debit: Candidate | null;
    readonly credit: Candidate | null;
    readonly parts: Parts;
    readonly isGuessedPair: boolean;
  },
): MoneyReading {
  const { debit, credit } = of;
  const { balances, money, groups } = of.parts;
  const nothing = table.rows.map(() => 0);
  const [debits, credits] = [debit, credit].map((one) => (one === null ? nothing : money.minors(one.column)));
  const way = table.side === 'bank' ? 1 : -1;
  const unsigned = credits.map((minor, i) => way * (Math.abs(minor) - Math.abs(debits[i])));
  const signed = credits.map((minor, i) => way * (minor - debits[i]));
  const open = balances.filter(({ column }) => column !== debit?.column && column !== credit?.column);
  const titled = open.find(({ evidence }) => classOf(evidence) !== 'weak')?.column ?? -1;
  const marks = markCandidates(table);
  const balanceMarks = marksOfBalance(table, { balance: titled, amount: -1, marks });
  // Only the sign tells which of two untitled columns is money out: swapped, the balance proves the other pair.
  const turned = of.isGuessedPair ? [] : [unsigned.map((effect) => 0 - effect)];
  const proof = bestProof(table, {
    money,
    balances: open,
    balanceMarks,
    variants: [signed, unsigned, ...turned],
    unsigned: null,
    groups,
    isHidden: [debit, credit].some((one) => one !== null && classOf(one.evidence) === 'veto'),
  });
  const reasons = new Map<number, string>();
  const both = debit !== null && credit !== null && !of.isGuessedPair ? ', one of a pair' : '';
  for (const one of [debit, credit]) {
    if (one === null || classOf(one.evidence) === 'mapping') continue;
    const [title, ...rest] = one.evidence[0].words.split(/(?=, money )/);
    const proven = of.isGuessedPair && proof !== null ? `: ${proof.words}` : '';
    reasons.set(one.column, `${title}${both}${rest.join('')}${proven}`);
  }
  const evidence = [debit, credit].flatMap((one) => one?.evidence ?? []);
  // A pair is as good as its worse column.
  const isWeak = [debit, credit].some((one) => one !== null && classOf(one.evidence) === 'weak');
  const counted = isWeak ? evidence.filter((one) => one.class !== 'strong') : evidence;
  const columns = { amount: -1, debit: debit?.column ?? -1, credit: credit?.column ?? -1, direction: -1 };
  return completed(
    table,
    counted,
    { ...columns, balanceMarks, isSpoken: false },
    {
      proof,
      titled,
      effects: unsigned,
      reasons,
      isGuessedPair: of.isGuessedPair && proof === null,
    },
  );
}
