// One pass over all rows of a file, by a layout and decisions.

import { sharesSign } from '../../../core/money/currency-signs.ts';
import { senseOf } from '../../../core/reading/columns/given-reading.ts';
import type { Estimate } from '../columns/column-builder.ts';
import type { Decisions } from '../layout/decisions.ts';
import type { Layout } from '../layout/table-layout.ts';
import type { ReadRequest } from '../request/read-request.ts';
import { cellsOf } from '../rows/cell-text.ts';
import type { Rows } from '../rows/rows.ts';
import { RowReader } from './read-rows.ts';

/** A faster reading of plain rows: takes as many as it can from the current place. */
interface FastLane {
  run(): void;
}

/** The reader for a file of `size` bytes. */
export function readerOf(
  request: ReadRequest,
  { layout, decisions, size }: { readonly layout: Layout; readonly decisions: Decisions; readonly size: number },
): RowReader {
  const currency = ownCurrency(layout, request);
  return new RowReader({
    layout,
    decisions,
    side: senseOf(layout.given, request.side),
    file: request.name,
    defaultCurrency: currency,
    signedCurrency: layout.currency.few && currency !== request.defaultCurrency ? currency : '',
    defaultAccount: layout.given.account ?? request.defaultAccount ?? '',
    estimate: estimateOf(size, layout),
  });
}

/** Takes all rows of the file. */
export function scanRows(reader: RowReader, rows: Rows, lane: FastLane | null): void {
  let part = -1;
  while (rows.next()) {
    if (rows.part !== undefined && rows.part !== part) {
      part = rows.part;
      reader.startPart(part);
    }
    reader.take(rows);
    lane?.run();
  }
  if (rows.isUnended) reader.unended = { line: rows.line, cells: cellsOf(rows) };
  reader.odd.finish();
}

/**
 * The file's currency; that of the mapping or the request if the file has none, or only a sign that theirs shares, or
 * only signs beside some amounts while the mapping has one.
 */
function ownCurrency({ currency: of, given }: Layout, { defaultCurrency }: ReadRequest): string {
  const otherwise = given.currency ?? defaultCurrency;
  const isOpen = of.code === '' || (of.shared && sharesSign(of.code, otherwise));
  return isOpen || (of.few === true && given.currency !== undefined) ? otherwise : of.code;
}

/** Expected rows and bytes of text: a tenth more than the sample suggests. */
function estimateOf(size: number, { bytesPerRow, textShares }: Layout): Estimate {
  const bytes = (share: number) => Math.ceil(size * share * 1.1) + 4096;
  return {
    rows: Math.ceil((size / bytesPerRow) * 1.1) + 16,
    narration: bytes(textShares.narration),
    reference: bytes(textShares.reference),
    settlementSession: bytes(textShares.settlementSession),
    sourceId: bytes(textShares.sourceId),
  };
}
