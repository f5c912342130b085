// Whether a line that no words tell is like one that a person confirmed as a charge, interest or tax: the same amount,
// in words that begin alike, and in the rhythm of the confirmed one. The rhythm is the day of the month, or, for charges
// of single payments, a larger debit of the same day that has the rest of the line's words. Amount and rhythm never
// speak alone: a standing order has both.

import { civil, daysInMonth, monthsBefore, NO_DAY } from '../../money/calendar.ts';
import type { ChargeWords, ConfirmedAs, ConfirmedRow } from '../../records/charge-words.ts';
import { type RowColumns, textAt } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { nameOfLine, telling, wordsOfLine } from './purpose.ts';

export interface LikeConfirmed {
  readonly kind: ConfirmedAs;
  /** The confirmed row. */
  readonly row: ConfirmedRow;
  /** Words that both begin with. */
  readonly shared: readonly string[];
  readonly rhythm:
    | { readonly by: 'month'; readonly months: number }
    /** `row`: the larger debit; `words`: what it shares with the line. */
    | { readonly by: 'payment'; readonly row: number; readonly words: readonly string[] };
}

/** Days by which a bank is early or late: weekends and holidays. */
const DAYS_OFF = 3;
/** A yearly charge is the rarest. */
const MOST_MONTHS = 12;
/** The latest rows of an amount and a first word that are looked at. */
const MOST_COMPARED = 50;

type Known = ConfirmedRow & { readonly words: readonly string[] };
type ByFirstWord = ReadonlyMap<string, readonly Known[]>;

/** Null if row i is like none that was confirmed. */
export function likeConfirmed(
  columns: RowColumns,
  i: number,
  confirmed: ChargeWords | undefined,
): LikeConfirmed | null {
  if (confirmed?.seen === undefined) return null;
  const currency = columns.currencies[columns.currency[i]] ?? '';
  const ofAmount = knownIn(confirmed).get(`${currency} ${columns.amount[i]}`);
  const day = dayOf(columns, i);
  if (ofAmount === undefined || day === NO_DAY) return null;
  const words = wordsOfName(nameOfLine(textAt(columns.narration, i)));
  for (const row of ofAmount.get(words[0] ?? '') ?? []) {
    const shared = words.slice(0, sharedStart(words, row.words));
    if (!shared.some(telling)) continue;
    const rhythm = monthly(row, day, { words, shared }) ?? besidePayment(columns, i, words.slice(shared.length));
    if (rhythm !== null) return { kind: row.kind, row, shared, rhythm };
  }
  return null;
}

const wordsOfName = (name: string | null): string[] => (name === null ? [] : wordsOfLine(name));

function sharedStart(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((word, at) => b[at] !== word);
  return end === -1 ? a.length : end;
}

/** The day of the month says little: half of the longer name has to be the same. */
function monthly(
  row: Known,
  day: number,
  { words, shared }: { readonly words: readonly string[]; readonly shared: readonly string[] },
): LikeConfirmed['rhythm'] | null {
  if (2 * shared.length < Math.max(words.length, row.words.length)) return null;
  const apart = monthOf(day) - monthOf(row.day);
  const months = [apart, apart - 1, apart + 1].find(
    (n) => n >= 1 && n <= MOST_MONTHS && Math.abs(monthsBefore(row.day, -n) - day) <= DAYS_OFF,
  );
  if (months !== undefined) return { by: 'month', months };
  const isAtEnd = daysLeft(day) <= DAYS_OFF && daysLeft(row.day) <= DAYS_OFF;
  return isAtEnd && apart >= 1 && apart <= MOST_MONTHS ? { by: 'month', months: apart } : null;
}

function monthOf(day: number): number {
  const { year, month } = civil(day);
  return 12 * year + month;
}

function daysLeft(day: number): number {
  const { year, month, day: dayOfMonth } = civil(day);
  return daysInMonth(year, month) - dayOfMonth;
}

function besidePayment(columns: RowColumns, i: number, rest: readonly string[]): LikeConfirmed['rhythm'] | null {
  // Words that every bank has in many lines are no payer's.
  if (!rest.some(telling)) return null;
  const largest = largestDebits(columns, dayOf(columns, i));
  const payments = rest.map((word) => largest.get(`${columns.currency[i]} ${word}`));
  // The line itself has the words too, so a payment is there only if it is larger.
  if (!payments.every((row) => row !== undefined && columns.amount[row] < Math.min(0, columns.amount[i]))) return null;
  return { by: 'payment', row: payments[0]!, words: rest };
}

/** The row of the largest debit by number of the currency and word. */
type Debits = ReadonlyMap<string, number>;
const DAYS = new WeakMap<
  RowColumns,
  { readonly rows: ReadonlyMap<number, number[]>; readonly read: Map<number, Debits> }
>();

function largestDebits(columns: RowColumns, day: number): Debits {
  const days = DAYS.get(columns) ?? { rows: debitsByDay(columns), read: new Map<number, Debits>() };
  DAYS.set(columns, days);
  const known = days.read.get(day);
  if (known !== undefined) return known;
  const largest = new Map<string, number>();
  for (const row of days.rows.get(day) ?? []) {
    for (const word of wordsOfLine(textAt(columns.narration, row))) {
      const key = `${columns.currency[row]} ${word}`;
      const before = largest.get(key);
      if (before === undefined || columns.amount[row] < columns.amount[before]) largest.set(key, row);
    }
  }
  days.read.set(day, largest);
  return largest;
}

function debitsByDay(columns: RowColumns): Map<number, number[]> {
  const days = new Map<number, number[]>();
  for (let row = 0; row < columns.count; row++) {
    if (columns.amount[row] >= 0) continue;
    const day = dayOf(columns, row);
    const rows = days.get(day);
    if (rows === undefined) days.set(day, [row]);
    else rows.push(row);
  }
  return days;
}

const KNOWN = new WeakMap<ChargeWords, ReadonlyMap<string, ByFirstWord>>();

/** Confirmed rows by currency and amount, then by the first word of their names, the latest first. */
function knownIn(confirmed: ChargeWords): ReadonlyMap<string, ByFirstWord> {
  const before = KNOWN.get(confirmed);
  if (before !== undefined) return before;
  const known = new Map<string, Map<string, Known[]>>();
  for (const row of (confirmed.seen ?? []).toSorted((a, b) => b.day - a.day || (a.name < b.name ? -1 : 1))) {
    const words = wordsOfName(row.name);
    const key = `${row.currency} ${row.amount}`;
    const ofAmount = known.get(key) ?? new Map<string, Known[]>();
    known.set(key, ofAmount);
    const same = ofAmount.get(words[0] ?? '') ?? [];
    if (same.length < MOST_COMPARED) ofAmount.set(words[0] ?? '', [...same, { ...row, words }]);
  }
  KNOWN.set(confirmed, known);
  return known;
}
