// What a name keeps of the rows that taught it: the latest few, without those that were reopened.

import { expect, test } from 'vitest';
import {
  chargeWordsOf,
  type Lesson,
  lessonsJson,
  lessonsOf,
  type Taught,
  withoutClusters,
  withTaught,
} from '../../../src/core/records/charge-words.ts';

const damaged = (sentence: string) => new Error(sentence);
const taught = (n: number, more: Partial<Taught> = {}): Taught => ({
  ...{ name: 'CAMF', kind: 'charge', clusterId: `c${n}`, row: { currency: 'NGN', amount: -500, day: 20_000 + n } },
  ...more,
});
const days = ([{ seen }]: readonly Lesson[]) => seen.map(({ day }) => day - 20_000);

test('the latest six rows are kept, in whatever order they were confirmed', () => {
  const forwards = withTaught(
    [],
    Array.from({ length: 30 }, (_, n) => taught(n)),
  );
  expect(days(forwards)).toEqual([24, 25, 26, 27, 28, 29]);
  const backwards = Array.from({ length: 30 }, (_, n) => taught(29 - n));
  expect(days(withTaught([], backwards))).toEqual(days(forwards));
  expect(withTaught(forwards, [taught(29)])).toEqual(forwards);
  expect(lessonsOf(lessonsJson(forwards), damaged)).toEqual(forwards);
});

test('reopening takes the row back, and another kind all of them', () => {
  const known = withTaught([], [taught(1), taught(2)]);
  expect(days(withoutClusters(known, new Set(['c2'])))).toEqual([1]);
  expect(withoutClusters(known, new Set(['c1', 'c2']))).toEqual([]);
  expect(days(withTaught(known, [taught(3, { kind: 'interest_or_tax' })]))).toEqual([3]);
});

test('a version without rows is read; rows that are none are refused', () => {
  const terms = { names: [{ name: 'CAMF', kind: 'charge', clusters: ['c1'] }] };
  const lessons = lessonsOf(terms, damaged);
  expect(lessons).toEqual([{ ...terms.names[0], seen: [] }]);
  // Written again, it is the version that it was.
  expect(lessonsJson(lessons)).toEqual(terms);
  expect(chargeWordsOf(lessons, 4)).toEqual({ version: 4, charges: ['CAMF'], taxes: [] });
  const seen = [{ cluster: 'c1', currency: 'NGN', amount: '5.00', day: 20_000 }];
  expect(() => lessonsOf({ names: [{ ...terms.names[0]!, seen }] }, damaged)).toThrow('a row of a name');
});
