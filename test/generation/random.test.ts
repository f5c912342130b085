import { expect, test } from 'vitest';
import { seededRandom } from '../../src/generation/random.ts';

test('a seed means the same numbers for ever', () => {
  const random = seededRandom('a seed');
  expect(Array.from({ length: 8 }, () => random.below(1_000_000))).toEqual([
    629503, 24205, 807507, 610030, 16576, 267830, 430875, 123711,
  ]);
});

test('seeds that differ in a letter have nothing in common', () => {
  const [a, b] = [seededRandom('month 1'), seededRandom('month 2')];
  const same = Array.from({ length: 10_000 }, () => a.below(100) === b.below(100)).filter(Boolean).length;
  // One in a hundred by chance.
  expect(same).toBeGreaterThan(50);
  expect(same).toBeLessThan(160);
});

test('draws are even over their range and stay inside', () => {
  const random = seededRandom('evenness');
  const counts = new Array<number>(7).fill(0);
  for (let i = 0; i < 70_000; i++) counts[random.below(7)]++;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('digits keep their leading zeros', () => {
  const random = seededRandom('digits');
  const texts = Array.from({ length: 2_000 }, () => random.digits(12));
  expect(texts.every((text) => /^\d{12}$/.test(text))).toBe(true);
  const zeros = texts.filter((text) => text.startsWith('0')).length;
  expect(zeros).toBeGreaterThan(140);
  expect(zeros).toBeLessThan(260);
});
