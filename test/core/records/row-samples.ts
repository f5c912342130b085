// Arbitrary rows for the property tests of block encodings: extreme amounts, rows without dates, empty texts, bytes
// that are not UTF-8, and texts that contain another column's.

import fc from 'fast-check';
import { MAX_AMOUNT_MINOR } from '../../../src/core/limits.ts';
import { NO_DAY } from '../../../src/core/money/calendar.ts';
import { concatenate } from '../../../src/core/records/blocks/integer-planes.ts';
import { ROW_PENDING, ROW_ZERO, type RowColumns, type TextColumn } from '../../../src/core/records/rows/columns.ts';
import { kindColumns } from '../../../src/core/records/rows/kind-columns.ts';
import { namedValues } from '../../../src/core/records/rows/named-columns.ts';
import { textColumnOf } from '../../../src/core/records/rows/text-column.ts';

export interface SampleRow {
  readonly amount: number;
  readonly bookingDay: number;
  readonly valueDay: number;
  readonly account: number;
  readonly currency: number;
  readonly flags: number;
  readonly file: number;
  readonly line: number;
  readonly fingerprint: readonly [number, number];
  readonly reference: Uint8Array;
  readonly settlementSession: Uint8Array;
  readonly narration: Uint8Array;
  readonly sourceId: Uint8Array;
  /** By name; an empty one is none. */
  readonly named: Readonly<Record<string, Uint8Array>>;
}

/** Columns of a kind, of each type. */
const SAMPLE_COLUMNS = kindColumns(['rrn', 'channel', 'second_of_day'], ['rrn']);

const ACCOUNTS = ['', '0012345678', '0012345679', '0012345678n'];
const CURRENCIES = ['NGN', 'USD'];
const FILES = ['gl.csv', 'more "gl".csv'];

const day = fc.oneof(fc.integer({ min: 10_000, max: 30_000 }), fc.constant(NO_DAY));
const word = fc.integer({ min: 0, max: 0xffffffff });
const text = fc.oneof(
  fc.constant(new Uint8Array(0)),
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ minLength: 6, maxLength: 30 }).map((value) => new TextEncoder().encode(value)),
);
const amount = fc.oneof(
  fc.integer({ min: -500_000, max: 500_000 }),
  fc.maxSafeInteger().filter((value) => Math.abs(value) <= MAX_AMOUNT_MINOR),
  fc.constantFrom(MAX_AMOUNT_MINOR, -MAX_AMOUNT_MINOR),
);

export const sampleRow: fc.Arbitrary<SampleRow> = fc
  .record({
    amount: amount.map((value) => value + 0),
    bookingDay: day,
    valueDay: day,
    account: fc.nat({ max: ACCOUNTS.length - 1 }),
    currency: fc.nat({ max: CURRENCIES.length - 1 }),
    flags: fc.constantFrom(0, ROW_PENDING, ROW_ZERO),
    file: fc.nat({ max: FILES.length - 1 }),
    line: fc.integer({ min: 1, max: 0xffffffff }),
    fingerprint: fc.tuple(word, word),
    reference: text,
    settlementSession: text,
    sourceId: text,
    named: fc.record({
      rrn: text,
      channel: fc.constantFrom('', 'POS', 'WEB', 'ÜBER').map((value) => new TextEncoder().encode(value)),
      second_of_day: fc
        .option(fc.maxSafeInteger())
        .map((value) => new TextEncoder().encode(value === null ? '' : String(value + 0))),
    }),
    around: fc.tuple(text, text),
    repeats: fc.constantFrom('reference', 'settlementSession', 'nothing', 'both'),
  })
  .map(({ around: [before, after], repeats, ...row }) => {
    const inner = {
      nothing: new Uint8Array(0),
      reference: row.reference,
      settlementSession: row.settlementSession,
      both: concatenate([row.reference, row.settlementSession]),
    }[repeats];
    return { ...row, narration: concatenate([before, inner, after]) };
  });

export function toColumns(rows: readonly SampleRow[]): RowColumns {
  return {
    count: rows.length,
    amount: Float64Array.from(rows, (row) => row.amount),
    bookingDay: Int32Array.from(rows, (row) => row.bookingDay),
    valueDay: Int32Array.from(rows, (row) => row.valueDay),
    account: Uint16Array.from(rows, (row) => row.account),
    currency: Uint8Array.from(rows, (row) => row.currency),
    flags: Uint8Array.from(rows, (row) => row.flags),
    file: Uint16Array.from(rows, (row) => row.file),
    line: Uint32Array.from(rows, (row) => row.line),
    fingerprint: Uint32Array.from(rows.flatMap((row) => row.fingerprint)),
    reference: textColumnOf(rows.map((row) => row.reference)),
    settlementSession: textColumnOf(rows.map((row) => row.settlementSession)),
    narration: textColumnOf(rows.map((row) => row.narration)),
    sourceId: textColumnOf(rows.map((row) => row.sourceId)),
    accounts: ACCOUNTS,
    currencies: CURRENCIES,
    files: FILES,
    named: SAMPLE_COLUMNS.map((definition) => ({
      ...definition,
      texts: textColumnOf(rows.map(({ named }) => named[definition.name])),
    })),
  };
}

/** All that row i says, labels in full, so that rows of differently numbered columns compare equal. */
export function rowAt(columns: RowColumns, i: number) {
  const at = ({ bytes, offsets }: TextColumn) => Array.from(bytes.slice(offsets[i], offsets[i + 1]));
  return {
    amount: columns.amount[i],
    bookingDay: columns.bookingDay[i],
    valueDay: columns.valueDay[i],
    account: columns.accounts[columns.account[i]],
    currency: columns.currencies[columns.currency[i]],
    flags: columns.flags[i],
    file: columns.files[columns.file[i]],
    line: columns.line[i],
    fingerprint: Array.from(columns.fingerprint.slice(2 * i, 2 * i + 2)),
    reference: at(columns.reference),
    settlementSession: at(columns.settlementSession),
    narration: at(columns.narration),
    sourceId: at(columns.sourceId),
    named: namedValues(columns.named ?? [], i).map(({ value, ...one }) => ({ ...one, value: Array.from(value) })),
  };
}

export const allRows = (columns: RowColumns) => Array.from({ length: columns.count }, (_, i) => rowAt(columns, i));
