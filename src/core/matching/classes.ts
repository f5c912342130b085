// Interchangeable rows of one side, taken together: equal in currency, amount, both days, key, settlement session and
// texts. Matching decides for classes; canonical order says which row of a class is taken.

import type { AccountSide } from './account.ts';

export interface Classes {
  readonly count: number;
  /** Rows of class c, in canonical order: rows[start[c] .. start[c + 1]). Classes are in order of their first row. */
  readonly start: Uint32Array;
  readonly rows: Uint32Array;
}

export const firstRow = (classes: Classes, c: number): number => classes.rows[classes.start[c]];
export const sizeOf = (classes: Classes, c: number): number => classes.start[c + 1] - classes.start[c];

function hashOf(side: AccountSide, key: Int32Array, i: number): number {
  const { text } = side;
  const amount = side.amount[i];
  let h = Math.imul((amount % 0x100000000) | 0, 0x9e3779b1) ^ Math.imul(side.day[i], 0x85ebca6b);
  h =
    Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^
    Math.imul(key[i] + 2, 0xc2b2ae35) ^
    Math.imul(side.statedValueDay[i], 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 13), 0x297a2d39) ^ side.session[i] ^ (side.currency[i] << 24);
  for (let t = text.tokenStart[i]; t < text.tokenStart[i + 1]; t++) h = Math.imul(h ^ text.tokens[t], 0x01000193);
  return (h ^ (h >>> 16)) >>> 0;
}

function same(side: AccountSide, key: Int32Array, i: number, j: number): boolean {
  const { text } = side;
  if (side.amount[i] !== side.amount[j] || side.currency[i] !== side.currency[j] || key[i] !== key[j]) return false;
  if (side.day[i] !== side.day[j] || side.statedValueDay[i] !== side.statedValueDay[j]) return false;
  if (side.session[i] !== side.session[j] || text.cutToken[i] !== text.cutToken[j]) return false;
  let s = text.tokenStart[i];
  let t = text.tokenStart[j];
  if (text.tokenStart[i + 1] - s !== text.tokenStart[j + 1] - t) return false;
  for (; s < text.tokenStart[i + 1]; s++, t++) if (text.tokens[s] !== text.tokens[t]) return false;
  return true;
}

/** Groups rows (local numbers, ascending) into classes. */
export function classesOf(side: AccountSide, key: Int32Array, rows: Uint32Array): Classes {
  const n = rows.length;
  if (n === 1) return { count: 1, start: Uint32Array.of(0, 1), rows };
  let capacity = 4;
  while (capacity < n * 2) capacity *= 2;
  const slots = new Int32Array(capacity).fill(-1);
  const classOf = new Uint32Array(n);
  const representative = new Uint32Array(n);
  const sizes = new Uint32Array(n + 1);
  let count = 0;
  for (let k = 0; k < n; k++) {
    const i = rows[k];
    let slot = hashOf(side, key, i) & (capacity - 1);
    while (slots[slot] >= 0 && !same(side, key, representative[slots[slot]], i)) slot = (slot + 1) & (capacity - 1);
    if (slots[slot] < 0) {
      slots[slot] = count;
      representative[count++] = i;
    }
    const c = slots[slot];
    classOf[k] = c;
    sizes[c + 1]++;
  }
  const start = sizes.slice(0, count + 1);
  for (let c = 0; c < count; c++) start[c + 1] += start[c];
  const fill = start.slice();
  const ordered = new Uint32Array(n);
  for (let k = 0; k < n; k++) ordered[fill[classOf[k]]++] = rows[k];
  return { count, start, rows: ordered };
}
