import { describe, expect, test } from 'vitest';
import { driftOf, FALSE_ALARMS, type MonthFigures } from '../../../src/core/drift/drift.ts';
import { chanceOf } from '../../../src/core/drift/exact-test.ts';
import { chanceOfMonth } from '../../../src/core/drift/month-spread.ts';

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
  /** Rates of a month are up to this part more or less than the usual ones. */
  readonly moves: number;
  /** Rows that share one fate. */
  readonly batch: number;
}

const USUAL: Chances = {
  ...{ rows: 400, matched: 0.85, parted: 0.02, charges: 12, moves: 0, batch: 1 },
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
  { rows, matched, classes, tiers, parted, charge, charges, moves, batch }: Chances,
): MonthFigures {
  const drawn = (of: number, usual: number, size = 1) => {
    const chance = usual * (1 + moves * (2 * random() - 1));
    let count = 0;
    for (let k = 0; k < of; k += size) if (random() < chance) count += Math.min(size, of - k);
    return count;
  };
  const some = (of: number, chances: Readonly<Record<string, number>>, size = 1) =>
    Object.fromEntries(Object.entries(chances).map(([name, chance]) => [name, drawn(of, chance, size)]));
  const matches = Math.round((rows * matched) / 2);
  return {
    ledger: { matched: drawn(rows, matched, batch), of: rows },
    bank: { matched: drawn(rows, matched, batch), of: rows },
    classes: some(2 * rows, classes, batch),
    ...{ matches, ofMatches: { ...some(matches, tiers), parted: drawn(matches, parted) } },
    charges: { NGN: Array.from({ length: charges }, () => charge(random)) },
  };
}

/** Against 4 to 12 months; `most`: against that many. */
function alarmsIn(times: number, seed: number, changed: Partial<Chances>, usual = USUAL, most = 0): number {
  const random = randomOf(seed);
  let alarms = 0;
  for (let n = 0; n < times; n++) {
    const before = Array.from({ length: most || 4 + (n % 9) }, () => month(random, usual));
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
    for (const [seed, of] of [
      [1, { rows: 400 }],
      [2, { rows: 40 }],
      [3, { rows: 6 }],
      [4, { rows: 400, moves: 0.15 }],
      [5, { rows: 400, batch: 5 }],
      [6, { rows: 400, moves: 0.1, batch: 4 }],
    ] as const) {
      // With 1,000 months, 10 alarms are expected at most; 20 would be three standard deviations more.
      expect(alarmsIn(1_000, seed, {}, { ...USUAL, ...of }), JSON.stringify(of)).toBeLessThanOrEqual(
        1_000 * FALSE_ALARMS + 10,
      );
    }
  });

  test('how far months differ is Student’s t', () => {
    // Its tables: 5 % lie beyond 12.706, 4.303, 3.182 and 2.201 for 1, 2, 3 and 11 degrees.
    const at = (angle: number) => ({ count: 1e9 * Math.sin(angle) ** 2, of: 1e9 });
    for (const [degrees, t] of [
      [1, 12.706],
      [2, 4.303],
      [3, 3.182],
      [11, 2.201],
    ] as const) {
      const months = Array.from({ length: degrees + 1 }, (_, k) => (k % 2 === 0 ? 0.7 : 0.71));
      const mean = months.reduce((sum, one) => sum + one, 0) / months.length;
      const squares = months.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      const spread = Math.sqrt((squares / degrees) * (1 + 1 / months.length));
      expect(chanceOfMonth(at(mean + t * spread), months.map(at))).toBeCloseTo(0.05, 4);
    }
    expect(chanceOfMonth(at(0.7), [at(0.7), at(0.7)])).toBe(1);
  });

  test('a change is found: of the match rate in 400 rows, charges, a class, matches that are parted', () => {
    const dearer = { charge: (random: () => number) => 2 * USUAL.charge(random), charges: 60 };
    const larger = { classes: { ...USUAL.classes, amount_mismatch: 0.1 } };
    expect(alarmsIn(100, 4, { matched: 0.72 }, USUAL, 12)).toBeGreaterThanOrEqual(90);
    expect(alarmsIn(100, 4, { matched: 0.6 }, USUAL, 5)).toBeGreaterThanOrEqual(80);
    expect(alarmsIn(100, 5, dearer, { ...USUAL, charges: 60 }, 12)).toBeGreaterThanOrEqual(90);
    expect(alarmsIn(100, 6, { parted: 0.25 }, USUAL, 12)).toBeGreaterThanOrEqual(90);
    expect(alarmsIn(100, 7, larger, USUAL, 12)).toBeGreaterThanOrEqual(90);
  });

  test('small months and few months say nothing, whatever they hold', () => {
    const random = randomOf(8);
    const before = Array.from({ length: 6 }, () => month(random, USUAL));
    const empty = { matched: 0, of: 3 };
    const none = { ledger: empty, bank: empty, classes: {}, matches: 0, ofMatches: {}, charges: {} };
    expect(driftOf(none, before)).toEqual([]);
    const large = { ...none, bank: { matched: 0, of: 400 } };
    expect(driftOf(large, before.slice(0, 3))).toEqual([]);
    expect(driftOf(large, before)[0]).toMatchObject({ figure: 'match_rate_bank', now: { count: 0, of: 400 } });
  });

  test('a share within what a month was before is no alarm', () => {
    const random = randomOf(9);
    const before = [0.5, 0.9, 0.7, 0.8].map((matched) => month(random, { ...USUAL, matched }));
    const figures = driftOf(month(random, { ...USUAL, matched: 0.7 }), before).map(({ figure }) => figure);
    expect(figures.filter((figure) => figure.startsWith('match_rate'))).toEqual([]);
  });
});
