// True pairs whose words say nothing or speak against them: how many there are, learned from pairs that are alone
// (matching-definitions.md, "Rewording").

import type { RowClass } from './classes.ts';
import type { WeighedPair } from './contest.ts';
import { bits, share, sumOf } from './figures.ts';
import { type Accident, LESS_AT_FIRST } from './nobody.ts';

const MOST_ASKED = 4_096;

/** The first and every ceil(n / 4,096)-th after it. */
export function asked<T>(all: readonly T[]): T[] {
  const step = Math.ceil(all.length / MOST_ASKED);
  return all.filter((_, at) => at % step === 0);
}

/** What text evidence is at least. `pairs` in canonical order of their ledger classes. */
export function rewordingFloor(
  pairs: readonly WeighedPair[],
  rivals: ReadonlyMap<RowClass, number>,
  { i, j }: Accident,
): number {
  const isAlone = ({ a, b }: WeighedPair) =>
    a.open.length === b.open.length && rivals.get(a) === b.open.length && rivals.get(b) === a.open.length;
  const alone = asked(pairs.filter(isAlone));
  let floor = bits(2_000) - bits(200_000);
  for (let time = 0; time < 20; time++) {
    const right = ({ text, dayEvidence }: WeighedPair) =>
      share(Math.max(text, floor) + dayEvidence - (bits(i) - bits(j)) - LESS_AT_FIRST);
    const reworded = alone.filter(({ text }) => text <= 0);
    floor = bits(2_000 + sumOf(reworded.map(right))) - bits(200_000 + sumOf(alone.map(right)));
  }
  return floor;
}
