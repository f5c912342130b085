// A transaction within an entry (TxDtls): its own amount and direction, its references and texts. Banks send one for a
// single payment and many for a batch.

import { exponentOf } from '../../../../core/money/money.ts';
import { minorOf } from '../../entries/message-amounts.ts';
import { accountNumber, institutionCode, partyName } from '../../iso20022/parties.ts';
import { given, joined, otherReferences, remittanceTexts, sessionAmong } from '../../iso20022/payment-references.ts';
import { childOf, elementAt, firstText, textAt } from '../../xml/element-texts.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import { chargesBeside, chargesText, type EntryHead, isTrue } from './entry-head.ts';

export interface EntryDetail {
  readonly line: number;
  /** Signed minor units in the entry's currency; NaN if it states none in it. */
  readonly minor: number;
  /** Charges that its amount does not contain yet, signed. */
  readonly charges: number;
  /** The payer's reference; '' for none. */
  readonly reference: string;
  readonly settlementSession: string;
  readonly text: string;
  /** The bank's own reference of the transaction; '' for none. */
  readonly bankReference: string;
  readonly beneficiary: string;
  readonly originator: string;
  readonly destination: string;
}

/** `head`: of the entry that it belongs to. */
export function entryDetail(detail: XmlElement, line: number, head: EntryHead): EntryDetail {
  const refs = childOf(detail, 'Refs');
  const others = otherReferences(refs);
  const endToEnd = given(textAt(refs, 'EndToEndId'));
  const parties = childOf(detail, 'RltdPties');
  const agents = childOf(detail, 'RltdAgts');
  const [payer, payee] = [`Dbtr`, `Cdtr`];
  const other = head.isIn ? payer : payee;
  const texts = [
    head.isReversal || isTrue(textAt(detail, 'RvslInd')) ? 'REVERSAL' : '',
    returned(detail),
    partyName(childOf(parties, other)),
    partyName(childOf(parties, `Ultmt${other}`)),
    ...remittanceTexts(childOf(detail, 'RmtInf')),
    textAt(detail, 'AddtlTxInf'),
    accountNumber(childOf(parties, `${other}Acct`)),
    otherCurrency(detail, head.currency),
    chargesText(detail),
    ...others,
  ];
  return {
    line,
    minor: ownAmount(detail, head),
    charges: chargesBeside(detail, head.currency),
    reference: endToEnd,
    settlementSession: sessionAmong([endToEnd, ...others]),
    text: joined(texts.filter((one) => one !== endToEnd)),
    bankReference: given(textAt(refs, 'AcctSvcrRef')),
    beneficiary: accountNumber(childOf(parties, 'CdtrAcct')),
    originator: institutionCode(childOf(agents, 'DbtrAgt')),
    destination: institutionCode(childOf(agents, 'CdtrAgt')),
  };
}

/** Elements that hold a transaction's amount, the nearest to the account first. */
const AMOUNTS = [
  ['Amt'],
  ['AmtDtls', 'TxAmt', 'Amt'],
  ['AmtDtls', 'CntrValAmt', 'Amt'],
  ['AmtDtls', 'InstdAmt', 'Amt'],
];

function ownAmount(detail: XmlElement, { currency, isIn }: EntryHead): number {
  const mark = textAt(detail, 'CdtDbtInd');
  const sign = (mark === '' ? isIn : mark === 'CRDT') ? 1 : -1;
  for (const path of AMOUNTS) {
    const amount = elementAt(detail, ...path);
    if (amount === undefined || amount.attributes['Ccy'] !== currency) continue;
    const minor = minorOf(amount.text, exponentOf(currency));
    return minor === 0 ? 0 : sign * minor;
  }
  return Number.NaN;
}

/** The amount as instructed, if that was in another currency. */
function otherCurrency(detail: XmlElement, currency: string): string {
  const amount = elementAt(detail, 'AmtDtls', 'InstdAmt', 'Amt');
  const code = amount?.attributes['Ccy'] ?? currency;
  return amount === undefined || code === currency ? '' : `${amount.text} ${code}`;
}

/** That a payment came back, with the reason's code. */
function returned(detail: XmlElement): string {
  const information = childOf(detail, 'RtrInf');
  if (information === undefined) return '';
  const reason = firstText(textAt(information, 'Rsn', 'Cd'), textAt(information, 'Rsn', 'Prtry'));
  return joined(['RETURN', reason, textAt(information, 'AddtlInf')]);
}
