// Reads one delimited file of a side into columns. The sample decides how to read; the reading counts what speaks
// against that, and when the whole column says otherwise the file is read once more with the better decision.
// Synchronous and streaming: memory is the columns and a few megabytes. Meant for a worker thread.

import { TieoutError } from '../../core/errors.ts';
import { DEFAULT_REJECTED_SHARE } from '../../core/limits.ts';
import type { FileLayout } from '../../core/reading/columns/file-layout.ts';
import type { AccountBalance } from '../../core/reading/proof/balance-proof.ts';
import { sideOfTitles } from '../../core/reading/titles/header-synonyms.ts';
import { otherSide, type RowColumns } from '../../core/records/rows/columns.ts';
import { fingerprintRows, isPlainCounter } from '../../core/records/rows/fingerprint.ts';
import { type OpenFile, openFile, WrongEncoding } from './container/byte-source.ts';
import { type Encoding, guessNotUtf8 } from './container/encoding.ts';
import { encodingOf } from './container/file-sample.ts';
import { bestQuoted, type FinalReading, readAsWritten } from './layout/final-reading.ts';
import type { ReadRequest } from './read-request.ts';
import type { RowReader } from './scan/read-rows.ts';
import type { Rejected, RowCounts } from './scan/row-counts.ts';
import { readingWarnings } from './warnings/reading-warnings.ts';

export interface StatementFile {
  readonly columns: RowColumns;
  readonly layout: FileLayout;
  /** SHA-256 of the file's bytes, hex; empty when it was not asked for. */
  readonly digest: string;
  /** Rows that were not understood and rows that were never booked, by line. */
  readonly rejected: readonly Rejected[];
  /** The first that was not understood. */
  readonly firstRejected: Rejected | null;
  readonly warnings: readonly string[];
  readonly pending: number;
  readonly balances: readonly AccountBalance[];
  /** Whether the file's own row ids only count its rows, and so are no part of a row's identity. */
  readonly plainCounter: boolean;
  /** How many rows of the file went under each heading: together they are all of them. */
  readonly counts: RowCounts;
}

/** Reads a statement or ledger file; throws TieoutError when the file as a whole cannot be used. */
export function readStatementFile(request: ReadRequest): StatementFile {
  const read = readWhole(request);
  const failure = overRejectedShare(read, request);
  if (failure) throw failure;
  return read;
}

/** The failure of a file of which more rows were rejected than may be; null when they are few enough. */
export function overRejectedShare(read: StatementFile, { name, rejectedShare }: ReadRequest): TieoutError | null {
  const { entries, rejected } = read.counts;
  const share = rejectedShare ?? DEFAULT_REJECTED_SHARE;
  if (rejected <= share * (entries + rejected)) return null;
  const { line, reason } = read.firstRejected!;
  const percent = Number((share * 100).toPrecision(3));
  const sentence = `${rejected} of ${entries + rejected} rows were not understood, more than ${percent}%; the first: ${reason}.`;
  return new TieoutError('too_many_rejected', sentence, { file: name, line });
}

/** The same without the check on how many rows were rejected: what inspecting a file shows. */
export function readWhole(request: ReadRequest): StatementFile {
  const file = openFile(request.path, request.name);
  try {
    return whileUnchanged(file, () => readOpen(request, file));
  } finally {
    file.close();
  }
}

/** What was read, or why it could not be, unless the file was changed meanwhile: then neither says anything of it. */
function whileUnchanged<T>(file: OpenFile, read: () => T): T {
  try {
    return read();
  } finally {
    file.checkUnchanged();
  }
}

function readOpen(request: ReadRequest, file: OpenFile): StatementFile {
  const readIn = (encoding: Encoding): StatementFile => {
    const read = bestQuoted(request, file, encoding);
    return finished(request, readAsWritten(request, file, read) ?? read);
  };
  try {
    return readIn(encodingOf(file, request.name));
  } catch (error) {
    if (error instanceof WrongEncoding) return readIn(guessNotUtf8(error.bytes));
    throw error;
  }
}

function finished(request: ReadRequest, read: FinalReading): StatementFile {
  const { reader, digest, encoding, balances, decisions } = read;
  const { layout } = reader;
  const { accounts, currencies } = reader.labels;
  const columns = reader.builder.finish({ accounts, currencies, file: request.name });
  const plainCounter = isPlainCounter(columns.sourceId, columns.count);
  fingerprintRows(columns, { includeSourceId: !plainCounter });
  const { proposal } = layout;
  const fileLayout: FileLayout = {
    format: 'csv',
    encoding: encoding.name,
    delimiter: layout.delimiter,
    headerLine: layout.headerLine || null,
    columns: layout.titles.map((title, index) => ({
      index,
      title,
      field: proposal.fields[index],
      reason: proposal.reasons[index],
    })),
    dayOrder: decisions.bookingOrder,
    dayOrderAmbiguous: isAmbiguous(reader),
    decimal:
      decisions.decimals[proposal.columns.amount >= 0 ? 'amount' : proposal.columns.credit >= 0 ? 'credit' : 'debit'],
    balancePolarity: polarityOf(reader, balances),
    titleSide: sideOfTitles(layout.titles),
  };
  const warnings = [
    ...proposal.warnings,
    ...readingWarnings({ reader, decisions, layout: fileLayout, balances, currencies, accounts }),
  ];
  return {
    columns,
    layout: fileLayout,
    digest,
    rejected: reader.rejected.sort((a, b) => a.line - b.line),
    firstRejected: reader.firstRejected,
    warnings,
    pending: reader.pending,
    balances,
    plainCounter,
    counts: reader.counts,
  };
}

function isAmbiguous({ booking }: RowReader): boolean {
  return (
    booking.order !== 'year-first' &&
    booking.eitherOrder > 0 &&
    booking.dayFirstOnly === 0 &&
    booking.monthFirstOnly === 0
  );
}

/** Which way round the balance counts debits and credits, when the file has both and a balance that follows. */
function polarityOf(reader: RowReader, balances: readonly AccountBalance[]): 'gl' | 'bank' | null {
  const { columns, flowTitles } = reader.layout.proposal;
  // A sign says nothing of the side, nor do money in and out: a cash book's balance moves with them as a statement's.
  if (columns.amount >= 0 && reader.cash.bookkeeping === 0) return null;
  let straight = 0;
  let inverse = 0;
  for (const b of balances) {
    straight += b.straight;
    inverse += b.inverse;
  }
  if (straight === inverse) return null;
  if (flowTitles) return straight > inverse && reader.side === 'bank' ? 'bank' : null;
  return straight > inverse ? reader.side : otherSide(reader.side);
}
