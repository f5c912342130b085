// What a title says goes before what another column's values look like: a column that is titled as the amount or the
// day and not understood is never replaced by one that merely could be it.

import { describe, expect, it } from 'vitest';
import { failureOf, readText, rowsOf } from './reading.ts';

const text = (...lines: string[]) => lines.join('\n');

describe('a titled column that is not understood', () => {
  it.each([
    ['Amount', '1O1.00', text('Date,Reference,Amount', '2026-03-01,N10000301,1O1.00', '2026-03-21,N10000302,1O2.00')],
    ['Amount', '12.5K', text('Date,Batch,Amount', '02/11/2024,4501,12.5K', '15/11/2024,4502,-7.5K')],
    [
      'Amount',
      '000001250000',
      text(
        'Date,RRN,Amount,Response',
        '2024-11-02,432716000123,000001250000,00',
        '2024-11-15,432716000124,000000750000,00',
      ),
    ],
  ])('%s: no other one is the amount', (title, value, file) => {
    expect(failureOf(file).sentence).toBe(
      `file.csv:1: the values of “${title}” are not understood as amounts (“${value}”).`,
    );
  });

  it.each([
    ['Transaction Date', 'R6.11.2', 'Card Expiry Date'],
    ['Date', '02 Nov', 'Maturity Date'],
  ])('%s: no other one is the day', (title, value, other) => {
    const file = text(`${title},Text,${other},Amount`, `${value},A,2026-11-30,1.50`, `${value},B,2027-11-30,-2.50`);
    expect(failureOf(file).sentence).toBe(
      `file.csv:1: the values of “${title}” are not understood as dates (“${value}”).`,
    );
  });
});

describe('a day in another column', () => {
  it.each([
    ['Trans Time', '10:45', 'Date Created'],
    ['Date', '4', 'Posting Period Day'],
    ['Timestamp', '1709681400', 'Date Booked'],
  ])('is read where %s holds %s', (title, value, other) => {
    const file = text(`${title},Text,${other},Amount`, `${value},A,05/03/2024,1.50`, `${value},B,26/03/2024,-2.50`);
    expect(rowsOf(readText(file)).map(({ day }) => day)).toEqual(['2024-03-05', '2024-03-26']);
  });
});

describe('an amount beside a debit and a credit', () => {
  const amounts = (file: string) => rowsOf(readText(file)).map(({ amount }) => amount);
  it('of another figure is not read, and asked about', () => {
    const file = (title: string) =>
      text(`Date,Text,Debit,Credit,${title}`, '02/11/2024,A,,12500.00,11627.91', '15/11/2024,B,7500.00,,-6976.74');
    for (const title of ['Net Amount', 'Gross', 'Amount', 'Amount (USD)'])
      expect(amounts(file(title))).toEqual(['12500.00', '-7500.00']);
    expect(readText(file('Net Amount')).question?.sentence).toContain('may be the amount');
  });
  it('of another figure is not read where all rows go one way', () => {
    const file = text(
      'Date,Text,Debit,Credit,Net Amount',
      '02/11/2024,A,12500.00,,-11627.91',
      '15/11/2024,B,7500.00,,-6976.74',
    );
    expect(amounts(file)).toEqual(['-12500.00', '-7500.00']);
  });
  it.each([
    ['Debit Ref,Credit Ref', '445566,', ',445601'],
    ['Debit Count,Credit Count', '3,', ',4'],
    ['Debit (USD),Credit (USD)', '10.00,', ',12.00'],
  ])('is read where the pair is of something else: %s', (titles, first, second) => {
    const file = text(
      `Date,Text,Amount (NGN),${titles}`,
      `02/11/2024,A,-1500.00,${first}`,
      `15/11/2024,B,2500.00,${second}`,
    );
    expect(amounts(file)).toEqual(['-1500.00', '2500.00']);
  });
  it('is read where a running balance proves it', () => {
    const file = text(
      'Date,Text,Debit,Credit,Amount,Balance',
      '02/11/2024,A,1,,-1500.00,8500.00',
      '15/11/2024,B,,2,2500.00,11000.00',
      '16/11/2024,C,3,,-1000.00,10000.00',
      '17/11/2024,D,,4,400.00,10400.00',
    );
    expect(amounts(file)).toEqual(['-1500.00', '2500.00', '-1000.00', '400.00']);
    expect(readText(file).question).toBeNull();
  });
  it('that is a balance, whichever way its title says, is none', () => {
    const file = text(
      'Date,Text,Debit,Credit,Running Bal (DR/CR)',
      '02/11/2024,A,1500.00,,8500.00 Cr',
      '15/11/2024,B,2500.00,,6000.00 Cr',
    );
    expect(amounts(file)).toEqual(['-1500.00', '-2500.00']);
  });
  it('of the same figures is read with its sign', () => {
    const file = text(
      'Date,Text,Debit,Credit,Amount',
      '02/11/2024,A,,12500.00,12500.00',
      '15/11/2024,B,7500.00,,-7500.00',
    );
    expect(amounts(file)).toEqual(['12500.00', '-7500.00']);
  });
  it('one title that says both ways is the amount, and its cells say which', () => {
    const file = text(
      'Date,Narration,Withdrawal (Dr)/ Deposit (Cr),Balance',
      '02-11-2024,A,"12,500.00(Cr)","62,500.00(Cr)"',
      '15-11-2024,B,"7,500.00 (Dr)","55,000.00(Cr)"',
    );
    expect(amounts(file)).toEqual(['12500.00', '-7500.00']);
  });
});

describe('naira signs as they are typed', () => {
  it.each(['=N=', '#', 'N', '-=N=', '-#'])('%s', (sign) => {
    const [row] = rowsOf(readText(text('Date,Text,Amount', `02/11/2024,A,"${sign}12,500.00"`, '15/11/2024,B,1.00')));
    expect(row).toMatchObject({ amount: `${sign.startsWith('-') ? '-' : ''}12500.00`, currency: 'NGN' });
  });
  it('a number sign before a number without decimals is none', () => {
    expect(failureOf(text('Date,Text,Amount', '02/11/2024,A,#1023', '15/11/2024,B,#1024')).sentence).toContain(
      '“#1023”',
    );
  });
});

describe('a line of titles', () => {
  it.each(['2026', '30', 'C1', 'CR1', '31/03/2026'])('may hold one that reads as a value: %s', (title) => {
    const file = readText(
      text(
        `Posting Date,Reference,Narration,Amount,${title}`,
        '2026-03-01,FT26060001,A,1.50,x',
        '2026-03-21,FT26060002,B,2.50,y',
      ),
    );
    expect(file.layout.headerLine).toBe(1);
    expect(rowsOf(file).map(({ reference }) => reference)).toEqual(['FT26060001', 'FT26060002']);
  });
  it('is none where a label line has words between its values', () => {
    const label = 'Value Date,31/03/2024,Debit Amount,161250.00,Currency,NGN,Narration,March salaries';
    const file = readText(text(label, 'Date,Beneficiary,Account No,Amount', '31/03/2024,ADA,2044550000,1500.00'));
    expect(file.layout.headerLine).toBe(2);
    expect(rowsOf(file)).toMatchObject([{ amount: '1500.00', account: '2044550000' }]);
  });
  it('is none where labels stand beside values', () => {
    const file = readText(
      text('Date,05/03/2024,Amount,100.00', 'Book day,Text,Sum,x', '05/03/2024,A,1.00,', '26/03/2024,B,-2.00,'),
    );
    expect(file.layout.headerLine).toBe(2);
  });
  it('that is missing is said', () => {
    const said = 'No line of titles was found; the columns were recognised by their values.';
    expect(readText('2026-03-01,FT26060001,A,1.50\n2026-03-21,FT26060002,B,-2.50').warnings).toContain(said);
  });
  it('of a ledger program may call the reference a number', () => {
    const file = text(
      'Date,Type,Num,Name,Amount,Balance',
      '11/10/2024,Check,1012,A,-10.00,990.00',
      '11/13/2024,Check,1013,B,-10.00,980.00',
    );
    expect(rowsOf(readText(file)).map(({ reference }) => reference)).toEqual(['1012', '1013']);
  });
});

it('what is not understood in a row is what is said of it', () => {
  const file = text(
    'Date,Text,Debit,Credit',
    '05/03/2024,A,20.00,1O.00',
    '06/03/2024,B,,1.00',
    '07/03/2024,C,\\N,2.00',
  );
  expect(readText(file).rejected).toEqual([{ line: 2, reason: 'the amount “1O.00” is not understood' }]);
});
