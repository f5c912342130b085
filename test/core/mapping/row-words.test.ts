import { describe, expect, it } from 'vitest';
import { preambleFacts } from '../../../src/core/mapping/preamble.ts';
import { isPendingWord, rowWords } from '../../../src/core/mapping/row-words.ts';

describe('words of rows that are no entries', () => {
  it.each([
    'Opening Balance',
    'OPENING BALANCE:',
    'Balance B/F',
    'B/F',
    'Balance brought forward',
    'Brought forward',
    'Brought forward from page 1',
    'Amount B/F',
    'Eröffnungssaldo',
    'Opening balance as at 01/06/2026',
    'Saldo inicial',
    'Anfangssaldo',
    'Solde précédent',
  ])('%s opens', (cell) => expect(rowWords(cell)).toBe('opening'));
  it.each([
    'Closing Balance',
    'Balance C/F',
    'Ledger Balance',
    'Solde',
    'Endsaldo',
    'Kontostand am 30.06.2026',
    'Carried forward',
    'C/F',
    'Schlusssaldo',
  ])('%s closes', (cell) => expect(rowWords(cell)).toBe('closing'));
  it.each([
    'Total',
    'TOTALS',
    'Grand Total:',
    'Total Debits',
    'Sub-total',
    'TRANSACTION VOLUME',
    'TOTAL AMOUNT',
    'Total number of transactions: 12',
    'Summe',
    'Totals carried forward',
    'Number of transactions',
    'Count of records: 12',
    'Anzahl Buchungen',
  ])('%s sums up', (cell) => expect(rowWords(cell)).toBe('total'));
  it.each([
    'End of statement',
    'Page 2 of 3',
    'This is a computer generated statement',
    'Printed on 01/06/2026',
    'No transactions found',
    'No records for the period',
    'Keine Umsätze vorhanden',
    'End of report',
  ])('%s ends', (cell) => expect(rowWords(cell)).toBe('end'));
  it.each([
    'Total Energies Lekki',
    'Balance payment for rent',
    'Opening ceremony catering',
    'Closing fee',
    'NIP/SOLDE ADA',
    'Sum of parts',
    'TRF TO PAGE 2 STUDIO',
    'CD',
    'No transaction fee',
    'BF',
    'Carried forward goods to Kano',
    'POS',
    '12',
  ])('%s is an ordinary text', (cell) => expect(rowWords(cell)).toBeNull());

  it('pending is said by its words alone', () => {
    expect(['Pending', 'PDNG', ' vorgemerkt '].every(isPendingWord)).toBe(true);
    expect(['Booked', 'Pending approval fee', ''].some(isPendingWord)).toBe(false);
  });
});

describe('facts above the header', () => {
  it.each([
    [['Account No:', '0123456789'], [{ kind: 'account', value: '0123456789' }]],
    [['Account Number: 0123456789'], [{ kind: 'account', value: '0123456789' }]],
    [
      ['Account details for:', 'FRANK Account 666-666666-666'],
      [{ kind: 'account', value: 'FRANK Account 666-666666-666' }],
    ],
    [['Currency', 'NGN - Naira'], [{ kind: 'currency', value: 'NGN' }]],
    [
      ['Opening Balance', '1,000.00', 'Closing Balance', '2,000.00'],
      [
        { kind: 'opening', value: '1,000.00' },
        { kind: 'closing', value: '2,000.00' },
      ],
    ],
    [['Currency: US Dollar'], [{ kind: 'currency', value: 'USD' }]],
    [['Account Currency', 'ghs'], [{ kind: 'currency', value: 'GHS' }]],
    [['Bewertet in:', 'CHF'], [{ kind: 'currency', value: 'CHF' }]],
    [['Statement for account 0123456789 (USD)'], [{ kind: 'currency', value: 'USD' }]],
    [['All amounts in Naira'], [{ kind: 'currency', value: 'NGN' }]],
    [
      ['A/C No: 0123456789 (USD)'],
      [
        { kind: 'account', value: '0123456789' },
        { kind: 'currency', value: 'USD' },
      ],
    ],
    [
      ['Opening balance (USD)', '571.75'],
      [
        { kind: 'opening', value: '571.75' },
        { kind: 'currency', value: 'USD' },
      ],
    ],
    [['Statement of account (ALL)'], []],
    [['Transactions of ABC (USD) Limited'], []],
    [['Account Name:', 'EXAMPLE STORES'], []],
    [['Branch', 'Ikeja'], []],
  ])('%j', (cells, facts) => expect(preambleFacts(cells)).toEqual(facts));
});
