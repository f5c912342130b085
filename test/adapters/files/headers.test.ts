// Headers that say what a column is on two lines, in one title for two columns, or twice the same.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { readText, rowsOf } from './reading.ts';

const table = (...rows: string[]) => `${rows.join('\n')}\n`;
const amountsOf = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount }) => amount);
const rows = ['05/03/2024,05/03/2024,A,100.00,,900.00', '26/03/2024,26/03/2024,C,,50.00,950.00'];

describe('a header on two lines', () => {
  it('is put together where the lower one says the same twice', () => {
    const header = ['Posting,Value,,Debit,Credit,Running', 'Date,Date,Narration,Amount,Amount,Balance'];
    // The second page begins with both lines again.
    const file = readText(table(...header, ...rows, ...header, '27/03/2024,27/03/2024,D,,1.00,951.00'));
    expect(file.layout.columns.map(({ field }) => field)).toEqual([
      ...['booking_date', 'value_date', 'narration', 'debit', 'credit', 'balance'],
    ]);
    expect(amountsOf(file)).toEqual(['-100.00', '50.00', '1.00']);
    expect(file.balances).toMatchObject([{ foots: true }]);
    expect(file.rejected).toEqual([]);
  });

  it('is put together where the lower one parts a title of the upper', () => {
    const file = readText(table('Date,Value Date,Details,Amount,,Balance', ',,,Debit,Credit,', ...rows));
    expect(amountsOf(file)).toEqual(['-100.00', '50.00']);
    expect(file.layout.headerLine).toBe(2);
  });

  it('is not put together with a label and its value above it, and may end before the line above', () => {
    const header = ['Currency,NGN', 'Date,Date,Details,Movement,Movement,Balance', 'Posted,Value,,Debit,Credit'];
    const file = readText(table(...header, ...rows));
    expect(file.layout.columns.map(({ title, field }) => [title, field])).toEqual([
      ...[
        ['Date Posted', 'booking_date'],
        ['Date Value', null],
        ['Details', 'narration'],
      ],
      ...[
        ['Movement Debit', 'debit'],
        ['Movement Credit', 'credit'],
        ['Balance', 'balance'],
      ],
    ]);
    expect(amountsOf(file)).toEqual(['-100.00', '50.00']);
  });
  it('needs nothing of a second line that adds nothing', () => {
    const header = ['Date,Value Date,Particulars,Debit,Credit,Balance', ',,,Inwards Qty,Outwards Qty,'];
    const file = readText(table(...header, ...rows));
    expect(file.layout.columns.map(({ title }) => title)).toEqual(header[0].split(','));
    expect(amountsOf(file)).toEqual(['-100.00', '50.00']);
    expect(file.rejected).toEqual([]);
  });

  it.each([
    ['Account Name,DANGOTE LTD,,,,', 'Date,Narration,Debit,Credit,Balance,Date'],
    ['Transaction,History Report,,,,', 'Date,Narration,Debit,Credit,Balance,Narration'],
  ])('is not put together with the line above it that is none: %s', (above, header) => {
    const file = readText(table(above, header, '05/03/2024,A,100.00,,900.00,x', '26/03/2024,C,,50.00,950.00,y'));
    expect(file.layout.columns.map(({ title }) => title)).toEqual(header.split(','));
    expect(amountsOf(file)).toEqual(['-100.00', '50.00']);
  });

  it('is none where both of the amounts stand in every row', () => {
    const file = readText(
      table(
        ',,Credit,,Debit',
        'Date,Narration,Amount,Balance,Amount',
        '05/03/2024,A,-100.00,900.00,1.00',
        '26/03/2024,C,50.00,950.00,2.00',
      ),
    );
    expect(amountsOf(file)).toEqual(['-100.00', '50.00']);
  });

  it('keeps the titles that a mapping names', () => {
    const mapping = parseColumnMapping({ text: '{"narration": "Type", "date": "Date"}', file: 'm.json' });
    const file = readText(table('Date,Type,Amount,,', ',Kind,Debit,Credit,Balance', '05/03/2024,A,1.00,,9.00'), {
      mapping,
    });
    expect(file.layout.columns[1]).toMatchObject({ title: 'Type', field: 'narration' });
  });
});

describe('one title above two columns', () => {
  it('is a debit and a credit where the running balance proves it', () => {
    const file = readText(
      table(
        'Date,Details,Transaction amount,,Balance',
        '05/03/2024,A,100.00,,900.00',
        '06/03/2024,B,10.00,,890.00',
        '26/03/2024,C,,50.00,940.00',
        '27/03/2024,D,40.00,,900.00',
      ),
    );
    expect(amountsOf(file)).toEqual(['-100.00', '-10.00', '50.00', '-40.00']);
    expect(file.balances).toMatchObject([{ opening: 100000, closing: 90000, foots: true }]);
    expect(file.question).toBeNull();
  });

  it.each([
    ['bank', '-100.00'],
    ['gl', '100.00'],
  ] as const)('without a balance it is asked which is which, in a file of the %s', (side, first) => {
    const file = readText(table('Date,Amount,Amount,Description', '05/03/2024,100.00,,A', '26/03/2024,,50.00,C'), {
      side,
    });
    expect(amountsOf(file)[0]).toBe(first);
    expect(file.question?.sentence).toContain('nothing but narrations says which of');
  });

  it('that are both filled is asked about', () => {
    const file = readText(
      table('Date,Amount,Amount,Description', '05/03/2024,-100.00,7.00,A', '26/03/2024,5.00,9.00,C'),
    );
    expect(amountsOf(file)).toEqual(['-100.00', '5.00']);
    expect(file.question?.sentence).toBe(
      '“Amount” in column 2 (-100.00; 5.00) or “Amount” in column 3 (7.00; 9.00) may be the amount, all of them by their titles; name the one that moves the account in a column mapping.',
    );
  });
});

describe('a file without titles', () => {
  it('is read below the lines above its entries, however few these are', () => {
    const file = readText(
      table(
        'Account Number : ,1234567890',
        'Account Description : ,Current',
        'Opening Balance,,,1000.00',
        '01Mar2024,POS PURCHASE,-50.00,950.00',
        '02Mar2024,SALARY,5000.00,5950.00',
        '03Mar2024,FEES,-12.30,5937.70',
      ),
    );
    expect(amountsOf(file)).toEqual(['-50.00', '5000.00', '-12.30']);
    expect(file.balances).toMatchObject([{ opening: 100000, closing: 593770, foots: true }]);
    expect(rowsOf(file)[0].account).toBe('1234567890');
  });
});

describe('titles that name an account to debit or to credit', () => {
  it('are no amounts', () => {
    const header = 'Date,Debit Account,Credit Account,Amount,Narration';
    const file = readText(table(header, '05/03/2024,1200,4000,100.00,A', '26/03/2024,7500,1200,50.00,B'));
    expect(amountsOf(file)).toEqual(['100.00', '50.00']);
  });
});

describe('a net amount beside a gross one', () => {
  it('is said, whichever is read', () => {
    const pos = ['DATE,RRN,TRAN AMOUNT,MSC,VAT,NET AMOUNT', '15/03/2024,1,"10,000.00",50.00,3.75,"9,946.25"'];
    expect(readText(table(...pos, '16/03/2024,2,20.00,0.00,0.00,20.00')).warnings).toContain(
      '“NET AMOUNT” is “TRAN AMOUNT” less “MSC” and “VAT”; “TRAN AMOUNT” is read. If the account moves by “NET AMOUNT”, name that as the amount in a column mapping.',
    );
    const paid = table('Date,Reference,Gross,Fee,Net', '15/03/2024,R1,100.00,-1.50,98.50');
    expect(amountsOf(readText(paid))).toEqual(['98.50']);
    expect(readText(paid).warnings.join()).toContain('“Net” is “Gross” less “Fee”; “Net” is read.');
  });
  it('is not said of amounts that do not add up', () => {
    const file = readText(table('Date,Reference,Amount,Fee,Net', '15/03/2024,R1,100.00,1.50,7.00'));
    expect(file.warnings.join()).not.toContain('less');
  });
});

describe('a stray quote', () => {
  const header = 'Date,Narration,Debit,Credit';
  it('that takes a row into the text of another is said', () => {
    const file = readText(table(header, '15/03/2024,"A,100.00,', '16/03/2024,B",50.00,', '17/03/2024,C,,5.00'));
    expect(file.warnings).toContain(
      '1 line that reads as a row of its own stands within the quotes of a text that begins on line 2; is a quote there too many?',
    );
  });

  it('is no row where it has a day and no amount', () => {
    const content =
      'Date,Debit,Credit,Narration\n01/03/2026,5.00,,"SALARY\n01/03/2026, paid by hand"\n02/03/2026,,7.00,B\n';
    expect(readText(content).warnings.join()).not.toContain('within the quotes');
  });

  it('is none where a text of several lines has a day in it', () => {
    const file = readText(table(header, '15/03/2024,"TRF', '01/03/2024,5.00",100.00,', '17/03/2024,C,,5.00'));
    expect(file.warnings.join()).not.toContain('quote');
  });
});
