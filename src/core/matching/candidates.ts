// All pairs of open classes that could be a pair without a shared key, with their scores: what tiers 3 to 6 choose from
// and what ambiguity is made of. A pair is a candidate when either of its classes keeps it (candidate-search.ts).

import { type AccountSide, OPEN } from './account.ts';
import { CandidateSearch, type View } from './candidate-search.ts';
import { indexForText, type TextIndex } from './class-index.ts';
import { type Classes, sizeOf } from './classes.ts';
import { GrowingUint32 } from './growing.ts';
import type { Matching } from './key-tiers.ts';
import { FULL } from './text-score.ts';

export interface CandidateSet {
  readonly gl: Classes;
  readonly bank: Classes;
  readonly count: number;
  /** By candidate: classes, signed days, fee basis, text score, score, and whether the texts speak against it. */
  readonly glClass: Uint32Array;
  readonly bankClass: Uint32Array;
  readonly days: Int32Array;
  readonly fee: Uint8Array;
  readonly text: Int32Array;
  readonly score: Int32Array;
  readonly against: Uint8Array;
  /** By class: CROWDED, TIED and CUT bits. */
  readonly glBounds: Uint8Array;
  readonly bankBounds: Uint8Array;
}

/** All candidates among the open rows; with `exact` only equal amounts (tiers 3 and 4). */
export function findCandidates(matching: Matching, exact: boolean): CandidateSet {
  const { account, keys, calibration } = matching;
  const gl = indexForText(account.gl, keys.gl, matching.text);
  const bank = indexForText(account.bank, keys.bank, matching.text);
  const search = new CandidateSearch(matching, exact);
  const lists = { gl: new GrowingUint32(1024), bank: new GrowingUint32(1024), days: new GrowingUint32(1024) };
  const glBounds = new Uint8Array(gl.classes.count);
  const bankBounds = new Uint8Array(bank.classes.count);
  const starts = new Uint32Array(gl.row.length + 1);
  const degree = new Uint32Array(bank.row.length);
  const fromGl: View = { own: gl, other: bank, ownIsGl: true };
  const fromBank: View = { own: bank, other: gl, ownIsGl: false };
  /** By place how many before it did not tell all of their candidates. */
  const lossyBefore = new Uint32Array(gl.row.length + 1);
  for (let place = 0; place < gl.row.length; place++) {
    search.find(fromGl, place);
    for (let k = 0; k < search.count; k++) {
      lists.gl.push(place);
      lists.bank.push(search.places[k]!);
      lists.days.push(search.days[k]!);
      degree[search.places[k]!]!++;
    }
    glBounds[gl.order[place]!] = search.bounds;
    starts[place + 1] = lists.gl.length;
    const lossy = search.bounds !== 0 || search.count >= calibration.candidates;
    lossyBefore[place + 1] = lossyBefore[place]! + (lossy ? 1 : 0);
  }
  for (let place = 0; place < bank.row.length; place++) {
    const [from, to] = search.within(fromBank, place);
    // Where everything it could be paired with told all of its candidates, they are known.
    const isKnown = lossyBefore[to] === lossyBefore[from] && to - from <= calibration.crowd;
    if (isKnown && degree[place]! <= calibration.candidates) continue;
    search.find(fromBank, place);
    bankBounds[bank.order[place]!] = search.bounds;
    for (let k = 0; k < search.count; k++) {
      const at = search.places[k]!;
      if (holds(lists.bank.values, starts[at]!, starts[at + 1]!, place)) continue;
      lists.gl.push(at);
      lists.bank.push(place);
      lists.days.push(search.days[k]!);
    }
  }
  return scored(matching, { gl, bank, lists, glBounds, bankBounds });
}

/** The candidates of which rows are still open; classes keep their numbers and lose the rows that are not. */
export function leftOf({ account }: Matching, set: CandidateSet): CandidateSet {
  const gl = openRows(set.gl, account.gl);
  const bank = openRows(set.bank, account.bank);
  const kept = new Uint32Array(set.count);
  let count = 0;
  for (let e = 0; e < set.count; e++) {
    if (sizeOf(gl, set.glClass[e]!) > 0 && sizeOf(bank, set.bankClass[e]!) > 0) kept[count++] = e;
  }
  const pick = <T extends Uint32Array | Int32Array | Uint8Array>(values: T, picked: T): T => {
    for (let k = 0; k < count; k++) picked[k] = values[kept[k]!]!;
    return picked;
  };
  return {
    ...set,
    gl,
    bank,
    count,
    glClass: pick(set.glClass, new Uint32Array(count)),
    bankClass: pick(set.bankClass, new Uint32Array(count)),
    days: pick(set.days, new Int32Array(count)),
    fee: pick(set.fee, new Uint8Array(count)),
    text: pick(set.text, new Int32Array(count)),
    score: pick(set.score, new Int32Array(count)),
    against: pick(set.against, new Uint8Array(count)),
  };
}

function openRows(classes: Classes, side: AccountSide): Classes {
  const start = new Uint32Array(classes.count + 1);
  const rows = new Uint32Array(classes.rows.length);
  let count = 0;
  for (let c = 0; c < classes.count; c++) {
    for (let k = classes.start[c]!; k < classes.start[c + 1]!; k++) {
      if (side.state[classes.rows[k]!] === OPEN) rows[count++] = classes.rows[k]!;
    }
    start[c + 1] = count;
  }
  return { count: classes.count, start, rows: rows.subarray(0, count) };
}

function holds(values: Uint32Array, from: number, to: number, value: number): boolean {
  for (let e = from; e < to; e++) if (values[e] === value) return true;
  return false;
}

interface Unscored {
  readonly gl: TextIndex;
  readonly bank: TextIndex;
  readonly lists: { readonly gl: GrowingUint32; readonly bank: GrowingUint32; readonly days: GrowingUint32 };
  readonly glBounds: Uint8Array;
  readonly bankBounds: Uint8Array;
}

function scored(matching: Matching, { gl, bank, lists, glBounds, bankBounds }: Unscored): CandidateSet {
  const { agreement, text, parameters, calibration } = matching;
  const count = lists.gl.length;
  const set = {
    gl: gl.classes,
    bank: bank.classes,
    count,
    glBounds,
    bankBounds,
    glClass: new Uint32Array(count),
    bankClass: new Uint32Array(count),
    days: new Int32Array(count),
    fee: new Uint8Array(count),
    text: new Int32Array(count),
    score: new Int32Array(count),
    against: new Uint8Array(count),
  };
  const span = Math.max(parameters.daysBack, parameters.daysForward) + 1;
  for (let e = 0; e < count; e++) {
    const glPlace = lists.gl.values[e]!;
    const bankPlace = lists.bank.values[e]!;
    const g = gl.row[glPlace]!;
    const b = bank.row[bankPlace]!;
    const x = gl.side.amount[g]!;
    const y = bank.side.amount[b]!;
    const currency = gl.side.currency[g]!;
    const days = lists.days.values[e]! | 0;
    set.glClass[e] = gl.order[glPlace]!;
    set.bankClass[e] = bank.order[bankPlace]!;
    set.days[e] = days;
    set.fee[e] = agreement.of(x, y, currency);
    set.text[e] = text.of(gl.texts, glPlace, bank.texts, bankPlace);
    set.against[e] = text.against ? 1 : 0;
    const closeness = {
      text: set.text[e]!,
      days: FULL - Math.floor((FULL * Math.abs(days)) / span),
      amount:
        x === y
          ? FULL
          : set.fee[e]
            ? FEE_AMOUNT
            : FULL - Math.floor((FULL * Math.abs(x - y)) / (agreement.tolerance(x, currency) + 1)),
    };
    set.score[e] = scoreOf(calibration, closeness);
  }
  return set;
}

/** The amount part of the score of a difference that a fee explains. */
const FEE_AMOUNT = 8_000;

/** Text, days and amount together, each from 0 to 10,000. */
export function scoreOf(
  { textShare, daysShare, amountShare }: Matching['calibration'],
  { text, days, amount }: { text: number; days: number; amount: number },
): number {
  return Math.floor((textShare * text + daysShare * days + amountShare * amount) / 100);
}
