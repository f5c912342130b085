// Finds what one open class could be paired with: same currency and sign, agreeing amounts, in the window, no conflict
// of keys. It keeps those with the most evidence of words and days. If there are too many, it looks only at those that
// share a word. Lists are reused. Rules: docs/decisions/matching-definitions.md ("Candidates").

import { serviceOfPair } from '../../fees/row-services.ts';
import { type AmountCounts, amountCounts, amountEvidence, amountKind } from '../evidence/amount-evidence.ts';
import { type DayCounts, dayCounts, dayEvidence } from '../evidence/day-evidence.ts';
import { areOfTwo } from '../keys/keys.ts';
import type { Matching } from '../matching.ts';
import { WEIGHT } from '../texts/weighed-texts.ts';
import { daysWithin, nearerDays, OUTSIDE, type PairWindow } from '../window.ts';
import { bandOfRow, firstOfSize, type TextIndex } from './class-index.ts';
import { CrowdSearch } from './crowd-search.ts';
import { PlaceSpans, type SearchRules, type View } from './place-spans.ts';
import { firstFrom, TELLING } from './word-index.ts';
import { mostKept, mostNear } from './work-bounds.ts';

const NO_DAYS: PairWindow = { daysBack: 0, daysForward: 0, events: [] };

/** Ranges of evidence and days, so that a candidate's rank is one whole number. */
const EVIDENCE_ROOM = 1 << 15;
const LEAST_EVIDENCE = -(1 << 12);
const DAYS_ROOM = 1 << 13;
/** More places than an index has. A rank with its place behind the point is still exact. */
const PLACES = 2 ** 25;

/** First length of the lists, enough for most rows; they grow. */
const FIRST_ROOM = 64;

/** Places to look at: those found, or, if that is null, those from `from` on. */
interface Looks {
  readonly count: number;
  readonly from: number;
  readonly found: readonly number[] | null;
}

export class CandidateSearch {
  /** The last `find`: places of the other side, signed days (bank - GL), kinds of amount (amount-evidence.ts). */
  count = 0;
  places = new Int32Array(FIRST_ROOM);
  days = new Int32Array(FIRST_ROOM);
  kinds = new Uint8Array(FIRST_ROOM);
  /** Rows of the other side that were found, before any was left out. */
  rows = 0;
  /** Rows of the same amount outside of the window, counted where amounts must be equal. */
  elsewhere = 0;
  /** True: some classes that could be paired with this one are not in the result. */
  isCut = false;
  /** Whether words narrowed any search. */
  wasCrowded = false;
  /** Pairs found so far, before any was left out, by days and kind of amount. */
  readonly allDays: DayCounts;
  readonly allAmounts: AmountCounts = amountCounts();
  readonly spans: PlaceSpans;
  readonly #matching: Matching;
  readonly #rules: SearchRules;
  readonly #daysBack: number;
  readonly #byDays: Int32Array;
  readonly #byAmount: Int32Array;
  readonly #crowds: CrowdSearch;
  #ranks = new Float64Array(FIRST_ROOM);
  #sought = new Float64Array(FIRST_ROOM);

  constructor(matching: Matching, rules: SearchRules) {
    this.#matching = matching;
    this.#rules = rules;
    this.spans = new PlaceSpans(rules, matching.agreement);
    this.#crowds = new CrowdSearch(matching, this.spans);
    const window = rules.window ?? NO_DAYS;
    this.#daysBack = window.daysBack;
    this.allDays = dayCounts(window);
    this.#byDays = dayEvidence(window, this.allDays, this.allDays);
    this.#byAmount = amountEvidence(this.allAmounts, this.allAmounts);
  }

  /** Whether even the carriers of words were too many. */
  get wasStopped(): boolean {
    return this.#crowds.wasStopped;
  }

  /** Finds what the class at `place` keeps. */
  find(view: View, place: number): void {
    this.count = 0;
    this.rows = 0;
    this.isCut = false;
    const { rowsBefore } = view.other;
    let nearClasses = 0;
    let nearRows = 0;
    const near = this.spans.find(view, place, false);
    for (let r = 0; r < near; r++) {
      const from = this.spans.ends[2 * r];
      const to = this.spans.ends[2 * r + 1];
      nearClasses += to - from;
      nearRows += rowsBefore[to] - rowsBefore[from];
    }
    if (this.#rules.exact) this.elsewhere = this.#ofAmount(view, place) - nearRows;
    if (
      this.#rules.window === null ||
      nearClasses > mostNear(view.own.classes.count, this.#matching.calibration.near)
    ) {
      this.isCut = true;
      this.wasCrowded ||= this.#rules.window !== null;
      this.#scanSharing(view, place, near);
      this.rows = nearRows;
    } else {
      const all = this.spans.find(view, place, true);
      for (let r = 0; r < all; r++) this.#scan(view, place, this.spans.ends[2 * r], this.spans.ends[2 * r + 1]);
    }
    if (view.ownIsGl) this.#countAll();
    const kept = mostKept(view.own.classes.count, this.#matching.calibration.candidates);
    if (this.count > kept) this.#keepBest(view, { place, kept });
  }

  #ofAmount({ own, other }: View, place: number): number {
    const band = bandOfRow(own.side, own.row[place]);
    const end = other.bounds[band + 1];
    const from = firstOfSize(other.magnitude, other.bounds[band], end, own.magnitude[place]);
    if (from === end || other.magnitude[from] !== own.magnitude[place]) return 0;
    return other.rowsBefore[other.runEnd[from]] - other.rowsBefore[from];
  }

  #scan(view: View, place: number, from: number, to: number): void {
    this.#makeRoom(this.count + to - from);
    this.#consider(view, place, { count: to - from, from, found: null });
  }

  #scanSharing(view: View, place: number, spans: number): void {
    const found = this.#crowds.find(view, place, spans);
    this.#makeRoom(this.count + found.length);
    this.#consider(view, place, { count: found.length, from: 0, found });
  }

  /** Adds to `weights`, by place, the weight of the telling words in common. The caller sets them back to 0. */
  #weighShared({ own, other }: View, place: number): Uint16Array {
    const index = this.#crowds.wordsOf(other);
    const { tokens, about, tokenStart } = own.texts;
    const { from, to } = this.#range();
    for (let t = tokenStart[place]; t < tokenStart[place + 1]; t++) {
      const weight = about[t] & WEIGHT;
      if (weight < TELLING) continue;
      const end = index.start[tokens[t] + 1];
      for (let k = firstFrom(index.places, index.start[tokens[t]], end, from); k < end && index.places[k] <= to; k++) {
        index.weights[index.places[k]] += weight;
      }
    }
    return index.weights;
  }

  /** The first and the last place that were found. */
  #range(): { from: number; to: number } {
    const range = { from: 0x7fffffff, to: -1 };
    for (let k = 0; k < this.count; k++) {
      if (this.places[k] < range.from) range.from = this.places[k];
      if (this.places[k] > range.to) range.to = this.places[k];
    }
    return range;
  }

  #clearShared({ own, other }: View, place: number, weights: Uint16Array): void {
    const index = this.#crowds.wordsOf(other);
    const { tokens, about, tokenStart } = own.texts;
    const { from, to } = this.#range();
    for (let t = tokenStart[place]; t < tokenStart[place + 1]; t++) {
      if ((about[t] & WEIGHT) < TELLING) continue;
      const end = index.start[tokens[t] + 1];
      for (let k = firstFrom(index.places, index.start[tokens[t]], end, from); k < end && index.places[k] <= to; k++) {
        weights[index.places[k]] = 0;
      }
    }
  }

  #makeRoom(needed: number): void {
    if (needed <= this.places.length) return;
    const grown = <T extends Int32Array | Uint8Array>(list: T, longer: T): T => {
      longer.set(list.subarray(0, this.count));
      return longer;
    };
    this.places = grown(this.places, new Int32Array(needed * 2));
    this.days = grown(this.days, new Int32Array(needed * 2));
    this.kinds = grown(this.kinds, new Uint8Array(needed * 2));
    this.#ranks = new Float64Array(needed * 2);
    this.#sought = new Float64Array(needed * 2);
  }

  /** Keeps what could be paired among `found`, or among `count` places in sequence. */
  #consider({ own, other, ownIsGl }: View, place: number, { count, from, found }: Looks): void {
    const { exact } = this.#rules;
    const { places, days, kinds } = this;
    const { rowsBefore, transaction, hard } = other;
    const ownTransaction = own.transaction[place];
    const ownHard = own.hard[place];
    for (let k = 0; k < count; k++) {
      const at = found === null ? from + k : found[k]!;
      const apart = ownIsGl
        ? this.#daysBetween(own.day[place], other.day[at], other.valueDay[at])
        : this.#daysBetween(other.day[at], own.day[place], own.valueDay[place]);
      if (apart === OUTSIDE || areOfTwo(ownTransaction, transaction[at])) continue;
      if (ownHard && hard[at] && this.#conflict(own, place, other, at)) continue;
      const kind = exact ? 0 : ownIsGl ? this.#kindOf(own, place, other, at) : this.#kindOf(other, at, own, place);
      if (kind < 0) continue;
      this.rows += rowsBefore[at + 1] - rowsBefore[at];
      places[this.count] = at;
      kinds[this.count] = kind;
      days[this.count++] = apart;
    }
  }

  /** Whether two keys are those of two transactions. */
  #conflict(own: TextIndex, place: number, other: TextIndex, at: number): boolean {
    const a = own.key[place];
    const b = other.key[at];
    if (a === b) return false;
    // A cut form shares its first or its last bytes with the whole, so most keys that differ are found here.
    if (own.keyHead[place] !== other.keyHead[at] && own.keyTail[place] !== other.keyTail[at]) return true;
    return own.keyLength[place] === other.keyLength[at] || this.#matching.keys.differ(a, b);
  }

  /** The kind of two amounts that agree (amount-evidence.ts); -1 if they do not. */
  #kindOf(gl: TextIndex, g: number, bank: TextIndex, b: number): number {
    const { agreement } = this.#matching;
    const i = gl.row[g];
    const j = bank.row[b];
    const x = gl.side.amount[i];
    const y = bank.side.amount[j];
    const currency = gl.side.currency[i];
    const service = serviceOfPair(gl.side.service[i], bank.side.service[j]);
    if (!agreement.withoutKey(x, y, currency, service)) return -1;
    return amountKind(Math.abs(x - y), agreement.tolerance(x, currency), agreement.of(x, y, currency, service) !== 0);
  }

  #daysBetween(day: number, booked: number, valued: number): number {
    const { window } = this.#rules;
    return window === null ? nearerDays(booked - day, valued - day) : daysWithin(day, booked, valued, window);
  }

  /** Index of the days in the counts; 0 where any day is allowed. */
  #dayPlace(k: number): number {
    return this.#rules.window === null ? 0 : this.days[k] + this.#daysBack;
  }

  #countAll(): void {
    for (let k = 0; k < this.count; k++) {
      this.allDays[this.#dayPlace(k)]++;
      this.allAmounts[this.kinds[k]]++;
    }
  }

  /** Cuts the list to those with the most evidence, then fewer days, smaller difference, canonical order. */
  #keepBest(view: View, { place, kept }: { readonly place: number; readonly kept: number }): void {
    this.isCut = true;
    const { count, places, days, kinds } = this;
    const ranks = this.#ranks;
    const sought = this.#sought.subarray(0, count);
    const weights = this.#weighShared(view, place);
    for (let k = 0; k < count; k++) {
      const evidence = weights[places[k]] + this.#byDays[this.#dayPlace(k)] + this.#byAmount[kinds[k]];
      const rank = EVIDENCE_ROOM - 1 - within(evidence - LEAST_EVIDENCE, 0, EVIDENCE_ROOM - 1);
      ranks[k] = rank * DAYS_ROOM + Math.min(DAYS_ROOM - 1, Math.abs(days[k]));
      // Equal amounts differ by nothing, and the places of one amount are in canonical order.
      if (this.#rules.exact) ranks[k] += places[k] / PLACES;
      sought[k] = ranks[k];
    }
    this.#clearShared(view, place, weights);
    const last = nthOf(sought, kept - 1);
    const tied = this.#tied(view, { place, rank: last, room: kept });
    // Ascending, so that nothing is overwritten that is still to be read.
    let at = 0;
    for (let k = 0; k < count; k++) {
      if (ranks[k] > last || (ranks[k] === last && !tied.includes(k))) continue;
      places[at] = places[k];
      days[at] = days[k];
      kinds[at++] = kinds[k];
    }
    this.count = at;
  }

  /** The candidates of the last rank that is kept, as many as there is room for: the smallest difference first. */
  #tied({ own, other }: View, { place, rank, room }: { place: number; rank: number; room: number }): number[] {
    const tied: number[] = [];
    let before = 0;
    for (let k = 0; k < this.count; k++) {
      if (this.#ranks[k] < rank) before++;
      else if (this.#ranks[k] === rank) tied.push(k);
    }
    if (before + tied.length <= room) return tied;
    const { places } = this;
    const size = own.magnitude[place];
    const difference = (k: number): number => Math.abs(size - other.magnitude[places[k]]);
    tied.sort((j, k) => difference(j) - difference(k) || other.row[places[j]] - other.row[places[k]]);
    return tied.slice(0, room - before);
  }
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The number at index `n` of the list in ascending order. Reorders the list (Hoare's selection). */
function nthOf(list: Float64Array, n: number): number {
  let from = 0;
  let to = list.length - 1;
  while (from < to) {
    const pivot = list[(from + to) >>> 1];
    let i = from;
    let j = to;
    while (i <= j) {
      while (list[i] < pivot) i++;
      while (pivot < list[j]) j--;
      if (i > j) break;
      const value = list[i];
      list[i++] = list[j];
      list[j--] = value;
    }
    if (n <= j) to = j;
    else if (n >= i) from = i;
    else break;
  }
  return list[n];
}
