// Which open rows have their amount among the open rows of the other side in the window, whatever references and texts
// say of the two: what a reason may say of a row that stays alone. It is a question of existence and has no bounds, other
// than the search for candidates (candidate-search.ts), which leaves out what references speak against and, in a crowd,
// what shares no rare word.

import type { AccountSide } from './account.ts';
import { bandOfRow, type ClassIndex, firstOfDay, indexOpen, placesWithin } from './class-index.ts';
import type { Matching } from './key-tiers.ts';
import { daysWithin, OUTSIDE } from './window.ts';

/** By local row 1 for open rows that have one. */
export function openAmounts(matching: Matching): { readonly gl: Uint8Array; readonly bank: Uint8Array } {
  const { account, keys } = matching;
  const gl = indexOpen(account.gl, keys.gl);
  const bank = indexOpen(account.bank, keys.bank);
  return {
    gl: marked(account.gl, gl, (place) => isThere(matching, { own: gl, other: bank, ownIsGl: true }, place)),
    bank: marked(account.bank, bank, (place) => isThere(matching, { own: bank, other: gl, ownIsGl: false }, place)),
  };
}

function marked(side: AccountSide, { classes, order }: ClassIndex, has: (place: number) => boolean): Uint8Array {
  const rows = new Uint8Array(side.n);
  for (let place = 0; place < order.length; place++) {
    if (!has(place)) continue;
    const c = order[place]!;
    for (let k = classes.start[c]!; k < classes.start[c + 1]!; k++) rows[classes.rows[k]!] = 1;
  }
  return rows;
}

interface Sides {
  readonly own: ClassIndex;
  readonly other: ClassIndex;
  readonly ownIsGl: boolean;
}

function isThere({ agreement, parameters }: Matching, { own, other, ownIsGl }: Sides, place: number): boolean {
  const row = own.row[place]!;
  const amount = own.side.amount[row]!;
  const currency = own.side.currency[row]!;
  const [from, to] = placesWithin(other, bandOfRow(own.side, row), agreement.range(amount, currency));
  const [gl, bank] = ownIsGl ? [own, other] : [other, own];
  const [first, last] = daysOfOther(own, place, { ownIsGl, other, parameters });
  for (let run = from; run < to; run = other.runEnd[run]!) {
    const theirs = other.side.amount[other.row[run]!]!;
    if (!agreement.withoutKey(ownIsGl ? amount : theirs, ownIsGl ? theirs : amount, currency)) continue;
    const end = Math.min(to, other.runEnd[run]!);
    for (let at = firstOfDay(other, run, end, first); at < end && other.day[at]! <= last; at++) {
      const [g, b] = ownIsGl ? [place, at] : [at, place];
      const days = daysWithin(bank.day[b]! - gl.day[g]!, bank.valueDay[b]! - gl.day[g]!, parameters);
      if (days !== OUTSIDE) return true;
    }
  }
  return false;
}

/** Days of the other side outside of which nothing lies in the window; value days may be off by the side's skew. */
function daysOfOther(
  own: ClassIndex,
  place: number,
  { ownIsGl, other, parameters }: { ownIsGl: boolean; other: ClassIndex; parameters: Matching['parameters'] },
): readonly [number, number] {
  const { daysBack, daysForward } = parameters;
  const day = own.day[place]!;
  if (ownIsGl) return [day - daysBack - other.skew.greatest, day + daysForward - other.skew.least];
  const valueDay = own.valueDay[place]!;
  return [Math.min(day, valueDay) - daysForward, Math.max(day, valueDay) + daysBack];
}
