// Counts the rows of a ledger file that the bank's rows answer, by the way their money goes: the same way, or the
// opposite one with the same amount. A row is answered if a word of its reference or narration, or its amount, stands in
// one row of each side. Only the first rows are looked at: a type of account shows in hundreds of rows as in millions.

import { type RowColumns, textAt } from '../../records/rows/columns.ts';

export interface Ways {
  readonly agree: number;
  readonly opposite: number;
}

export interface WaysFound {
  readonly byReference: Ways;
  /** Rows that no reference answers, by amounts that stand once on each side. */
  readonly byAmount: Ways;
}

/** Most rows to look at on each side. */
const MOST_ROWS = 5_000;
/** Days between two rows that one amount joins. */
const MOST_DAYS = 10;
/** A shorter word, or one with fewer digits, is in many rows. */
const [LEAST_LETTERS, LEAST_DIGITS] = [5, 3];

/** A row of a side, in any of its files. */
export interface PairedRow {
  readonly columns: RowColumns;
  readonly row: number;
}

export function waysBetween(ledger: RowColumns, bank: readonly RowColumns[]): WaysFound {
  const answers = rowsToPair(bank);
  const own = rowsToPair([ledger]);
  const byReference = pairsBy(wordsOf, own, answers).filter(([a, b]) => amountOf(a) === amountOf(b));
  const paired = new Set(byReference.map(([{ row }]) => row));
  const others = own.filter(({ row }) => !paired.has(row));
  const byAmount = pairsBy((one) => [amountOf(one)], others, answers).filter(([a, b]) => daysApart(a, b) <= MOST_DAYS);
  return { byReference: waysOf(byReference), byAmount: waysOf(byAmount) };
}

/** The first booked rows of a side that are not zero. */
export const rowsToPair = (files: readonly RowColumns[]): PairedRow[] =>
  files.flatMap((columns) => rowsOf(columns).map((row): PairedRow => ({ columns, row }))).slice(0, MOST_ROWS);

const rowsOf = ({ count, flags, amount }: RowColumns): number[] =>
  Array.from({ length: Math.min(count, MOST_ROWS) }, (_, row) => row).filter(
    (row) => flags[row] === 0 && amount[row] !== 0,
  );

const amountOf = ({ columns, row }: PairedRow): string =>
  `${columns.currencies[columns.currency[row]]} ${Math.abs(columns.amount[row])}`;

const daysApart = (a: PairedRow, b: PairedRow): number =>
  Math.abs(a.columns.bookingDay[a.row] - b.columns.bookingDay[b.row]);

/** Words with digits that may name a payment. */
export function wordsOf({ columns, row }: PairedRow): readonly string[] {
  const texts = [columns.reference, columns.settlementSession, columns.narration].map((text) => textAt(text, row));
  const words = texts.flatMap((text) => text.toUpperCase().split(/[^\p{L}\p{N}]+/u));
  const isName = (word: string) =>
    word.length >= LEAST_LETTERS && word.replaceAll(/\P{N}/gu, '').length >= LEAST_DIGITS;
  return [...new Set(words.filter(isName))];
}

/** Pairs of rows that are the only ones of their sides with a key; each row of the ledger once. */
export function pairsBy(
  keysOf: (row: PairedRow) => readonly string[],
  ledger: readonly PairedRow[],
  bank: readonly PairedRow[],
): readonly (readonly [PairedRow, PairedRow])[] {
  const [own, answers] = [onlyOnes(keysOf, ledger), onlyOnes(keysOf, bank)];
  const pairs = new Map<PairedRow, PairedRow>();
  for (const [key, row] of own) {
    const answer = answers.get(key);
    if (row !== null && answer != null && !pairs.has(row)) pairs.set(row, answer);
  }
  return [...pairs];
}

/** The row of each key; null for a key of several. */
function onlyOnes(
  keysOf: (row: PairedRow) => readonly string[],
  rows: readonly PairedRow[],
): ReadonlyMap<string, PairedRow | null> {
  const found = new Map<string, PairedRow | null>();
  for (const row of rows) for (const key of keysOf(row)) found.set(key, found.has(key) ? null : row);
  return found;
}

function waysOf(pairs: readonly (readonly [PairedRow, PairedRow])[]): Ways {
  const isOpposite = ([a, b]: readonly [PairedRow, PairedRow]) =>
    a.columns.amount[a.row] > 0 !== b.columns.amount[b.row] > 0;
  const opposite = pairs.filter(isOpposite).length;
  return { agree: pairs.length - opposite, opposite };
}
