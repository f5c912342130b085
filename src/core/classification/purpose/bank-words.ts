// The vocabulary of a statement line's grammar: what the bank itself names its charges and taxes by, the words of its own
// trade, and those that only carry a payment. They are closed sets, for a bank has few channels and services; what a
// customer pays for has no end, and no list of it is kept: a word that stands in none of these is a customer's.

import {
  CHARGES as CHARGE_WORDS,
  COMMISSIONS,
  FEES,
  LEVIES as LEVY_WORDS,
  TAXES as TAX_WORDS,
} from '../../words/fee-words.ts';
import { TRANSFERS } from '../../words/transfer-words.ts';
import { words } from '../../words/whole-words.ts';

const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(words(...lines));

/** A payment's carrier: says how money moved and never what for. */
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
  'RETURNED UNPAID DISHONOURED DISHONORED BOUNCED STOPPED',
);

/** What stands between a charge and its owner and names neither. */
export const NEUTRAL = set(
  'SERVICE SERVICES MAINTENANCE MAINT MANAGEMENT MGT MGMT PROCESSING PROC HANDLING ADMIN ADMINISTRATION ISSUANCE ISSUE REISSUE',
  'REPLACEMENT RENEWAL BOOK BOOKS MONTHLY ANNUAL YEARLY QUARTERLY DAILY WEEKLY MONTH YEAR PERIOD QUARTER LATE PENALTY NET GROSS',
  'TOTAL ADVICE CONFIRMATION LOCAL FOREIGN INTERNATIONAL STAMP FIXED FLAT MINIMUM EXCESS RETURN REQUEST THE',
  'JAN JANUARY FEB FEBRUARY MAR MARCH APR APRIL MAY JUN JUNE JUL JULY AUG AUGUST SEP SEPT SEPTEMBER OCT OCTOBER NOV',
  'NOVEMBER DEC DECEMBER NGN USD GBP EUR NAIRA',
);

/** Whose levy it is when it is no customer's. */
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

/** A levy is a tax when the state, or nobody, is said to raise it; an estate's or a school's is a customer's payment. */
export const LEVIES = phrases(...LEVY_WORDS);

/** Names that nothing but a bank's charge has. */
export const OWN_CHARGES = phrases('COT|AMF|SMS ALERT|SMS ALERTS|SMS NOTIFICATION|CURRENT ACCOUNT TURNOVER');

/** What anybody may ask of anybody: whose it is its neighbours say. */
export const CHARGES = phrases(...CHARGE_WORDS, ...COMMISSIONS, ...FEES, 'MAINTENANCE');

/** How the group of words behind it belongs to the one before it. */
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
