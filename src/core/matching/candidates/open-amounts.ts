// Finds, for each open row, whether an open row of the other side has its amount in the window, whatever references and
// texts say, and which one if there is only one. Reasons use it for rows that stay alone. It has no bounds; the search
// for candidates (candidate-search.ts) leaves out rows with conflicting references and, in a crowd, rows that share no
// rare word.

import { serviceOfPair } from '../../fees/row-services.ts';
import type { AccountSide } from '../account.ts';
import { sizeOf } from '../classes.ts';
import type { Matching } from '../matching.ts';
import { daysWithin, OUTSIDE } from '../window.ts';
import { bandOfRow, type ClassIndex, firstOfDay, indexOpen, placesWithin } from './class-index.ts';

/** No open row of the other side has the amount; more than one have it. */
export const NO_ROW = -1;
const SEVERAL_ROWS = -2;

/** For each local row the local row of the other side with its amount, NO_ROW or SEVERAL_ROWS; NO_ROW if not open. */
export function openAmounts(matching: Matching): { readonly gl: Int32Array; readonly bank: Int32Array } {
  const { account, keys } = matching;
  const gl = indexOpen(account.gl, keys.gl);
  const bank = indexOpen(account.bank, keys.bank);
  return {
    gl: byRow(account.gl, gl, (place) => holder(matching, { own: gl, other: bank, ownIsGl: true }, place)),
    bank: byRow(account.bank, bank, (place) => holder(matching, { own: bank, other: gl, ownIsGl: false }, place)),
  };
}

function byRow(side: AccountSide, { classes, order }: ClassIndex, of: (place: number) => number): Int32Array {
  const found = new Int32Array(side.n).fill(NO_ROW);
  for (let place = 0; place < order.length; place++) {
    const row = of(place);
    if (row === NO_ROW) continue;
    const c = order[place];
    for (let k = classes.start[c]; k < classes.start[c + 1]; k++) found[classes.rows[k]] = row;
  }
  return found;
}

interface Sides {
  readonly own: ClassIndex;
  readonly other: ClassIndex;
  readonly ownIsGl: boolean;
}

function holder({ agreement, parameters }: Matching, { own, other, ownIsGl }: Sides, place: number): number {
  let found = NO_ROW;
  const row = own.row[place];
  const amount = own.side.amount[row];
  const currency = own.side.currency[row];
  const [from, to] = placesWithin(other, bandOfRow(own.side, row), agreement.range(amount, currency));
  const [gl, bank] = ownIsGl ? [own, other] : [other, own];
  const [first, last] = daysOfOther(own, place, { ownIsGl, other, parameters });
  for (let run = from; run < to; run = other.runEnd[run]) {
    const theirs = other.side.amount[other.row[run]];
    const end = Math.min(to, other.runEnd[run]);
    for (let at = firstOfDay(other, run, end, first); at < end && other.day[at] <= last; at++) {
      const [g, b] = ownIsGl ? [place, at] : [at, place];
      const days = daysWithin(gl.day[g], bank.day[b], bank.valueDay[b], parameters);
      if (days === OUTSIDE) continue;
      const service = serviceOfPair(gl.side.service[gl.row[g]], bank.side.service[bank.row[b]]);
      if (!agreement.withoutKey(ownIsGl ? amount : theirs, ownIsGl ? theirs : amount, currency, service)) continue;
      if (found !== NO_ROW || sizeOf(other.classes, other.order[at]) > 1) return SEVERAL_ROWS;
      found = other.row[at];
    }
  }
  return found;
}

/** First and last day of the other side that can lie in the window; value days may differ by the side's skew. */
function daysOfOther(
  own: ClassIndex,
  place: number,
  { ownIsGl, other, parameters }: { ownIsGl: boolean; other: ClassIndex; parameters: Matching['parameters'] },
): readonly [number, number] {
  const { daysBack, daysForward } = parameters;
  const day = own.day[place];
  if (ownIsGl) return [day - daysBack - other.skew.greatest, day + daysForward - other.skew.least];
  const valueDay = own.valueDay[place];
  return [Math.min(day, valueDay) - daysForward, Math.max(day, valueDay) + daysBack];
}
