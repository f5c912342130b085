// Rows of one side that are interchangeable form a class; everything is decided on classes with counts. Which of its
// rows is taken is canonical order and never an ambiguity (matching-definitions.md, "Order").

import type { Side } from '../../src/core/records/rows/columns.ts';
import type { Key, KeyedRow } from './reading.ts';
import { canonical, type RefRow } from './ref-row.ts';
import { hasReversalMarker } from './text.ts';

export interface RowClass {
  readonly side: Side;
  /** What its rows have in common, as text. */
  readonly signature: string;
  /** Position of its first row in canonical order: the order of the classes. */
  readonly place: number;
  readonly key: Key | null;
  readonly transaction: string | null;
  readonly words: ReadonlySet<string>;
  readonly cutWord: string | null;
  readonly marked: boolean;
  /** Any of its rows: amount, currency and days are those of all. */
  readonly sample: RefRow;
  /** Rows not matched or netted yet, in canonical order. */
  readonly open: RefRow[];
}

function signatureOf(row: KeyedRow): string {
  const { account, currency, amount, bookingDay, valueDay, settlementSession } = row.row;
  const words = [...row.words].toSorted();
  const key = row.key === null ? null : row.key.value;
  return JSON.stringify([account, currency, amount, bookingDay, valueDay, key, settlementSession, words, row.cutWord]);
}

/** The classes of one side of an account, in order. */
export function classesOf(side: Side, rows: readonly KeyedRow[]): RowClass[] {
  const classes = new Map<string, RowClass>();
  const ordered = rows.toSorted((a, b) => canonical(a.row, b.row));
  ordered.forEach((row, place) => {
    const signature = signatureOf(row);
    const { key, transaction, words, cutWord } = row;
    const of = { key, transaction, words, cutWord, marked: hasReversalMarker(words) };
    if (!classes.has(signature)) classes.set(signature, { side, signature, place, ...of, sample: row.row, open: [] });
    classes.get(signature)!.open.push(row.row);
  });
  return [...classes.values()];
}

/** A row that was settled at sight: nothing is open in its class, and its key is its reference field. */
export function settledClass(row: KeyedRow, value: string): RowClass {
  const { side, transaction, words, cutWord } = row;
  const key = { value, hard: true, known: false };
  const signature = `${signatureOf({ ...row, key })} at sight`;
  const of = { key, transaction, words, cutWord, marked: false };
  return { side, signature, place: -1, ...of, sample: row.row, open: [] };
}

export const hasOpenRows = (one: RowClass): boolean => one.open.length > 0;

/** Takes the first open rows of a class. */
export function take(from: RowClass, count: number): RefRow[] {
  return from.open.splice(0, count);
}
