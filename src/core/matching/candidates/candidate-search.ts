// Finds what one open class could be paired with: same currency and sign, agreeing amounts, in the window, no conflict
// of keys. It keeps the best few; in a crowd it looks only at those that share a rare token. Lists are reused.
// Rules: design/matching.md ("Bounds"), docs/decisions/matching-definitions.md ("Crowds").

import { areOfTwo } from '../keys/keys.ts';
import { indexRare, placesFrom, type RareIndex } from '../texts/rare-index.ts';
import { RARE } from '../texts/weighed-texts.ts';
import type { Matching } from '../tiers/key-tiers.ts';
import { bandOfRow, firstOfDay, placesWithin, type TextIndex } from './class-index.ts';

/** More classes in its amount range than the bound: only those with a shared rare token were considered. */
export const CROWDED = 1;
/** More equally good candidates than a class keeps: it competes but is never taken. */
export const TIED = 2;
/** It had more candidates than a class keeps: whatever is left later, it is not known to be the only one. */
export const CUT = 4;

interface SharedCounts {
  readonly counts: Uint16Array;
  readonly found: Uint32Array;
}

export interface View {
  readonly own: TextIndex;
  readonly other: TextIndex;
  readonly ownIsGl: boolean;
}

/** Room for days in a rank: MAX_SEARCH_DAYS is below it. */
const DAYS_ROOM = 1 << 13;
const MOST_SHARED = 255;
/** Looking through so few places is quicker than a search among them. */
const FEW = 8;
/** Room for a candidate's place in its list, so that rank and place fit one exact number. */
const PLACE_ROOM = 2 ** 30;

export class CandidateSearch {
  /** Result of the last `find`: places of the other side and signed days (bank - GL). */
  count = 0;
  places = new Int32Array(1024);
  days = new Int32Array(1024);
  /** CROWDED, TIED and CUT bits of the last `find`. */
  bounds = 0;
  readonly #matching: Matching;
  readonly #exact: boolean;
  readonly #rare = new Map<TextIndex, RareIndex>();
  #ranks = new Float64Array(1024);
  #found = new Uint32Array(1024);

  constructor(matching: Matching, exact: boolean) {
    this.#matching = matching;
    this.#exact = exact || matching.agreement.exactOnly;
  }

  /** Places of the other side whose amount could agree with the class at `place`. */
  within({ own, other }: View, place: number): readonly [number, number] {
    const size = own.magnitude[place]!;
    const row = own.row[place]!;
    const range = this.#exact
      ? ([size, size] as const)
      : this.#matching.agreement.range(own.side.amount[row]!, own.side.currency[row]!);
    return placesWithin(other, bandOfRow(own.side, row), range);
  }

  /** Finds what the class at `place` keeps. */
  find(view: View, place: number): void {
    this.count = 0;
    this.bounds = 0;
    const [from, to] = this.within(view, place);
    if (to === from) return;
    if (to - from > this.places.length) this.#grow(to - from);
    if (to - from > this.#matching.calibration.crowd) {
      this.bounds = CROWDED;
      this.#scanSharing(view, place, from, to);
    } else this.#scan(view, place, from, to);
    if (this.count > this.#matching.calibration.candidates) this.#keepBest(view, place, from, to);
  }

  #grow(needed: number): void {
    this.places = new Int32Array(needed * 2);
    this.days = new Int32Array(needed * 2);
    this.#ranks = new Float64Array(needed * 2);
    this.#found = new Uint32Array(needed * 2);
  }

  /** Run by run of equal amounts, and of each the days that could lie in the window. */
  #scan(view: View, place: number, from: number, to: number): void {
    const { own, other, ownIsGl } = view;
    const { daysBack, daysForward } = this.#matching.parameters;
    const day = own.day[place]!;
    const valueDay = own.valueDay[place]!;
    const first = ownIsGl ? day - daysBack - other.skew.greatest : Math.min(day, valueDay) - daysForward;
    const last = ownIsGl ? day + daysForward - other.skew.least : Math.max(day, valueDay) + daysBack;
    for (let run = from; run < to; ) {
      const end = Math.min(to, other.runEnd[run]!);
      let at = end - run > FEW ? firstOfDay(other, run, end, first) : run;
      for (; at < end && other.day[at]! <= last; at++) this.#consider(view, place, at);
      run = end;
    }
  }

  /** Like scan, over the places that share a rare token. */
  #scanSharing(view: View, place: number, from: number, to: number): void {
    const { counts, found } = this.#countShared(view, place, from, to);
    found.sort();
    for (let k = 0; k < found.length; k++) {
      counts[found[k]!] = 0;
      this.#consider(view, place, found[k]!);
    }
  }

  /**
   * How many rare tokens each place of [from, to) shares with the class at `place`, in `counts`; `found` are those that
   * share some. Whoever asks sets their counts back to 0.
   */
  #countShared({ own, other }: View, place: number, from: number, to: number): SharedCounts {
    let rare = this.#rare.get(other);
    if (!rare) this.#rare.set(other, (rare = indexRare(other, this.#matching.text)));
    const { counts } = rare;
    let found = 0;
    const { tokens, about, tokenStart } = own.texts;
    for (let t = tokenStart[place]!; t < tokenStart[place + 1]!; t++) {
      if ((about[t]! & RARE) === 0) continue;
      const token = tokens[t]!;
      const end = rare.start[token + 1]!;
      for (let k = placesFrom(rare, token, from); k < end && rare.places[k]! < to; k++) {
        if (counts[rare.places[k]!]!++ === 0) this.#found[found++] = rare.places[k]!;
      }
    }
    return { counts, found: this.#found.subarray(0, found) };
  }

  #consider({ own, other, ownIsGl }: View, place: number, at: number): void {
    const { agreement, keys, parameters } = this.#matching;
    const gl = ownIsGl ? own : other;
    const bank = ownIsGl ? other : own;
    const g = ownIsGl ? place : at;
    const b = ownIsGl ? at : place;
    const booked = bank.day[b]! - gl.day[g]!;
    const valued = bank.valueDay[b]! - gl.day[g]!;
    const bookedIn = booked >= -parameters.daysBack && booked <= parameters.daysForward;
    const valuedIn = valued >= -parameters.daysBack && valued <= parameters.daysForward;
    if (!bookedIn && !valuedIn) return;
    if (!this.#exact) {
      const i = gl.row[g]!;
      if (!agreement.withoutKey(gl.side.amount[i]!, bank.side.amount[bank.row[b]!]!, gl.side.currency[i]!)) return;
    }
    if (areOfTwo(gl.transaction[g]!, bank.transaction[b]!)) return;
    if (gl.hard[g] && bank.hard[b] && gl.key[g] !== bank.key[b]) {
      // A cut form is shorter, and shares its first or its last bytes with the whole: most keys are told apart so.
      if (gl.keyHead[g] !== bank.keyHead[b] && gl.keyTail[g] !== bank.keyTail[b]) return;
      if (gl.keyLength[g] === bank.keyLength[b] || keys.differ(gl.key[g]!, bank.key[b]!)) return;
    }
    this.places[this.count] = at;
    this.days[this.count++] = bookedIn && (!valuedIn || Math.abs(booked) <= Math.abs(valued)) ? booked : valued;
  }

  /** Cuts the list to the best by (shared rare tokens, fewer days, smaller difference, canonical order). */
  #keepBest(view: View, place: number, from: number, to: number): void {
    const { own, other } = view;
    const kept = this.#matching.calibration.candidates;
    this.bounds |= CUT;
    const { counts, found } = this.#countShared(view, place, from, to);
    const ranks = this.#ranks.subarray(0, this.count);
    for (let k = 0; k < ranks.length; k++) {
      const shared = Math.min(MOST_SHARED, counts[this.places[k]!]!);
      ranks[k] = ((MOST_SHARED - shared) * DAYS_ROOM + Math.abs(this.days[k]!)) * PLACE_ROOM + k;
    }
    for (let k = 0; k < found.length; k++) counts[found[k]!] = 0;
    selectSmallest(ranks, kept + 1);
    const difference = (k: number): number => Math.abs(own.magnitude[place]! - other.magnitude[this.places[k]!]!);
    // Equal amounts stand in canonical order, so that the list's own order breaks their ties; others are compared.
    const beyond = this.#exact ? ranks[kept]! : this.#settleBoundary(view, difference);
    const isTied =
      rankOf(ranks[0]!) === rankOf(beyond) && difference(ranks[0]! % PLACE_ROOM) === difference(beyond % PLACE_ROOM);
    if (isTied) this.bounds |= TIED;
    const best = ranks.subarray(0, kept);
    for (let k = 0; k < kept; k++) best[k]! %= PLACE_ROOM;
    best.sort();
    // Ascending, so that nothing is overwritten that is still to be read.
    for (let k = 0; k < kept; k++) {
      this.places[k] = this.places[best[k]!]!;
      this.days[k] = this.days[best[k]!]!;
    }
    this.count = kept;
  }

  /**
   * Of the candidates whose rank is that of the last one kept, puts those first that differ least; answers the first one
   * that is not kept. The ranks below are selected and in order already.
   */
  #settleBoundary({ other }: View, difference: (k: number) => number): number {
    const kept = this.#matching.calibration.candidates;
    const ranks = this.#ranks.subarray(0, this.count);
    const last = rankOf(ranks[kept]!);
    let first = 0;
    while (rankOf(ranks[first]!) < last) first++;
    const alike = ranks.subarray(first).filter((value) => rankOf(value) === last);
    const rowAt = (k: number): number => other.row[this.places[k]!]!;
    alike.sort((p, q) => {
      const [j, k] = [p % PLACE_ROOM, q % PLACE_ROOM];
      return difference(j) - difference(k) || rowAt(j) - rowAt(k);
    });
    ranks.set(alike.subarray(0, kept - first), first);
    return alike[kept - first]!;
  }
}

const rankOf = (value: number): number => Math.floor(value / PLACE_ROOM);

/** Brings the `count` smallest values to the front, in ascending order (Hoare's selection, then a sort of those). */
function selectSmallest(values: Float64Array, count: number): void {
  let from = 0;
  let to = values.length - 1;
  const last = Math.min(count, values.length) - 1;
  while (from < to) {
    const pivot = values[(from + to) >>> 1]!;
    let i = from;
    let j = to;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (last <= j) to = j;
    else if (last >= i) from = i;
    else break;
  }
  values.subarray(0, last + 1).sort();
}
