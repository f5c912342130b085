// The evidence of days apart: how many of the clear pairs lie so far apart, against how many of all candidates. Rules:
// docs/decisions/matching-definitions.md, "Days".

import { bits } from './bits.ts';

/** Both shares begin with a guess that counts as this many pairs. */
const PRIOR_PAIRS = 30;

export interface DayWindow {
  readonly daysBack: number;
  readonly daysForward: number;
}

/** How many pairs lie so many days apart: index days + daysBack. */
export type DayCounts = Float64Array;

export const dayCounts = ({ daysBack, daysForward }: DayWindow): DayCounts =>
  new Float64Array(daysBack + daysForward + 1);

/** Scale of the shares that weigh a guess. */
const PART = 1_000_000;

/** In sixteenths of a bit. Index: days + daysBack. `clear`: counted in clear pairs; `all`: in all candidates. */
export function dayEvidence(window: DayWindow, clear: DayCounts, all: DayCounts): Int32Array {
  const days = all.length;
  const found = sum(all);
  const { counts, total } = withGuess(window, clear, all);
  return Int32Array.from(counts, (count, at) => {
    const ofAll = bits(all[at] * days + PRIOR_PAIRS) - bits((found + PRIOR_PAIRS) * days);
    return bits(count) - bits(total) - ofAll;
  });
}

/** The share of clear pairs, in percent, for each number of days apart. */
export function dayShares(window: DayWindow, clear: DayCounts, all: DayCounts): Uint8Array {
  const { counts, total } = withGuess(window, clear, all);
  return Uint8Array.from(counts, (count) => Math.floor((100 * count) / total));
}

/**
 * Clear pairs with the first guess added: fewer with more days, in proportion to the candidates of that day. If all
 * candidates lie on one day, that day is no evidence. All scaled by the sum of the guess.
 */
function withGuess(
  { daysBack, daysForward }: DayWindow,
  clear: DayCounts,
  all: DayCounts,
): { readonly counts: Float64Array; readonly total: number } {
  const reach = Math.max(daysBack, daysForward) + 1;
  const days = all.length;
  const found = (sum(all) + PRIOR_PAIRS) * days;
  const guess = all.map((count, at) => {
    const share = Math.max(1, Math.floor((PART * (count * days + PRIOR_PAIRS)) / found));
    return (reach - Math.abs(at - daysBack)) * share;
  });
  const guessed = sum(guess);
  const counts = clear.map((count, at) => count * guessed + PRIOR_PAIRS * guess[at]);
  return { counts, total: (sum(clear) + PRIOR_PAIRS) * guessed };
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
