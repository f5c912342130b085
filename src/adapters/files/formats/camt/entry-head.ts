// The head of an entry (Ntry), beside its details: amount, direction, state, days, references, charges.

import { NO_DAY } from '../../../../core/money/calendar.ts';
import { exponentOf } from '../../../../core/money/money.ts';
import { minorOf, whyNoAmount } from '../../entries/message-amounts.ts';
import { isoDay } from '../../entries/message-days.ts';
import { childOf, childrenOf, elementAt, firstText, textAt } from '../../xml/element-texts.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';

export interface EntryHead {
  readonly currency: string;
  /** Signed minor units; NaN if it is not understood. */
  readonly minor: number;
  readonly isIn: boolean;
  readonly isReversal: boolean;
  readonly state: 'booked' | 'pending' | 'information';
  /** NO_DAY for none. */
  readonly bookingDay: number;
  readonly valueDay: number;
  /** The bank's own reference of the entry; '' for none. */
  readonly bankReference: string;
  /** Why it is no entry; '' if it is one. */
  readonly wrong: string;
}

/** BOOK, PDNG, INFO, FUTR: since version 8 one element deeper. */
const STATES: Readonly<Record<string, EntryHead['state']>> = {
  '': 'booked',
  BOOK: 'booked',
  PDNG: 'pending',
  FUTR: 'pending',
  INFO: 'information',
};

const WAYS: Readonly<Record<string, boolean>> = { CRDT: true, DBIT: false };

/** `currency`: the account's, for an amount that names none. */
export function entryHead(entry: XmlElement, currency: string): EntryHead {
  const amount = childOf(entry, 'Amt');
  const code = amount?.attributes['Ccy'] ?? currency;
  const text = amount?.text ?? '';
  const minor = minorOf(text, exponentOf(code));
  const mark = textAt(entry, 'CdtDbtInd');
  const isIn = Object.hasOwn(WAYS, mark) ? WAYS[mark] : undefined;
  const status = firstText(textAt(entry, 'Sts', 'Cd'), textAt(entry, 'Sts', 'Prtry'), textAt(entry, 'Sts'));
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  const bookingDay = dayOf(entry, 'BookgDt');
  const wrong = Number.isNaN(minor)
    ? whyNoAmount(text, exponentOf(code))
    : isIn === undefined
      ? mark === ''
        ? 'no mark of debit or credit'
        : `the mark “${mark.slice(0, 40)}” is not understood`
      : state === undefined
        ? `the state “${status.slice(0, 40)}” is not understood`
        : (wrongDay(entry) ?? '');
  return {
    ...{ currency: code, wrong, bookingDay },
    minor: isIn === false && minor !== 0 ? -minor : minor,
    isIn: isIn ?? true,
    isReversal: isTrue(textAt(entry, 'RvslInd')),
    state: state ?? 'booked',
    valueDay: dayOf(entry, 'ValDt'),
    bankReference: firstText(textAt(entry, 'AcctSvcrRef'), textAt(entry, 'NtryRef')),
  };
}

export const isTrue = (text: string): boolean => text === 'true' || text === '1';

/** A date, or the day of a date and time, whichever of the two elements has it. */
export const dayTextOf = (element: XmlElement | undefined): string =>
  firstText(textAt(element, 'Dt'), textAt(element, 'DtTm'));

const dayOf = (entry: XmlElement, name: string): number => isoDay(dayTextOf(childOf(entry, name)));

/** A booking date that is there and is none. A value date that is none is left empty. */
function wrongDay(entry: XmlElement): string | null {
  const text = dayTextOf(childOf(entry, 'BookgDt'));
  return text !== '' && isoDay(text) === NO_DAY ? `the date “${text.slice(0, 40)}” is not understood` : null;
}

/** The charges of an entry or detail that its amount does not contain yet, signed, in that currency; 0 for none. */
export function chargesBeside(element: XmlElement, currency: string): number {
  let sum = 0;
  for (const charges of childrenOf(element, 'Chrgs')) {
    const records = childrenOf(charges, 'Rcrd');
    for (const one of records.length === 0 ? [charges] : records) {
      const amount = childOf(one, 'Amt') ?? childOf(one, 'TtlChrgsAndTaxAmt');
      if (amount === undefined || (amount.attributes['Ccy'] ?? currency) !== currency) continue;
      if (isTrue(textAt(one, 'ChrgInclInd'))) continue;
      const minor = minorOf(amount.text, exponentOf(currency));
      if (!Number.isNaN(minor)) sum += textAt(one, 'CdtDbtInd') === 'CRDT' ? minor : -minor;
    }
  }
  return sum;
}

/** The charges in words, as the file states them; '' for none. */
export const chargesText = (element: XmlElement): string =>
  childrenOf(element, 'Chrgs')
    .map(
      (charges) =>
        childOf(charges, 'TtlChrgsAndTaxAmt') ?? elementAt(charges, 'Rcrd', 'Amt') ?? childOf(charges, 'Amt'),
    )
    .flatMap((amount) =>
      amount === undefined ? [] : [`charges ${amount.text} ${amount.attributes['Ccy'] ?? ''}`.trim()],
    )
    .join(' ');
