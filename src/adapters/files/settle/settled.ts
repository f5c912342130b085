// Reads all rows of a file and checks the sample's decisions: order of dates, decimal marks, signs. If the whole file
// contradicts them, it is read again. A file with units is also read without them, and the better reading is kept.

import { TieoutError } from '../../../core/errors.ts';
import { senseOf } from '../../../core/reading/columns/given-reading.ts';
import { type AccountBalance, proveBalances } from '../../../core/reading/proof/balance-proof.ts';
import { type Decisions, firstDecisions } from '../layout/decisions.ts';
import { isInOtherUnits, withoutUnits } from '../layout/figure-units.ts';
import type { Layout } from '../layout/table-layout.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { RowReader } from '../scan/read-rows.ts';
import { reportOf } from '../scan/report-of-rows.ts';
import type { RowsReport } from '../scan/rows-report.ts';
import {
  revisedDecisions,
  withBalancesByFigures,
  withBalancesEntered,
  withDaysCarried,
  withTotalsEntered,
} from './revised-decisions.ts';
import { giveSigns } from './signs-by-balance.ts';

/**
 * Most readings: the first, and one each for order of dates, decimal mark, marks and signs. Totals may need one more.
 */
const READINGS = 5;

/** Results of one pass over a file beside its reader. */
export interface Pass {
  /** SHA-256 of the file's bytes, hex. */
  readonly digest: string;
}

/** One pass over all rows, by a layout of the file's format. */
type Scan<L extends Layout, P extends Pass> = (
  layout: L,
  decisions: Decisions,
) => { readonly reader: RowReader; readonly pass: P };

/** The reading that is kept. */
export interface FinalReading extends Pass {
  readonly report: RowsReport;
  readonly balances: AccountBalance[];
  readonly decisions: Decisions;
}

/** Reads until the whole file agrees with the decisions. Throws file_not_understood for a file without rows. */
export function settled<L extends Layout, P extends Pass>(
  request: ReadRequest,
  layout: L,
  scan: Scan<L, P>,
): P & FinalReading {
  let decisions = firstDecisions(layout, senseOf(layout.given, request.side));
  for (let reading = 1; ; reading++) {
    const { reader, read } = scanned(scan, layout, decisions);
    const { balances } = read;
    const revised =
      (reading < READINGS ? revisedDecisions(reader, decisions, balances) : null) ??
      withDaysCarried(reader, decisions, balances) ??
      withTotalsEntered(reader, decisions) ??
      withBalancesEntered(reader, decisions) ??
      withBalancesByFigures(reader, decisions);
    if (revised === null) {
      if (hasNoRows(reader) && !isQuiet(reader, balances)) throw noRowsError(reader, request.name);
      return { ...read, report: reportOf(reader) };
    }
    decisions = revised;
  }
}

function scanned<L extends Layout, P extends Pass>(scan: Scan<L, P>, layout: L, decisions: Decisions) {
  const { reader, pass } = scan(layout, decisions);
  if (decisions.byBalance) reader.signsGiven = giveSigns(reader);
  const balances = proveBalances(reader.builder, reader.odd.figures.balances());
  return { reader, read: { ...pass, decisions, balances } };
}

/** If the running balance breaks, the reading without units, provided that it follows better then. */
export function withBestUnits<L extends Layout, P extends Pass>(
  read: P & FinalReading,
  layout: L,
  scan: Scan<L, P>,
): P & FinalReading {
  if (
    layout.given.unit !== undefined ||
    !isInOtherUnits(layout.units) ||
    read.balances.every(({ foots }) => foots !== false)
  )
    return read;
  const plain = scanned(scan, { ...layout, units: withoutUnits(layout.units) }, read.decisions);
  const followed = (balances: readonly AccountBalance[]) =>
    balances.reduce((sum, b) => sum + Math.max(b.straight, b.inverse), 0);
  return followed(plain.read.balances) > followed(read.balances)
    ? { ...plain.read, report: reportOf(plain.reader) }
    : read;
}

function hasNoRows({ counts: { entries, rejected, setAside } }: RowReader): boolean {
  return entries + rejected + setAside === 0;
}

/** Whether titles, and balances that agree, say that nothing was booked: then a file without rows is whole. */
const isQuiet = ({ layout }: RowReader, balances: readonly AccountBalance[]): boolean =>
  layout.headerLine > 0 && balances.every(({ foots }) => foots !== false);

/** The error for a file without entries. Balances and totals are mentioned. */
function noRowsError({ layout, counts, odd }: RowReader, file: string): TieoutError {
  const has = layout.headerLine > 0 ? 'the file has a header and no' : 'the file has no';
  const others = counts.balances + odd.figures.totals.length;
  const sentence =
    others === 0
      ? `${has} rows.`
      : `${has} entries: ${others} of its rows read as balances or totals, and none as an entry.`;
  return new TieoutError('file_not_understood', sentence, { file });
}
