import { describe, expect, it } from 'vitest';
import { mayBeBalance } from '../../../src/adapters/files/odd/balance-words.ts';
import { isPendingWord } from '../../../src/core/reading/cells/entry-states.ts';
import { preambleFacts } from '../../../src/core/reading/titles/preamble.ts';
import {
  balanceAt,
  balanceOfEntry,
  isDayBalance,
  rowWords,
  totalWords,
} from '../../../src/core/reading/titles/row-words.ts';

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
    'OPEN BALANCE',
    'Op. Bal.',
    'B/FWD',
    'Ancien solde',
    'Devreden bakiye',
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
    'CLOSE BALANCE',
    'Cl. Bal.',
    'C/FWD',
    'Nouveau solde',
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

  it.each(['Balance at 01/03/2024', 'Balance as of 31 Mar 2024', 'Bal. on March 1, 2024', 'Available balance'])(
    '%s is a balance of some day',
    (cell) => expect(balanceAt(cell)).not.toBeNull(),
  );
  it.each(['Balance on order 12', 'Balance at Shoprite', 'Balance of payment'])('%s is none', (cell) =>
    expect(balanceAt(cell)).toBeNull(),
  );

  it.each(['Subtotal', 'Sub-total', 'Total for 06/03/2024', 'Grand Total:', 'Zwischensumme', 'Total debits'])(
    '%s is a total and nothing else',
    (cell) => expect(totalWords(cell)).toBe('explicit'),
  );
  it.each(['Daily total', 'Page Total', 'Batch total 1000', 'Batch total for terminal 2044', 'Total 06/03/2024'])(
    '%s may be one of a part',
    (cell) => expect(totalWords(cell)).toBe('of a part'),
  );
  it.each(['TOTAL', 'Summe'])('%s may be a name', (cell) => expect(totalWords(cell)).toBe('alone'));
  it.each(['Total fuel 2026', 'TOTAL DIESEL 2026', 'TOTAL 100234', 'TOTAL FOR MARCH 2026', 'Total 240301'])(
    '%s is none',
    (cell) => expect(totalWords(cell)).toBeNull(),
  );
  it.each(['Total Energies Lekki', 'Total for rent', 'Daily newspaper'])('%s is none', (cell) =>
    expect(totalWords(cell)).toBeNull(),
  );

  it.each(['Balance at 01/03/2024', 'Bal as at 1 March 2024', 'Ledger balance as of 2024-03-01', 'Available balance'])(
    '%s is a balance at a date',
    (cell) => expect(balanceAt(cell)).toBe('certain'),
  );
  it.each(['Balance 01/03/2024', 'Bal on 1-Mar-2024'])('%s may be one', (cell) =>
    expect(balanceAt(cell)).toBe('perhaps'),
  );
  it.each([
    'BALANCE FEES 2026',
    'BAL RENT 2026',
    'Bal on car 2026',
    'BALANCE INV 2026',
    'BALANCE 100234',
    'Account balance 1234567',
    'Bal 12 bags 2026',
    'Balance March 2026',
    'Ledger balance 240301',
    'Balance of INV 1234567',
    'Balance at shop 12 2026',
  ])('%s is none', (cell) => expect(balanceAt(cell)).toBeNull());

  it.each(['NOUVEAU SOLDE TOUT COMPTE', 'Solde facture 12', 'Final balance on car', 'Closing balance on INV 2026'])(
    '%s closes nothing in a row with an amount',
    (cell) => expect(balanceOfEntry(cell)).toBeNull(),
  );
  it.each([
    'Nouveau solde au 31/03/2024',
    'Kontostand am 31.03.2024',
    'Closing balance as at 31 March 2024',
    'Closing balance 2',
    'Balance c/f',
    'Closing balance as at end of day',
  ])('%s closes', (cell) => expect(balanceOfEntry(cell)).toBe('closing'));

  it('begin with letters by which they are found in the bytes of a row', () => {
    const bytes = new TextEncoder();
    const kinds =
      'opening open opg opn op beginning starting start initial previous prev old closing close clg cls cl ending end final new current';
    const phrases = [
      ...kinds.split(' ').flatMap((kind) => [`${kind} balance`, `${kind}. bal.`]),
      ...'b/f|b/fwd|bfwd|brought forward|brought fwd|brought down|c/f|c/fwd|cfwd|carried forward|carried fwd|carried down|carried over|bal b/d|bal bf|balance c/d|bal cf|amount b/f|amount c/f|carried forward balance|brought forward balance|ledger balance|book balance'.split(
        '|',
      ),
      ...'anfangssaldo|anfangsbestand|alter saldo|alter kontostand|eröffnungssaldo|saldovortrag|solde précédent|solde initial|solde d’ouverture|ancien solde|saldo inicial|saldo anterior|saldo początkowe|report à nouveau|beginsaldo|vorig saldo|nyitó egyenleg|počáteční zůstatek|devreden bakiye'.split(
        '|',
      ),
      ...'endsaldo|endbestand|neuer saldo|neuer kontostand|schlusssaldo|schlussaldo|kontostand am 31.03.2024|solde au 31/03/2024|solde final|nouveau solde|saldo final|saldo końcowe|eindsaldo|nieuw saldo|záró egyenleg|konečný zůstatek'.split(
        '|',
      ),
      ...'balance at 01/03/2024|available balance|daily balance|end of day balance|eod balance|saldo do dia|tagessaldo|total balance of the day|s a l d o'.split(
        '|',
      ),
      ...'total|totals|total for 06/03/2024|subtotal|sub total|sub-total|grand total|page total|running total|statement total|period total|daily total|day total|weekly total|monthly total|batch total|section total|overall total|sous-total|zwischensumme|tagessumme|gesamtsumme|summe|gesamt|totaal|totale|celkem|összesen|razem|suma|som'.split(
        '|',
      ),
    ];
    const isKnown = (cell: string) =>
      ['opening', 'closing'].includes(rowWords(cell) ?? '') ||
      isDayBalance(cell) ||
      balanceAt(cell) !== null ||
      totalWords(cell) !== null;
    for (const phrase of phrases.flatMap((p) => [p, p.toUpperCase(), `*** ${p} ***`])) {
      expect([phrase, isKnown(phrase)]).toEqual([phrase, true]);
      const cell = bytes.encode(phrase);
      expect([phrase, mayBeBalance(cell, 0, cell.length)]).toEqual([phrase, true]);
    }
    for (const ordinary of ['NIP/ADAEZE STORES', 'TRANSFER', 'POS PURCHASE', 'Balm', '', '12'])
      expect(mayBeBalance(bytes.encode(ordinary), 0, ordinary.length)).toBe(false);
  });

  it('pending is said by its words alone', () => {
    expect(['Pending', 'PDNG', ' vorgemerkt '].every(isPendingWord)).toBe(true);
    expect(['Booked', 'Pending approval fee', ''].some(isPendingWord)).toBe(false);
  });
});

describe('facts above the header', () => {
  it.each([
    [['Account No:', '0123456789'], [{ kind: 'account', value: '0123456789' }]],
    ...['A/C.No: 0123456789', 'Acct.No: 0123456789', 'account.nuban: 0123456789', 'A/C: NUBAN: 0123456789'].map(
      (cell): [string[], object[]] => [[cell], [{ kind: 'account', value: '0123456789' }]],
    ),
    [['Account: 044:0123456789'], [{ kind: 'account', value: '044:0123456789' }]],
    [['Account: 12 Main: 0123456789'], [{ kind: 'account', value: '12 Main: 0123456789' }]],
    [
      ['Account: 0123456789 Currency: USD'],
      [
        { kind: 'account', value: '0123456789' },
        { kind: 'currency', value: 'USD' },
      ],
    ],
    [['Account: 0123456789 Account Name: ADA 12'], [{ kind: 'account', value: '0123456789' }]],
    [['Op.Balance: 1,000.00'], [{ kind: 'opening', value: '1,000.00' }]],
    [['Cl.Bal:', '1,000.00'], [{ kind: 'closing', value: '1,000.00' }]],
    [['Opening.Balance', '1,000.00'], [{ kind: 'opening', value: '1,000.00' }]],
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
