// What a line is for, from how its words relate: what is charged on what, and whose fees they are. And what a row has
// that it could be looked up by.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { purposeOf } from '../../../src/core/classification/purpose/purpose.ts';
import { canBeLookedUp, chargeWordsAt, taxWordsAt } from '../../../src/core/classification/purpose/purpose-at.ts';
import { sessionOf } from './session-of.ts';

const NARRATIONS: readonly [narration: string, kind: string, words?: string][] = [
  // A charge of the bank: beside a word of its trade, or beside nobody.
  ['NIP TRANSFER CHARGE', 'charge', 'CHARGE'],
  ['NIP CHARGE ADA OBI', 'charge', 'CHARGE'],
  ['CHARGES NIP/ADA OBI', 'charge', 'CHARGES'],
  ['Monthly charges', 'charge', 'CHARGES'],
  ['COMM ON TRF', 'charge', 'COMM'],
  ['COMMISSION ON TRANSFER TO MUSA GARBA', 'charge', 'COMMISSION'],
  ['COMMISSION/0001', 'charge', 'COMMISSION'],
  ['COT FEB', 'charge', 'COT'],
  ['COT/ACCT MAINTENANCE FEE', 'charge', 'COT'],
  ['FEE0042', 'charge', 'FEE'],
  ['CARD-MAINTENANCE', 'charge', 'MAINTENANCE'],
  ['SMS ALERTS JAN', 'charge', 'SMS ALERTS'],
  ['RETURNED CHEQUE CHARGE 000213', 'charge', 'CHARGE'],
  ['PAYMENT OF BANK CHARGES', 'charge', 'CHARGES'],
  ['MSC BATCH260310', 'charge', 'MSC'],
  ['TRNF FEE ADA OBI', 'charge', 'FEE'],
  // Of somebody else: another word owns it, or somebody is named beside it.
  ['TRF FOR SCHOOL FEES', 'other'],
  ['SCH FEES TERM 2 CHIAMAKA EZE', 'other'],
  ['HOUSE MAINTENANCE', 'other'],
  ['HOUSE MAINTENANCE FEE', 'other'],
  ['ESTATE SERVICE CHARGE', 'other'],
  ['SERVICE CHARGE LEKKI GARDENS', 'other'],
  ['NIP/ADA OBI/FEES', 'other'],
  ['CHARGES FOR LEGAL WORK', 'other'],
  ['COMMISSION ADA OBI AGENT', 'other'],
  ['PTA LEVY', 'other'],
  ['MSC NIGERIA FREIGHT', 'other'],
  // Interest and tax, whatever is taxed and whoever pays.
  ['INTEREST PAID', 'tax', 'INTEREST'],
  ['OD INT FOR MARCH', 'tax', 'OD INT'],
  ['VAT 7.5%', 'tax', 'VAT'],
  ['WHT ON RENT', 'tax', 'WHT'],
  ['WITHHOLDING TAX', 'tax', 'WITHHOLDING TAX'],
  ['STAMP-DUTY', 'tax', 'STAMP DUTY'],
  ['STAMP DUTY ADA OBI FT26061AB12', 'tax', 'STAMP DUTY'],
  ['NIP/ADA OBI/STAMP DUTY', 'tax', 'STAMP DUTY'],
  ['EMTL 05MAR', 'tax', 'EMTL'],
  ['E-LEVY', 'tax', 'E LEVY'],
  ['STATE LEVY', 'tax', 'LEVY'],
  ['ELECTRONIC MONEY TRANSFER LEVY', 'tax', 'ELECTRONIC MONEY TRANSFER LEVY'],
  ['PAYMENT OF VAT', 'tax', 'VAT'],
  ['TRF TO FIRS FOR VAT', 'tax', 'VAT'],
  ['VAT ON SMS CHARGE', 'tax', 'VAT'],
  ['SMS CHARGE VAT', 'tax', 'VAT'],
  // What includes a tax, or is only named after one, is no tax.
  ['COMMISSION PLUS VAT', 'charge', 'COMMISSION'],
  ['COMM + VAT', 'charge', 'COMM'],
  ['FEE & VAT', 'charge', 'FEE'],
  ['TRANSFER FEE INCL VAT', 'charge', 'FEE'],
  ['TRANSFER FEE VAT INCLUSIVE', 'charge', 'FEE'],
  ['GOODS WITH VAT', 'other'],
  ['LOAN REPAYMENT AND INTEREST', 'other'],
  ['TRANSFER FROM INTEREST HOMES LTD', 'other'],
  // Parts of other words are none.
  ['NIP/VATSA VENTURES/GOODS', 'other'],
  ['COTTON AND FEEDS', 'other'],
  ['COMMUNITY SUPPLIES', 'other'],
  ['INTERESTING BOOKS', 'other'],
  ['STAMPS AND DUTYFREE', 'other'],
  ['', 'none'],
  ['NIP TRANSFER 05/03/26', 'none'],
];

describe('a narration', () => {
  test.each(NARRATIONS)('%j: %s %s', (narration, kind, words = '') => {
    expect(purposeOf(narration)).toMatchObject({ kind, words });
  });
});

test('reading a column lets no narration off that holds a word', () => {
  const words = NARRATIONS.flatMap(([narration]) => narration.split(' '));
  const piece = fc.oneof(fc.constantFrom(...words, 'e', 'Od', 'cHg', '–', '₦', 'é', '7', ' ', '/', '+'), fc.string());
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 4 }), (texts) => {
      const narrations = texts.map((pieces) => pieces.join(''));
      const { narration } = sessionOf({ bank: narrations.map((text) => ({ amount: 1, narration: text })) }).columns
        .bank;
      for (const [i, text] of narrations.entries()) {
        const { kind, words: said } = purposeOf(text);
        expect(chargeWordsAt(narration, i)).toBe(kind === 'charge' ? said : null);
        expect(taxWordsAt(narration, i)).toBe(kind === 'tax' ? said : null);
      }
    }),
    { numRuns: 500 },
  );
});

describe('what a row can be looked up by', () => {
  test.each([
    ['', '', false],
    ['', 'CASH DEPOSIT', false],
    ['N/A', 'NIP TRANSFER 05/03/2026', false],
    ['0000', 'TRF MARCH2026 5,000.00', false],
    ['', 'TRF 5.8E+28', false],
    ['', 'CASH DEPOSIT ADA OBI', true],
    ['', 'TRF 000013260302101530123456789012', true],
    ['FT9', 'NIP', false],
    ['', 'CHQ 000213', true],
    ['PV-045', '', true],
  ])('reference %j, narration %j: %s', (reference, narration, expected) => {
    const { gl } = sessionOf({ gl: [{ amount: 1, reference, narration }] }).columns;
    expect(canBeLookedUp(gl, 0)).toBe(expected);
  });
});
