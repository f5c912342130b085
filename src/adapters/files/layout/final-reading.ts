// Reads a file's rows until what was decided of it from a sample is borne out by the whole of it: orders, marks and signs
// by reading again, quoting and units by reading both ways and keeping the better one.

import { TieoutError } from '../../../core/errors.ts';
import { sharesSign } from '../../../core/reading/cells/currency-signs.ts';
import { type AccountBalance, proveBalances } from '../../../core/reading/proof/balance-proof.ts';
import { FileBytes, type OpenFile } from '../container/byte-source.ts';
import { DelimitedRows } from '../container/delimited-rows.ts';
import type { Encoding } from '../container/encoding.ts';
import { sampleOf } from '../container/file-sample.ts';
import type { Quoting } from '../container/quoting.ts';
import { requotingOf } from '../container/requote.ts';
import { cellsOf } from '../container/row-shape.ts';
import type { ReadRequest } from '../read-request.ts';
import type { Estimate } from '../scan/column-builder.ts';
import { isInOtherUnits, withoutUnits } from '../scan/figure-units.ts';
import { PlainRows } from '../scan/plain-rows.ts';
import { RowReader } from '../scan/read-rows.ts';
import { type Decisions, firstDecisions } from './decisions.ts';
import { detectLayout, type Layout } from './detect-layout.ts';
import {
  revisedDecisions,
  withBalancesByFigures,
  withBalancesEntered,
  withTotalsEntered,
} from './revised-decisions.ts';
import { giveSigns } from './signs-by-balance.ts';

/** A first reading and more: order of dates, decimal mark, marks and signs may each need one; totals one beyond these. */
const READINGS = 5;

/** The reading that stands. */
export interface FinalReading {
  readonly reader: RowReader;
  readonly digest: string;
  /** Quotes within quoted cells that are neither doubled nor at their end. */
  readonly oddQuotes: number;
  readonly hasEscapedQuotes: boolean;
  readonly encoding: Encoding;
  readonly balances: AccountBalance[];
  readonly decisions: Decisions;
}

/**
 * The file read as it seems to be quoted. Where only its rows show quotes behind backslashes, it is read both ways, and
 * a backslash escapes where no quote is left over then, and no more rows are rejected.
 */
export function bestQuoted(request: ReadRequest, file: OpenFile, encoding: Encoding): FinalReading {
  const usual = settled(request, file, { encoding, layout: layoutOf(request, file, { encoding }) });
  const { layout, counts } = usual.reader;
  if (layout.quoting !== 'usual' || usual.oddQuotes === 0 || !usual.hasEscapedQuotes) return usual;
  try {
    const escaped = { encoding, layout: layoutOf(request, file, { encoding, given: 'backslashes' }) };
    const read = settled(request, file, escaped);
    return read.oddQuotes === 0 && read.reader.counts.rejected <= counts.rejected ? read : usual;
  } catch (error) {
    if (error instanceof TieoutError) return usual;
    throw error;
  }
}

/** Reads until the whole columns bear out what was decided of them. */
function settled(
  request: ReadRequest,
  file: OpenFile,
  { encoding, layout }: { encoding: Encoding; layout: Layout },
): FinalReading {
  let decisions = firstDecisions(layout, request.side);
  for (let reading = 1; ; reading++) {
    const { reader, ...read } = readRows(request, file, { encoding, layout, decisions });
    const balances = proveBalances(reader.builder, reader.odd.figures.balances());
    const revised =
      (reading < READINGS ? revisedDecisions(reader, decisions, balances) : null) ??
      withTotalsEntered(reader, decisions) ??
      withBalancesEntered(reader, decisions) ??
      withBalancesByFigures(reader, decisions);
    if (revised === null) {
      if (hasNoRows(reader)) throw noRowsError(reader, request.name);
      return { reader, ...read, encoding, balances, decisions };
    }
    decisions = revised;
  }
}

/** A file whose running balance breaks, read without the units that its titles name; null when it foots no better. */
export function readAsWritten(request: ReadRequest, file: OpenFile, read: FinalReading): FinalReading | null {
  const { layout } = read.reader;
  if (!isInOtherUnits(layout.units) || read.balances.every(({ foots }) => foots !== false)) return null;
  const plain = { ...layout, units: withoutUnits(layout.units) };
  const { reader, ...again } = readRows(request, file, { ...read, layout: plain });
  const balances = proveBalances(reader.builder, reader.odd.figures.balances());
  const followed = (of: readonly AccountBalance[]) => of.reduce((sum, b) => sum + Math.max(b.straight, b.inverse), 0);
  return followed(balances) > followed(read.balances) ? { ...read, reader, ...again, balances } : null;
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

/** The layout of a file as its sample shows it with this request; null where it shows none. */
export function layoutIn(request: ReadRequest, file: OpenFile, encoding: Encoding): Layout | null {
  try {
    return layoutOf(request, file, { encoding });
  } catch (error) {
    if (error instanceof TieoutError) return null;
    throw error;
  }
}

function layoutOf(
  { name, side, mapping, kind, isMappingOfPlan: isPlan }: ReadRequest,
  file: OpenFile,
  how: { encoding: Encoding; given?: Quoting },
): Layout {
  return detectLayout(sampleOf(file, { ...how, name }), { file: name, side, mapping, kind, isPlan });
}

function readRows(
  request: ReadRequest,
  file: OpenFile,
  { encoding, layout, decisions }: { encoding: Encoding; layout: Layout; decisions: Decisions },
): { reader: RowReader; digest: string; oddQuotes: number; hasEscapedQuotes: boolean } {
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
    defaultAccount: layout.given.account ?? request.defaultAccount ?? '',
    estimate: estimateOf(file, layout),
  });
  const plain = new PlainRows(reader, rows);
  while (rows.next()) {
    reader.take(rows);
    plain.run();
  }
  if (rows.isUnended) reader.unended = { line: rows.line, cells: cellsOf(rows) };
  reader.odd.finish();
  if (decisions.byBalance) reader.signsGiven = giveSigns(reader);
  const { oddQuotes, escapedQuotes } = rows;
  return { reader, digest: bytes.digest() ?? '', oddQuotes, hasEscapedQuotes: escapedQuotes > 0 };
}

/** What the file says, where it says more than a sign that the currency given uses as well. */
function ownCurrency({ currency: { code, shared }, given }: Layout, { defaultCurrency }: ReadRequest): string {
  if (given.currency !== undefined) return given.currency;
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
