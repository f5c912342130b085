// Exports of other accounting systems and banks, made up in their form: each holds what once led to a wrong amount, a
// wrong currency, a wrong account or a needless refusal.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const table = (...rows: string[]) => `${rows.join('\n')}\n`;
const read = (...rows: string[]) => readText(table(...rows), { rejectedShare: 1 });
const fieldsOf = (file: ReturnType<typeof readText>) =>
  Object.fromEntries(file.layout.columns.map(({ title, field }) => [title, field]));

describe('money of another kind than the entry’s', () => {
  it('a fee is not taken for the amount when gross and net stand beside it', () => {
    const file = read(
      'Date,Name,Currency,Gross,Fee,Net,Transaction ID',
      '15/09/2026,Ada,USD,"1,000.00",-34.30,965.70,9AB12345CD678901E',
      '16/09/2026,Bola,USD,50.00,-1.00,49.00,8AB12345CD678901E',
    );
    expect(rowsOf(file).map(({ amount }) => amount)).toEqual(['965.70', '49.00']);
  });

  it('the currency of a foreign amount is not the entry’s', () => {
    const file = read(
      'Booking Date,Partner Name,Amount (EUR),Original Amount,Original Currency,Exchange Rate',
      '2026-09-15,ADA GmbH,-12.50,,,',
      '2026-09-16,BOLA,-8.99,-10.50,USD,0.856',
    );
    expect(rowsOf(file).map(({ amount, currency }) => [amount, currency])).toEqual([
      ['-12.50', 'EUR'],
      ['-8.99', 'EUR'],
    ]);
  });

  it('a rejection names the decimals of the row’s own currency', () => {
    const file = read('Date,Currency,Amount', '2026-09-01,JPY,12.00', '2026-09-02,JPY,12.50', '2026-09-03,NGN,1.50');
    expect(file.rejected).toEqual([{ line: 3, reason: 'the amount “12.50” has more decimals than the currency’s 0' }]);
  });
});

describe('accounts', () => {
  it('short names of accounts keep the accounts of a file apart', () => {
    const file = read('Date,Account,Narration,Amount', '2026-09-01,A1,ADA,1.00', '2026-09-02,A2,BOLA,2.00');
    expect(rowsOf(file).map(({ account }) => account)).toEqual(['A1', 'A2']);
  });

  it('a sort code and a number are an account, not a day and a time', () => {
    const file = read('Number,Date,Account,Amount,Memo', ' ,15/09/2026,20-12-34 12345678,-12.50,ADA STORES');
    expect(rowsOf(file).map(({ account }) => account)).toEqual(['20-12-34 12345678']);
  });

  it('the French audit file names them, and its piece is the reference', () => {
    const file = read(
      'JournalCode;EcritureNum;EcritureDate;CompteNum;CompteLib;PieceRef;EcritureLib;Debit;Credit',
      'BQ;1;20240305;512000;Banque;P1;Vir client;1500,00;0,00',
      'BQ;1;20240305;411000;Clients;P1;Vir client;0,00;1500,00',
      'BQ;2;20240327;512000;Banque;P2;Frais;0,00;12,50',
      'BQ;2;20240327;627000;Frais;P2;Frais;12,50;0,00',
    );
    expect(rowsOf(file).map(({ account, reference }) => [account, reference])).toEqual([
      ['512000', 'P1'],
      ['411000', 'P1'],
      ['512000', 'P2'],
      ['627000', 'P2'],
    ]);
  });

  it('a G/L account above the header is that of the rows', () => {
    const file = read('G/L Account;113100;Bank clearing', 'Posting Date;DocumentNo;Amount;Text', '01.03.2024;1;5,00;A');
    expect(rowsOf(file)).toMatchObject([{ account: '113100', reference: '1' }]);
  });

  it.each(['G/L Account', 'HKONT', 'Account Combination', 'accountNum'])('may be titled “%s”', (title) => {
    const rows = ['01/03/2024,113100,A,5.00', '02/03/2024,113100,B,6.00', '03/03/2024,113200,C,7.00'];
    expect(fieldsOf(read(`Date,${title},Narration,Amount`, ...rows))).toMatchObject({ [title]: 'account' });
  });

  it('what payers typed beside one running balance is none of the own', () => {
    const header = 'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Balance,A/C No.';
    const file = read(
      header,
      'RC10AAAA,2024-03-01 09:00:00,Pay Bill,100.00,,1100.00,INV100',
      'RC11AAAA,2024-03-02 09:00:00,Pay Bill,100.00,,1200.00,INV101',
      'RC12AAAA,2024-03-03 09:00:00,Charge,,-15.00,1185.00,',
      'RC13AAAA,2024-03-04 09:00:00,Pay Bill,100.00,,1285.00,INV102',
    );
    expect(file.balances).toMatchObject([{ opening: 100000, closing: 128500, foots: true }]);
    expect(rowsOf(file)[0]).toMatchObject({ account: '', reference: 'RC10AAAA', narration: 'Pay Bill INV100' });
    // A balance of each account breaks off where the account changes.
    const own = read(
      header,
      'RC10AAAA,2024-03-01 09:00:00,Pay Bill,100.00,,1100.00,0123456789',
      'RC11AAAA,2024-03-02 09:00:00,Pay Bill,100.00,,5100.00,0123456780',
      'RC12AAAA,2024-03-03 09:00:00,Charge,,15.00,1085.00,0123456789',
      'RC13AAAA,2024-03-04 09:00:00,Pay Bill,100.00,,5200.00,0123456780',
    );
    expect(own.balances).toMatchObject([{ foots: true }, { foots: true }]);
  });

  it('two facts in one cell above the header are told apart', () => {
    const file = read(
      'A/C No : 2001234567   Currency : GHS',
      'Tran Date|Particulars|Withdrawals|Deposits|Balance',
      '01-09-2026|NIP/ADA||5,000.00|15,000.00Cr',
      '13-09-2026|TRF BOLA|20,000.00||5,000.00Dr',
    );
    expect(rowsOf(file).map(({ account, currency }) => [account, currency])).toEqual([
      ['2001234567', 'GHS'],
      ['2001234567', 'GHS'],
    ]);
  });
});

describe('a printed list', () => {
  const rule = '-'.repeat(60);
  const file = read(
    'G/L Account   113100    Bank',
    rule,
    '|  |DocumentNo|Doc. Date |Pstng Date|     LC amnt |LCurr|Text          |',
    rule,
    '|  |1400000012|31.08.2026|01.09.2026| 125.000,00  |NGN  |ADAEZE STORES |',
    '|  |1500000013|31.08.2026|02.09.2026|  45.300,50- |NGN  |VENDOR BOLA   |',
    rule,
    '|* |          |          |          |  79.699,50  |NGN  |              |',
    rule,
  );

  it('has lines drawn across it, which are no rows', () => {
    expect(file.rejected).toEqual([]);
    expect(rowsOf(file).map(({ amount }) => amount)).toEqual(['125000.00', '-45300.50']);
  });

  it('is booked on the posting date, not on the document’s', () => {
    expect(fieldsOf(file)).toMatchObject({ 'Pstng Date': 'booking_date', 'Doc. Date': null });
  });
});

describe('delimiters and quotes', () => {
  it.each(['~', '^'])('cells may be parted by %s', (delimiter) => {
    const file = read(
      ['BOOKING.DATE', 'TRANS.REF', 'AMOUNT.LCY'].join(delimiter),
      ['20260901', 'FT26244ABCDE', '5000.00'].join(delimiter),
    );
    expect(rowsOf(file).map(({ amount, reference }) => [amount, reference])).toEqual([['5000.00', 'FT26244ABCDE']]);
  });

  it('a spreadsheet’s ="..." is the text in it, with the delimiters in it', () => {
    const file = read(
      '="DATE",="REFERENCE",="DEBIT",="CREDIT",="BALANCE"',
      '="15/09/2026",="000123",="",="5,000.00",="15,000.00"',
      '="16/09/2026",="=A1",="20,000.00",="",="-5,000.00"',
    );
    expect(rowsOf(file).map(({ amount, reference }) => [amount, reference])).toEqual([
      ['5000.00', '000123'],
      ['-20000.00', '=A1'],
    ]);
  });
});

describe('a row that is larger than the sample of the file', () => {
  const header = 'Date,Narration,Amount';
  it.each([
    ['an open quote', `2026-09-02,"${'x'.repeat(300_000)}`, /^the quoted field that starts here never ends\.$/],
    ['a field too long', `2026-09-02,${'x'.repeat(3_000_000)},1.00`, /^a field of this row is longer /],
    ['too many cells', ','.repeat(300_000), /^the row has more than \d+ columns\.$/],
  ])('is what the refusal names: %s', (_, row, sentence) => {
    expect(() => read(header, '2026-09-01,ADA,1.00', row)).toThrow(
      expect.objectContaining({ line: 3, message: expect.stringMatching(sentence) }),
    );
  });

  it('also right below the header', () => {
    const row = `2026-09-02,${'x'.repeat(3_000_000)},1.00`;
    expect(() => read(header, row)).toThrow(/longer than/);
  });
});

it('a spreadsheet’s millions of empty rows are passed over', () => {
  const file = read('Date,Narration,Amount', '2026-09-01,ADA,1.00', `${',,\n'.repeat(1_000_000)}2026-09-02,BOLA,2.00`);
  expect([rowsOf(file).map(({ line }) => line), file.counts.blank]).toEqual([[2, 1_000_003], 1_000_000]);
});
