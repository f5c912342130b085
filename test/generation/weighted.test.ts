import { expect, test } from 'vitest';
import { seededRandom } from '../../src/generation/random.ts';
import { weighted, zipf } from '../../src/generation/weighted.ts';

function drawn(from: { pick(random: ReturnType<typeof seededRandom>): number }, draws: number): Map<number, number> {
  const random = seededRandom('draws');
  const counts = new Map<number, number>();
  for (let i = 0; i < draws; i++) {
    const item = from.pick(random);
    counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}

test('items come as often as they weigh', () => {
  const counts = drawn(weighted([1, 2, 3], [1, 2, 7]), 10_000);
  expect(counts.get(1)! / 10_000).toBeCloseTo(0.1, 1);
  expect(counts.get(2)! / 10_000).toBeCloseTo(0.2, 1);
  expect(counts.get(3)! / 10_000).toBeCloseTo(0.7, 1);
});

test('under Zipf the first item is twice as common as the second, and the rarest still comes', () => {
  const items = Array.from({ length: 40 }, (_, i) => i);
  const counts = drawn(zipf(items, 1), 100_000);
  expect(counts.get(0)! / counts.get(1)!).toBeCloseTo(2, 0);
  expect(counts.size).toBe(40);
});

test('a larger head flattens the top', () => {
  const items = Array.from({ length: 1_000 }, (_, i) => i);
  const counts = drawn(zipf(items, 50), 100_000);
  expect(counts.get(0)! / counts.get(10)!).toBeLessThan(1.5);
});
