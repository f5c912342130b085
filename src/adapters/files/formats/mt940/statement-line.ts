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
  /** What stands behind the reference's sixteen characters. */
  readonly rest: string;
}

const LINE = /^(\d{6})(\d{4})?([RE]?)([CD])[A-Z]?(\d+(?:[.,]\d*)?|[.,]\d+)([A-Z][A-Z0-9]{3})?/;

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

export const isReference = (text: string): boolean => !NO_REFERENCE.has(text);

/** Characters of the owner's reference; some banks write their own text behind that many. */
const REFERENCE = 16;

/** Null if it is no statement line. */
export function statementLine(text: string): StatementLine | null {
  const parts = LINE.exec(text);
  if (parts === null) return null;
  const [whole, date, entry, prefix, mark, amount] = parts;
  const valueDay = dayOfSix(date);
  const { reference, bankReference, rest } = referencesIn(text.slice(whole.length));
  return {
    valueDay,
    bookingDay: entry === undefined ? valueDay : entryDay(valueDay, date, entry),
    date,
    isCredit: mark === 'C',
    prefix: prefix as StatementLine['prefix'],
    amount,
    ...{ reference, bankReference, rest },
  };
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
