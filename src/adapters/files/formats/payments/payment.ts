// A payment of any payment message: what is paid, when, by whom, to whom, and by which references.

import { NO_DAY } from '../../../../core/money/calendar.ts';
import { isoDay } from '../../entries/message-days.ts';
import { accountNumber, institutionCode, partyName } from '../../iso20022/parties.ts';
import { given, joined, otherReferences, remittanceTexts, sessionAmong } from '../../iso20022/payment-references.ts';
import { childOf, elementAt, firstText, textAt } from '../../xml/element-texts.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';

export interface Payment {
  /** The text of the message; '' for none. */
  readonly amount: string;
  readonly currency: string;
  /** NO_DAY for none. */
  readonly bookingDay: number;
  /** HH:MM:SS; '' for none. */
  readonly time: string;
  readonly reference: string;
  readonly settlementSession: string;
  readonly narration: string;
  readonly sourceId: string;
  readonly beneficiary: string;
  readonly originator: string;
  readonly destination: string;
  /** The state with its reason: "RJCT AC04"; '' for none. */
  readonly answer: string;
  readonly isReturn: boolean;
}

interface Around {
  /** The message's header, and the group of orders in which it stands. */
  readonly header: XmlElement | null;
  readonly group: XmlElement | undefined;
}

/** Elements that hold the amount; a state has that of the payment it is about. */
const AMOUNTS = [
  ['IntrBkSttlmAmt'],
  ['RtrdIntrBkSttlmAmt'],
  ['Amt', 'InstdAmt'],
  ['Amt', 'EqvtAmt', 'Amt'],
  ['OrgnlTxRef', 'IntrBkSttlmAmt'],
  ['OrgnlTxRef', 'Amt', 'InstdAmt'],
  ['OrgnlIntrBkSttlmAmt'],
];

export function paymentOf(element: XmlElement, { header, group }: Around): Payment {
  const original = childOf(element, 'OrgnlTxRef');
  const part = (name: string): XmlElement | undefined =>
    childOf(element, name) ??
    childOf(group, name) ??
    childOf(original, name) ??
    childOf(childOf(element, 'RtrChain'), name);
  const ids = childOf(element, 'PmtId') ?? element;
  const amount = AMOUNTS.map((path) => elementAt(element, ...path)).find((one) => one !== undefined);
  const endToEnd = given(firstText(textAt(ids, 'EndToEndId'), textAt(element, 'OrgnlEndToEndId')));
  const transaction = firstText(textAt(ids, 'TxId'), textAt(element, 'OrgnlTxId'));
  const others = [
    ...otherReferences(ids),
    ...['OrgnlTxId', 'OrgnlInstrId', 'OrgnlUETR', 'RtrId', 'StsId'].map((name) => given(textAt(element, name))),
    given(textAt(group, 'PmtInfId')),
  ];
  const reason = childOf(element, 'RtrRsnInf') ?? childOf(element, 'StsRsnInf');
  const code = firstText(textAt(reason, 'Rsn', 'Cd'), textAt(reason, 'Rsn', 'Prtry'));
  const isReturn = element.name === 'TxInf';
  const state = textAt(element, 'TxSts');
  const accepted = firstText(textAt(element, 'AccptncDtTm'), textAt(original, 'AccptncDtTm'));
  const texts = [
    isReturn ? `REVERSAL RETURN ${code}` : '',
    partyName(part('Dbtr')),
    partyName(part('Cdtr')),
    ...remittanceTexts(part('RmtInf')),
    accountNumber(part('CdtrAcct')),
    ...others,
  ];
  return {
    amount: amount?.text ?? '',
    currency: amount?.attributes['Ccy'] ?? '',
    bookingDay: dayOf(element, { header, group }, accepted),
    time: /T(\d\d:\d\d:\d\d)/.exec(accepted)?.[1] ?? '',
    reference: firstText(endToEnd, transaction),
    settlementSession: sessionAmong([endToEnd, ...others]),
    narration: joined(texts.filter((one) => one !== endToEnd)),
    sourceId: transaction,
    beneficiary: accountNumber(part('CdtrAcct')),
    originator: institutionCode(part('DbtrAgt')),
    destination: institutionCode(part('CdtrAgt')),
    // The reason of a return is no state: the money came back.
    answer: state === '' ? '' : joined([state, code]),
    isReturn,
  };
}

/** The day of settlement or of execution, else of acceptance, else of the message. */
function dayOf(element: XmlElement, { header, group }: Around, accepted: string): number {
  const original = childOf(element, 'OrgnlTxRef');
  const texts = [
    textAt(element, 'IntrBkSttlmDt'),
    textAt(header ?? undefined, 'IntrBkSttlmDt'),
    textAt(original, 'IntrBkSttlmDt'),
    // Since version 8 it stands one element deeper.
    textAt(group, 'ReqdExctnDt', 'Dt'),
    textAt(group, 'ReqdExctnDt', 'DtTm'),
    textAt(group, 'ReqdExctnDt'),
    accepted,
    textAt(header ?? undefined, 'CreDtTm'),
  ];
  return texts.map(isoDay).find((day) => day !== NO_DAY) ?? NO_DAY;
}
