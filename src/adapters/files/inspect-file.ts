// What `tieout inspect` shows of a file (design/contract.md, Command line): the same reading as a run's, put into
// plain words and decimal strings, with the failure as a field instead of thrown.

import { fromErrorRecord, TieoutError, toErrorRecord } from '../../core/errors.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import { classOf, type EvidenceClass } from '../../core/reading/candidate.ts';
import type { FieldName } from '../../core/reading/titles/target-fields.ts';
import type { RowColumns } from '../../core/records/rows/columns.ts';
import type { ReadRequest } from './read-request.ts';
import { readWhole } from './read-statement.ts';
import { type StatementFile, unusable } from './statement-file.ts';

export interface FileInspection {
  readonly file: string;
  /** null when the file could not be read so far. */
  readonly format: string | null;
  readonly encoding: string | null;
  /** Line of the header, null when there is none. */
  readonly header_row: number | null;
  readonly columns: readonly {
    index: number;
    title: string;
    field: FieldName | null;
    reason: string;
    /** Ours: the fields that it might carry, with the class and the words of what speaks for and against each. */
    candidates?: readonly { field: FieldName; class: EvidenceClass; evidence: readonly string[] }[];
  }[];
  /** Money as decimal strings. */
  readonly accounts: readonly {
    account: string | null;
    currency: string | null;
    opening: string | null;
    closing: string | null;
    rows: number;
    amount: string;
    foots: boolean | null;
    /** Ours: whether anything says which way the amounts go. */
    sign: 'known' | 'unknown';
  }[];
  /** Rows read, rejected and pending ones included. */
  readonly rows: number;
  readonly pending: number;
  readonly rejected: readonly { line: number; reason: string }[];
  readonly warnings: readonly string[];
  /** One sentence with file and line, null when the file can be used. */
  readonly error: string | null;
  /** Ours: a mapping that answers the question that is the error, to be finished. */
  readonly mapping?: Record<string, unknown>;
}

/** Reads a file and says what it is; never throws for what is wrong with the file. */
export function inspectFile(request: ReadRequest): FileInspection {
  return inspectRows(request).inspection;
}

/** The same with the rows beside it, null when the file could not be read. */
export function inspectRows(request: ReadRequest): { inspection: FileInspection; columns: RowColumns | null } {
  try {
    const read = readWhole(request);
    const failure = unusable(read, request)?.sentence ?? null;
    return { inspection: inspectionOf(request.name, read, failure), columns: read.columns };
  } catch (error) {
    const failure = error instanceof TieoutError ? error : fromErrorRecord(toErrorRecord(error));
    const nothing = { format: null, encoding: null, header_row: null, columns: [], accounts: [], rows: 0, pending: 0 };
    const inspection = { file: request.name, ...nothing, rejected: [], warnings: [], error: failure.sentence };
    return { inspection, columns: null };
  }
}

const candidatesOf = ({ candidates }: StatementFile, column: number) =>
  candidates
    .filter((one) => one.column === column)
    .map(({ field, evidence }) => ({
      field,
      class: classOf(evidence),
      evidence: evidence.map(({ words }) => words).filter((words) => words !== ''),
    }));

function inspectionOf(file: string, read: StatementFile, error: string | null): FileInspection {
  const { columns, layout, rejected, warnings, pending, balances, counts } = read;
  return {
    file,
    format: layout.format,
    encoding: layout.encoding,
    header_row: layout.headerLine,
    columns: layout.columns.map((column) => ({ ...column, candidates: candidatesOf(read, column.index) })),
    accounts: balances.map((b) => {
      const currency = columns.currencies[b.currency];
      const money = (minor: number | bigint) => formatMinor(minor, exponentOf(currency));
      return {
        account: columns.accounts[b.account] || null,
        currency,
        opening: b.opening === null ? null : money(b.opening),
        closing: b.closing === null ? null : money(b.closing),
        rows: b.rows,
        amount: money(b.amount),
        foots: b.foots,
        sign: read.isSignUnknown && b.foots !== true ? ('unknown' as const) : ('known' as const),
      };
    }),
    rows: counts.entries + rejected.length,
    pending,
    rejected,
    warnings,
    error,
    ...(read.mappingToFinish === null ? {} : { mapping: read.mappingToFinish }),
  };
}
