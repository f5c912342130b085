import { describe, expect, it } from 'vitest';
import { formatMinor } from '../../../src/core/money/money.ts';
import { ROW_PENDING, ROW_ZERO } from '../../../src/core/records/rows/columns.ts';
import { readText, rowsOf } from './reading.ts';

const amounts = (text: string, options = {}) => rowsOf(readText(text, options)).map((row) => row.amount);
const days = (text: string) => rowsOf(readText(text)).map((row) => row.day);
const table = (...rows: string[]) => `${rows.join('\n')}\n`;

describe('a Nigerian bank statement', () => {
  const read = readText(
    table(
      'FIRST EXAMPLE MICROFINANCE BANK LIMITED',
      'Account Name:,EXAMPLE STORES LTD',
      'Account Number:,0123456789',
      'Currency:,NGN',
      'Opening Balance:,"1,000,000.00"',
      '',
      ' S/N , Trans Date , Value Date , Ref. No , Narration , Withdrawal , Lodgement , Balance ',
      '1,01-Jun-2026,01-Jun-2026,\'0000123,NIP/ADAEZE STORES/TRF,"50,000.00",,"950,000.00"',
      '2,02-Jun-2026,03-Jun-2026,\'0000124,"CASH LODGEMENT, IKEJA",,"1,250,000.50","2,200,000.50"',
      '3,03-Jun-2026,03-Jun-2026,\'0000125,"COMM ""NIP"" CHARGE",26.88,0.00,"2,199,973.62"',
      ',,,,Total,"50,026.88","1,250,000.50",',
      ',,,,Closing Balance,,,"2,199,973.62"',
      'This is a computer generated statement',
    ),
  );

  it('gives its entries as they stand', () => {
    const common = { currency: 'NGN', account: '0123456789', session: '', flags: 0 };
    expect(rowsOf(read)).toEqual([
      {
        ...common,
        line: 8,
        day: '2026-06-01',
        valueDay: '2026-06-01',
        amount: '-50000.00',
        reference: '0000123',
        narration: 'NIP/ADAEZE STORES/TRF',
        sourceId: '1',
      },
      {
        ...common,
        line: 9,
        day: '2026-06-02',
        valueDay: '2026-06-03',
        amount: '1250000.50',
        reference: '0000124',
        narration: 'CASH LODGEMENT, IKEJA',
        sourceId: '2',
      },
      {
        ...common,
        line: 10,
        day: '2026-06-03',
        valueDay: '2026-06-03',
        amount: '-26.88',
        reference: '0000125',
        narration: 'COMM "NIP" CHARGE',
        sourceId: '3',
      },
    ]);
  });

  it('counts every line under one heading', () => {
    expect(read.counts).toEqual({
      entries: 3,
      rejected: 0,
      preamble: 5,
      header: 1,
      blank: 1,
      balances: 1,
      setAside: 0,
      footer: 2,
      continuation: 0,
    });
  });

  it('proves its balances', () => {
    expect(read.balances).toMatchObject([
      { opening: 100000000, closing: 219997362, rows: 3, amount: 119997362n, foots: true },
    ]);
    expect(read.layout).toMatchObject({ headerLine: 7, balancePolarity: 'bank', titleSide: 'bank' });
    expect(read.warnings).toEqual([]);
  });
});

describe('signs', () => {
  const marked = table('Date,Description,Amount,Dr/Cr', '2026-06-01,A,5.00,DR', '2026-06-02,B,2.50,CR');
  it('a credit is money in on a statement and money out in a ledger', () => {
    expect(amounts(marked)).toEqual(['-5.00', '2.50']);
    expect(amounts(marked, { side: 'gl' })).toEqual(['5.00', '-2.50']);
  });
  it('a pair of columns reads the same way', () => {
    const pair = table(
      'Date,Description,Debit,Credit',
      '2026-06-01,A,5.00,',
      '2026-06-02,B,,2.50',
      '2026-06-03,C,0.00,1.00',
    );
    expect(amounts(pair)).toEqual(['-5.00', '2.50', '1.00']);
    expect(amounts(pair, { side: 'gl' })).toEqual(['5.00', '-2.50', '-1.00']);
  });
  it('inflow and outflow say it outright on either side', () => {
    const flows = table('Date,Description,Amount,Direction', '2026-06-01,A,-5.00,outflow', '2026-06-02,B,2.50,inflow');
    expect(amounts(flows)).toEqual(['-5.00', '2.50']);
    expect(amounts(flows, { side: 'gl' })).toEqual(['-5.00', '2.50']);
  });
  it('a minus in a debit column says no more than the column', () => {
    expect(amounts(table('Date;Description;Debit;Credit', '13/06/2026;A;-3,40;', '14/06/2026;B;;9,00'))).toEqual([
      '-3.40',
      '9.00',
    ]);
  });
  it('a minus among debits without one is a reversal, and said', () => {
    const read = readText(
      table('Date,Description,Debit,Credit', '13/06/2026,A,3.40,', '14/06/2026,B,-3.40,', '15/06/2026,C,1.00,'),
    );
    expect(rowsOf(read).map((r) => r.amount)).toEqual(['-3.40', '3.40', '-1.00']);
    expect(read.warnings).toContain('The debit column has both signs; the rarer sign is taken as a reversal.');
  });
  it('beside CR marks alone, what is not marked is money out', () => {
    const rows = Array.from({ length: 700 }, (_, i) => `13/06/2026,${i},2.00`);
    const read = readText(
      table('Date,Description,Amount', ...rows, '14/06/2026,PAYMENT,50.00 CR', '15/06/2026,late,1.00'),
    );
    const read1 = rowsOf(read);
    expect([read1[0].amount, read1[700].amount, read1[701].amount]).toEqual(['-2.00', '50.00', '-1.00']);
  });
  it('a signed column whose balance runs against it is turned round', () => {
    const read = readText(
      table(
        'Date,Description,Amount,Balance',
        '13/06/2026,A,10.00,90.00',
        '14/06/2026,B,-5.00,95.00',
        '15/06/2026,C,20.00,75.00',
        '16/06/2026,D,1.00,74.00',
      ),
    );
    expect(rowsOf(read).map((r) => r.amount)).toEqual(['-10.00', '5.00', '-20.00', '-1.00']);
    expect(read.balances[0]).toMatchObject({ opening: 10000, closing: 7400, foots: true });
  });
  it('asks when amounts have no sign and the balance does not follow', () => {
    const read = readText(
      table(
        'Date,Description,Amount,Balance',
        '13/06/2026,A,100.00,100.00',
        '14/06/2026,B,10.00,90.00',
        '15/06/2026,C,5.00,99.00',
      ),
    );
    expect(read.question?.sentence).toContain('no amount has a sign or a DR/CR mark, and the running balance does not');
    expect(read.mappingToFinish).toMatchObject({ bank: { sign: 'in, out or as_is' } });
  });
});

describe('dates', () => {
  it('one day above 12 decides the whole column, wherever it stands', () => {
    const rows = Array.from(
      { length: 3000 },
      (_, i) => `0${1 + (i % 9)}/05/2026,row number ${i} with a longer narration,1.00`,
    );
    const read = readText(table('Date,Description,Amount', ...rows, '05/13/2026,the one,1.00'));
    expect(read.layout).toMatchObject({ dayOrder: 'month-first', dayOrderAmbiguous: false });
    expect(rowsOf(read)[1].day).toBe('2026-02-05');
    expect(read.rejected).toEqual([]);
  });
  it('what contradicts the majority is rejected with the reason', () => {
    const read = readText(
      table('Date,Description,Amount', '13/01/2026,A,1.00', '14/01/2026,B,1.00', '01/15/2026,C,1.00'),
    );
    expect(read.rejected).toEqual([
      { line: 4, reason: 'the date “01/15/2026” has day and month the other way round than the column' },
    ]);
  });
  it('what stays ambiguous is day-first, with a warning', () => {
    const read = readText(table('Date,Description,Amount', '01/02/2026,A,1.00'));
    expect(rowsOf(read)[0].day).toBe('2026-02-01');
    expect(read.warnings[0]).toContain('day-first or month-first');
  });
  it('a value date may prove the order of the booking date', () => {
    const read = readText(table('Trans Date,Value Date,Description,Amount', '05/06/2026,06/14/2026,A,1.00'));
    expect(rowsOf(read)[0]).toMatchObject({ day: '2026-05-06', valueDay: '2026-06-14' });
  });
  it('30 February is the last of the month, with a warning; 31 April is rejected', () => {
    const read = readText(table('Date,Description,Amount', '30/02/2026,A,1.00', '31/04/2026,B,1.00'));
    expect(rowsOf(read).map((r) => r.day)).toEqual(['2026-02-28']);
    expect(read.rejected).toEqual([{ line: 3, reason: 'the date “31/04/2026” does not exist' }]);
    expect(read.warnings.join()).toContain('February');
  });
  it('reads serial numbers, compact dates and times', () => {
    expect(days(table('Date,Description,Amount', '45000,A,10.00', '45001,B,11.00'))).toEqual([
      '2023-03-15',
      '2023-03-16',
    ]);
    expect(days(table('Date,Description,Amount', '20260601,A,10.00', '20260630,B,11.00'))).toEqual([
      '2026-06-01',
      '2026-06-30',
    ]);
    expect(days(table('Date Time,Description,Amount', '2026-06-01 23:59:59,A,10.00'))).toEqual(['2026-06-01']);
  });
});

describe('money', () => {
  it('takes the decimal mark from the whole column', () => {
    expect(amounts(table('Date;Description;Amount', '13/06/2026;A;1.234', '14/06/2026;B;5,50'))).toEqual([
      '1234.00',
      '5.50',
    ]);
    expect(amounts(table('Date;Description;Amount', '13/06/2026;A;1,234', '14/06/2026;B;5.50'))).toEqual([
      '1234.00',
      '5.50',
    ]);
  });
  it('reads again when the column turns out to use the other mark', () => {
    const rows = Array.from({ length: 9000 }, (_, i) => `13/06/2026;row ${i} of the file;${1 + (i % 900)}.000`);
    const read = readText(
      table('Date;Description;Amount', ...rows, ...Array.from({ length: 9 }, () => '14/06/2026;B;5,50'), ...rows),
    );
    expect(rowsOf(read)[0].amount).toBe('1000.00');
    expect(read.rejected).toEqual([]);
  });
  it('takes the currency from a column, a title, a sign, and last from the request', () => {
    const currencies = (text: string) => rowsOf(readText(text)).map((r) => `${r.amount} ${r.currency}`);
    expect(
      currencies(
        table(
          'Date,Description,Amount,Currency',
          '13/06/2026,A,5.00,USD',
          '13/06/2026,A,500,JPY',
          '13/06/2026,A,5.00,',
        ),
      ),
    ).toEqual(['5.00 USD', '500 JPY', '5.00 NGN']);
    expect(currencies(table('Date,Description,Amount (EUR)', '13/06/2026,A,5.00'))).toEqual(['5.00 EUR']);
    expect(currencies(table('Date,Description,Amount', '13/06/2026,A,"£1,005.00"'))).toEqual(['1005.00 GBP']);
    expect(currencies(table('Date,Description,Amount', '13/06/2026,A,5.00'))).toEqual(['5.00 NGN']);
  });
  it('rejects decimals that the currency does not have, but not zeros', () => {
    const read = readText(table('Date,Description,Amount (JPY)', '2026-06-01,A,7.00', '2026-06-02,B,7.50'));
    expect(rowsOf(read).map((r) => r.amount)).toEqual(['7']);
    expect(read.rejected).toEqual([{ line: 3, reason: 'the amount “7.50” has more decimals than the currency’s 0' }]);
  });
  it('prefers the account’s amount to the foreign one', () => {
    const text = table(
      'Datum,Empfänger,Betrag (EUR),Betrag (Fremdwährung),Fremdwährung,Wechselkurs',
      '2026-06-01,A,-59.99,-70.10,USD,1.1',
      '2026-06-02,B,-1.99,-1.99,EUR,1.0',
    );
    expect(amounts(text)).toEqual(['-59.99', '-1.99']);
  });
});

describe('odd rows', () => {
  it('pending entries are kept and flagged, with or without a date', () => {
    const read = readText(
      table('Date,Description,Amount,Status', 'Pending,A,5.00,', '13/06/2026,B,6.00,PDNG', '13/06/2026,C,7.00,Booked'),
    );
    expect(rowsOf(read).map((r) => [r.day, r.flags])).toEqual([
      [null, ROW_PENDING],
      ['2026-06-13', ROW_PENDING],
      ['2026-06-13', 0],
    ]);
    expect(read.pending).toBe(2);
    expect(read.balances).toMatchObject([{ rows: 1, amount: 700n }]);
  });
  it('an entry without a date is rejected', () => {
    expect(
      readText(table('Date,Description,Amount', '13/06/2026,A,5.00', ',B,6.00', '14/06/2026,C,1.00')).rejected,
    ).toEqual([{ line: 3, reason: 'no date' }]);
  });
  it('zero is kept as information', () => {
    expect(rowsOf(readText(table('Date,Description,Amount', '13/06/2026,A,0.00')))[0]).toMatchObject({
      amount: '0.00',
      flags: ROW_ZERO,
    });
  });
  it('opening and closing balances are no entries, unless the words are part of a narration', () => {
    const read = readText(
      table(
        'Date,Description,Debit,Credit,Balance',
        '01/06/2026,Balance B/F,,,100.00',
        '02/06/2026,Balance payment for rent,10.00,,90.00',
        '13/06/2026,B,,5.00,95.00',
        '30/06/2026,Closing Balance,,,95.00',
      ),
    );
    expect(rowsOf(read).map((r) => r.amount)).toEqual(['-10.00', '5.00']);
    expect(read.balances).toMatchObject([{ opening: 10000, closing: 9500, foots: true }]);
    expect(read.counts).toMatchObject({ balances: 2, entries: 2 });
  });
  it('an opening balance in an entry’s clothes is none either', () => {
    const ledger = table(
      'Date,Particulars,Debit,Credit',
      '01/06/2026,OPENING BALANCE,100.00,',
      '13/06/2026,A,5.00,',
      '30/06/2026,CLOSING BALANCE,105.00,',
    );
    const read = readText(ledger, { side: 'gl' });
    expect(read.counts).toMatchObject({ entries: 1, balances: 2 });
    expect(read.balances).toMatchObject([{ opening: 10000, closing: 10500, foots: true }]);
  });
  it('totals are checked', () => {
    const rows = ['Date,Description,Debit,Credit', '13/06/2026,A,5.00,', '14/06/2026,B,,7.00'];
    expect(readText(table(...rows, 'Total,,5.00,7.00')).warnings.join()).not.toContain('totals');
    expect(readText(table(...rows, 'Total,,5.00,8.00')).warnings).toContain(
      'The totals on line 4 are not the sums of the entries above it.',
    );
    expect(readText(table(...rows, ',,5.00,7.00')).counts).toMatchObject({ footer: 1, rejected: 0 });
    expect(readText(table(...rows, ',,5.00,8.00')).rejected).toEqual([{ line: 4, reason: 'no date' }]);
  });
  it('lines that go on are appended to the narration above, and counted', () => {
    const read = readText(
      table(
        'Date,Description,Debit,Credit',
        '13/06/2026,CARD PURCHASE,5.00,',
        ',SHOP 12 IKEJA,,',
        ',LAGOS,,',
        '14/06/2026,B,,7.00',
      ),
    );
    expect(rowsOf(read).map((r) => r.narration)).toEqual(['CARD PURCHASE SHOP 12 IKEJA LAGOS', 'B']);
    expect(read.counts.continuation).toBe(2);
    expect(read.warnings.join()).toContain('2 lines continue the narration above, the first on line 3');
  });
  it('words alone are a footer after the last entry and a rejected row before it', () => {
    const read = readText(
      table('Date,Description,Amount', '13/06/2026,A,5.00', 'What is this', '14/06/2026,B,5.00', 'Kind regards'),
    );
    expect(read.counts).toMatchObject({ rejected: 1, footer: 1 });
    expect(read.rejected).toEqual([{ line: 3, reason: 'the date “What is this” is not understood' }]);
  });
  it('sections of several accounts keep their rows and balances apart', () => {
    const section = (account: string, opening: string, amount: string, closing: string) => [
      `Account No: ${account}`,
      'Date,Description,Debit,Credit,Balance',
      `01/06/2026,Balance B/F,,,${opening}`,
      `13/06/2026,A,${amount},,${closing}`,
    ];
    const read = readText(
      table(...section('0001112223', '100.00', '10.00', '90.00'), ...section('0001112224', '200.00', '1.00', '199.00')),
    );
    expect(rowsOf(read).map((r) => [r.account, r.amount])).toEqual([
      ['0001112223', '-10.00'],
      ['0001112224', '-1.00'],
    ]);
    expect(read.balances).toMatchObject([
      { opening: 10000, closing: 9000, foots: true },
      { opening: 20000, closing: 19900, foots: true },
    ]);
  });
  it('a number that an unquoted comma has split is rejected, not guessed', () => {
    const read = readText(table('Date,Description,Amount', '13/06/2026,A,12,50', '14/06/2026,B,3,75'));
    expect(read.columns.count).toBe(0);
    expect(read.rejected).toMatchObject([{ line: 2 }, { line: 3 }]);
    expect(read.rejected[0].reason).toContain('4 cells where the header has 3');
  });
  it.each([
    ['in the last column', 'Date,Description,Amount', (amount: string) => `A,${amount}`],
    ['before a text', 'Date,Amount,Description', (amount: string) => `${amount},A`],
    ['in one of a pair', 'Date,Description,Debit,Credit', (amount: string) => `A,,${amount}`],
  ])('a thousands comma that is not quoted, %s, is never read as 1.00', (_where, header, row) => {
    const rows = Array.from({ length: 20 }, (_, i) => `${10 + i}/06/2026,${row(i % 2 === 0 ? '45.10' : '1,250.75')}`);
    const some = readText(table(header, ...rows));
    expect(new Set(rowsOf(some).map(({ amount }) => amount))).toEqual(new Set(['45.10']));
    expect(some.rejected).toHaveLength(10);
    const all = readText(table(header, ...rows.filter((_, i) => i % 2 === 1)));
    expect(all.columns.count).toBe(0);
    expect(all.rejected).toHaveLength(10);
  });
  it('a row that an unquoted delimiter cut is joined where the running balance proves it', () => {
    const read = readText(
      table(
        'Date,Description,Debit,Credit,Balance',
        '11/06/2026,A,,50.00,950.00',
        '12/06/2026,B,,1,250.75,2,200.75',
        '13/06/2026,TRF TO ADA, LAGOS,100.00,,2,100.75',
        '14/06/2026,C,10.00,,2,090.75',
        '15/06/2026,D,,7,999.00',
        '16/06/2026,E,1,000.00,,1,090.75',
        '17/06/2026,F,90.75,,1,000.00',
        '18/06/2026,G,1,000.00,,0.00',
      ),
    );
    expect(rowsOf(read).map(({ line, amount, narration }) => `${line} ${amount} ${narration}`)).toEqual([
      '2 50.00 A',
      '3 1250.75 B',
      '4 -100.00 TRF TO ADA, LAGOS',
      '5 -10.00 C',
      '6 7.00 D',
      '8 -90.75 F',
      '9 -1000.00 G',
    ]);
    // The balance above it, 999.00, proves nothing.
    expect(read.rejected).toMatchObject([{ line: 7 }]);
    expect(read.warnings).toContain(
      '5 rows have more cells than the header; the running balance proves how to join them, the first on line 3.',
    );
  });
  it('columns without titles behind the header’s stand in every row, and cut nothing', () => {
    const read = readText(
      table('Date,Description,Amount', '13/06/2026,A,12.50,LAGOS', '14/06/2026,B,3.75,ABUJA', '15/06/2026,C,1,KANO'),
    );
    expect(rowsOf(read).map(({ amount }) => amount)).toEqual(['12.50', '3.75', '1.00']);
  });
  it('both a debit and a credit, and neither, are rejected', () => {
    const read = readText(
      table('Date,Description,Debit,Credit', '13/06/2026,A,5.00,7.00', '13/06/2026,B,,', '14/06/2026,C,1.00,'),
    );
    expect(read.rejected).toEqual([
      { line: 2, reason: 'both a debit and a credit' },
      { line: 3, reason: 'no amount' },
    ]);
  });
});

describe('identifiers', () => {
  const SESSION = '090405260601101112000000000123';
  const nip = table(
    'S/N, SESSION ID,TRANSACTION TYPE,AMOUNT,TRANSACTION TIME,NARRATION,PAYMENT REFERENCE,RRN',
    `1,'${SESSION},INWARD,"5,000.00",2026-06-01 10:11:12,TRF FOR GOODS,'0001,000000000999`,
    '2,5.8E+28,OUTWARD,"1,500.00",2026-06-13 10:12:12,TRF,\'0002,000000000998',
    'TRANSACTION VOLUME,2,,,,,,',
    'TOTAL AMOUNT,,,"6,500.00",,,,',
  );
  it('keeps digits as text, and one reference; the others stay in the narration', () => {
    expect(rowsOf(readText(nip))[0]).toMatchObject({
      session: SESSION,
      reference: '0001',
      narration: 'TRF FOR GOODS 000000000999',
      sourceId: '1',
      amount: '5000.00',
    });
  });
  it('a float that was an identifier is no key', () => {
    const read = readText(nip);
    expect(rowsOf(read)[1]).toMatchObject({ session: '', narration: 'TRF 000000000998 5.8E+28' });
    expect(read.warnings.join()).toContain('“5.8E+28” on line 3');
  });
  it('counts footers of the report', () =>
    expect(readText(nip).counts).toMatchObject({ entries: 2, footer: 2, rejected: 0 }));
  it('finds columns whose titles say nothing by their values and the balance', () => {
    const read = readText(
      table(
        'alpha,beta,gamma,delta,epsilon,zeta',
        '1300.00,01/06/2026,200.00,,FT2606010017,POS BUY SHOP',
        '1400.00,02/06/2026,,100.00,FT2606929402,NIP FROM ADA',
        '1100.00,15/06/2026,300.00,,FT2606118833,ATM WDL',
        '1150.00,16/06/2026,,50.00,FT2606500951,INT',
      ),
    );
    expect(read.layout.columns.map((c) => c.field)).toEqual([
      'balance',
      'booking_date',
      'debit',
      'credit',
      'reference',
      'narration',
    ]);
    expect(read.balances).toMatchObject([{ opening: 150000, closing: 115000, foots: true }]);
  });
});

describe('running balances', () => {
  it('newest first, and on some rows only', () => {
    const read = readText(
      table(
        'Date,Description,Amount,Balance',
        '13/06/2026,D,1.00,96.00',
        '13/06/2026,C,5.00,',
        '02/06/2026,B,-10.00,90.00',
        '01/06/2026,A,100.00,100.00',
      ),
    );
    expect(read.balances).toMatchObject([{ opening: 0, closing: 9600, foots: true }]);
  });
  it('a balance that does not follow is a warning with its line', () => {
    const read = readText(
      table(
        'Date,Description,Amount,Balance',
        '01/06/2026,A,100.00,100.00',
        '02/06/2026,B,-10.00,90.00',
        '13/06/2026,C,5.00,96.00',
        '14/06/2026,D,1.00,97.00',
      ),
    );
    expect(read.balances).toMatchObject([{ foots: false, gaps: [{ next: { line: 4 } }] }]);
    expect(read.warnings.join()).toContain(
      'on line 3 of 2026-06-02 and balance 96.00 on line 4 of 2026-06-13 1.00 is missing',
    );
  });
  it('says which side the balance belongs to', () => {
    const text = table(
      'Date,Description,Debit,Credit,Balance',
      '13/06/2026,A,10.00,,110.00',
      '14/06/2026,B,,5.00,105.00',
      '15/06/2026,C,1.00,,106.00',
    );
    expect(readText(text, { side: 'gl' }).layout.balancePolarity).toBe('gl');
    expect(readText(text, { side: 'bank' }).layout.balancePolarity).toBe('gl');
  });
  it('sums beyond what a float holds', () => {
    const rows = Array.from({ length: 4 }, () => '13/06/2026,A,89999999999999.99');
    expect(formatMinor(readText(table('Date,Description,Amount', ...rows)).balances[0].amount, 2)).toBe(
      '359999999999999.96',
    );
  });
});
