import { describe, expect, test } from 'vitest';
import { type AssertedPair, score } from '../../bench/score.ts';
import type { Cause } from '../../src/generation/causes.ts';
import type { RowPlace, TruthRow } from '../../src/generation/truth.ts';

const gl = (line: number): RowPlace => ({ side: 'gl', file: 'gl.csv', line });
const bank = (line: number): RowPlace => ({ side: 'bank', file: 'bank.csv', line });
const group = (name: string, cause: Cause, ...places: RowPlace[]): TruthRow[] =>
  places.map((place) => ({ ...place, group: name, cause, sourceId: '' }));
const pair = (a: RowPlace, b: RowPlace, { tier = '1', confidence = 1 } = {}): AssertedPair => ({
  a,
  b,
  tier,
  confidence,
});

const truth = [
  ...group('A', 'exact', gl(2), bank(2)),
  ...group('B', 'embedded', gl(3), bank(3)),
  ...group('C', 'wording', gl(4), bank(4)),
  ...group('D', 'amount_typo', gl(5), bank(5)),
  ...group('E', 'reversal', gl(6), gl(7)),
  ...group('F', 'not_in_bank', gl(8)),
];

describe('precision and recall', () => {
  const result = score({
    truth,
    asserted: [
      pair(gl(2), bank(2)),
      pair(gl(3), bank(4), { tier: '4', confidence: 0.8 }),
      pair(gl(4), bank(3), { tier: '3', confidence: 0.9 }),
      pair(gl(7), gl(6), { tier: 'reversal', confidence: 0.95 }),
    ],
  });

  test('count pairs by tier, wrong ones with their causes', () => {
    expect(result.tiers).toEqual([
      { tier: '1', asserted: 1, right: 1, precision: 1 },
      { tier: '3', asserted: 1, right: 0, precision: 0 },
      { tier: '4', asserted: 1, right: 0, precision: 0 },
      { tier: 'reversal', asserted: 1, right: 1, precision: 1 },
    ]);
    expect(result.wrong.map(({ causes }) => causes)).toEqual([
      ['wording', 'embedded'],
      ['embedded', 'wording'],
    ]);
  });

  test('hold apart what was asserted at 0.9 and above', () => {
    expect(result.all).toEqual({ asserted: 4, right: 2, precision: 0.5 });
    expect(result.firm).toEqual({ asserted: 3, right: 2, precision: 2 / 3 });
  });

  test('recall counts what should be matched: no typing error, no orphan', () => {
    expect(result.recall).toEqual({ matchable: 4, found: 2, foundFirm: 2, recall: 0.5 });
  });

  test('the caller may say which causes a run can find', () => {
    const { recall } = score({ truth, asserted: [], shouldMatch: (cause) => cause === 'exact' });
    expect(recall).toEqual({ matchable: 1, found: 0, foundFirm: 0, recall: 0 });
  });
});

test('a pair that should have stayed open is no wrong pair, but shows by its cause', () => {
  const result = score({ truth, asserted: [pair(gl(5), bank(5))] });
  expect(result.all.right).toBe(1);
  expect(result.recall.found).toBe(0);
  expect(result.causes.find(({ cause }) => cause === 'amount_typo')).toEqual({
    cause: 'amount_typo',
    expected: 'open',
    pairs: 1,
    found: 1,
  });
});

test('rows that the truth does not know, and a true pair asserted twice, are wrong', () => {
  const result = score({
    truth,
    asserted: [pair(gl(2), bank(2)), pair(gl(2), bank(2), { tier: '6', confidence: 0.6 }), pair(gl(99), bank(3))],
  });
  expect(result.all).toEqual({ asserted: 3, right: 1, precision: 1 / 3 });
  expect(result.tiers.find(({ tier }) => tier === '6')!.right).toBe(0);
  expect(result.wrong.map(({ causes }) => causes)).toContainEqual([null, 'embedded']);
});

describe('rows that say the same', () => {
  // Two twins, and a third in the ledger that was booked twice.
  const twins = [
    ...group('A', 'twin', gl(2), bank(2)),
    ...group('B', 'twin', gl(3), bank(3)),
    ...group('C', 'duplicate', gl(4)),
    ...group('D', 'exact', gl(5), bank(5)),
  ];
  const contentOf = ({ side, line }: RowPlace) => (line < 5 ? `${side} twin` : `${side} ${line}`);

  test('are interchangeable', () => {
    const result = score({ truth: twins, asserted: [pair(gl(4), bank(2)), pair(gl(2), bank(3))], contentOf });
    expect(result.all.right).toBe(2);
    expect(result.recall.found).toBe(2);
  });

  test('but no more often than the truth joins them', () => {
    const result = score({
      truth: twins,
      asserted: [pair(gl(4), bank(2)), pair(gl(2), bank(3)), pair(gl(3), bank(5))],
      contentOf,
    });
    expect(result.all).toEqual({ asserted: 3, right: 2, precision: 2 / 3 });
  });

  test('and are told apart when nobody says what they say', () => {
    expect(score({ truth: twins, asserted: [pair(gl(4), bank(2))] }).all.right).toBe(0);
  });
});

test('calibration holds each confidence against what was right', () => {
  const sure = { tier: '3', confidence: 0.9 };
  const { calibration } = score({
    truth,
    asserted: [
      pair(gl(2), bank(2), sure),
      pair(gl(3), bank(3), sure),
      pair(gl(4), bank(5), { tier: '6', confidence: 0.604 }),
    ],
  });
  expect(calibration).toEqual([
    { confidence: 0.9, asserted: 2, right: 2, precision: 1 },
    { confidence: 0.6, asserted: 1, right: 0, precision: 0 },
  ]);
});
