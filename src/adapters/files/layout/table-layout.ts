// How to read a table, found from a sample of its rows: the header, the meaning of each column, the currency and the
// units. The format has already cut the file into cells.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_COLUMNS } from '../../../core/limits.ts';
import type { NamedCurrency } from '../../../core/money/currency-signs.ts';
import { readsAsEntry } from '../../../core/reading/cells/cell-profile.ts';
import type { ColumnProposal } from '../../../core/reading/column-proposal.ts';
import type { ColumnMappingFile } from '../../../core/reading/columns/column-mapping.ts';
import { givenOf, mappedTitles } from '../../../core/reading/columns/column-mapping.ts';
import { type AccountType, type GivenReading, senseOf } from '../../../core/reading/columns/given-reading.ts';
import { KEPT, keptColumns, sayAbsent, withoutColumns } from '../../../core/reading/columns/kept-columns.ts';
import type { KindReading } from '../../../core/reading/kinds/kind-reading.ts';
import { readTable } from '../../../core/reading/read-table.ts';
import { NAMED } from '../../../core/reading/table/table.ts';
import { titleMeanings } from '../../../core/reading/titles/header-synonyms.ts';
import type { FieldName } from '../../../core/reading/titles/target-fields.ts';
import type { Side, TextColumnName } from '../../../core/records/rows/columns.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { Delimiter } from '../rows/delimiters.ts';
import { bestCut, type Cut, notUnderstood, type Sample } from './best-cut.ts';
import { type FeeColumn, feeColumns } from './fee-columns.ts';
import { type FigureUnits, unitsOf } from './figure-units.ts';
import { findHeader, hasDay, isBlank, type SampleRow, wholeHeader } from './find-header.ts';
import { currencyOf } from './layout-currency.ts';
import { BY_TITLE_ALONE, namedByTitles } from './named-by-titles.ts';
import { namedInFile } from './named-in-file.ts';
import { isNoEntry, whatIsMissing } from './what-is-missing.ts';

/** The reason of a column of fees. */
const FEE = 'a fee beside the amount, by the mapping';

/** Rows of the sample from which columns are proposed. */
export const SAMPLE_ROWS = 400;

export interface Layout {
  /** The delimiter of the lines; null for a sheet, whose cells stand apart by themselves. */
  readonly delimiter: Delimiter | null;
  /** Place of the sheet that reads best; absent for a text. */
  readonly sheet?: number | undefined;
  /** The sheets that are read, in order, with the line of the header of each; absent for a text. */
  readonly parts?: readonly LayoutPart[];
  /** Line of the header, 0 if there is none. */
  readonly headerLine: number;
  readonly titles: readonly string[];
  /** Number of columns in the header; 0 if there is none. */
  readonly headerWidth: number;
  readonly proposal: ColumnProposal;
  /** The currency in titles or beside most amounts. */
  readonly currency: NamedCurrency;
  /** The units named in titles or above the header. */
  readonly units: FigureUnits;
  readonly bytesPerRow: number;
  /** A mapping's statements beside the columns, and the columns of fees among them. */
  readonly given: GivenReading;
  readonly fees: readonly FeeColumn[];
  /** Share of the bytes in each text column. */
  readonly textShares: TextShares;
  /** Sample rows below the header. */
  readonly rowsBelow: readonly (readonly string[])[];
  /** Warnings about how the file was cut into rows. */
  readonly cutWarnings: readonly string[];
}

/** A sheet that is read: its place among all, its name, and the line of its header. */
export interface LayoutPart {
  readonly sheet: number;
  readonly name: string;
  readonly headerLine: number;
}

type TextShares = Readonly<Record<TextColumnName, number>>;

/** A layout that may lack something a reading needs. */
export interface FoundLayout extends Layout {
  /** A sentence about what prevents reading; '' for nothing. */
  readonly missing: string;
  /** Sample rows from which the columns were proposed. */
  readonly sample: readonly (readonly string[])[];
}

export interface LayoutOptions {
  readonly file: string;
  readonly side: Side;
  readonly mapping: ColumnMappingFile | undefined;
  readonly accountType?: AccountType | undefined;
  /** Fields that the kind of run looks for beside the common ones. */
  readonly kind?: Pick<KindReading, 'fields' | 'isOfParties'> | undefined;
  /** The mapping is a remembered plan: unknown names in it belong to another kind. */
  readonly isPlan?: boolean | undefined;
}

/** The options for finding the layout of a request's file. */
export const optionsOf = ({
  name,
  side,
  mapping,
  accountType,
  kind,
  isMappingOfPlan: isPlan,
}: ReadRequest): LayoutOptions => ({
  ...{ file: name, side, mapping, accountType, kind, isPlan },
});

/** The layout of a sample. Throws file_not_understood if it has no date or no amount column. */
export function layoutOf(sample: Sample, options: LayoutOptions): FoundLayout {
  const found = foundLayout(sample, options);
  if (found.missing !== '') throw notUnderstood(found.missing, options.file, found.headerLine || undefined);
  return found;
}

/** The layout of a sample, which may lack a date or an amount. Throws if it cannot be cut into rows and columns. */
export function foundLayout(sample: Sample, options: LayoutOptions): FoundLayout {
  const { cut, found } = bestCut(sample, (one) => layoutOfRows(one, options));
  if (cut.failure !== null) throw cut.failure;
  return { ...found, delimiter: cut.delimiter, sheet: cut.sheet, cutWarnings: sample.cutWarnings };
}

/** The layout of rows at one delimiter, and how well they read. Throws mapping_invalid. */
function layoutOfRows(
  { rows, further }: Cut,
  { side, mapping, accountType, file, kind, isPlan = false }: LayoutOptions,
): Omit<FoundLayout, 'delimiter' | 'sheet' | 'cutWarnings'> & { readonly score: number } {
  const { fields: wanted = [], isOfParties = false } = kind ?? {};
  const given = { ...givenOf(mapping, side), ...(accountType !== undefined && { accountType }) };
  const sense = senseOf(given, side);
  const found = givenHeader(rows, given, file) ?? (given.headerLine === null ? null : findHeader(rows, mapping, side));
  const header = found && wholeHeader(rows, found, mapping && mappedTitles(mapping, side));
  const from = header?.rowsAbove ?? 0;
  // Without titles the entries begin at the first day; the lines above say nothing about columns.
  const first = header === null ? Math.max(0, rows.findIndex(hasDay)) : from;
  const skipped = new Set([...(given.skipLines ?? []), ...(given.leftOut ?? [])]);
  const body = [...rows.slice(first).filter(({ line }) => !skipped.has(line)), ...further].filter(
    (row) => !isBlank(row),
  );
  const widths = new Map<number, number>();
  for (const { cells } of body) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const usual = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
  const headerWidth = header?.cells.length ?? 0;
  const width = Math.min(Math.max(headerWidth, areCut(body, headerWidth) ? 0 : usual), MAX_COLUMNS);
  const titles = Array.from({ length: width }, (_, i) => header?.cells[i] ?? '');
  const entries = body.filter((row) => row.cells.length > 1).map((row) => row.cells);
  const named = mapping && namedInFile({ mapping, titles, side, file }, { wanted, isPlan });
  const sample = sampled(entries, further);
  const above = header === null ? [] : rows.slice(0, from - 1).flatMap(({ cells }) => cells);
  const isNamed = (column: number): boolean => named?.common.has(column) === true || named?.ofKind.has(column) === true;
  const kept = keptColumns(given, titles, isNamed);
  const fees = feeColumns(given, { titles, rows: sample, isNamed, file });
  const unseen = new Set([...kept.columns, ...fees.map(({ column }) => column)]);
  const propose = (rowsRead: typeof sample, common: ReadonlyMap<number, FieldName> | undefined): ColumnProposal =>
    readTable(
      withoutColumns({ titles, rows: rowsRead, side: sense, named: common, marks: given.marks, above }, unseen),
      {
        sign: given.sign !== undefined,
        marks: given.marks !== undefined,
        dateOrder: given.dateOrder !== undefined,
      },
      { wanted, isOfParties, named: named?.ofKind },
    );
  const ofRows = propose(sample, named?.common);
  const isEmpty = header !== null && !isReadable(ofRows) && body.every(isNoEntry);
  const proposed = isEmpty ? propose([], namedByTitles(titles, sense, named?.common)) : ofRows;
  const proposal = {
    ...proposed,
    reasons: proposed.reasons.map((reason, i) => {
      if (kept.columns.has(i)) return KEPT;
      if (unseen.has(i)) return FEE;
      return isEmpty && reason === NAMED && !isNamed(i) ? BY_TITLE_ALONE : reason;
    }),
    warnings: [...proposed.warnings, ...(isPlan ? [] : sayAbsent(kept))],
  };
  const { columns, profiles, learnedMarks: learned } = proposal;
  const { hasDate, hasMoney } = foundIn(proposal);
  // Without a header the lines above the entries count too: at another delimiter they may be entries.
  const counted = header === null ? [...rows, ...further].filter((row) => !isBlank(row)).length : body.length;
  const entryShare = counted === 0 ? 0 : entries.length / counted;
  const known = titles.filter((t) => titleMeanings(t).length > 0).length;
  const days = hasDate ? profiles[columns.booking_date].days : 0;
  const score =
    (hasDate && days > 0 ? 1000 : 0) +
    (hasMoney ? 1000 : 0) +
    100 * entryShare +
    10 * Math.min(known, 20) +
    Math.min(width, 20);
  const missing = whatIsMissing({ body, header, hasDate, hasMoney, titles, proposal });
  const headerLine = header?.line ?? 0;
  return {
    headerLine,
    titles,
    headerWidth,
    proposal,
    currency: currencyOf(titles, proposal),
    units: unitsOf({ titles, columns, above, rows: entries, given: given.unit }),
    fees,
    given: learned === null ? given : { ...given, marks: { ...learned, ...given.marks } },
    ...sizesOf(body, proposal),
    rowsBelow: entries,
    sample,
    score,
    missing,
  };
}

const foundIn = ({ columns }: ColumnProposal): { readonly hasDate: boolean; readonly hasMoney: boolean } => ({
  hasDate: columns.booking_date >= 0,
  hasMoney: columns.amount >= 0 || columns.debit >= 0 || columns.credit >= 0,
});

function isReadable(proposal: ColumnProposal): boolean {
  const { hasDate, hasMoney } = foundIn(proposal);
  return hasDate && hasMoney;
}

/** The header that a mapping names; null if it names none. */
function givenHeader(rows: readonly SampleRow[], { headerLine }: GivenReading, file: string): SampleRow | null {
  if (headerLine === undefined || headerLine === null) return null;
  const found = rows.find(({ line }) => line === headerLine);
  if (found === undefined)
    throw new TieoutError(
      'mapping_invalid',
      `there is no line ${headerLine} for the header among the first ${rows.length} rows.`,
      { file },
    );
  return found;
}

/** Rows from the beginning, and half as many from later: marks and signs may come late. */
function sampled(entries: readonly (readonly string[])[], further: readonly SampleRow[]): (readonly string[])[] {
  const late = Math.min(further.length, Math.floor(SAMPLE_ROWS / 3));
  if (late === 0 || entries.length <= SAMPLE_ROWS) return entries.slice(0, SAMPLE_ROWS);
  const later = further.map(({ cells }) => cells).filter((cells) => cells.length > 1);
  return [
    ...entries.slice(0, SAMPLE_ROWS - late),
    // Neighbouring rows, because a balance follows from the row above.
    ...later.slice(0, Math.floor(late / 2)),
    ...later.slice(-Math.ceil(late / 2)),
  ];
}

function sizesOf(
  body: readonly SampleRow[],
  { columns, narration }: ColumnProposal,
): { bytesPerRow: number; textShares: TextShares } {
  const lengths: number[] = [];
  for (const { cells } of body) {
    for (let i = 0; i < cells.length; i++) lengths[i] = (lengths[i] ?? 0) + cells[i].length + 1;
  }
  const all = Math.max(
    1,
    lengths.reduce((sum, n) => sum + (n ?? 0), 0),
  );
  const share = (columnsOf: readonly number[]) => columnsOf.reduce((sum, i) => sum + (lengths[i] ?? 0), 0) / all;
  const textShares = {
    narration: share(narration),
    reference: share([columns.reference]),
    settlementSession: share([columns.settlement_session_id]),
    sourceId: share([columns.source_id]),
  };
  return { bytesPerRow: Math.max(8, all / Math.max(body.length, 1)), textShares };
}

/**
 * Whether rows have more cells than the header because an unquoted delimiter has cut a value in two: a decimal comma, a
 * thousands comma, a comma in a text. Such rows stay too wide and are joined or rejected, so that no value is read
 * under the wrong title.
 */
function areCut(body: readonly SampleRow[], headerWidth: number): boolean {
  if (headerWidth === 0) return false;
  const wide = body.filter(({ cells }) => cells.slice(headerWidth).some((cell) => cell !== ''));
  if (wide.length === 0) return false;
  if (wide.some(({ cells }) => cells.slice(headerWidth).some((cell) => /^\d{1,3}$/.test(cell)))) return true;
  if (wide.every(hasCutNumber)) return true;
  // Columns without titles would stand in every row; if other entries fit the header, it is complete.
  return body.some((row) => row.cells.length === headerWidth && readsAsEntry(row.cells));
}

/** Whether 1 and 250.75 are neighbours, as a thousands comma cuts them. */
const hasCutNumber = ({ cells }: SampleRow): boolean =>
  cells.some((cell, i) => /^[-+(]?\D{0,4}\d{1,3}$/.test(cell) && /^\d{3}(\.\d{1,3})?\D{0,4}$/.test(cells[i + 1] ?? ''));
