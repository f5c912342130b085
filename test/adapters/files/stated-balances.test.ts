// Balances that stand in rows of their own: whose they are, and which of several opens and closes an account.

import { describe, expect, it } from 'vitest';
import { exponentOf, formatMinor } from '../../../src/core/money/money.ts';
import { readText } from './reading.ts';

const read = (...rows: string[]) => readText(`${rows.join('\n')}\n`);
/** Account, currency, opening, closing and whether they foot, of each account of the file. */
const balances = ({ balances, columns }: ReturnType<typeof readText>) =>
  balances.map((b) => {
    const currency = columns.currencies[b.currency];
    const money = (minor: number | null) => (minor === null ? null : formatMinor(minor, exponentOf(currency)));
    return [columns.accounts[b.account], currency, money(b.opening), money(b.closing), b.foots];
  });

describe('a balance without a currency of its own', () => {
  it('above the header has the currency of the entries', () => {
    const file = read(
      'Account:,12345678',
      'Opening balance:,571.75',
      'Closing balance:,2321.30',
      'Date,Currency,Description,Debit,Credit',
      '2026-04-03,USD,Rent,1250.45,',
      '2026-04-02,USD,Pay,,3000.00',
    );
    expect(balances(file)).toEqual([['12345678', 'USD', '571.75', '2321.30', true]]);
    expect(file.warnings).toEqual([]);
  });

  it('is read with the decimals of that currency, and so are totals', () => {
    const file = read(
      'Opening balance:,571',
      'Closing balance:,3000',
      'Date,Currency,Description,Debit,Credit',
      '2026-04-03,JPY,Rent,1000,',
      '2026-04-02,JPY,Pay,,3429',
      'Total,,,1000,3429',
    );
    expect(balances(file)).toEqual([['', 'JPY', '571', '3000', true]]);
    expect(file.warnings).toEqual([]);
  });

  it('has the only currency of its own account', () => {
    const file = read(
      'Account,Date,Currency,Description,Amount',
      'A1,13/04/2026,USD,Opening balance,100.00',
      'A1,13/04/2026,USD,x,50.00',
      'A1,13/04/2026,USD,Closing balance,150.00',
      'A2,13/04/2026,,Opening balance,10.00',
      'A2,13/04/2026,EUR,x,5.00',
      'A2,13/04/2026,,Closing balance,15.00',
    );
    expect(balances(file)).toEqual([
      ['A1', 'USD', '100.00', '150.00', true],
      ['A2', 'EUR', '10.00', '15.00', true],
    ]);
  });

  it('may stand above the lines that name account and currency', () => {
    const file = read(
      'Opening balance: 571',
      'Closing balance: 576',
      'Account: 12345678',
      'Currency: JPY',
      'Date,Description,Amount',
      '2026-04-03,Rent,5',
    );
    expect(balances(file)).toEqual([['12345678', 'JPY', '571', '576', true]]);
  });

  it('of a section without entries is no other account’s', () => {
    const file = read(
      'Account: 1000001',
      'Opening balance: 100.00',
      'Date,Description,Amount',
      '13/04/2026,A,50.00',
      'Closing balance,,150.00',
      'Account: 1000002',
      'Opening balance: 7.00',
      'Closing balance: 7.00',
    );
    expect(balances(file)).toEqual([
      ['1000001', 'NGN', '100.00', '150.00', true],
      ['1000002', 'NGN', '7.00', '7.00', true],
    ]);
  });

  it('has that of its heading where no column names one, as have the rows', () => {
    const file = read(
      'Account: 1000001',
      'Currency: USD',
      'Opening balance: 100.00',
      'Date,Description,Amount',
      '13/04/2026,A,50.00',
      'Closing balance,,150.00',
      'Account: 1000002',
      'Currency: JPY',
      'Opening balance: 1000',
      'Date,Description,Amount',
      '13/04/2026,A,50',
      'Closing balance,,1050',
    );
    expect(balances(file)).toEqual([
      ['1000001', 'USD', '100.00', '150.00', true],
      ['1000002', 'JPY', '1000', '1050', true],
    ]);
  });
});

describe('balances around the entries', () => {
  const rows = ['Date,Description,Amount', '13/04/2026,A,-40.00', '15/04/2026,B,15.50'];
  it.each([
    ['Solde au 12/04/2026', 'Solde au 15/04/2026'],
    ['Kontostand am 12.04.2026:', 'Kontostand am 15.04.2026:'],
  ])('whose labels have days open and close: %s', (before, after) => {
    const file = read(`${before},100.00`, ...rows, `${after},75.50`);
    expect(balances(file)).toEqual([['', 'NGN', '100.00', '75.50', true]]);
  });
  it('of which two differ close nothing: one may be in another currency', () => {
    const file = read('Solde (EUROS),75.50', 'Solde (FRANCS),0.00', ...rows);
    expect(balances(file)).toEqual([['', 'NGN', null, null, null]]);
  });
});

describe('a balance between entries is a page’s', () => {
  const page = (closing: string, opening: string) =>
    read(
      'Date,Description,Debit,Credit,Balance',
      '13/04/2026,Balance b/f,,,1000.00',
      '13/04/2026,A,50.00,,950.00',
      '14/04/2026,B,,100.00,1050.00',
      closing,
      'Date,Description,Debit,Credit,Balance',
      opening,
      '15/04/2026,C,10.00,,1040.00',
      '16/04/2026,D,10.00,,1030.00',
    );
  it.each([
    [',Balance c/f,,,1050.00', ',Balance b/f,,,1050.00'],
    ['14/04/2026,Balance carried forward,,,1050.00', ',Balance b/f,,,1050.00'],
    ['14/04/2026,Closing balance,,,1050.00', '15/04/2026,Opening balance,,,1050.00'],
    [',Carried forward,,,1050.00', ',Brought forward,,,1050.00'],
    ['Balance c/f,,,,1050.00', 'Balance b/f,,,,1050.00'],
  ])('%s', (closing, opening) => {
    const file = page(closing, opening);
    expect(balances(file)).toEqual([['', 'NGN', '1000.00', '1030.00', true]]);
    expect([file.rejected, file.warnings]).toEqual([[], []]);
  });

  it('in a file of the newest first', () => {
    const file = read(
      'Date,Description,Debit,Credit,Balance',
      ',Closing balance,,,1030.00',
      '16/04/2026,D,10.00,,1030.00',
      '15/04/2026,C,10.00,,1040.00',
      ',Balance b/f,,,1050.00',
      ',Balance c/f,,,1050.00',
      '14/04/2026,B,,100.00,1050.00',
      '13/04/2026,A,50.00,,950.00',
      ',Opening balance,,,1000.00',
    );
    expect(balances(file)).toEqual([['', 'NGN', '1000.00', '1030.00', true]]);
  });

  it('without a running balance the last one closes, and none when the last page has none', () => {
    const rows = [
      'Date,Description,Debit,Credit',
      '13/04/2026,Balance b/f,,1000.00',
      '13/04/2026,A,50.00,',
      ',Balance c/f,,950.00',
      ',Balance b/f,,950.00',
      '14/04/2026,B,,100.00',
    ];
    expect(balances(read(...rows, ',Closing balance,,1050.00'))).toEqual([['', 'NGN', '1000.00', '1050.00', true]]);
    const open = read(...rows);
    expect(balances(open)).toEqual([['', 'NGN', '1000.00', null, null]]);
    expect(open.warnings).toEqual(['The account: the file states no closing balance.']);
  });

  it('but the heading of the statement that follows', () => {
    const file = read(
      'Opening balance: 100.00,Closing balance: 150.00',
      'Date,Description,Amount',
      '13/04/2026,A,50.00',
      'Opening balance: 150.00,Closing balance: 170.00',
      'Date,Description,Amount',
      '14/04/2026,B,20.00',
    );
    expect(balances(file)).toEqual([['', 'NGN', '100.00', '170.00', true]]);
  });
});

describe('a summary with titles of its own', () => {
  const rows = ['Date,Text,Reference,Debit,Credit', '13/04/2026,A,R1,,50.00', '14/04/2026,B,R2,30.00,'];
  it('below the entries states opening and closing, and is no entry', () => {
    const file = read(
      ...rows,
      'STATEMENT SUMMARY,,,,',
      'Opening Balance,,Count,Debits,Closing Bal',
      '100.00,,2,30.00,120.00',
    );
    expect(balances(file)).toEqual([['', 'NGN', '100.00', '120.00', true]]);
    expect(file).toMatchObject({ rejected: [], counts: { entries: 2 } });
  });
  it('is none where a figure stands under no title, or the titles speak of no balance', () => {
    const rejected = (titles: string, figures: string) =>
      read(...rows, titles, figures).rejected.map(({ line }) => line);
    expect(rejected('Opening Balance,,Count,,', '100.00,,2,30.00,')).toEqual([5]);
    expect(rejected('Branch,Teller,,,', '100.00,7,,,30.00')).toEqual([5]);
  });
});

describe('an opening and a closing balance that differ by all entries', () => {
  const rows = ['05.03.2024;A;70,10', '04.03.2024;B;-20,00', '03.03.2024;C;5,50', '01.03.2024;D;-1,25'];
  it.each([
    ['stand below the entries', [...rows, '01.03.2024;Anfangssaldo;100,00', '05.03.2024;Endsaldo;154,35']],
    ['stand above them', ['05.03.2024;Endsaldo;154,35', '01.03.2024;Anfangssaldo;100,00', ...rows]],
    [
      'stand at the end with the newest first',
      ['05.03.2024;Endsaldo;154,35', ...rows, '01.03.2024;Anfangssaldo;100,00'],
    ],
  ])('are none, with a day and an amount, where they %s', (_where, of) => {
    const file = readText(`Buchungstag;Verwendungszweck;Umsatz\n${of.join('\n')}\n`, { defaultCurrency: 'EUR' });
    expect(balances(file)).toEqual([['', 'EUR', '100.00', '154.35', true]]);
    expect(file).toMatchObject({ question: null, warnings: [], columns: { count: 4 } });
  });

  it('are asked about where they differ by something else', () => {
    const of = [...rows, '01.03.2024;Anfangssaldo;100,00', '05.03.2024;Endsaldo;154,30'];
    const file = readText(`Buchungstag;Verwendungszweck;Umsatz\n${of.join('\n')}\n`, { defaultCurrency: 'EUR' });
    expect(file.question?.sentence).toContain('line 7 is the last row, reads “Endsaldo”');
  });

  const records = (closing: string) =>
    read(
      '77,OPEN,,2500.00,OPEN BALANCE,',
      '77,HIST,20240226,297.61,CITY POWER,741303995',
      '77,HIST,20240227,348.83,NORTH STAR,326475361',
      '77,HIST,20240228,-1028.25,NORTH STAR,751119556',
      '77,HIST,20240301,463.89,OFFICE RENT,658052002',
      `77,CLOSE,,${closing},CLOSE BALANCE,`,
    );
  it('prove the column of the amount, which the shape of the values leaves open', () => {
    const file = records('2582.08');
    expect(file.question).toBeNull();
    expect(balances(file)).toEqual([['', 'NGN', '2500.00', '2582.08', true]]);
    expect(records('2582.09').question?.sentence).toContain('nothing but the shape of the values says which');
  });
});
