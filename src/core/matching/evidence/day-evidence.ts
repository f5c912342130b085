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
  const days = clear.length;
  const met = sum(clear);
  const found = sum(all);
  const guess = guessOf(window, all);
  const guessed = sum(guess);
  return Int32Array.from(clear, (count, at) => {
    const ofClear = bits(count * guessed + PRIOR_PAIRS * guess[at]) - bits((met + PRIOR_PAIRS) * guessed);
    const ofAll = bits(all[at] * days + PRIOR_PAIRS) - bits((found + PRIOR_PAIRS) * days);
    return ofClear - ofAll;
  });
}

/**
 * First guess of how many clear pairs lie so far apart: fewer with more days, in proportion to the candidates of that
 * day. If all candidates lie on one day, that day is no evidence.
 */
function guessOf({ daysBack, daysForward }: DayWindow, all: DayCounts): Float64Array {
  const reach = Math.max(daysBack, daysForward) + 1;
  const days = all.length;
  const found = (sum(all) + PRIOR_PAIRS) * days;
  return all.map((count, at) => {
    const share = Math.max(1, Math.floor((PART * (count * days + PRIOR_PAIRS)) / found));
    return (reach - Math.abs(at - daysBack)) * share;
  });
}

/** The share of clear pairs, in percent, for each number of days apart. */
export function dayShares(window: DayWindow, clear: DayCounts, all: DayCounts): Uint8Array {
  const guess = guessOf(window, all);
  const guessed = sum(guess);
  const met = sum(clear);
  return Uint8Array.from(clear, (count, at) =>
    Math.floor((100 * (count * guessed + PRIOR_PAIRS * guess[at])) / ((met + PRIOR_PAIRS) * guessed)),
  );
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
