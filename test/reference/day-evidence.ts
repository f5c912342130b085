// What it says that two rows lie so many days apart (matching-definitions.md, "Days").

import { bits, sumOf } from './figures.ts';

interface DayCounts {
  readonly back: number;
  readonly forward: number;
  /** c: clear pairs by days apart. */
  readonly clear: ReadonlyMap<number, number>;
  /** a: all pairs found, likewise. */
  readonly found: ReadonlyMap<number, number>;
}

export const UNCOUNTED: ReadonlyMap<number, number> = new Map();

export function dayEvidence({ back, forward, clear, found }: DayCounts): (days: number) => number {
  const all = Array.from({ length: back + forward + 1 }, (_, at) => at - back);
  const D = all.length;
  const C = sumOf([...clear.values()]);
  const F = sumOf([...found.values()]);
  // The fewer the farther, but as candidates lie at all.
  const partOfAll = (d: number) => Math.floor((1_000_000 * ((found.get(d) ?? 0) * D + 30)) / ((F + 30) * D));
  const guess = (d: number) => (Math.max(back, forward) + 1 - Math.abs(d)) * Math.max(1, partOfAll(d));
  const G = sumOf(all.map(guess));
  return (d) => {
    const [c, a] = [clear.get(d) ?? 0, found.get(d) ?? 0];
    return bits(c * G + 30 * guess(d)) - bits((C + 30) * G) - (bits(a * D + 30) - bits((F + 30) * D));
  };
}

/** How many pairs of each distance. */
export function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const one of values) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
