// Reads one delimited file of a side into columns. The sample decides how to read; the reading counts what speaks
// against that, and when the whole column says otherwise the file is read once more with the better decision.
// Synchronous and streaming: memory is the columns and a few megabytes. Meant for a worker thread.

import { TieoutError } from '../../core/errors.ts';
import { DEFAULT_REJECTED_SHARE } from '../../core/limits.ts';
import { type AccountBalance, proveBalances } from '../../core/mapping/balance-proof.ts';
import type { ColumnMappingFile } from '../../core/mapping/column-mapping.ts';
import { sharesSign } from '../../core/mapping/currency-signs.ts';
import type { FileLayout } from '../../core/mapping/file-layout.ts';
import { sideOfTitles } from '../../core/mapping/header-synonyms.ts';
import { otherSide, type RowColumns, type Side } from '../../core/records/columns.ts';
import { fingerprintRows, isPlainCounter } from '../../core/records/fingerprint.ts';
import { FileBytes, type OpenFile, openFile, WrongEncoding } from './byte-source.ts';
import type { Estimate } from './column-builder.ts';
import { type Decisions, firstDecisions, revisedDecisions, withTotalsEntered } from './decisions.ts';
import { DelimitedRows } from './delimited-rows.ts';
import { detectLayout, type Layout } from './detect-layout.ts';
import { type Encoding, guessNotUtf8 } from './encoding.ts';
import { isInOtherUnits, withoutUnits } from './figure-units.ts';
import { encodingOf, sampleOf } from './file-sample.ts';
import { PlainRows } from './plain-rows.ts';
import { RowReader } from './read-rows.ts';
import { readingWarnings } from './reading-warnings.ts';
import { requotingOf } from './requote.ts';
import type { Rejected, RowCounts } from './row-counts.ts';
import { giveSigns } from './signs-by-balance.ts';

export interface ReadRequest {
  readonly path: string;
  /** The file's name as given: it stands in the columns and in every message. */
  readonly name: string;
  readonly side: Side;
  /** ISO code for rows of which neither file nor column names one. */
  readonly defaultCurrency: string;
  /** The account when the file names none in a column. */
  readonly defaultAccount?: string | undefined;
  readonly mapping?: ColumnMappingFile | undefined;
  /** Share of rows that may be rejected, DEFAULT_REJECTED_SHARE when not given. */
  readonly rejectedShare?: number | undefined;
  /** Whether to take the file's digest on the way: a sixth of the time. True when not given. */
  readonly digest?: boolean | undefined;
  readonly progress?: ((bytesDone: number, bytesTotal: number) => void) | undefined;
}

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

/** A first reading and more: order of dates, decimal mark, marks and signs may each need one; totals one beyond these. */
const READINGS = 5;

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
    return readOpen(request, file);
  } finally {
    file.close();
  }
}

function readOpen(request: ReadRequest, file: OpenFile): StatementFile {
  let encoding = encodingOf(file, request.name);
  let layout = layoutOf(request, file, encoding);
  let decisions = firstDecisions(layout, request.side);
  for (let reading = 1; ; reading++) {
    try {
      const { reader, digest } = readRows(request, file, { encoding, layout, decisions });
      const balances = proveBalances(reader.builder, reader.odd.figures.balances());
      const revised =
        (reading < READINGS ? revisedDecisions(reader, decisions, balances) : null) ??
        withTotalsEntered(reader, decisions);
      if (revised !== null) {
        decisions = revised;
        continue;
      }
      if (hasNoRows(reader)) throw noRowsError(reader, request.name);
      const read = { reader, digest, encoding, balances, decisions };
      return finished(request, readAsWritten(request, file, read) ?? read);
    } catch (error) {
      if (!(error instanceof WrongEncoding) || reading >= READINGS) throw error;
      encoding = guessNotUtf8(error.bytes);
      layout = layoutOf(request, file, encoding);
    }
  }
}

/** A file whose running balance breaks, read without the units that its titles name; null when it foots no better. */
function readAsWritten(request: ReadRequest, file: OpenFile, read: FinalReading): FinalReading | null {
  const { layout } = read.reader;
  if (!isInOtherUnits(layout.units) || read.balances.every(({ foots }) => foots !== false)) return null;
  const plain = { ...layout, units: withoutUnits(layout.units) };
  const { reader, digest } = readRows(request, file, { ...read, layout: plain });
  const balances = proveBalances(reader.builder, reader.odd.figures.balances());
  const followed = (of: readonly AccountBalance[]) => of.reduce((sum, b) => sum + Math.max(b.straight, b.inverse), 0);
  return followed(balances) > followed(read.balances) ? { ...read, reader, digest, balances } : null;
}

function hasNoRows({ counts: { entries, rejected, setAside } }: RowReader): boolean {
  return entries + rejected + setAside === 0;
}

/** The failure of a file without entries; balances and totals are rows that it has. */
function noRowsError({ layout, counts, odd }: RowReader, file: string): TieoutError {
  const has = layout.headerLine > 0 ? 'the file has a header and no' : 'the file has no';
  const others = counts.balances + odd.figures.totals.length;
  const sentence =
    others === 0
      ? `${has} rows.`
      : `${has} entries: ${others} of its rows read as balances or totals, and none as an entry.`;
  return new TieoutError('file_not_understood', sentence, { file });
}

function layoutOf({ name, side, mapping }: ReadRequest, file: OpenFile, encoding: Encoding): Layout {
  return detectLayout(sampleOf(file, encoding, name), { file: name, side, mapping });
}

function readRows(
  request: ReadRequest,
  file: OpenFile,
  { encoding, layout, decisions }: { encoding: Encoding; layout: Layout; decisions: Decisions },
): { reader: RowReader; digest: string } {
  const { digest = true, progress } = request;
  const requoting = requotingOf(layout.quoting, { file: request.name, midLine: false });
  const bytes = new FileBytes({ file, encoding, digest, progress, requoting });
  const rows = new DelimitedRows({
    supply: bytes,
    end: 0,
    delimiter: layout.delimiter.charCodeAt(0),
    file: request.name,
  });
  const currency = ownCurrency(layout, request);
  const reader = new RowReader({
    layout,
    decisions,
    side: request.side,
    file: request.name,
    defaultCurrency: currency,
    signedCurrency: layout.currency.few && currency !== request.defaultCurrency ? currency : '',
    defaultAccount: request.defaultAccount ?? '',
    estimate: estimateOf(file, layout),
  });
  const plain = new PlainRows(reader, rows);
  while (rows.next()) {
    reader.take(rows);
    plain.run();
  }
  reader.odd.finish();
  if (decisions.byBalance) reader.signsGiven = giveSigns(reader);
  return { reader, digest: bytes.digest() ?? '' };
}

/** What the file says, where it says more than a sign that the currency given uses as well. */
function ownCurrency({ currency: { code, shared } }: Layout, { defaultCurrency }: ReadRequest): string {
  if (code === '' || (shared && sharesSign(code, defaultCurrency))) return defaultCurrency;
  return code;
}

/** Rows and bytes of text to expect, a tenth more than the sample says. */
function estimateOf({ size }: OpenFile, { bytesPerRow, textShares }: Layout): Estimate {
  const bytes = (share: number) => Math.ceil(size * share * 1.1) + 4096;
  return {
    rows: Math.ceil((size / bytesPerRow) * 1.1) + 16,
    narration: bytes(textShares.narration),
    reference: bytes(textShares.reference),
    settlementSession: bytes(textShares.settlementSession),
    sourceId: bytes(textShares.sourceId),
  };
}

/** The reading that stands. */
interface FinalReading {
  readonly reader: RowReader;
  readonly digest: string;
  readonly encoding: Encoding;
  readonly balances: AccountBalance[];
  readonly decisions: Decisions;
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
