import { describe, expect, test } from 'vitest';
import { driftOf, FALSE_ALARMS, type MonthFigures } from '../../../src/core/drift/drift.ts';
import { chanceOf } from '../../../src/core/drift/exact-test.ts';

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Chances {
  readonly rows: number;
  readonly matched: number;
  readonly classes: Readonly<Record<string, number>>;
  readonly tiers: Readonly<Record<string, number>>;
  readonly parted: number;
  readonly charge: (random: () => number) => number;
  readonly charges: number;
}

const USUAL: Chances = {
  ...{ rows: 400, matched: 0.85, parted: 0.02, charges: 12 },
  classes: {
    not_found_gl: 0.05,
    not_found_bank: 0.04,
    possible_bank_fee: 0.03,
    amount_mismatch: 0.02,
  },
  tiers: { tier_1: 0.6, tier_2: 0.1, tier_3: 0.2, tier_4: 0.05 },
  charge: (random) => Math.round(5_000 * Math.exp(random() + random() - 1)),
};

function month(
  random: () => number,
  { rows, matched, classes, tiers, parted, charge, charges }: Chances,
): MonthFigures {
  const drawn = (of: number, chance: number) => {
    let count = 0;
    for (let k = 0; k < of; k++) if (random() < chance) count++;
    return count;
  };
  const some = (of: number, chances: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(chances).map(([name, chance]) => [name, drawn(of, chance)]));
  const matches = Math.round((rows * matched) / 2);
  return {
    ledger: { matched: drawn(rows, matched), of: rows },
    bank: { matched: drawn(rows, matched), of: rows },
    classes: some(2 * rows, classes),
    ...{ matches, ofMatches: { ...some(matches, tiers), parted: drawn(matches, parted) } },
    charges: { NGN: Array.from({ length: charges }, () => charge(random)) },
  };
}

function alarmsIn(times: number, seed: number, changed: Partial<Chances>, usual = USUAL): number {
  const random = randomOf(seed);
  let alarms = 0;
  for (let n = 0; n < times; n++) {
    const before = Array.from({ length: 3 + (n % 10) }, () => month(random, usual));
    if (driftOf(month(random, { ...usual, ...changed }), before).length > 0) alarms++;
  }
  return alarms;
}

describe('the exact test', () => {
  test('equals sums of the hypergeometric distribution', () => {
    // 3 of 4 against 1 of 4, and 2 of 2 against 0 of 8: by hand.
    expect(chanceOf({ count: 3, of: 4 }, { count: 1, of: 4 })).toBeCloseTo((2 * 17) / 70, 12);
    expect(chanceOf({ count: 2, of: 2 }, { count: 0, of: 8 })).toBeCloseTo(2 / 45, 12);
    expect(chanceOf({ count: 0, of: 5 }, { count: 0, of: 9 })).toBe(1);
    expect(chanceOf({ count: 5, of: 10 }, { count: 50, of: 100 })).toBe(1);
  });

  test('is near the normal law where counts are large, and quick', () => {
    const chance = chanceOf({ count: 500_700, of: 1_000_000 }, { count: 6_000_000, of: 12_000_000 });
    // z = 0.0007 / sqrt(0.25 * (1/1e6 + 1/12e6)) = 1.345
    expect(chance).toBeGreaterThan(0.175);
    expect(chance).toBeLessThan(0.182);
    expect(chanceOf({ count: 510_000, of: 1_000_000 }, { count: 6_000_000, of: 12_000_000 })).toBeLessThan(1e-80);
  });
});

describe('drift', () => {
  test('months of one distribution alarm at most as often as is said, small ones too', () => {
    for (const [seed, rows] of [
      [1, 400],
      [2, 40],
      [3, 6],
    ] as const) {
      // With 2,000 months, 20 alarms are expected at most; 35 would be three standard deviations more.
      expect(alarmsIn(2_000, seed, {}, { ...USUAL, rows })).toBeLessThanOrEqual(2_000 * FALSE_ALARMS + 15);
    }
  });

  test('a change is found: thirteen points of the match rate in 400 rows, charges half as dear again, one match in eight parted', () => {
    expect(alarmsIn(100, 4, { matched: 0.72 })).toBeGreaterThanOrEqual(90);
    const dearer = { charge: (random: () => number) => Math.round(1.5 * USUAL.charge(random)), charges: 60 };
    expect(alarmsIn(100, 5, dearer, { ...USUAL, charges: 60 })).toBeGreaterThanOrEqual(90);
    expect(alarmsIn(100, 6, { parted: 0.125 })).toBeGreaterThanOrEqual(80);
    expect(alarmsIn(100, 7, { classes: { ...USUAL.classes, amount_mismatch: 0.1 } })).toBeGreaterThanOrEqual(90);
  });

  test('small months and few months say nothing, whatever they hold', () => {
    const random = randomOf(8);
    const before = Array.from({ length: 6 }, () => month(random, USUAL));
    const empty = { matched: 0, of: 3 };
    const none = { ledger: empty, bank: empty, classes: {}, matches: 0, ofMatches: {}, charges: {} };
    expect(driftOf(none, before)).toEqual([]);
    const large = { ...none, bank: { matched: 0, of: 400 } };
    expect(driftOf(large, before.slice(0, 2))).toEqual([]);
    expect(driftOf(large, before)[0]).toMatchObject({ figure: 'match_rate_bank', now: { count: 0, of: 400 } });
  });

  test('a share within what a month was before is no alarm', () => {
    const random = randomOf(9);
    const before = [0.5, 0.9, 0.7].map((matched) => month(random, { ...USUAL, matched }));
    const figures = driftOf(month(random, { ...USUAL, matched: 0.7 }), before).map(({ figure }) => figure);
    expect(figures.filter((figure) => figure.startsWith('match_rate'))).toEqual([]);
  });
});
