// How a file of rows and cells is to be read, told from a sample of its rows: where its header stands, which column is
// what, in which currency and unit its figures are. How the file was cut into cells is its format's matter.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_COLUMNS } from '../../../core/limits.ts';
import type { NamedCurrency } from '../../../core/money/currency-signs.ts';
import { readsAsEntry } from '../../../core/reading/cells/cell-profile.ts';
import type { ColumnProposal } from '../../../core/reading/column-proposal.ts';
import type { ColumnMappingFile } from '../../../core/reading/columns/column-mapping.ts';
import { givenOf, mappedTitles } from '../../../core/reading/columns/column-mapping.ts';
import type { GivenReading } from '../../../core/reading/columns/given-reading.ts';
import { KEPT, keptColumns, sayAbsent, withoutKept } from '../../../core/reading/columns/kept-columns.ts';
import type { KindReading } from '../../../core/reading/kinds/kind-reading.ts';
import { readTable } from '../../../core/reading/read-table.ts';
import { titleMeanings } from '../../../core/reading/titles/header-synonyms.ts';
import type { Side, TextColumnName } from '../../../core/records/rows/columns.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { Delimiter } from '../rows/delimiters.ts';
import { bestCut, type Cut, notUnderstood, type Sample } from './best-cut.ts';
import { type FigureUnits, unitsOf } from './figure-units.ts';
import { findHeader, hasDay, isBlank, type SampleRow, wholeHeader } from './find-header.ts';
import { currencyOf } from './layout-currency.ts';
import { namedInFile } from './named-in-file.ts';
import { whatIsMissing } from './what-is-missing.ts';

/** Rows of the sample that the columns are proposed from. */
export const SAMPLE_ROWS = 400;

export interface Layout {
  /** The delimiter of the lines; null for a sheet, whose cells stand apart by themselves. */
  readonly delimiter: Delimiter | null;
  /** Line on which the header stands, 0 when there is none. */
  readonly headerLine: number;
  readonly titles: readonly string[];
  /** Columns of the header; 0 when there is none. */
  readonly headerWidth: number;
  readonly proposal: ColumnProposal;
  /** The currency that titles or most cells say. */
  readonly currency: NamedCurrency;
  /** The units that titles, or lines above the header, say the figures of a column are in. */
  readonly units: FigureUnits;
  readonly bytesPerRow: number;
  /** What a mapping says beside the columns. */
  readonly given: GivenReading;
  /** Share of the bytes that goes into each text column. */
  readonly textShares: TextShares;
  /** Rows of the sample behind the header, but for its last, which may be the file's own. */
  readonly rowsBefore: readonly (readonly string[])[];
  /** Warnings about how the file was cut into rows. */
  readonly said: readonly string[];
}

type TextShares = Readonly<Record<TextColumnName, number>>;

/** A layout that may lack what a reading needs. */
export interface FoundLayout extends Layout {
  /** A sentence about what keeps it from being read; '' for nothing. */
  readonly missing: string;
  /** Rows of the sample that the columns were proposed from. */
  readonly sample: readonly (readonly string[])[];
}

interface LayoutOptions {
  readonly file: string;
  readonly side: Side;
  readonly mapping: ColumnMappingFile | undefined;
  /** What a kind of run looks for beside the common fields. */
  readonly kind?: Pick<KindReading, 'fields' | 'isOfParties'> | undefined;
  /** The mapping is an earlier plan: further names belong to another kind. */
  readonly isPlan?: boolean | undefined;
}

/** The terms of a question for the layout of a file. */
export const optionsOf = ({ name, side, mapping, kind, isMappingOfPlan: isPlan }: ReadRequest): LayoutOptions => ({
  ...{ file: name, side, mapping, kind, isPlan },
});

/** The layout that a sample says; throws file_not_understood where it gives no date and no amount column. */
export function layoutOf(sample: Sample, options: LayoutOptions): FoundLayout {
  const found = foundLayout(sample, options);
  if (found.missing !== '') throw notUnderstood(found.missing, options.file, found.headerLine || undefined);
  return found;
}

/** The layout of a sample that may lack a date or an amount; throws when it cannot be cut into rows and columns. */
export function foundLayout(sample: Sample, options: LayoutOptions): FoundLayout {
  const { cut, found } = bestCut(sample, (one) => layoutOfRows(one, options));
  if (cut.failure !== null) throw cut.failure;
  return { ...found, delimiter: cut.delimiter, said: sample.said };
}

/** The layout of rows that are cut so, and how well they read under it. Throws mapping_invalid. */
function layoutOfRows(
  { rows, further }: Cut,
  { side, mapping, file, kind, isPlan = false }: LayoutOptions,
): Omit<FoundLayout, 'delimiter' | 'said'> & { readonly score: number } {
  const { fields: wanted = [], isOfParties = false } = kind ?? {};
  const given = givenOf(mapping, side);
  const found = givenHeader(rows, given, file) ?? (given.headerLine === null ? null : findHeader(rows, mapping, side));
  const header = found && wholeHeader(rows, found, mapping && mappedTitles(mapping, side));
  const from = header?.rowsAbove ?? 0;
  // Without titles the entries begin at the first day: lines above them tell nothing about the columns.
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
  const proposed = readTable(
    withoutKept({ titles, rows: sample, side, named: named?.common, marks: given.marks, above }, kept),
    {
      sign: given.sign !== undefined,
      marks: given.marks !== undefined,
      dateOrder: given.dateOrder !== undefined,
    },
    { wanted, isOfParties, named: named?.ofKind },
  );
  const proposal = {
    ...proposed,
    reasons: proposed.reasons.map((reason, i) => (kept.columns.has(i) ? KEPT : reason)),
    warnings: [...proposed.warnings, ...(isPlan ? [] : sayAbsent(kept))],
  };
  const { columns, profiles } = proposal;
  const hasDate = columns.booking_date >= 0;
  const hasMoney = columns.amount >= 0 || columns.debit >= 0 || columns.credit >= 0;
  // Without a header the lines above the entries count too: they may be entries at another delimiter.
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
    units: unitsOf({ titles, columns, above, rows: entries }),
    given,
    ...sizesOf(body, proposal),
    rowsBefore: entries.slice(0, -1),
    sample,
    score,
    missing,
  };
}

/** The header that a mapping names; null where it names none. */
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

/** Rows from the beginning, and half as many from further on: marks and signs may come late. */
function sampled(entries: readonly (readonly string[])[], further: readonly SampleRow[]): (readonly string[])[] {
  const late = Math.min(further.length, Math.floor(SAMPLE_ROWS / 3));
  if (late === 0 || entries.length <= SAMPLE_ROWS) return entries.slice(0, SAMPLE_ROWS);
  const later = further.map(({ cells }) => cells).filter((cells) => cells.length > 1);
  return [
    ...entries.slice(0, SAMPLE_ROWS - late),
    // Runs of neighbours, because a balance follows from the row above.
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
 * Rows with more cells than the header because a delimiter that is not quoted has cut a value in two: a decimal comma,
 * a thousands comma, a comma in a text. Such rows are left too wide, and so joined or rejected, rather than read with
 * what stands under the wrong title.
 */
function areCut(body: readonly SampleRow[], headerWidth: number): boolean {
  if (headerWidth === 0) return false;
  const wide = body.filter(({ cells }) => cells.slice(headerWidth).some((cell) => cell !== ''));
  if (wide.length === 0) return false;
  if (wide.some(({ cells }) => cells.slice(headerWidth).some((cell) => /^\d{1,3}$/.test(cell)))) return true;
  if (wide.every(hasCutNumber)) return true;
  // Columns without titles stand in every row; where the header fits other entries, nothing is missing in it.
  return body.some((row) => row.cells.length === headerWidth && readsAsEntry(row.cells));
}

/** 1 and 250.75 beside each other, as a thousands comma cuts them. */
const hasCutNumber = ({ cells }: SampleRow): boolean =>
  cells.some((cell, i) => /^[-+(]?\D{0,4}\d{1,3}$/.test(cell) && /^\d{3}(\.\d{1,3})?\D{0,4}$/.test(cells[i + 1] ?? ''));
