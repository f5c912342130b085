// References and remittance texts of a payment, in statements as in payment messages.

import { childOf, childrenOf, textAt } from '../xml/element-texts.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

/** What the standard has written where there is no reference. */
const NONE: ReadonlySet<string> = new Set(['NOTPROVIDED', 'NOT PROVIDED', 'NONREF', 'NOTAVAILABLE']);

/** A reference; '' for what says that there is none. */
export const given = (reference: string): string => (NONE.has(reference.toUpperCase()) ? '' : reference);

/** Thirty digits are the id of a settlement session of an instant transfer. */
const SESSION = /^\d{30}$/;
export const sessionAmong = (references: readonly string[]): string =>
  references.find((one) => SESSION.test(one)) ?? '';

/** References that a remittance names: invoices, creditor references, texts. */
export function remittanceTexts(remittance: XmlElement | undefined): string[] {
  const structured = childrenOf(remittance, 'Strd').flatMap((one) => [
    textAt(one, 'CdtrRefInf', 'Ref') || textAt(one, 'CdtrRefInf', 'CdtrRef'),
    ...childrenOf(one, 'RfrdDocInf').map((document) => textAt(document, 'Nb') || textAt(document, 'RfrdDocNb')),
    ...childrenOf(one, 'AddtlRmtInf').map(({ text }) => text),
  ]);
  return [...childrenOf(remittance, 'Ustrd').map(({ text }) => text), ...structured];
}

/** References beside the payer's own, each once. `refs`: the element that holds them. */
export const otherReferences = (refs: XmlElement | undefined): string[] =>
  [
    ...['InstrId', 'TxId', 'ClrSysRef', 'ChqNb', 'MndtId', 'PmtInfId', 'MsgId'].map((name) => textAt(refs, name)),
    ...childrenOf(refs, 'Prtry').map((one) => textAt(one, 'Ref')),
    textAt(childOf(refs, 'UETR')),
  ].map(given);

/** The texts joined, each once, empty ones left out. */
export const joined = (texts: readonly string[]): string => [...new Set(texts)].filter((one) => one !== '').join(' ');
