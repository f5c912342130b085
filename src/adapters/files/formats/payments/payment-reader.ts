// Takes the elements of payment messages as they end, and adds their payments and the totals that they state.

import { NO_DAY } from '../../../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../../../core/money/money.ts';
import type { EntryRows } from '../../entries/entry-rows.ts';
import { minorOf, whyNoAmount } from '../../entries/message-amounts.ts';
import { accountNumber } from '../../iso20022/parties.ts';
import { childOf, textAt } from '../../xml/element-texts.ts';
import type { XmlElement, XmlHandler } from '../../xml/xml-elements.ts';
import { answerOf } from './answers.ts';
import { type Payment, paymentOf } from './payment.ts';

/** A transaction in pain.001 and pacs.008, in pacs.004, and in pacs.002. */
const TRANSACTIONS: ReadonlySet<string> = new Set(['CdtTrfTxInf', 'TxInf', 'TxInfAndSts']);
const NAMESPACE = /(?:^|:)((?:pacs\.00[248]|pain\.001)\.\d{3}\.\d\d)$/;
const MESSAGES: Readonly<Record<string, string>> = {
  CstmrCdtTrfInitn: 'pain.001',
  FIToFICstmrCdtTrf: 'pacs.008',
  FIToFIPmtStsRpt: 'pacs.002',
  PmtRtr: 'pacs.004',
};

/** Number and sum of the payments of a message, or of a group within it. */
class Totals {
  count = 0;
  sum = 0n;
  readonly currencies = new Set<string>();

  add(minor: number, currency: string): void {
    this.count++;
    if (!Number.isNaN(minor)) this.sum += BigInt(minor);
    this.currencies.add(currency);
  }
}

interface PlacedPayment {
  readonly line: number;
  readonly minor: number;
  readonly response: string;
  readonly account: string;
  /** The line of the group of orders in which it stands. */
  readonly batch: number | undefined;
}

export class PaymentReader implements XmlHandler {
  /** Message and version: pacs.008.001.08. */
  format = '';
  private readonly rows: EntryRows;
  private readonly isNumbered: boolean;
  private header: XmlElement | null = null;
  private totals = new Totals();
  private ofGroup = new Totals();
  private count = 0;

  constructor(rows: EntryRows, isNumbered: boolean) {
    this.rows = rows;
    this.isNumbered = isNumbered;
  }

  /** Whether the message says which way money goes: an order of our own takes it out. */
  get isSigned(): boolean {
    return this.format.startsWith('pain');
  }

  opened(element: XmlElement, inside: readonly XmlElement[]): void {
    if (TRANSACTIONS.has(element.name)) this.count++;
    else if (element.name === 'PmtInf') this.ofGroup = new Totals();
    else if (inside.length < 4) this.tellFormat(element);
  }

  closed(element: XmlElement, inside: readonly XmlElement[]): boolean {
    const { name } = element;
    if (TRANSACTIONS.has(name)) {
      this.take(
        element,
        inside.find((one) => one.name === 'PmtInf'),
      );
      return true;
    }
    if (name === 'GrpHdr') {
      this.header = element;
      return true;
    }
    if (name === 'PmtInf') {
      this.check(element, this.ofGroup, 'group');
      return true;
    }
    if (Object.hasOwn(MESSAGES, name) || NAMESPACE.test(name)) this.check(this.header, this.totals, 'message');
    return false;
  }

  private tellFormat({ name, attributes }: XmlElement): void {
    if (this.format.length > 'pacs.008.'.length) return;
    for (const value of [name, ...Object.values(attributes)]) this.format = NAMESPACE.exec(value)?.[1] ?? this.format;
    if (this.format === '' && Object.hasOwn(MESSAGES, name)) this.format = MESSAGES[name] ?? '';
  }

  private take(element: XmlElement, group: XmlElement | undefined): void {
    const line = this.isNumbered ? this.count : element.line;
    const payment = paymentOf(element, { header: this.header, group });
    const { currency, amount, bookingDay, answer } = payment;
    const exponent = exponentOf(currency || this.rows.defaultCurrency);
    const minor = minorOf(amount, exponent);
    for (const one of [this.totals, this.ofGroup]) one.add(minor, currency);
    const { response, isPaid } = answerOf(answer);
    if (Number.isNaN(minor)) {
      const isState = amount === '' && element.name === 'TxInfAndSts';
      const reason = isState ? 'a state without the amount of its payment' : whyNoAmount(amount, exponent);
      this.rows.reject(line, reason);
    } else if (bookingDay === NO_DAY) this.rows.reject(line, 'no date');
    else if (!isPaid && !this.rows.hasField('response_code'))
      this.rows.setAside(line, `its state ${answer} says that nothing was paid`);
    else
      this.add(payment, {
        line,
        minor,
        response,
        account: accountNumber(childOf(group ?? element, 'DbtrAcct')),
        batch: group?.line,
      });
  }

  private add(payment: Payment, { line, minor, response, account, batch }: PlacedPayment): void {
    const { currency, bookingDay, reference, settlementSession, narration, sourceId, time } = payment;
    const { beneficiary, originator, destination, isReturn } = payment;
    const sign = this.isSigned ? -1 : this.rows.givenSign * (isReturn ? -1 : 1);
    this.rows.add({
      ...{ line, currency, bookingDay, reference, settlementSession, narration, sourceId },
      minor: minor === 0 ? 0 : sign * minor,
      account: this.isSigned ? account : '',
      ofKind: {
        ...{ beneficiary, originator, destination, response_code: response, transaction_time: time },
        ...(batch !== undefined && { batch: String(batch) }),
      },
    });
  }

  private check(stated: XmlElement | null, { count, sum, currencies }: Totals, what: string): void {
    if (stated === null) return;
    const { line } = stated;
    const number = textAt(stated, 'NbOfTxs');
    if (/^\d{1,15}$/.test(number)) {
      const of = `the number of payments of the ${what}`;
      this.rows.check({ what: of, line, stated: String(Number(number)), read: String(count) });
    }
    if (currencies.size !== 1) return;
    const exponent = exponentOf([...currencies][0] || this.rows.defaultCurrency);
    const total =
      textAt(stated, 'CtrlSum') || textAt(stated, 'TtlIntrBkSttlmAmt') || textAt(stated, 'TtlRtrdIntrBkSttlmAmt');
    const minor = minorOf(total, exponent);
    if (Number.isNaN(minor)) return;
    const read = formatMinor(sum, exponent);
    this.rows.check({ what: `the sum of the ${what}`, line, stated: formatMinor(minor, exponent), read });
  }
}
