// How to read a file of holdings, found from a sample: delimiter, header, meaning of columns, decimal mark, and the day
// in the lines above the header.

import { TieoutError } from '../../../core/errors.ts';
import { NO_DAY } from '../../../core/money/calendar.ts';
import { DayReader, isDay, readDayText } from '../../../core/reading/cells/day-text.ts';
import {
  givenOf,
  mappedTitles,
  namedColumns,
  requireKnownFields,
} from '../../../core/reading/columns/column-mapping.ts';
import { HOLDING_VOCABULARY, holdingRoleOfName } from '../../../core/reading/columns/field-vocabulary.ts';
import type { GivenReading } from '../../../core/reading/columns/given-reading.ts';
import { keptColumns, withoutColumns } from '../../../core/reading/columns/kept-columns.ts';
import { type DecimalMark, decimalMarkIn } from '../../../core/reading/holdings/figure-text.ts';
import { type HoldingColumns, holdingColumns, whatIsMissing } from '../../../core/reading/holdings/holding-columns.ts';
import { type HoldingRole, holdingRolesOf } from '../../../core/reading/holdings/holding-roles.ts';
import { plainTitle } from '../../../core/reading/words/plain-title.ts';
import { bestCut, type Cut, notUnderstood, type Sample } from '../layout/best-cut.ts';
import { HEADER_ROWS, isBlank, type SampleRow } from '../layout/find-header.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { Delimiter } from '../rows/delimiters.ts';

export interface HoldingsLayout {
  /** The delimiter of the lines; null for a sheet, whose cells stand apart by themselves. */
  readonly delimiter: Delimiter | null;
  /** Place of the sheet that is read; absent for a text. */
  readonly sheet?: number | undefined;
  /** Line of the header, 0 when there is none. */
  readonly headerLine: number;
  readonly titles: readonly string[];
  readonly columns: HoldingColumns;
  /** The day named above the header; NO_DAY if there is none. */
  readonly day: number;
  /** A mapping's statements beside the columns. */
  readonly given: GivenReading;
}

/** Throws file_not_understood, or mapping_invalid. */
export function holdingsLayout(
  sample: Sample,
  { name: file, side, mapping }: Pick<ReadRequest, 'name' | 'side' | 'mapping'>,
): HoldingsLayout {
  if (mapping !== undefined) requireKnownFields({ mapping, side, file }, HOLDING_VOCABULARY);
  const given = givenOf(mapping, side);
  const unsuitable = (['sign', 'marks'] as const).find((key) => given[key] !== undefined);
  if (unsuitable !== undefined) {
    const sentence = `"${unsuitable}" says nothing of holdings, whose quantities have a sign or a column Long/Short.`;
    throw new TieoutError('mapping_invalid', sentence, { file });
  }
  const titlesInMapping = new Set((mapping === undefined ? [] : mappedTitles(mapping, side)).map(plainTitle));
  const named = (titles: readonly string[]) =>
    mapping === undefined ? NONE : namedColumns({ mapping, titles, side, file }, holdingRoleOfName);
  const { cut, found } = bestCut(sample, (one) => layoutAt(one, { named, given, file, called: titlesInMapping }));
  if (found.missing !== '') throw notUnderstood(found.missing, file, found.headerLine || undefined);
  if (cut.failure !== null) throw cut.failure;
  return { ...found, delimiter: cut.delimiter, sheet: cut.sheet };
}

const scoreOf = (columns: HoldingColumns): number =>
  (whatIsMissing(columns) === '' ? 1_000 : 0) + columns.score + Math.min(columns.roles.length, 20) / 100;

interface MappingTerms {
  readonly named: (titles: readonly string[]) => ReadonlyMap<number, HoldingRole>;
  readonly given: GivenReading;
  readonly file: string;
  /** Titles in the mapping, normalised by plainTitle. */
  readonly called: ReadonlySet<string>;
}

const NONE: ReadonlyMap<number, HoldingRole> = new Map();

/** Throws mapping_invalid. */
function layoutAt({ rows, further }: Cut, { named, given, file, called }: MappingTerms) {
  const at = headerLineAt(rows, given, file) ?? headerAt(rows, called);
  const header = at < 0 ? null : rows[at];
  const skipped = leftOutBy(given);
  const body = [...rows.slice(at + 1), ...further].filter(
    (row) => !isBlank(row) && row.cells.length > 1 && !skipped.has(row.line),
  );
  const width = header === null ? Math.max(0, ...body.map(({ cells }) => cells.length)) : header.cells.length;
  const titles = Array.from({ length: width }, (_, i) => header?.cells[i] ?? '');
  const cells = body.map((row) => row.cells);
  const own = named(titles);
  const kept = keptColumns(given, titles, (column) => own.has(column));
  const sampled = withoutColumns({ titles, rows: cells, named: own }, kept.columns);
  const read = (mark: DecimalMark): HoldingColumns => holdingColumns(sampled, mark);
  const columns = (given.decimal === undefined ? marksToTry(cells) : [given.decimal])
    .map(read)
    .toSorted((a, b) => b.score - a.score)[0];
  const above = header === null ? [] : rows.slice(0, at);
  const headerLine = header?.line ?? 0;
  const reads = { score: scoreOf(columns), missing: whatIsMissing(columns) };
  return { headerLine, titles, columns, day: dayAbove(above), given, ...reads };
}

/** Lines that a mapping excludes. */
export const leftOutBy = ({ skipLines = [], leftOut = [] }: GivenReading): ReadonlySet<number> =>
  new Set([...skipLines, ...leftOut]);

/**
 * Index of the header that a mapping names, -1 for a file without one; null if it names none. Throws mapping_invalid.
 */
function headerLineAt(rows: readonly SampleRow[], { headerLine }: GivenReading, file: string): number | null {
  if (headerLine === undefined) return null;
  const at = headerLine === null ? -1 : rows.findIndex(({ line }) => line === headerLine);
  if (at >= 0 || headerLine === null) return at;
  const sentence = `there is no line ${headerLine} for the header among the first ${rows.length} rows.`;
  throw new TieoutError('mapping_invalid', sentence, { file });
}

/** Least weight of a known title. */
const KNOWN = 2;

/** Index of the row with the most titles that are known or in the mapping, at least two; -1 if there is none. */
function headerAt(rows: readonly SampleRow[], called: ReadonlySet<string>): number {
  let [best, most] = [-1, 1];
  rows.slice(0, HEADER_ROWS).forEach(({ cells }, i) => {
    const roles = new Set(
      cells.flatMap((cell) => {
        const plain = plainTitle(cell);
        return called.has(plain) ? [plain] : isTitle(cell) ? [holdingRolesOf(cell)[0].role] : [];
      }),
    );
    if (roles.size > most) [best, most] = [i, roles.size];
  });
  return best;
}

const isTitle = (cell: string): boolean => cell.length <= 60 && (holdingRolesOf(cell)[0]?.weight ?? 0) >= KNOWN;

/** Decimal marks to try: the one that the sample's numbers need, else both. */
function marksToTry(rows: readonly (readonly string[])[]): readonly DecimalMark[] {
  let [points, commas] = [0, 0];
  for (const cell of rows.flat()) {
    if (!/\d[.,]\d/.test(cell)) continue;
    const mark = decimalMarkIn(cell);
    if (mark === '.') points++;
    else if (mark === ',') commas++;
  }
  if (points === 0 && commas === 0) return ['.', ','];
  return points >= commas ? ['.'] : [','];
}

const SAYS_DAY = /\b(as (of|at)|date|dated|valuation|stichtag|per)\b/i;
/** A date inside a text. */
const DATE =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{1,2}(?:st|nd|rd|th)? \p{L}{3,9},? \d{4}|(?<!\p{L})\p{L}{3,9} \d{1,2},? \d{4}|\d{1,2}-\p{L}{3}-\d{4}/u;

/** The day in a line above the header, beside words that announce it; NO_DAY for none, or for several. */
function dayAbove(rows: readonly SampleRow[]): number {
  const reader = new DayReader({ order: 'day-first', digits: 'none' });
  const days = rows.flatMap(({ cells }) => {
    const line = cells.filter((cell) => cell !== '').join(' ');
    const date = SAYS_DAY.test(line) ? (DATE.exec(line)?.[0] ?? null) : null;
    const day = date === null ? NO_DAY : readDayText(reader, date.replace(/(\d)(st|nd|rd|th)\b/, '$1'));
    return isDay(day) ? [day] : [];
  });
  return new Set(days).size === 1 ? days[0] : NO_DAY;
}
