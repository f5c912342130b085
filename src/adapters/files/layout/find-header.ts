// Finds the header row of a sample: by known titles, by a mapping's titles, or by words above days and amounts.

import { readsAsDay, readsAsMoney } from '../../../core/reading/cells/cell-profile.ts';
import { isPendingWord } from '../../../core/reading/cells/entry-states.ts';
import { type ColumnMappingFile, mappedTitles } from '../../../core/reading/columns/column-mapping.ts';
import { type TitleMeaning, titleMeanings } from '../../../core/reading/titles/header-synonyms.ts';
import { preambleFacts } from '../../../core/reading/titles/preamble.ts';
import { rowWords } from '../../../core/reading/titles/row-words.ts';
import { PLAIN } from '../../../core/reading/titles/title-phrases.ts';
import { plainTitle } from '../../../core/reading/words/plain-title.ts';
import type { Side } from '../../../core/records/rows/columns.ts';

export interface SampleRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Rows in which the header is looked for; real preambles have under 30. */
export const HEADER_ROWS = 120;

export const isBlank = (row: SampleRow) => row.cells.every((c) => c === '');

/** The row with the most known titles, among them a date or money, and with no values; null if there is none. */
export function findHeader(
  rows: readonly SampleRow[],
  mapping: ColumnMappingFile | undefined,
  side: Side,
): SampleRow | null {
  let best: SampleRow | null = null;
  let bestScore = 0;
  const wanted = mapping && mappedTitles(mapping, side).map(plainTitle);
  for (const row of rows.slice(0, HEADER_ROWS)) {
    const score = wanted ? mappedScore(row, wanted) : headerScore(row);
    if (score > bestScore) {
      best = row;
      bestScore = score;
    }
  }
  return best ?? headerByContrast(rows);
}

/** A header: its titles, its last line, and the number of sample rows above the entries. */
export interface Header {
  readonly cells: readonly string[];
  readonly line: number;
  readonly rowsAbove: number;
}

/**
 * The header with its second line, if it has one. Titles of both lines are joined if that tells columns apart: “Amount”
 * above “Debit” and “Credit”, “Debit” and “Credit” above “Amount” twice. A line of words below a complete header is
 * skipped. Titles that a mapping names (`mapped`) are not joined.
 */
export function wholeHeader(
  rows: readonly SampleRow[],
  header: SampleRow,
  mapped: readonly string[] | undefined,
): Header {
  const at = rows.indexOf(header);
  const { cells, line } = header;
  const plain = cells.map(plainTitle);
  const isMapped = mapped?.every((title) => plain.includes(plainTitle(title))) ?? false;
  // A label and its value are no titles: “Currency”, “NGN”.
  const facts = preambleFacts(rows[at - 1]?.cells ?? []).filter(({ kind }) => kind !== 'unknown currency');
  const above = isMapped || facts.length > 0 ? undefined : rows[at - 1];
  if (above !== undefined && isTwice(cells) && isSecondLine(above, header) && isOfTitles(above.cells, cells)) {
    const joined = joinedTitles(above.cells, cells);
    const isBetter = kindsOfTitles(joined) > kindsOfTitles(cells) && !areBothFilled(joined, rows.slice(at + 1));
    if (isBetter) return { cells: joined, line, rowsAbove: at + 1 };
  }
  const below = rows[at + 1];
  if (below === undefined || !isSecondLine(below, header)) return { cells, line, rowsAbove: at + 1 };
  const joined = joinedTitles(cells, below.cells);
  const isBetter = !isMapped && kindsOfTitles(joined) > kindsOfTitles(cells);
  if (isBetter) return { cells: joined, line: below.line, rowsAbove: at + 2 };
  // The words only qualify the money: “Inwards Qty” below “Debit”.
  const isOfMoney = below.cells.every((cell, i) => cell === '' || titleMeanings(cells[i]).some(isMoney));
  return isOfMoney ? { cells, line: below.line, rowsAbove: at + 2 } : { cells, line, rowsAbove: at + 1 };
}

const isMoney = ({ field }: TitleMeaning): boolean =>
  field === 'amount' || field === 'debit' || field === 'credit' || field === 'balance';

/** Whether a row has only short words, at least two, not beyond the header's width, and none that name a total. */
function isSecondLine({ cells, line }: SampleRow, header: SampleRow): boolean {
  const filled = cells.filter((c) => c !== '');
  const isWords = filled.every((c) => c.length <= 40 && !/\d/.test(c) && /\p{L}/u.test(c) && rowWords(c) === null);
  return (
    Math.abs(line - header.line) === 1 &&
    filled.length >= 2 &&
    // Workbooks end a row with its last filled cell.
    cells.length <= header.cells.length &&
    isWords &&
    !filled.some((c) => c.includes(':') || isDayCell(c) || isPendingWord(c))
  );
}

/** Words above a title that tell it from others. */
const ABOVE_TITLES =
  /^(posting|post|posted|value|booking|book|transaction|trans|tran|txn|entry|effective|running|ledger|available|closing|opening|account|debit|credit|dr|cr|withdrawal|deposit|money in|money out|paid in|paid out|inflow|outflow|amount|local|foreign)s?$/;

/**
 * Whether each cell of the line above belongs to the title below it: joined they are a known title, or the cell is
 * itself a word of titles. At least two titles that occur twice must have one. Names and values above the header
 * (“Account Name” beside “Example Ltd”) do not qualify, nor does a heading above its first cells.
 */
function isOfTitles(above: readonly string[], titles: readonly string[]): boolean {
  const plain = titles.map(plainTitle);
  const isFine = (cell: string, i: number): boolean => {
    if (cell === '') return true;
    if (plain[i] === '') return false;
    return isKnown(`${cell} ${titles[i]}`) || isKnown(cell) || ABOVE_TITLES.test(plainTitle(cell));
  };
  const isRepeated = (i: number): boolean => plain[i] !== '' && plain.indexOf(plain[i]) !== plain.lastIndexOf(plain[i]);
  return above.every(isFine) && above.filter((cell, i) => cell !== '' && isRepeated(i)).length >= 2;
}

/** Whether most rows have an amount both in a debit and in a credit column: then the columns are neither. */
function areBothFilled(titles: readonly string[], rows: readonly SampleRow[]): boolean {
  const sides = titles.flatMap((title, i) =>
    titleMeanings(title).some(({ field }) => field === 'debit' || field === 'credit') ? [i] : [],
  );
  const dated = rows.filter(hasDay);
  const both = dated.filter(({ cells }) => sides.filter((i) => /[1-9]/.test(cells[i] ?? '')).length > 1);
  return both.length > dated.length * 0.5;
}

const isKnown = (title: string): boolean => title.length <= 60 && titleMeanings(title).length > 0;

const isTwice = (cells: readonly string[]): boolean => {
  const filled = cells.map(plainTitle).filter((c) => c !== '');
  return new Set(filled).size < filled.length;
};

/** Number of different known titles. */
const kindsOfTitles = (cells: readonly string[]): number => new Set(cells.filter(isKnown).map(plainTitle)).size;

/** The titles of both lines, joined by column. */
const joinedTitles = (upper: readonly string[], lower: readonly string[]): string[] =>
  Array.from({ length: Math.max(upper.length, lower.length) }, (_, i) => `${upper[i] ?? ''} ${lower[i] ?? ''}`.trim());

function mappedScore(row: SampleRow, wanted: readonly string[]): number {
  const titles = row.cells.map(plainTitle);
  const found = wanted.filter((title) => titles.includes(title)).length;
  return found > 0 ? found + headerScore(row) / 1000 : 0;
}

function headerScore(row: SampleRow): number {
  const filled = row.cells.filter((c) => c !== '');
  if (filled.length < 2) return 0;
  let known = 0;
  let date = 0;
  let money = 0;
  let plainDate = false;
  let plainMoney = false;
  for (const cell of filled) {
    const meanings = titleMeanings(cell);
    if (meanings.length === 0 || cell.length > 60) continue;
    known++;
    if (meanings.some((m) => m.field.endsWith('_date'))) date = 1;
    if (meanings.some((m) => isMoney(m) && m.field !== 'balance')) money = 1;
    plainDate ||= meanings.some((m) => m.field.endsWith('_date') && m.weight >= PLAIN);
    plainMoney ||= meanings.some((m) => isMoney(m) && m.field !== 'balance' && m.weight >= PLAIN);
  }
  // A year, an age or a code may be a title; a label beside its value is not.
  const values = filled.filter(isValue).length;
  if (values > 0 && (!(plainDate && plainMoney && values * 2 < filled.length) || isBesideItsLabel(filled))) return 0;
  if (known < 2 || date + money === 0) return 0;
  return known + 5 * date + 5 * money;
}

/** Whether a value follows its label: “Value Date”, 31/03/2024; or money with decimals behind a title of money. */
function isBesideItsLabel(filled: readonly string[]): boolean {
  return filled.some((cell, i) => {
    const meanings = i === 0 ? [] : titleMeanings(filled[i - 1]);
    if (isDayCell(cell)) return meanings.some(({ field }) => field.endsWith('_date'));
    return /\d[.,]\d{2}$/.test(cell) && readsAsMoney(cell) && meanings.some(isMoney);
  });
}

/** Whether a cell is a value and not a title: a day, or money with decimals. */
function isValue(cell: string): boolean {
  return isDayCell(cell) || (/\d/.test(cell) && readsAsMoney(cell));
}

/** Whether a row may be an entry: several cells, one of them a day. */
export const hasDay = ({ cells }: SampleRow): boolean => cells.length > 1 && cells.some(isDayCell);

const isDayCell = (cell: string): boolean => readsAsDay(cell) && !isPendingWord(cell);

/** The header if no title is known: the row of different words above days and amounts; null if there is none. */
function headerByContrast(rows: readonly SampleRow[]): SampleRow | null {
  const first = rows.findIndex(hasDay);
  if (first <= 0) return null;
  for (let i = first - 1; i >= 0; i--) {
    const { cells } = rows[i];
    if (isBlank(rows[i])) continue;
    const filled = cells.filter((c) => c !== '');
    const likely = filled.length >= 2 && filled.length >= rows[first].cells.length * 0.6 && !filled.some(isValue);
    return likely && new Set(filled).size === filled.length ? rows[i] : null;
  }
  return null;
}
