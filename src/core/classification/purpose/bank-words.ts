// The bank's own words in a statement line: names of its charges and taxes, of its channels and services, and words
// that only carry a payment. These are closed sets, because a bank has few channels and services. There is no list of
// what customers pay for: any other word is a customer's.

import {
  CHARGES as CHARGE_WORDS,
  COMMISSIONS,
  FEES,
  LEVIES as LEVY_WORDS,
  TAXES as TAX_WORDS,
} from '../../words/fee-words.ts';
import { UNPAID_WORDS } from '../../words/reversal-words.ts';
import { TRANSFERS } from '../../words/transfer-words.ts';
import { words } from '../../words/whole-words.ts';

const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(words(...lines));

/** Carriers of a payment: they say how money moved, not what for. */
export const CARRIERS = set(
  'PAYMENT PAYMENTS PAY PAID PYMT PMT PYT RECEIPT RECEIVED RCVD BEING TRANSACTION TRANS TXN TRX TRN DEPOSIT DEPOSITS',
  'LODGEMENT LODGMENT WITHDRAWAL WDL PURCHASE PURCHASES SUNDRY SUNDRIES MISC MISCELLANEOUS VARIOUS GENERAL ENTRY ITEM',
  'JOURNAL NARRATION REF REFERENCE NO NUMBER ID DATED DATE VALUE CASH',
);

/** Channels, instruments and services of a bank: a charge beside one of them is the bank's. */
export const TRADE = set(
  ...TRANSFERS,
  'NIP NIBSS NEFT RTGS SWIFT WIRE USSD POS ATM WEB MOBILE APP ONLINE INTERNET INTERBANK',
  'INTRABANK INSTANT EFT ACH IBFT EMT ELECTRONIC MONEY BANK BANKS BANKING ACCT ACCOUNT CURRENT TURNOVER LEDGER',
  'CARD CARDS DEBIT CREDIT VISA MASTERCARD VERVE TOKEN PIN SMS ALERT ALERTS NOTIFICATION EMAIL CHEQUE CHEQUES CHQ CHQS CHK',
  'CHECK DRAFT DRAFTS STATEMENT COLLECTION COLLECTIONS OVERDRAFT OD FACILITY STANDING ORDER MANDATE INWARD OUTWARD',
  'OFFSHORE CORRESPONDENT FX FOREX LC GUARANTEE TELLER COUNTER BRANCH TERMINAL MERCHANT SETTLEMENT CLEARING',
  ...UNPAID_WORDS,
  'STOPPED',
);

const MONTHS = words(
  'JAN JANUARY FEB FEBRUARY MAR MARCH APR APRIL MAY JUN JUNE JUL JULY AUG AUGUST SEP SEPT SEPTEMBER OCT OCTOBER NOV',
  'NOVEMBER DEC DECEMBER',
);
export const MONTH_WORDS: ReadonlySet<string> = new Set(MONTHS);

/** Words between a charge and its owner that name neither. */
export const NEUTRAL = set(
  'SERVICE SERVICES MAINTENANCE MAINT MANAGEMENT MGT MGMT PROCESSING PROC HANDLING ADMIN ADMINISTRATION ISSUANCE ISSUE REISSUE',
  'REPLACEMENT RENEWAL BOOK BOOKS MONTHLY ANNUAL YEARLY QUARTERLY DAILY WEEKLY MONTH YEAR PERIOD QUARTER LATE PENALTY NET GROSS',
  'TOTAL ADVICE CONFIRMATION LOCAL FOREIGN INTERNATIONAL STAMP FIXED FLAT MINIMUM EXCESS RETURN REQUEST THE',
  'NGN USD GBP EUR NAIRA',
  ...MONTHS,
);

/** Words of the state, which own a levy. */
export const PUBLIC = set('STATE FEDERAL GOVERNMENT GOVT FGN CBN FIRS CYBERSECURITY CYBER SECURITY TRANSACTION E');

export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Phrases by their first word, longest first. */
function phrases(...lines: readonly string[]): Phrases {
  const table = new Map<string, string[][]>();
  for (const phrase of lines.flatMap((line) => line.split('|'))) {
    const words = phrase.split(' ');
    const known = table.get(words[0]) ?? [];
    table.set(
      words[0],
      [...known, words].sort((a, b) => b.length - a.length),
    );
  }
  return table;
}

/** Names of interest and taxes, whoever they are paid to. */
export const TAXES = phrases(
  'INTEREST|INT PAID|INT CREDIT|INT CAPITALISED|INT CAPITALIZED|CREDIT INT|DEBIT INT|OD INT|OVERDRAFT INT|LOAN INT',
  ...TAX_WORDS,
  'VALUE ADDED TAX|WHT|WITHHOLDING TAX|WITHHOLDING|STAMP DUTY|STAMP DUTIES|STAMPDUTY',
  'EMTL|EMT LEVY|E LEVY|ELEVY|ELECTRONIC MONEY TRANSFER LEVY|ELECTRONIC TRANSFER LEVY',
  'CYBERSECURITY LEVY|CYBER SECURITY LEVY',
);

/** A levy is a tax if the state or no owner is named; a levy of an estate or a school is a customer's payment. */
export const LEVIES = phrases(...LEVY_WORDS);

/** Names that only charges of a bank have. */
export const OWN_CHARGES = phrases('COT|AMF|SMS ALERT|SMS ALERTS|SMS NOTIFICATION|CURRENT ACCOUNT TURNOVER');

/** Names of charges that anybody may take; the words beside them say whose it is. */
export const CHARGES = phrases(...CHARGE_WORDS, ...COMMISSIONS, ...FEES, 'MAINTENANCE');

/** Prepositions, by how the words after them relate to the words before them. */
export const RELATIONS: ReadonlyMap<string, Relation> = new Map([
  ...['ON', 'FOR', 'OF', 'RE'].map((word): [string, Relation] => [word, 'of']),
  ...['TO', 'FROM', 'BY', 'AT', 'VIA', 'FRM', 'IFO', 'BO'].map((word): [string, Relation] => [word, 'party']),
  ...['PLUS', 'AND', 'WITH', 'INCL', 'INCLUDING', 'INCLUSIVE', 'LESS'].map((word): [string, Relation] => [
    word,
    'joined',
  ]),
]);

/** of: what it is charged on or paid for; party: who paid or was paid; joined: what else is in the sum. */
export type Relation = 'of' | 'party' | 'joined';
