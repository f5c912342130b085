// Files of one account: what their balances come to together, and what is said when they do not follow one another.

import { expect, test } from 'vitest';
import { joinColumns } from '../../../src/core/records/rows/join-columns.ts';
import { joinedBalances } from '../../../src/core/summary/joined-balances.ts';
import { columnsOf } from '../../reference/columns-of.ts';
import type { RefRow } from '../../reference/ref-row.ts';

type Line = readonly [day: number, amount: number];

const rowsOf = (lines: readonly Line[]) =>
  columnsOf(
    lines.map(
      ([bookingDay, amount], id): RefRow => ({
        id,
        account: '12',
        currency: 'NGN',
        amount,
        bookingDay,
        valueDay: null,
        reference: '',
        settlementSession: '',
        narration: '',
        sourceId: '',
      }),
    ),
  );

const file = (name: string, [opening, closing]: readonly [number | null, number | null], lines: readonly Line[]) => ({
  name,
  columns: rowsOf(lines),
  balances: [{ account: '12', currency: 'NGN', openingMinor: opening, closingMinor: closing }],
});

const WEEK_1 = file(
  '1.csv',
  [100, 130],
  [
    [1, 10],
    [2, 20],
  ],
);
const WEEK_2 = file('2.csv', [130, 430], [[3, 300]]);
const WEEK_3 = file(
  '3.csv',
  [430, 405],
  [
    [4, -30],
    [5, 5],
  ],
);

function joined(...files: readonly ReturnType<typeof file>[]) {
  const answers = [files, files.toReversed()].map((inOrder) => {
    const { balances, warnings } = joinedBalances('bank', inOrder, joinColumns(inOrder.map(({ columns }) => columns)));
    return { balances: balances.map(({ openingMinor, closingMinor }) => [openingMinor, closingMinor]), warnings };
  });
  // The order of the files changes nothing, where they are not just listed.
  if (answers[0].balances.length === 1) expect(answers[1]).toEqual(answers[0]);
  return answers[0];
}

test('weeks that follow one another are one month', () => {
  expect(joined(WEEK_1, WEEK_2, WEEK_3)).toEqual({ balances: [[100, 405]], warnings: [] });
});

test('a week that is missing is said where the sequence of the files is looked at, and what it leaves is said here', () => {
  expect(joined(WEEK_1, WEEK_3)).toEqual({ balances: [[100, 405]], warnings: [] });
  const less = file('3.csv', [430, 405], [[20, -10]]);
  expect(joined(WEEK_1, less)!.warnings).toEqual([
    expect.stringMatching(
      /^The bank’s account 12: opening 1\.00 and the entries of all files, .* do not make closing 4\.05\.$/,
    ),
  ]);
});

test('files that overlap and do not add up are no gap of their sequence: it is said here', () => {
  const overlapping = file('b.csv', [200, 225], [[2, 25]]);
  const first = file(
    'a.csv',
    [100, 140],
    [
      [1, 10],
      [3, 30],
    ],
  );
  const last = file('c.csv', [225, 230], [[4, 5]]);
  expect(joined(first, overlapping, last)!.warnings).toEqual([
    'The bank’s account 12: opening 1.00 and the entries of all files, 0.70, do not make closing 2.30.',
  ]);
});

test('rows that are missing from a file whose neighbours follow are said', () => {
  const instead = file('2.csv', [130, 430], [[3, 200]]);
  expect(joined(WEEK_1, instead, WEEK_3)!.warnings).toEqual([
    'The bank’s account 12: opening 1.00 and the entries of all files, 2.05, do not make closing 4.05.',
  ]);
});

test('files that part within a day are told apart by their rows', () => {
  const noon = [file('a.csv', [100, 110], [[1, 10]]), file('b.csv', [110, 135], [[1, 25]])] as const;
  expect(joined(...noon)).toEqual({ balances: [[100, 135]], warnings: [] });
  const odd = [file('a.csv', [100, 110], [[1, 10]]), file('b.csv', [200, 225], [[1, 25]])] as const;
  expect(joined(...odd)).toEqual({
    balances: [
      [100, 110],
      [200, 225],
    ],
    warnings: ['The bank’s account 12: nothing tells which of the files is the first and which the last.'],
  });
});

test('files without balances say nothing, and list their account once', () => {
  const [a, b] = [file('a.csv', [null, null], [[1, 10]]), file('b.csv', [null, null], [[2, 25]])];
  expect(joined(a, b)).toEqual({
    balances: [[null, null]],
    warnings: [],
  });
});
