// Rows of the reference matcher as the columns that the kernel reads: one file, lines from 1, dictionaries of accounts
// and currencies in the order they are met.

import { NO_DAY } from '../../src/core/money/calendar.ts';
import { ROW_ZERO, type RowColumns, type TextColumn } from '../../src/core/records/rows/columns.ts';
import { kindColumns } from '../../src/core/records/rows/kind-columns.ts';
import type { RefRow } from './ref-row.ts';

export function columnsOf(rows: readonly RefRow[]): RowColumns {
  const accounts = [...new Set(rows.map((row) => row.account))];
  const currencies = [...new Set(rows.map((row) => row.currency))];
  return {
    count: rows.length,
    amount: Float64Array.from(rows, (row) => row.amount),
    bookingDay: Int32Array.from(rows, (row) => row.bookingDay),
    valueDay: Int32Array.from(rows, (row) => row.valueDay ?? NO_DAY),
    account: Uint16Array.from(rows, (row) => accounts.indexOf(row.account)),
    currency: Uint8Array.from(rows, (row) => currencies.indexOf(row.currency)),
    flags: Uint8Array.from(rows, (row) => (row.amount === 0 ? ROW_ZERO : 0)),
    file: new Uint16Array(rows.length),
    line: Uint32Array.from(rows, (_, at) => at + 1),
    // Rows of one file are all different records, whatever they hold; matching does not read fingerprints.
    fingerprint: Uint32Array.from({ length: rows.length * 2 }, (_, at) => at),
    reference: textColumn(rows.map((row) => row.reference)),
    settlementSession: textColumn(rows.map((row) => row.settlementSession)),
    narration: textColumn(rows.map((row) => row.narration)),
    sourceId: textColumn(rows.map((row) => row.sourceId)),
    accounts,
    currencies,
    files: ['x.csv'],
    ...namedOf(rows),
  };
}

function namedOf(rows: readonly RefRow[]): Pick<RowColumns, 'named'> {
  const texts = {
    batch: rows.map(({ batch = '' }) => batch),
    payments: rows.map(({ payments = [] }) => payments.join('|')),
  };
  const named = kindColumns(['batch', 'payments'], []).map((of) => ({
    ...of,
    texts: textColumn(texts[of.name as keyof typeof texts]),
  }));
  return named.some((one) => one.texts.bytes.length > 0) ? { named } : {};
}

function textColumn(texts: readonly string[]): TextColumn {
  const pieces = texts.map((text) => new TextEncoder().encode(text));
  const offsets = new Uint32Array(texts.length + 1);
  pieces.forEach((piece, at) => {
    offsets[at + 1] = offsets[at] + piece.length;
  });
  const bytes = new Uint8Array(offsets[texts.length]);
  pieces.forEach((piece, at) => {
    bytes.set(piece, offsets[at]);
  });
  return { bytes, offsets };
}
