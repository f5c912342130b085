// Statements for people name each day once: entries below it have its day, if the running balance proves them.

import { expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const TITLES = 'Date,Description,Paid out,Paid in,Balance';
const ROWS = [
  ['03 Aug 2026', 'RENT', '40.00', '', ''],
  ['', 'SALES', '', '15.50', ''],
  ['', 'LEVY', '0.50', '', '75.00'],
  ['04 Aug 2026', 'SALES', '', '20.00', '95.00'],
  ['05 Aug 2026', 'FUEL', '7.25', '', ''],
  ['', 'TOLL', '1.75', '', '86.00'],
  ['07 Aug 2026', 'SALES', '', '4.00', '90.00'],
];
const read = (rows: readonly (readonly string[])[]) =>
  readText([TITLES, ...rows.map((cells) => cells.join(','))].join('\n'));
const changed = (row: number, cells: readonly string[]) => ROWS.map((one, i) => (i === row ? cells : one));

it('have the day above where every balance follows, which is said', () => {
  const file = read(ROWS);
  expect(rowsOf(file).map(({ day }) => day?.slice(-2))).toEqual(['03', '03', '03', '04', '05', '05', '07']);
  expect(file).toMatchObject({ rejected: [], balances: [{ foots: true }] });
  expect(file.warnings).toContain(
    '3 rows have no date and the day of the row above, as the running balance proves, the first on line 3.',
  );
});

it.each([
  ['a balance does not follow', changed(5, ['', 'TOLL', '1.75', '', '86.10'])],
  [
    'a day is named twice, so that an empty one may be lost',
    changed(3, ['03 Aug 2026', 'SALES', '', '20.00', '95.00']),
  ],
  ['too few lack it', [...ROWS.slice(0, 2), ...ROWS.slice(3, 5), ...ROWS.slice(6)]],
])('are rejected where %s', (_, rows) => {
  const file = read(rows);
  expect(new Set(file.rejected.map(({ reason }) => reason))).toEqual(new Set(['no date']));
  expect(rowsOf(file)).toHaveLength(rows.filter(([day]) => day !== '').length);
});
