// Recurring-pattern intelligence (spec/2), rule by rule, with figures worked by hand.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confidenceOf } from '../../../src/core/patterns/confidence.ts';
import { learn } from '../../../src/core/patterns/learn.ts';
import { patternOf, patternText } from '../../../src/core/patterns/pattern-text.ts';
import { judge, STALE_AFTER_MS, whyNoSweep } from '../../../src/core/patterns/sweep.ts';
import type { Pattern } from '../../../src/core/records/documents/patterns.ts';

const points = (...values: number[]) => values.map((value, i) => ({ value, at: 1_000 + i }));
const learned = (...values: number[]) => learn(points(...values))!;

const patternOfValues = (values: readonly number[], of: Partial<Pattern> = {}): Pattern => ({
  ...{ tenant: 't', partner: 'p', domain: 'mfb', type: 'date_difference', patternId: 'id', currency: null },
  ...{ figures: learned(...values), updatedAt: 5, suspendedAt: null, version: 1 },
  ...of,
});

test('rule 1: median, mean, least, most and count of every value', () => {
  // 2, 3, 3, 4: median 3, mean 3.
  expect(learned(4, 2, 3, 3)).toEqual({
    ...{ count: 4, outliersDropped: 0, medianTwice: 6, sum: 12n, min: 2, max: 4, lastSeenAt: 1_003 },
  });
  // 1, 2, 5: median 2; of two values the half between them.
  expect(learned(5, 1, 2)).toMatchObject({ medianTwice: 4, sum: 8n });
  expect(learned(3, 4)).toMatchObject({ medianTwice: 7, count: 2 });
  expect(learn([])).toBeNull();
});

test('rule 2: from four points on, what lies beyond 1.5 interquartile ranges is dropped', () => {
  // Three points: no fence, however far apart.
  expect(learned(1, 1, 100)).toMatchObject({ count: 3, outliersDropped: 0, max: 100 });
  // 10, 11, 12, 13, 40: q1 11, q3 13, fence 8 to 16.
  expect(learned(10, 11, 12, 13, 40)).toMatchObject({ count: 4, outliersDropped: 1, medianTwice: 23, max: 13 });
  // 1, 2, 3, 4: q1 1.75, q3 3.25, range 1.5, fence -.5 to 5.5; 1, 2, 3, 4 and 7: q1 2, q3 4, fence -1 to 7, ends included.
  expect(learned(1, 2, 3, 4, 7)).toMatchObject({ count: 5, max: 7 });
  expect(learned(1, 2, 3, 4, 8)).toMatchObject({ count: 4, max: 4 });
  // A range of 0 drops all that differs: 5, 5, 5, 5, 6 is four fives.
  expect(learned(5, 5, 5, 5, 6)).toMatchObject({ count: 4, outliersDropped: 1, min: 5, max: 5, lastSeenAt: 1_003 });
});

test('rule 3: confidence is weight times consistency, and levels are exact at .4 and .7', () => {
  // 5 of 10, 11, 12: hand: median 11, span 2, consistency 1 - 2/11 = .8182, weight 3/5: .4909.
  expect(confidenceOf(learned(10, 11, 12))).toMatchObject({ occurrenceWeight: 0.6, level: 'learning' });
  expect(confidenceOf(learned(10, 11, 12)).confidence).toBeCloseTo(0.490909, 6);
  // Two equal values: 2/5 x 1 = .4 is learning; one is .2.
  expect(confidenceOf(learned(7, 7))).toMatchObject({ confidence: 0.4, level: 'learning' });
  expect(confidenceOf(learned(7))).toMatchObject({ confidence: 0.2, level: 'candidate' });
  // Five with a span of 3 and a median of 10: 1 - 3/10 = .7 is eligible, and never more than full weight.
  expect(confidenceOf(learned(9, 10, 10, 11, 12))).toMatchObject({ level: 'eligible' });
  expect(confidenceOf(learned(9, 9, 10, 11, 12))).toMatchObject({ consistency: 0.7, level: 'eligible' });
  expect(confidenceOf(learned(8, 9, 10, 11, 12))).toMatchObject({ level: 'learning' });
  expect(confidenceOf(learned(4, 4, 4, 4, 4, 4, 4)).confidence).toBe(1);
  // Consistency may be negative, confidence may not.
  expect(confidenceOf(learned(1, 2, 9))).toMatchObject({ consistency: -3, confidence: 0, level: 'candidate' });
  // A median of 0: 1 when all are 0, else 0.
  expect(confidenceOf(learned(0, 0, 0, 0, 0))).toMatchObject({ consistency: 1, level: 'eligible' });
  expect(confidenceOf(learned(0, 0, 3))).toMatchObject({ consistency: 0, level: 'candidate' });
});

test('rule 5: only an eligible pattern, last seen at most 60 days ago, that is not suspended', () => {
  const pattern = patternOfValues([3, 3, 3, 3, 3]);
  const { lastSeenAt } = pattern.figures;
  expect(whyNoSweep(pattern, lastSeenAt + STALE_AFTER_MS)).toBeNull();
  expect(whyNoSweep(pattern, lastSeenAt + STALE_AFTER_MS + 1)).toContain('more than 60 days ago');
  expect(whyNoSweep({ ...pattern, suspendedAt: 9 }, lastSeenAt)).toContain('reopened');
  expect(whyNoSweep(patternOfValues([3, 3]), 1_001)).toContain('confidence is learning');
});

test('rule 6: what lies within the values seen, no extrapolation, and of amounts one currency', () => {
  const amounts = patternOfValues([1], {
    ...{ type: 'amount_mismatch', currency: 'NGN' },
    figures: learned(960, 1_000, 1_000, 1_030, 1_050),
  });
  const at = { now: 1_010, show: (value: number) => (value / 100).toFixed(2) };
  const cluster = { deltaDays: null, amountDeltaMinor: 1_050, currency: 'NGN' };
  expect(judge(amounts, cluster, at)).toEqual({
    wouldApprove: true,
    reason: '10.50 lies within what people approved 5 times: 9.60 to 10.50.',
  });
  expect(judge(amounts, { ...cluster, amountDeltaMinor: 1_051 }, at)).toMatchObject({ wouldApprove: false });
  expect(judge(amounts, { ...cluster, currency: 'USD' }, at).reason).toContain('NGN alone');
  expect(judge(amounts, { ...cluster, amountDeltaMinor: null }, at).reason).toContain('no value');
});

test('neither order nor the way through a store changes a pattern', () => {
  const values = fc.array(fc.record({ value: fc.nat(), at: fc.nat() }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(values, fc.func(fc.integer()), (given, order) => {
      const figures = learn(given)!;
      expect(learn(given.toSorted((a, b) => order(a) - order(b)))).toEqual(figures);
      expect(figures.count + figures.outliersDropped).toBe(given.length);
      const pattern = { ...patternOfValues([1]), figures };
      expect(patternOf(patternText(pattern))).toEqual(pattern);
      const { confidence, level } = confidenceOf(figures);
      // Levels are exact where a double is not.
      const isNear = [0.4, 0.7].some((bound) => Math.abs(confidence - bound) < 1e-9);
      if (!isNear) expect(level).toBe(confidence > 0.7 ? 'eligible' : confidence > 0.4 ? 'learning' : 'candidate');
    }),
  );
});
