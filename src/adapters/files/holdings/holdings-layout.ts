// How a file of holdings is to be read, from a sample of it: its delimiter, where its header stands, which column is what,
// which mark parts decimals, and the day that lines above the header say it is of.

import { TieoutError } from '../../../core/errors.ts';
import { NO_DAY } from '../../../core/money/calendar.ts';
import { DayReader, isDay, readDayText } from '../../../core/reading/cells/day-text.ts';
import { type DecimalMark, marksOf } from '../../../core/reading/holdings/figure-text.ts';
import { type HoldingColumns, holdingColumns, whatIsMissing } from '../../../core/reading/holdings/holding-columns.ts';
import { holdingRolesOf } from '../../../core/reading/holdings/holding-roles.ts';
import { DELIMITERS, type Delimiter } from '../container/delimiters.ts';
import { HEADER_ROWS, isBlank, type SampleRow } from '../container/find-header.ts';
import { textFormatOf } from '../container/text-format.ts';
import { cutRows, type SampleBytes } from '../layout/detect-layout.ts';

export interface HoldingsLayout {
  readonly delimiter: Delimiter;
  /** Line of the header, 0 when there is none. */
  readonly headerLine: number;
  readonly titles: readonly string[];
  readonly columns: HoldingColumns;
  /** NO_DAY where no line above the header says one. */
  readonly day: number;
}

/** Throws file_not_understood. */
export function holdingsLayout(sample: SampleBytes, file: string): HoldingsLayout {
  const found = DELIMITERS.filter((delimiter) => sample.head.includes(delimiter.charCodeAt(0))).flatMap((delimiter) => {
    const { rows, failure } = cutRows(sample.head, delimiter, file, sample.complete);
    if (!rows.some(({ cells }) => cells.length > 1)) return [];
    const further = sample.further.flatMap((bytes) => cutRows(bytes, delimiter, file, false).rows.slice(1));
    return [{ ...layoutAt(delimiter, rows, further), failure }];
  });
  const best = found.toSorted((a, b) => rank(b) - rank(a))[0];
  const wrong = (sentence: string, line?: number) =>
    new TieoutError('file_not_understood', sentence, line ? { file, line } : { file });
  const format = best === undefined || whatIsMissing(best.columns) !== '' ? textFormatOf(sample.head) : null;
  if (format !== null) throw wrong(`this is ${format}, not delimited text; save it as CSV.`);
  if (best === undefined) throw wrong('no delimiter was found: the lines have a single column.', 1);
  const missing = whatIsMissing(best.columns);
  if (missing !== '') throw wrong(missing, best.headerLine || undefined);
  if (best.failure !== null) throw best.failure;
  return best;
}

const rank = ({ columns }: HoldingsLayout): number =>
  (whatIsMissing(columns) === '' ? 1_000 : 0) + columns.score + Math.min(columns.roles.length, 20) / 100;

function layoutAt(delimiter: Delimiter, rows: readonly SampleRow[], further: readonly SampleRow[]): HoldingsLayout {
  const at = headerAt(rows);
  const header = at < 0 ? null : rows[at]!;
  const body = [...rows.slice(at + 1), ...further].filter((row) => !isBlank(row) && row.cells.length > 1);
  const width = header === null ? Math.max(0, ...body.map(({ cells }) => cells.length)) : header.cells.length;
  const titles = Array.from({ length: width }, (_, i) => header?.cells[i] ?? '');
  const cells = body.map((row) => row.cells);
  const read = (mark: DecimalMark): HoldingColumns => holdingColumns(titles, cells, mark);
  const columns = marksToTry(cells)
    .map(read)
    .toSorted((a, b) => b.score - a.score)[0]!;
  const above = header === null ? [] : rows.slice(0, at);
  return { delimiter, headerLine: header?.line ?? 0, titles, columns, day: dayAbove(above) };
}

/** A title's meaning by words of it. */
const KNOWN = 2;

/** The row with most known titles, two at least; -1 when there is none. */
function headerAt(rows: readonly SampleRow[]): number {
  let [best, most] = [-1, 1];
  rows.slice(0, HEADER_ROWS).forEach(({ cells }, i) => {
    const roles = new Set(cells.flatMap((cell) => (isTitle(cell) ? [holdingRolesOf(cell)[0]!.role] : [])));
    if (roles.size > most) [best, most] = [i, roles.size];
  });
  return best;
}

const isTitle = (cell: string): boolean => cell.length <= 60 && (holdingRolesOf(cell)[0]?.weight ?? 0) >= KNOWN;

/** What the sample's numbers can only be; both where they may be either. */
function marksToTry(rows: readonly (readonly string[])[]): readonly DecimalMark[] {
  let [points, commas] = [0, 0];
  for (const cell of rows.flat()) {
    if (!/\d[.,]\d/.test(cell)) continue;
    const mark = marksOf(cell);
    if (mark === '.') points++;
    else if (mark === ',') commas++;
  }
  if (points === 0 && commas === 0) return ['.', ','];
  return points >= commas ? ['.'] : [','];
}

const SAYS_DAY = /\b(as (of|at)|date|dated|valuation|stichtag|per)\b/i;
/** A date within words. */
const DATE =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{1,2}(?:st|nd|rd|th)? \p{L}{3,9},? \d{4}|\p{L}{3,9} \d{1,2},? \d{4}|\d{1,2}-\p{L}{3}-\d{4}/u;

/** The day that a line above the header says, beside words that speak of one; NO_DAY for none, or for several. */
function dayAbove(rows: readonly SampleRow[]): number {
  const reader = new DayReader({ order: 'day-first', digits: 'none' });
  const days = rows.flatMap(({ cells }) => {
    const line = cells.filter((cell) => cell !== '').join(' ');
    const date = SAYS_DAY.test(line) ? (DATE.exec(line)?.[0] ?? null) : null;
    const day = date === null ? NO_DAY : readDayText(reader, date.replace(/(\d)(st|nd|rd|th)\b/, '$1'));
    return isDay(day) ? [day] : [];
  });
  return new Set(days).size === 1 ? days[0]! : NO_DAY;
}
