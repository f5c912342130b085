// What makes a narration a charge, and what makes it interest or tax: whole words only, and a tax on a charge is tax.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chargeWords,
  chargeWordsAt,
  interestOrTaxWords,
  interestOrTaxWordsAt,
} from '../../../src/core/classification/narration-words.ts';
import { sessionOf } from './session-of.ts';

const NARRATIONS: readonly [narration: string, charge: string | null, tax: string | null][] = [
  // Charges.
  ['NIP TRANSFER CHARGE', 'CHARGE', null],
  ['Monthly charges', 'CHARGES', null],
  ['COMM ON TRF', 'COMM', null],
  ['COMMISSION/0001', 'COMMISSION', null],
  ['COT FEB', 'COT', null],
  ['FEE0042', 'FEE', null],
  ['CARD-MAINTENANCE', 'MAINTENANCE', null],
  ['SMS ALERTS JAN', 'SMS ALERTS', null],
  ['STATE LEVY', 'LEVY', null],
  // Interest and tax.
  ['INTEREST PAID', null, 'INTEREST'],
  ['OD INT FOR MARCH', null, 'OD INT'],
  ['VAT 7.5%', null, 'VAT'],
  ['WHT ON RENT', null, 'WHT'],
  ['WITHHOLDING TAX', null, 'WITHHOLDING'],
  ['STAMP-DUTY', null, 'STAMP DUTY'],
  ['EMTL 05MAR', null, 'EMTL'],
  ['E-LEVY', null, 'E LEVY'],
  ['ELECTRONIC MONEY TRANSFER LEVY', null, 'ELECTRONIC MONEY TRANSFER LEVY'],
  // A tax on a charge is the tax; a charge that includes a tax is the charge.
  ['VAT ON SMS CHARGE', null, 'VAT'],
  ['SMS CHARGE VAT', null, 'VAT'],
  ['COMMISSION PLUS VAT', 'COMMISSION', 'VAT'],
  ['COMM + VAT', 'COMM', 'VAT'],
  ['FEE & VAT', 'FEE', 'VAT'],
  ['TRANSFER FEE INCL VAT', 'FEE', 'VAT'],
  // Neither: parts of other words, and fees that customers pay to others.
  ['NIP/VATSA VENTURES/GOODS', null, null],
  ['COTTON AND FEEDS', null, null],
  ['COMMUNITY SUPPLIES', null, null],
  ['INTERESTING BOOKS', null, null],
  ['PRIVATE', null, null],
  ['TRF FOR SCHOOL FEES', null, null],
  ['STAMPS AND DUTYFREE', null, null],
  ['', null, null],
];

describe('a narration', () => {
  test.each(NARRATIONS)('%j: charge %j, interest or tax %j', (narration, charge, tax) => {
    expect(chargeWords(narration)).toBe(charge);
    expect(interestOrTaxWords(narration)).toBe(tax);
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
        expect(chargeWordsAt(narration, i)).toBe(chargeWords(text));
        expect(interestOrTaxWordsAt(narration, i)).toBe(interestOrTaxWords(text));
      }
    }),
    { numRuns: 500 },
  );
});
