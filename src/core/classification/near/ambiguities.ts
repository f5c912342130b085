// The open items of each ambiguity, so that the reason of a cluster can name items that earlier rules took.

import type { OpenRows } from '../../matching/outcome/outcome.ts';

/** Items of ambiguity n, ascending: items[start[n] .. start[n + 1]). */
export interface AmbiguityItems {
  readonly start: Uint32Array;
  readonly items: Uint32Array;
}

export function ambiguityItems({ count, ambiguity }: OpenRows): AmbiguityItems {
  let numbers = 0;
  for (const number of ambiguity) numbers = Math.max(numbers, number + 1);
  const start = new Uint32Array(numbers + 2);
  for (const number of ambiguity) if (number >= 0) start[number + 2]++;
  for (let n = 0; n < numbers; n++) start[n + 2] += start[n + 1];
  const items = new Uint32Array(start[numbers + 1]);
  for (let item = 0; item < count; item++) if (ambiguity[item] >= 0) items[start[ambiguity[item] + 1]++] = item;
  return { start: start.subarray(0, numbers + 1), items };
}

/** The items of an ambiguity; empty if no item of the side has the number. */
export const itemsOf = ({ start, items }: AmbiguityItems, number: number): Uint32Array =>
  number + 1 < start.length ? items.subarray(start[number], start[number + 1]) : items.subarray(0, 0);
