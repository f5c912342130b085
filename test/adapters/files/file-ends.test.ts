// What stands between, behind or in place of the entries: headings of sections, numbers of entries, and words that say
// that there are none.

import { describe, expect, it } from 'vitest';
import { failureOf, readText } from './reading.ts';

const table = (...rows: string[]) => `${rows.join('\n')}\n`;
const withFooter = (...footer: string[]) =>
  readText(table('Date,Description,Amount', '13/04/2026,a,-5.00', '14/04/2026,b,6.00', ...footer)).warnings.filter(
    (warning) => !warning.includes('closing balance'),
  );

describe('a number of entries', () => {
  it.each(['Number of transactions,,2', 'Total number of transactions: 2', 'Record count,2,', 'Total transactions,,2'])(
    '%s agrees',
    (row) => expect(withFooter(row)).toEqual([]),
  );
  it('that is wrong is said', () => {
    expect(withFooter('Number of transactions,,3')).toEqual(['Line 4 states 3 entries, but 2 were read above it.']);
  });
  it('of debits or credits is not taken for money', () => {
    expect(withFooter('Number of credits,,1', 'Total credits,,6.00')).toEqual([]);
  });
  it('does not keep the money of another row from being checked', () => {
    expect(withFooter('Number of transactions,,2', 'Total credits,,12.00')).toEqual([
      'Line 5 states 12.00 for all credits, but the entries that were read above it come to 6.00.',
    ]);
  });
  it('counts rows that were left out', () => {
    const rows = ['Date,Description,Amount,Status', '13/04/2026,a,5.00,Failed', '14/04/2026,b,6.00,Booked'];
    const file = readText(table(...rows, 'Number of transactions,,2,'));
    expect(file.warnings.filter((warning) => warning.startsWith('Line'))).toEqual([]);
  });
});

describe('a file without entries', () => {
  it.each([
    [',No transactions found,,'],
    ['No transactions found'],
    ['', 'End of report'],
    ['Nothing was booked in this month,,,'],
    ['Opening balance,,,100.00', 'Closing balance,,,100.00'],
  ])('%s', (...rows) => {
    const file = readText(table('Date,Description,Amount,Balance', ...rows));
    expect(file).toMatchObject({ columns: { count: 0 }, rejected: [], question: null, plan: null });
  });
  it('that has only titles states no balance, and one with balances states them', () => {
    expect(readText('Date,Debit,Credit,Balance\n').balances).toEqual([]);
    const file = readText('Account No.:,0123456789\n\nDate,Debit,Credit,Balance\nClosing Balance:,,,"1,500.00"\n');
    expect(file.balances).toMatchObject([{ closing: 150000, rows: 0 }]);
    expect(file.columns.accounts).toEqual(['0123456789']);
  });
  it('but not one whose dates are not understood', () => {
    expect(failureOf(table('Date,Description,Amount', 'soon,a,5.00', 'later,b,6.00')).sentence).toContain('date');
  });
});

describe('opening and closing balances without a running one', () => {
  it('that do not agree with amounts without signs ask for the sign, and are not called a running balance', () => {
    const file = readText(
      table('Date,Description,Amount', '13/04/2026,a,5.00', 'Opening Balance: 100.00', 'Closing Balance: 112.00'),
    );
    expect(file.question?.sentence).toContain('opening and closing balance differ by another sum');
    expect(file.question?.sentence).not.toContain('running');
  });
});

describe('a row that lacks a cell', () => {
  const TITLES = 'Date,Reference,Details,Debit,Credit,Balance';
  const rows = ['01/09/2026,A1,one,5.00,,95.00', '02/09/2026,A2,two,,7.00,102.00', '03/09/2026,A3three,2.00,,100.00'];
  it('has no balance where the others have one, which is said', () => {
    expect(readText(table(TITLES, ...rows)).warnings).toContain(
      'The row on line 4 has no balance, and the others have one: is a cell missing there?',
    );
  });
  it('is not said of a bank that gives balances for some rows alone', () => {
    const some = ['01/09/2026,A1,one,5.00,,', '01/09/2026,A2,two,,7.00,102.00', '03/09/2026,A3,three,2.00,,'];
    const file = readText(table(TITLES, ...some, '03/09/2026,A4,four,1.00,,99.00'));
    expect(file.warnings.join()).not.toContain('no balance, and the others');
  });
});

describe('a file that was cut off', () => {
  const TITLES = 'Date,Reference,Details,Debit,Credit,Balance';
  const ONE = '2026-09-01,A1,one,5.00,,95.00';
  it.each([
    ['2', 'is the beginning of another'],
    ['2026-09-0', 'is the beginning of another'],
    ['2026-09-02,A2,tw', 'fewer cells than the others (3 of 6)'],
    ['2026-09-02,A2,two,5', 'fewer cells than the others (4 of 6)'],
    ['2026-09-02,A2,two,5.00,,', 'an empty cell where every other row has one'],
    ['2026-09-02,A2,two,5.00,,90.0', 'fewer decimals than the others (2)'],
  ])('in a row that ends in %s says so', (last, why) => {
    const warnings = readText(`${TITLES}\n${ONE}\n${last}`).warnings.join();
    expect(warnings).toContain(`The last row, line 3, has no line end and`);
    expect(warnings).toContain(why);
  });
  it.each(['Closing balance', 'Total,,,5.00,,', 'Page 1 of 1'])('is none that ends in “%s”', (last) => {
    expect(readText(`${TITLES}\n${ONE}\n${last}`).warnings.join()).not.toContain('cut off');
  });
});

describe('headings of sections', () => {
  const qb = (...rows: string[]) => readText(table(',Date,Name,Amount,Balance', ...rows));
  it('are no entries', () => {
    const file = qb(
      'Checking,,,,',
      ',04/02/2026,Landlord,-1500.00,8500.00',
      ',04/13/2026,Customer,2250.00,10750.00',
      'Total for Checking,,,750.00,',
    );
    expect(file.rejected).toEqual([]);
    expect(file.counts).toMatchObject({ entries: 2, preamble: 1, footer: 1 });
    expect(file.warnings).toEqual(['1 row was taken for a heading between entries, the first on line 2: “Checking”.']);
  });
  it('may stand in the column of the dates, each section with its total', () => {
    const file = readText(
      table(
        'Date,Source,Debit,Credit',
        'Cash at Bank,,,',
        '02 Apr 2026,A,50.00,',
        'Total Cash at Bank,,50.00,0.00',
        '',
        'Savings,,,',
        '02 Apr 2026,B,,5.00',
        'Total Savings,,0.00,5.00',
      ),
    );
    expect(file.rejected).toEqual([]);
    expect(file.counts.entries).toBe(2);
  });
  it('are not rows of one text right below an entry, nor rows of several', () => {
    const file = qb(',04/02/2026,Landlord,-1.00,9.00', 'What is this,,,,', ',04/13/2026,X,1.00,10.00');
    expect(file.rejected).toEqual([{ line: 3, reason: 'no date and no amount' }]);
    expect(qb('Checking,,Ada,,', ',04/13/2026,X,1.00,10.00').rejected).toHaveLength(1);
  });
});
