// Field 61, the statement line: value date, entry date, mark, amount, type, references. Banks leave out the entry date,
// the type's letters or the decimal comma, and add their own text behind the reference.

import { civil, NO_DAY } from '../../../../core/money/calendar.ts';
import { dayNear, dayOfSix } from '../../entries/message-days.ts';

export interface StatementLine {
  /** NO_DAY if it does not exist. */
  readonly valueDay: number;
  /** Day of the entry date, or else of the value date; NO_DAY if that does not exist. */
  readonly bookingDay: number;
  /** The value date as in the file. */
  readonly date: string;
  readonly isCredit: boolean;
  /** R: it takes an earlier entry back, and the mark is that entry's. E: expected, not booked. */
  readonly prefix: '' | 'R' | 'E';
  readonly amount: string;
  /** The owner's reference, then the bank's; '' for none. */
  readonly reference: string;
  readonly bankReference: string;
  /** The text behind the reference's sixteen characters. */
  readonly rest: string;
}

/** Texts that say that there is no reference, or that field 86 has it. */
const NO_REFERENCE: ReadonlySet<string> = new Set([
  '',
  'NONREF',
  'NOREF',
  'NOTPROVIDED',
  'EREF',
  'KREF',
  'PREF',
  'MARF',
  'RREF',
]);

const LONGEST_OF_NONE = 11;

const isReference = (text: string): boolean => text.length > LONGEST_OF_NONE || !NO_REFERENCE.has(text);

/** Characters of the owner's reference; some banks write their own text behind that many. */
const REFERENCE = 16;

const [ZERO, COMMA, POINT] = [0x30, 0x2c, 0x2e];
const [CREDIT, DEBIT, TAKEN_BACK, EXPECTED] = [0x43, 0x44, 0x52, 0x45];
const [VALUE_DATE, ENTRY_DATE, TYPE] = [6, 4, 4];

const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

/** How many digits stand there, at most `most`. */
function digitsAt(text: string, from: number, most: number): number {
  let n = 0;
  while (n < most && isDigit(text.charCodeAt(from + n))) n++;
  return n;
}

/** Null if it is no statement line. Without an expression, which would take most of the time of reading an entry. */
export function statementLine(text: string): StatementLine | null {
  if (digitsAt(text, 0, VALUE_DATE) < VALUE_DATE) return null;
  let at = VALUE_DATE;
  if (digitsAt(text, at, ENTRY_DATE) === ENTRY_DATE) at += ENTRY_DATE;
  const dates = text.slice(0, at);
  const first = text.charCodeAt(at);
  const prefix = first === TAKEN_BACK ? 'R' : first === EXPECTED ? 'E' : '';
  if (prefix !== '') at++;
  const mark = text.charCodeAt(at++);
  if (mark !== CREDIT && mark !== DEBIT) return null;
  if (isCapital(text.charCodeAt(at))) at++;
  const from = at;
  let digits = digitsAt(text, at, text.length);
  at += digits;
  const point = text.charCodeAt(at);
  if (point === COMMA || point === POINT) {
    const decimals = digitsAt(text, at + 1, text.length);
    digits += decimals;
    at += decimals + 1;
  }
  if (digits === 0) return null;
  const amount = text.slice(from, at);
  if (hasType(text, at)) at += TYPE;
  const { valueDay, bookingDay } = daysOf(dates);
  const { reference, bankReference, rest } = referencesIn(text.slice(at));
  const isCredit = mark === CREDIT;
  return {
    valueDay,
    bookingDay,
    date: dates.slice(0, VALUE_DATE),
    isCredit,
    prefix,
    amount,
    reference,
    bankReference,
    rest,
  };
}

/** A letter and three letters or digits. */
function hasType(text: string, at: number): boolean {
  if (!isCapital(text.charCodeAt(at))) return false;
  for (let i = at + 1; i < at + TYPE; i++) {
    const code = text.charCodeAt(i);
    if (!isDigit(code) && !isCapital(code)) return false;
  }
  return true;
}

interface Days {
  readonly valueDay: number;
  readonly bookingDay: number;
}

/** The days of the last line: most lines of a statement have the same. */
let known: Days & { readonly dates: string } = { dates: '', valueDay: NO_DAY, bookingDay: NO_DAY };

function daysOf(dates: string): Days {
  if (dates === known.dates) return known;
  const date = dates.slice(0, VALUE_DATE);
  const valueDay = dayOfSix(date);
  const bookingDay = dates.length > VALUE_DATE ? entryDay(valueDay, date, dates.slice(VALUE_DATE)) : valueDay;
  known = { dates, valueDay, bookingDay };
  return known;
}

/** The entry date has no year: it is near the value date. */
function entryDay(valueDay: number, date: string, entry: string): number {
  // 30 February is a value date of banks that count every month as thirty days.
  const near = valueDay === NO_DAY ? dayOfSix(`${date.slice(0, 4)}15`) : valueDay;
  return near === NO_DAY ? NO_DAY : dayNear(near, civil(near).year, entry);
}

function referencesIn(text: string): { reference: string; bankReference: string; rest: string } {
  const strokes = text.indexOf('//');
  const own = strokes < 0 ? text : text.slice(0, strokes);
  const bankReference = strokes < 0 ? '' : text.slice(strokes + 2).trim();
  // Only a gap at the sixteenth character shows that a text follows; longer references do occur.
  const isCut = own.length > REFERENCE && own.slice(0, REFERENCE).trimEnd().length < REFERENCE;
  const reference = (isCut ? own.slice(0, REFERENCE) : own).trim();
  return {
    reference: isReference(reference) ? reference : '',
    bankReference: isReference(bankReference) ? bankReference : '',
    rest: isCut ? own.slice(REFERENCE).trim() : '',
  };
}
