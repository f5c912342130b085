// The content of `tieout inspect` for a file: the same reading as a run's, in plain words and decimal strings. A
// failure is a field of the result, not thrown.

import { fromErrorRecord, TieoutError, toErrorRecord } from '../../core/errors.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import type { LayoutColumn } from '../../core/reading/columns/file-layout.ts';
import type { HoldingRole } from '../../core/reading/holdings/holding-roles.ts';
import { maskText } from '../../core/reading/kinds/card-numbers.ts';
import { kindFieldWords } from '../../core/reading/kinds/kind-columns.ts';
import type { KindField } from '../../core/reading/kinds/kind-reading.ts';
import { classOf, type EvidenceClass } from '../../core/reading/table/candidate.ts';
import { NAMED } from '../../core/reading/table/table.ts';
import type { FieldName } from '../../core/reading/titles/target-fields.ts';
import type { ReadingChoice } from '../../core/reading-choice.ts';
import type { RowColumns } from '../../core/records/rows/columns.ts';
import type { StatementFile as HoldingsFile } from '../../ports/compute.ts';
import { withoutCardNumbers } from './finish/rows-for-kind.ts';
import { readWholeHoldings, unusableHoldings } from './read-holdings.ts';
import { readWhole } from './read-statement.ts';
import type { ReadRequest } from './request/read-request.ts';
import { type StatementFile, unusable } from './request/statement-file.ts';

export interface FileInspection {
  readonly file: string;
  /** null if the file could not be read that far. */
  readonly format: string | null;
  readonly encoding: string | null;
  /** Ours: rows have no lines of their own; `line` is the number among the entries. */
  readonly numbered?: true;
  /** Ours: the sheets that were read, of a workbook. */
  readonly sheets?: readonly string[];
  /** Ours: the files that were read, of an archive with several. */
  readonly members?: readonly string[];
  /** Line of the header, null when there is none. */
  readonly header_row: number | null;
  readonly columns: readonly {
    index: number;
    title: string;
    /** The column's meaning for the kind of run, else its common field; in a file of holdings its role. */
    field: FieldName | KindField | HoldingRole | null;
    reason: string;
    /** Ours: the fields that it might carry, with the class and words of the evidence for and against each. */
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
    /** Ours: whether anything tells the direction of amounts. */
    sign: 'known' | 'unknown';
  }[];
  /** Ours: figures that the file states of itself beside its balances, each with what was read. */
  readonly checks?: readonly { what: string; line: number; stated: string; read: string; agrees: boolean }[];
  /** Rows read, rejected and pending ones included. */
  readonly rows: number;
  readonly pending: number;
  readonly rejected: readonly { line: number; reason: string }[];
  readonly warnings: readonly string[];
  /** One sentence with file and line, null when the file can be used. */
  readonly error: string | null;
  /** Ours: a mapping that answers the question in `error`, for a person to complete. */
  readonly mapping?: Record<string, unknown>;
  /** Ours: the readings that the question leaves, each with its mapping and what it would give. */
  readonly choices?: readonly ReadingChoice[];
}

/**
 * Reads a file and describes it. `columns`: its rows, null if it could not be read. A fault in the file is never
 * thrown.
 */
export function inspectRows(request: ReadRequest): { inspection: FileInspection; columns: RowColumns | null } {
  const masked = request.kind?.masksCards === true ? maskText : (sentence: string) => sentence;
  try {
    if (request.shape === 'holdings') {
      const read = readWholeHoldings(request);
      const failure = unusableHoldings(read, request)?.sentence ?? null;
      return { inspection: holdingsInspected(request.name, read, failure), columns: read.columns };
    }
    const readFile = () => readWhole(request);
    const read = request.kind?.masksCards === true ? withoutCardNumbers(readFile) : readFile();
    const failure = unusable(read, request)?.sentence ?? null;
    const inspection = inspectionOf(request.name, read, failure === null ? null : masked(failure));
    return { inspection, columns: read.columns };
  } catch (error) {
    const failure = error instanceof TieoutError ? error : fromErrorRecord(toErrorRecord(error));
    const nothing = { format: null, encoding: null, header_row: null, columns: [], accounts: [], rows: 0, pending: 0 };
    const inspection = { file: request.name, ...nothing, rejected: [], warnings: [], error: masked(failure.sentence) };
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

/** The reason for a column that has a meaning for this kind of run and perhaps a common one. */
function kindReason(ofKind: KindField, { title, field, reason }: LayoutColumn): string {
  const words = reason === NAMED ? reason : `title “${title.trim()}”, ${kindFieldWords(ofKind)}`;
  return field === null ? words : `${words}; read as ${field}, too`;
}

/** One entry for each account and currency; its amount is the value of the positions. */
function holdingsInspected(file: string, read: HoldingsFile, error: string | null): FileInspection {
  const { columns, layout, rejected, warnings } = read;
  const sums = new Map<string, { account: number; currency: number; rows: number; amount: bigint }>();
  for (let row = 0; row < columns.count; row++) {
    const [account, currency] = [columns.account[row], columns.currency[row]];
    const key = `${account} ${currency}`;
    const sum = sums.get(key) ?? { account, currency, rows: 0, amount: 0n };
    sums.set(key, { ...sum, rows: sum.rows + 1, amount: sum.amount + BigInt(columns.amount[row]) });
  }
  return {
    file,
    format: layout.format,
    encoding: layout.encoding,
    header_row: layout.headerLine,
    columns: layout.columns.map((column) => ({ ...column })),
    accounts: [...sums.values()].map(({ account, currency, rows, amount }) => ({
      account: columns.accounts[account] || null,
      currency: columns.currencies[currency],
      ...{ opening: null, closing: null, foots: null, sign: 'known' as const },
      rows,
      amount: formatMinor(amount, exponentOf(columns.currencies[currency])),
    })),
    rows: columns.count + rejected.length,
    pending: 0,
    rejected,
    warnings,
    error,
  };
}

function inspectionOf(file: string, read: StatementFile, error: string | null): FileInspection {
  const { columns, layout, rejected, warnings, pending, balances, counts } = read;
  return {
    file,
    format: layout.format,
    encoding: layout.encoding,
    ...(layout.isNumbered && { numbered: true as const }),
    ...(layout.sheets !== undefined && { sheets: layout.sheets }),
    ...(layout.members !== undefined && { members: layout.members }),
    header_row: layout.headerLine,
    columns: layout.columns.map(({ ofKind, ...column }) => ({
      ...column,
      ...(ofKind !== undefined && { field: ofKind, reason: kindReason(ofKind, column) }),
      candidates: candidatesOf(read, column.index).filter(
        ({ field }) => ofKind === undefined || field !== column.field,
      ),
    })),
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
    ...(read.checks.length > 0 && {
      checks: read.checks.map((check) => ({ ...check, agrees: check.stated === check.read })),
    }),
    rows: counts.entries + rejected.length,
    pending,
    rejected,
    warnings,
    error,
    ...(read.mappingToFinish === null ? {} : { mapping: read.mappingToFinish }),
    ...(read.choices.length > 0 && { choices: read.choices }),
  };
}
