// Which column is the booking day, and which of two numbers is the day, by what rows and balances say of it.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { readText, rowsOf } from './reading.ts';

const table = (...rows: string[]) => `${rows.join('\n')}\n`;
const daysOf = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ day }) => day);
const MARCH = (...days: number[]) => days.map((day) => `2024-03-${String(day).padStart(2, '0')}`);

describe('of two days the booking day is the one that the running balance follows', () => {
  it('though the other one stands first, with its title', () => {
    const file = readText(
      table(
        'Transaction Date,Value Date,Description,Amount,Balance',
        '05/03/2024,04/03/2024,A,10.00,110.00',
        '02/03/2024,05/03/2024,B,-30.00,80.00',
        '19/03/2024,08/03/2024,C,5.00,85.00',
        '07/03/2024,13/03/2024,D,1.00,86.00',
      ),
    );
    expect(daysOf(file)).toEqual(MARCH(4, 5, 8, 13));
    expect(file.warnings).toEqual([
      '“Value Date” is in the order of the running balance, and “Transaction Date” is not; “Value Date” is read as the booking date.',
    ]);
  });

  it('though the balance comes back to what it was', () => {
    const rows = ['05/03/2024,04', '02/03/2024,05', '19/03/2024,08', '07/03/2024,13'].map(
      (days, i) => `${days}/03/2024,A,${i % 2 === 0 ? '10.00,110.00' : '-10.00,100.00'}`,
    );
    const file = readText(table('Transaction Date,Value Date,Description,Amount,Balance', ...rows));
    expect(daysOf(file)).toEqual(MARCH(4, 5, 8, 13));
  });

  it('in a file that is sorted by the other, newest first, with semicolons', () => {
    const file = readText(
      table(
        'Startdatum;Abschlussdatum;Text;Betrag;Saldo',
        '21.03.2024;24.03.2024;D;-7,10;82,90',
        '20.03.2024;21.03.2024;C;5,50;88,50',
        '19.03.2024;25.03.2024;B;-3,25;79,65',
        '18.03.2024;22.03.2024;A;1,50;90,00',
        '17.03.2024;20.03.2024;E;-17,00;83,00',
      ),
      { defaultCurrency: 'EUR' },
    );
    expect(daysOf(file)).toEqual(MARCH(24, 21, 25, 22, 20));
  });

  it('by the chain of the balances where neither file order nor its reverse is theirs', () => {
    const file = readText(
      table(
        'Started Date|Completed Date|Description|Amount|Balance',
        '2024-03-01 10:00:00|2024-03-06 09:00:00|A|-10.00|45.00',
        '2024-03-02 11:00:00|2024-03-03 09:00:00|B|40.00|60.00',
        '2024-03-03 12:00:00|2024-03-07 09:00:00|C|3.00|48.00',
        '2024-03-04 13:00:00|2024-03-05 09:00:00|D|-5.00|55.00',
      ),
    );
    expect(daysOf(file)).toEqual(MARCH(6, 3, 7, 5));
  });

  it('without titles, where both are sorted one way only by one of them', () => {
    const file = readText(
      table(
        '2024-03-03,2024-03-01,POS SHOP,-12.00,88.00',
        '2024-03-02,2024-03-02,TRANSFER,50.00,138.00',
        '2024-03-09,2024-03-05,POS SHOP,-8.00,130.00',
        '2024-03-08,2024-03-11,TRANSFER,20.00,150.00',
      ),
    );
    expect(daysOf(file)).toEqual(MARCH(1, 2, 5, 11));
  });

  it.each([
    ['the balance follows both', ['110.00', '80.00', '85.00', '86.00']],
    ['there is none', ['', '', '', '']],
  ])('and it is said which is read where titles are equally good and %s', (_why, balances) => {
    const rows = ['01,02,A,10.00', '03,04,B,-30.00', '04,05,C,5.00', '09,10,D,1.00'].map((row, i) =>
      [row.replace(/^(\d+),(\d+)/, '$1/03/2024,$2/03/2024'), balances[i]].join(','),
    );
    const file = readText(table('Trans Date,Txn Date,Description,Amount,Balance', ...rows));
    expect(daysOf(file)).toEqual(MARCH(1, 3, 4, 9));
    expect(file.warnings).toContain(
      '“Trans Date” and “Txn Date” may each be the booking date, and nothing says which; “Trans Date” is read.',
    );
  });

  it('a mapping goes before it', () => {
    const file = readText(
      table(
        'Date,Other Date,Amount,Balance',
        '05/03/2024,01/03/2024,10.00,110.00',
        '02/03/2024,02/03/2024,-30.00,80.00',
        '19/03/2024,03/03/2024,5.00,85.00',
        '07/03/2024,04/03/2024,1.00,86.00',
      ),
      { mapping: parseColumnMapping({ text: '{"columns": {"booking_date": "Date"}}', file: 'm.json' }) },
    );
    expect(daysOf(file)).toEqual(MARCH(5, 2, 19, 7));
  });
});

describe('the order of day and month', () => {
  const read = (days: readonly string[], head = 'Date,Description,Amount') =>
    readText(table(head, ...days.map((day, i) => `${day},ROW ${i},${i + 1}.50`)));
  const AMBIGUOUS = 'Dates could be day-first or month-first; no day above 12 decides. Read as day-first.';

  it('puts rows in one month that the other scatters over one day of many', () => {
    const first = read(['03/01/2024', '03/02/2024', '03/02/2024', '03/05/2024', '03/09/2024']);
    expect(daysOf(first)).toEqual(MARCH(1, 2, 2, 5, 9));
    expect(first.warnings).not.toContain(AMBIGUOUS);
    const unsorted = read(['03-09-2024', '03-01-2024', '03-07-2024', '03-01-2024', '03-02-2024']);
    expect(daysOf(unsorted)).toEqual(MARCH(9, 1, 7, 1, 2));
    const dayFirst = read(['01.03.2024', '04.03.2024', '04.03.2024', '05.03.2024', '09.03.2024']);
    expect(daysOf(dayFirst)).toEqual(MARCH(1, 4, 4, 5, 9));
    expect(dayFirst.warnings).not.toContain(AMBIGUOUS);
  });

  it('is left open, and said, where the many months keep a rhythm', () => {
    for (const months of [
      ['01', '02', '03', '04', '05', '06'],
      ['01', '04', '07', '10'],
    ]) {
      const file = read(months.map((month) => `01/${month}/2024`));
      expect(daysOf(file)).toEqual(months.map((month) => `2024-${month}-01`));
      expect(file.warnings).toContain(AMBIGUOUS);
    }
  });

  it('is that of a period above the header', () => {
    const months = ['01', '02', '03', '04'].map((month) => `01/${month}/2024`);
    const head = 'Period: 01/01/2024 to 01/31/2024,,\nDate,Description,Amount';
    expect(daysOf(read(months, head))).toEqual(['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04']);
    expect(read(months, head).warnings).not.toContain(AMBIGUOUS);
    expect(read(months, head.replaceAll('01/31/2024', '01-31-2024')).warnings).toContain(AMBIGUOUS);
  });
});

it('titles whose words are run together are read with their words apart', () => {
  const file = readText(
    table('dateOp;dateVal;label;amount', '2024-03-04;2024-03-05;A;1,50', '2024-03-06;2024-03-06;B;2,50'),
  );
  expect(rowsOf(file).map(({ day, valueDay }) => [day, valueDay])).toEqual([
    ['2024-03-04', '2024-03-05'],
    ['2024-03-06', '2024-03-06'],
  ]);
  expect(file.warnings.join()).not.toContain('may each be the booking date');
});
