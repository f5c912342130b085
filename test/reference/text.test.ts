import { describe, expect, it, test } from 'vitest';
import { identifiersOf } from './identifiers.ts';
import { knownForms, knownIn } from './known.ts';
import { cutWordOf, isDate, normalise, wordsOf } from './text.ts';
import { rowsOf } from './worked.ts';

const row = (reference: string, narration: string, settlementSession = '') =>
  rowsOf([[100, 1, reference, narration, { settlementSession }]])[0];
const identifiers = (reference: string, narration: string, session = '') =>
  identifiersOf(row(reference, narration, session), new Set()).map(
    (one) => `${one.kind} ${one.value}${one.weak ? ' weak' : ''}`,
  );

describe('words', () => {
  test.each([
    ['NIP/Adaeze stores', ['NIP', 'ADAEZE', 'STORES']],
    ['a bc-de_fg', ['A', 'BC', 'DE', 'FG']],
    ['ÉCLAIR x', ['\xc3\x89CLAIR', 'X']],
  ])('of %s', (narration, tokens) => {
    expect([...wordsOf(row('', narration))]).toEqual(tokens);
  });

  it('takes both the reference and the narration, each word once', () => {
    expect([...wordsOf(row('AB 12', 'ab CD'))]).toEqual(['AB', '12', 'CD']);
  });
});

describe('cut word', () => {
  test.each([
    ['ADAEZE STO', 'STO'],
    ['ADAEZE ST', null],
    ['ADAEZE STO.', null],
    ['', null],
    ['PAID 00012345', '12345'],
  ])('of %s is %s', (narration, token) => {
    expect(cutWordOf(row('', narration))).toBe(token);
  });
});

describe('normalising', () => {
  test.each([
    ['FT24001234', '24001234'],
    ['TRFX1234', 'TRFX1234'], // what remains starts with a letter
    ['FT123', 'FT123'], // what remains is too short
    ['REFREF1234', 'REFREF1234'],
    ['0000123456', '123456'],
    ['000012', '012'], // 3 bytes remain
    ['000451', '451'],
    ['CHQ000451', '451'],
    ['CHEQUENO451', '451'],
    ['CHQ45', '045'],
    ['CHEQUE7', '007'],
    ['CHQ000007', '007'],
    ['CHQ451A', '451A'], // a prefix like any other
    ['FT0012345', '12345'],
    ['0012A', '0012A'],
  ])('%s is %s', (piece, value) => {
    expect(normalise(piece)).toBe(value);
  });
});

describe('dates', () => {
  test.each([
    ['20240131', true],
    ['31012024', true],
    ['20241331', false],
    ['20240131235959', true],
    ['20240131245959', false],
    ['2024013', false],
    ['18990101', false],
  ])('%s: %s', (piece, date) => {
    expect(isDate(piece)).toBe(date);
  });
});

describe('identifiers', () => {
  test.each([
    ['a field is one from 3 bytes on', 'AB-1', '', ['reference AB1']],
    ['a short field is none', 'AB', '', []],
    ['separators and prefix are left out', 'FT/2400-1234', '', ['reference 24001234']],
    ['a placeholder is none', 'N/A', '', []],
    ['one byte repeated is none', '00000', '', []],
    ['a number that a spreadsheet broke is none', '5.8E+28', '', []],
    ['a narration holds identifiers of 6 bytes and 4 digits', '', 'TRF AB1234 AB12 ABCDE1', ['embedded AB1234']],
    ['digits alone need 7', '', '123456 1234567', ['embedded 1234567']],
    [
      'a cheque’s number is one of any length behind its word, by its value',
      '',
      'CHQ 7 CHQ-07 CHEQUE NO. 45 CHQ12 CHQ 000111',
      ['embedded 007', 'embedded 045', 'embedded 012', 'embedded 111'],
    ],
    ['what begins a date or an amount is no cheque’s number', '', 'CHQ 12/03/2026 CHQ 5-6 CHQ 50,000.00 CHQ 00', []],
    ['a field is a cheque’s number too', 'CHQ 7', '', ['reference 007']],
    ['a run gives its joined form first', '', 'INV-1234567', ['embedded INV1234567', 'embedded 1234567']],
    ['a date is none', '', '20240131 2024-01-31 31012024 05012024', []],
    ['a party number is weak', '', '08031234567', ['embedded 8031234567 weak']],
    ['an account number is weak', '', '0123456789', ['embedded 123456789 weak']],
    ['with a prefix it is not', '', 'REF0123456789', ['embedded 123456789']],
    ['a field is never weak', '0123456789', '0123456789', ['reference 123456789']],
    ['a reference of several tokens holds embedded ones', 'NIP/AB1234', '', ['reference NIPAB1234', 'embedded AB1234']],
    [
      'at most 8',
      'REFERENCE',
      'AB0001 AB0002 AB0003 AB0004 AB0005 AB0006 AB0007 AB0008',
      ['reference REFERENCE', ...[1, 2, 3, 4, 5, 6, 7].map((n) => `embedded AB000${n}`)],
    ],
  ])('%s', (_, reference, narration, expected) => {
    expect(identifiers(reference, narration)).toEqual(expected);
  });

  it('puts the session id after the reference', () => {
    expect(identifiers('AB1234', '', '000014240105120000123456789012')).toEqual([
      'reference AB1234',
      'session 14240105120000123456789012',
    ]);
  });
});

describe('known references', () => {
  test.each([
    ['INV26/0012', ['INV26/0012']],
    ['INV-0044', ['INV0044']],
    ['PV045', ['PV045']],
    ['A/1001', ['A1001']],
    ['INV0044', []], // found by its looks
    ['PV045678', []],
    ['PV04', []], // 2 digits
    ['P045', []], // 4 bytes
    ['3301/012', []], // no letter
    ['SALARY 05/2026', []], // a period
    ['RENT 12/05/2026', []],
    ['MARCH2026 RENT', []],
    ['TEL 08031234567', []], // a party's number
    ['REF BP2609017902', []], // its digits are found by their looks
    ['TRF 1234567', []],
    ['TRF 123456', ['TRF123456']],
    [`A1 ${'B'.repeat(34)}123`, [`A1${'B'.repeat(34)}123`]],
    [`A1 ${'B'.repeat(36)}123`, []],
  ])('of the field %s: %j', (reference, forms) => {
    expect([...knownForms([row(reference, '')])]).toEqual(forms);
  });

  test.each([
    ['NIP/ADA/INV26/0012', true],
    ['inv 26 0012', true],
    ['INV-26-0012 ADA', true],
    ['INV260012', false], // digits that were apart
    ['INV26/0012-3', false], // the number goes on
    ['INV26/0012 3', true], // a blank ends it
    ['INV26/0012/1234567', true], // a number by itself
    ['INV26/0012A', false],
    ['XINV26/0012', false],
  ])('INV26/0012 in %s: %j', (narration, found) => {
    const values = knownIn(narration, new Set(['INV26/0012'])).map((one) => one.value);
    expect(values).toEqual(found ? ['INV260012'] : []);
  });

  test('the shorter first where one holds another', () => {
    const forms = new Set(['PV2605', 'PV2605/003', '2605/003A']);
    expect(knownIn('PV 2605 003 A', forms).map((one) => one.value)).toEqual(['PV2605', 'PV2605003', '2605003A']);
  });
});
