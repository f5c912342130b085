// One row as reports show it: a record, for people read some hundreds at a time.

import {
  HOLDING_FIELDS,
  type HoldingField,
  holdingTexts,
  isOfHoldings,
} from '../../core/records/holdings/holding-fields.ts';
import { type RowColumns, type Side, textAt } from '../../core/records/rows/columns.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';

export interface ReportRow {
  readonly recordId: string;
  readonly side: Side;
  /** Booking day; value day if there is no booking day; NO_DAY if there is neither. */
  readonly day: number;
  /** NO_DAY if the file has none. */
  readonly valueDay: number;
  /** The signed cash effect. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly settlementSession: string | null;
  readonly narration: string | null;
  readonly file: string;
  readonly line: number;
  readonly sourceId: string | null;
  /** A position's further fields; null for an entry of an account. */
  readonly holding: Readonly<Record<HoldingField, string>> | null;
}

export function reportRow(
  side: Side,
  { rows, row, recordId }: { readonly rows: RowColumns; readonly row: number; readonly recordId: string },
): ReportRow {
  return {
    recordId,
    side,
    day: dayOf(rows, row),
    valueDay: rows.valueDay[row],
    amountMinor: rows.amount[row],
    currency: rows.currencies[rows.currency[row]] ?? '',
    reference: textAt(rows.reference, row) || null,
    settlementSession: textAt(rows.settlementSession, row) || null,
    narration: textAt(rows.narration, row) || null,
    file: rows.files[rows.file[row]] ?? '',
    line: rows.line[row],
    sourceId: textAt(rows.sourceId, row) || null,
    holding: holdingOf(rows, row),
  };
}

/** Every position has units, or is cash. */
function holdingOf(rows: RowColumns, row: number): ReportRow['holding'] {
  if (!isOfHoldings(rows)) return null;
  const text = holdingTexts(rows, [row]);
  return Object.fromEntries(HOLDING_FIELDS.map((field) => [field, text(field, 0)])) as Record<HoldingField, string>;
}
