// A file that lacks a page is named with days and sums: by its running balance, by the balances of its pages, and by
// their numbers.

import { expect, test } from 'vitest';
import { readText } from './reading.ts';

const TITLES = 'Date,Reference,Narration,Debit,Credit,Balance';
const warningsOf = (rows: readonly string[]) => readText(`${[TITLES, ...rows].join('\n')}\n`).warnings;

const PAGES = [
  ',,Page 1 of 3,,,',
  ',,Balance brought forward,,,1000.00',
  '2026-03-02,FT2603021,ADA STORES,,50.00,1050.00',
  '2026-03-03,FT2603031,OBI MOTORS,20.00,,1030.00',
  ',,Balance carried forward,,,1030.00',
  ',,Page 2 of 3,,,',
  ',,Balance brought forward,,,1030.00',
  '2026-03-04,FT2603041,KEMI,,5.00,1035.00',
  ',,Balance carried forward,,,1035.00',
  ',,Page 3 of 3,,,',
  ',,Balance brought forward,,,1035.00',
  '2026-03-12,FT2603121,LANRE,,5.00,1040.00',
  '2026-03-14,FT2603141,TUNDE,,10.00,1050.00',
];
const SECOND = PAGES.slice(5, 9);
const lacking = PAGES.filter((row) => !SECOND.includes(row));
/** Balances stand in rows of their own alone. */
const plain = (row: string) => (row.startsWith('2026') ? row.replace(/[^,]*$/, '') : row);

test('a whole file lacks nothing', () => {
  expect(warningsOf(PAGES)).toEqual([]);
  expect(warningsOf(PAGES.map(plain)).filter((said) => /missing/.test(said))).toEqual([]);
});

test('a page that is missing is named by its number, and by the balances with the sum', () => {
  expect(warningsOf(lacking)).toEqual([
    'Page 2 is missing after the entry of 2026-03-03 and before the entry of 2026-03-12: page 3 on line 7 follows page 1 on line 2.',
    'The account: between balance 1030.00 on line 5 of 2026-03-03 and balance 1040.00 on line 9 of 2026-03-12 5.00 is missing, beside entries of 5.00. Are pages or entries missing, or an amount misread?',
  ]);
  expect(warningsOf(lacking.map(plain))).toContain(
    'The account: between balance 1030.00 on line 6 of 2026-03-03 and balance 1035.00 on line 8 of 2026-03-12 5.00 is missing. Are pages or entries missing, or an amount misread?',
  );
});

test('the order of the file changes nothing of it', () => {
  const entries = lacking.filter((row) => row.startsWith('2026')).reverse();
  expect(warningsOf(entries)).toEqual([
    'The account: between balance 1030.00 on line 4 of 2026-03-03 and balance 1040.00 on line 3 of 2026-03-12 5.00 is missing, beside entries of 5.00. Are pages or entries missing, or an amount misread?',
  ]);
});

test('an opening balance that the first entry does not begin from lacks the entries before it', () => {
  const entries = PAGES.filter((row) => row.startsWith('2026'));
  expect(warningsOf([',,Opening balance,,,900.00', ...entries])).toEqual([
    'The account: between balance 900.00 on line 2 and balance 1050.00 on line 3 of 2026-03-02 100.00 is missing, beside entries of 50.00. Are pages or entries missing, or an amount misread?',
  ]);
});

test('more places than a person reads are counted', () => {
  const rows = Array.from({ length: 9 }, (_, n) => `2026-03-0${n + 1},FT26030${n}1,ADA,,1.00,${n * n + 100}.00`);
  expect(warningsOf(rows).at(-1)).toMatch(/; and at \d+ more places\. Are pages/);
});
