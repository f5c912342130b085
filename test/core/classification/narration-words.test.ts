// What makes a narration a charge, and what makes it interest or tax: whole words only, and a tax on a charge is tax.

import { describe, expect, test } from 'vitest';
import { chargeWords, interestOrTaxWords } from '../../../src/core/classification/narration-words.ts';

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
