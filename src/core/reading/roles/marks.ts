// Which column may contain the marks of debit and credit, or of money in and out. A column with such a title, or with
// nothing but marks, is strong; texts that happen to be such words (deposits and withdrawals) are weak. One debit word
// beside amounts of both signs tells nothing. Marks right after the balance belong to the balance.

import type { ColumnProfile } from '../cells/cell-profile.ts';
import { directionOf } from '../cells/directions.ts';
import { type Candidate, candidate, candidatesOf, type Evidence, type EvidenceClass } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';

/** Share of filled cells that must be marks: in any column, and in one with a plain title of marks. */
const MARKS = 0.9;
const MARKS_TITLED = 0.5;
/** Different words that a column of marks has at most. */
const MOST_WORDS = 8;
/** The weight of a title that means nothing but marks; others (type) may mean much else. */
const PLAINLY = 4;
/** If there are this many amounts of each sign, one word for all of them tells nothing. */
const FEW = 2;

const areMarks = (p: ColumnProfile, share = MARKS) => p.directions > 0 && p.directions >= p.filled * share;
const isTitledMarks = (table: Table, column: number): boolean => table.weight(column, 'direction') >= PLAINLY;

/** In a column that is titled as marks a minus alone is one too, though no plus stands there. */
const titledShare = (p: ColumnProfile) => Math.max(p.directions, p.markWords.signs ? p.plusMinus : 0);

/** Columns that may hold the marks of the amounts, the likeliest first; `amount` is the column that they would mark. */
export const markCandidates = (table: Table): Candidate[] => candidatesOf(table, 'direction', () => marksFound(table));

function marksFound(table: Table): Candidate[] {
  const marks = (column: number, of: EvidenceClass, words: string) => candidate('direction', column, of, words);
  const strong = table
    .titled('direction', (p, i) =>
      isTitledMarks(table, i)
        ? titledShare(p) > 0 && titledShare(p) >= p.filled * MARKS_TITLED
        : areMarks(p) && p.distinct <= MOST_WORDS,
    )
    .map((i) => marks(i, 'strong', `${table.quoted(i)}, values are marks`));
  const isMarked = (i: number, share = MARKS) =>
    areMarks(table.profiles[i], share) && table.profiles[i].distinct <= MOST_WORDS;
  const untitled = table.columns
    .filter((i) => table.meanings[i].every((m) => m.field === 'direction') && isMarked(i))
    .map((i) => marks(i, 'strong', 'values are debit and credit marks'));
  const some = table
    .titled('direction', (p, i) => (isTitledMarks(table, i) ? titledShare(p) > 0 : isMarked(i, MARKS_TITLED)))
    .map((i) => marks(i, 'weak', `${table.quoted(i)}, what nothing else says: some values are marks`));
  const spoken = table.columns
    .filter((i) => isMarked(i))
    .map((i) => marks(i, 'weak', 'values are debit and credit marks'));
  const all: Candidate[] = [];
  for (const one of [...strong, ...untitled, ...some, ...spoken])
    if (!table.named.has(one.column) && !all.some(({ column }) => column === one.column)) all.push(one);
  return all;
}

/** One word for amounts of both signs: the kind of card, and no mark. */
export function tellsNothing(table: Table, marks: number, minors: readonly (number | null)[]): Evidence | null {
  const met = new Map<number, { plus: number; minus: number }>();
  for (const [i, row] of table.rows.entries()) {
    const minor = minors[i] ?? 0;
    const way = directionOf(row[marks] ?? '', table.profiles[marks].markWords);
    if (way === 0 || minor === 0 || Number.isNaN(minor)) continue;
    const counts = met.get(way) ?? { plus: 0, minus: 0 };
    if (minor > 0) counts.plus++;
    else counts.minus++;
    met.set(way, counts);
  }
  const [only] = [...met.values()];
  const isOne = met.size === 1 && only.plus >= FEW && only.minus >= FEW;
  return isOne ? { class: 'veto', words: 'one mark for amounts of both signs' } : null;
}

/** The column of marks right after the balance, if the amounts have others or need none; -1 if there is none. */
export function marksOfBalance(
  table: Table,
  { balance, amount, marks }: { balance: number; amount: number; marks: readonly Candidate[] },
): number {
  const beside = balance + 1;
  if (balance < 0 || beside >= table.titles.length || table.named.has(beside)) return -1;
  const isUntitled = table.titles[beside].trim() === '';
  if (!areMarks(table.profiles[beside]) || !(isTitledMarks(table, beside) || isUntitled)) return -1;
  if (marks[0]?.column !== beside || amount < 0) return beside;
  const isOther = ({ column }: Candidate) =>
    column !== beside && areMarks(table.profiles[column]) && (isTitledMarks(table, column) || column === amount + 1);
  return marks.some(isOther) || speaksAgainst(table, amount, beside) ? beside : -1;
}

/** Whether amounts have signs of their own that do not go with the marks. */
function speaksAgainst(table: Table, amount: number, marks: number): boolean {
  if (table.profiles[amount].negative === 0) return false;
  const met = new Map<string, number>();
  for (const row of table.rows) {
    const [cell, mark] = [row[amount] ?? '', directionOf(row[marks] ?? '')];
    if (mark === 0 || cell === '') continue;
    const key = `${mark} ${/[-(]/.test(cell)}`;
    met.set(key, (met.get(key) ?? 0) + 1);
  }
  const rarer = [1, 2, 3, 4].reduce((n, m) => n + Math.min(met.get(`${m} true`) ?? 0, met.get(`${m} false`) ?? 0), 0);
  return rarer > table.rows.length * (1 - MARKS);
}

/** A column with a title of marks that contains no known ones; -1 if there is none. */
export const unknownMarks = (table: Table): number =>
  table.titled('direction', (p, i) => p.filled > 0 && isTitledMarks(table, i) && p.directions === 0)[0] ?? -1;

/** Whether amounts carry a mark of debit or credit, or a sign behind them. */
export const areMarked = (table: Table, column: number): boolean =>
  table.rows.some((row) => {
    const cell = (row[column] ?? '').trim();
    const isGiven = Object.keys(table.marks).some((mark) => cell !== mark && cell.endsWith(mark));
    return isGiven || /\b(DR|CR|D|C)\.?$|^(DR|CR)\b|\)$|-$/i.test(cell);
  });
