// Which open classes could be a pair without a shared key: same currency and sign, agreeing amounts, in the window, no
// conflict of keys. A class keeps its best few; in a crowd only those that share a rare token count.
// Rules: design/matching.md ("Bounds"), docs/decisions/matching-definitions.md ("Crowds").

import { DISAGREE } from './agreement.ts';
import {
  bandOfRow,
  type ClassIndex,
  indexOpen,
  indexRare,
  placesFrom,
  placesWithin,
  type RareIndex,
} from './class-index.ts';
import type { Classes } from './classes.ts';
import { GrowingUint32 } from './growing.ts';
import type { Matching } from './key-tiers.ts';
import { FULL } from './text-score.ts';
import { daysInWindow, OUTSIDE } from './window.ts';

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
  /** By class: CROWDED and TIED bits. */
  readonly glBounds: Uint8Array;
  readonly bankBounds: Uint8Array;
}

/** More classes in its amount range than the bound: only those with a shared rare token were considered. */
export const CROWDED = 1;
/** More equally good candidates than a class keeps: it competes but is never taken. */
export const TIED = 2;

interface View {
  readonly own: ClassIndex;
  readonly other: ClassIndex;
  readonly ownIsGl: boolean;
}

/** Reused lists of one class's candidates. */
class Found {
  places: number[] = [];
  days: number[] = [];
  shared: number[] = [];
  bounds = 0;
}

class CandidateSearch {
  readonly #matching: Matching;
  readonly #exact: boolean;
  readonly #rare = new Map<ClassIndex, RareIndex>();

  constructor(matching: Matching, exact: boolean) {
    this.#matching = matching;
    this.#exact = exact;
  }

  /** What the class at `place` keeps. */
  find({ own, other, ownIsGl }: View, place: number): Found {
    const { agreement, calibration, text } = this.#matching;
    const found = new Found();
    const i = own.row[place]!;
    const amount = own.side.amount[i]!;
    const size = Math.abs(amount);
    const range = this.#exact ? ([size, size] as const) : agreement.range(amount, own.side.currency[i]!);
    const [from, to] = placesWithin(other, bandOfRow(own.side, i), range);
    if (to === from) return found;
    if (to - from > calibration.crowd) {
      found.bounds = CROWDED;
      for (const at of this.#sharingRare({ own, other, ownIsGl }, i, from, to))
        this.#consider(found, { own, other, ownIsGl }, i, at);
    } else for (let at = from; at < to; at++) this.#consider(found, { own, other, ownIsGl }, i, at);
    if (found.places.length <= calibration.candidates) return found;
    found.shared = found.places.map((at) => text.sharedRare(own.side, i, other.side, other.row[at]!));
    this.#keepBest(found, own.side.amount[i]!, other);
    return found;
  }

  #consider(found: Found, { own, other, ownIsGl }: View, i: number, at: number): void {
    const { agreement, keys, parameters } = this.#matching;
    const j = other.row[at]!;
    const [gl, g, bank, b] = ownIsGl ? [own.side, i, other.side, j] : [other.side, j, own.side, i];
    const days = daysInWindow(gl, g, bank, b, parameters);
    if (days === OUTSIDE) return;
    if (!this.#exact && agreement.of(gl.amount[g]!, bank.amount[b]!, gl.currency[g]!) === DISAGREE) return;
    if (keys.conflict(g, b)) return;
    found.places.push(at);
    found.days.push(days);
  }

  /** Places in [from, to) that share a rare token with row i, ascending. */
  #sharingRare({ own, other }: View, i: number, from: number, to: number): number[] {
    const { text } = this.#matching;
    let rare = this.#rare.get(other);
    if (!rare) this.#rare.set(other, (rare = indexRare(other, text)));
    const places = new Set<number>();
    const { tokens, tokenStart } = own.side.text;
    for (let t = tokenStart[i]!; t < tokenStart[i + 1]!; t++) {
      const token = tokens[t]!;
      if (!text.rare[token]) continue;
      const end = rare.start[token + 1]!;
      for (let at = placesFrom(rare, token, from); at < end && rare.places[at]! < to; at++)
        places.add(rare.places[at]!);
    }
    return [...places].sort((a, b) => a - b);
  }

  /** Cuts the list to the best by (shared rare tokens, fewer days, smaller difference, canonical order). */
  #keepBest(found: Found, amount: number, other: ClassIndex): void {
    const { candidates } = this.#matching.calibration;
    const difference = (k: number): number => Math.abs(Math.abs(amount) - other.magnitude[found.places[k]!]!);
    const rank = (a: number, b: number): number =>
      found.shared[b]! - found.shared[a]! ||
      Math.abs(found.days[a]!) - Math.abs(found.days[b]!) ||
      difference(a) - difference(b);
    const order = found.places.map((_, k) => k);
    order.sort((a, b) => rank(a, b) || other.row[found.places[a]!]! - other.row[found.places[b]!]!);
    if (rank(order[0]!, order[candidates]!) === 0) found.bounds |= TIED;
    const kept = order.slice(0, candidates);
    found.places = kept.map((k) => found.places[k]!);
    found.days = kept.map((k) => found.days[k]!);
  }
}

/** All candidates among the open rows; with `exact` only equal amounts (tiers 3 and 4). */
export function findCandidates(matching: Matching, exact: boolean): CandidateSet {
  const { account, keys, calibration } = matching;
  const exactly = exact || matching.agreement.exactOnly;
  const gl = indexOpen(account.gl, keys.gl.key);
  const bank = indexOpen(account.bank, keys.bank.key);
  const search = new CandidateSearch(matching, exactly);
  const lists = { gl: new GrowingUint32(1024), bank: new GrowingUint32(1024), days: new GrowingUint32(1024) };
  const glBounds = new Uint8Array(gl.classes.count);
  const bankBounds = new Uint8Array(bank.classes.count);
  const starts = new Uint32Array(gl.row.length + 1);
  const degree = new Uint32Array(bank.row.length);
  let lossy = false;
  const add = (glPlace: number, bankPlace: number, days: number): void => {
    lists.gl.push(glPlace);
    lists.bank.push(bankPlace);
    lists.days.push(days);
  };
  for (let place = 0; place < gl.row.length; place++) {
    const found = search.find({ own: gl, other: bank, ownIsGl: true }, place);
    found.places.forEach((at, k) => {
      add(place, at, found.days[k]!);
      degree[at]!++;
    });
    glBounds[gl.order[place]!] = found.bounds;
    starts[place + 1] = lists.gl.length;
    lossy ||= found.bounds !== 0 || found.places.length >= calibration.candidates;
  }
  for (let place = 0; place < bank.row.length; place++) {
    if (!lossy && degree[place]! <= calibration.candidates && !isCrowded(matching, bank, gl, place, exactly)) continue;
    const found = search.find({ own: bank, other: gl, ownIsGl: false }, place);
    bankBounds[bank.order[place]!] = found.bounds;
    found.places.forEach((at, k) => {
      for (let e = starts[at]!; e < starts[at + 1]!; e++) if (lists.bank.values[e] === place) return;
      add(at, place, found.days[k]!);
    });
  }
  return scored(matching, { gl, bank, lists, glBounds, bankBounds });
}

function isCrowded(
  { agreement, calibration }: Matching,
  own: ClassIndex,
  other: ClassIndex,
  place: number,
  exact: boolean,
): boolean {
  const i = own.row[place]!;
  const size = Math.abs(own.side.amount[i]!);
  const range = exact ? ([size, size] as const) : agreement.range(own.side.amount[i]!, own.side.currency[i]!);
  const [from, to] = placesWithin(other, bandOfRow(own.side, i), range);
  return to - from > calibration.crowd;
}

interface Unscored {
  readonly gl: ClassIndex;
  readonly bank: ClassIndex;
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
    const [glPlace, bankPlace] = [lists.gl.values[e]!, lists.bank.values[e]!];
    const [g, b] = [gl.row[glPlace]!, bank.row[bankPlace]!];
    const [x, y, currency] = [gl.side.amount[g]!, bank.side.amount[b]!, gl.side.currency[g]!];
    const days = lists.days.values[e]! | 0;
    set.glClass[e] = gl.order[glPlace]!;
    set.bankClass[e] = bank.order[bankPlace]!;
    set.days[e] = days;
    set.fee[e] = agreement.of(x, y, currency);
    set.text[e] = text.of(gl.side, g, bank.side, b);
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
