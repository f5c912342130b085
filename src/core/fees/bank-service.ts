// The services with agreed fees, and the service of a row: by its channel column, else by the run, else by words of its
// narration, else `other` (docs/fields.md).

import { TRANSFERS } from '../words/transfer-words.ts';
import { wholeWords } from '../words/whole-words.ts';

/** Services in the words of requests, the more specific first. */
export const BANK_SERVICES = [
  ...['ussd', 'atm', 'pos_deposits', 'pos', 'nip', 'bill_payments', 'card_settlement', 'cash_deposits'],
  ...['transfers', 'other'],
] as const;
export type BankService =
  | 'ussd'
  | 'atm'
  | 'pos_deposits'
  | 'pos'
  | 'nip'
  | 'bill_payments'
  | 'card_settlement'
  | 'cash_deposits'
  | 'transfers'
  | 'other';

/** Words of each service in channels and narrations; the first service found counts. */
const WORDS: readonly (readonly [BankService, RegExp])[] = [
  ['ussd', /\bUSSD\b|\*\d{3,4}#/],
  ['atm', /\bATM\b/],
  ['pos_deposits', /\bPOS DEP(?:OSITS?)?\b/],
  ['pos', /\bPOS\b/],
  ['nip', /\b(?:NIP|NIBSS|INSTANT PAYMENT)\b/],
  ['bill_payments', /\bBILLS?(?: PAYMENTS?| PMT)?\b|\bAIRTIME\b|\bBILLER\b/],
  ['card_settlement', /\bCARD SETTLEMENT\b/],
  ['cash_deposits', /\bCASH (?:DEP(?:OSITS?)?|LODGEMENT)\b/],
  ['transfers', wholeWords(...TRANSFERS, 'WEB', 'MOBILE')],
];

/** Channels of no service; in some reports a channel is a number. */
const OF_NO_SERVICE =
  /^(?:BRANCH|TELLER|COUNTER|OTC|OVER THE COUNTER|INTERNET|ONLINE|AGENT|AGENCY|IVR|KIOSK|APP|CARD|CHEQUE|OTHERS?|SYSTEM)(?: BANKING)?$|^\d{1,2}$/;

const wordsOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}*#]+/gu, ' ')
    .trim();

/** Most words in a channel's name; longer texts are sentences. */
const MOST_WORDS = 3;

/** Whether a cell is only the name of a channel or a service. */
export function namesChannel(text: string): boolean {
  const words = wordsOf(text);
  return words.split(' ').length <= MOST_WORDS && (serviceIn(text) !== null || OF_NO_SERVICE.test(words));
}

/** The service named in a channel or narration; null for none. */
export function serviceIn(text: string): BankService | null {
  const words = wordsOf(text);
  return WORDS.find(([, expression]) => expression.test(words))?.[0] ?? null;
}
