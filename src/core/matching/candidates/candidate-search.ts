// Finds what one open class could be paired with: same currency and sign, agreeing amounts, in the window, no conflict
// of keys. It keeps those with the most evidence of words and days. If there are too many, it looks only at those that
// share a word. Lists are reused. Rules: docs/decisions/matching-definitions.md ("Candidates").

import { serviceOfPair } from '../../fees/row-services.ts';
import { sizeOf } from '../classes.ts';
import { type AmountCounts, amountCounts, amountEvidence, amountKind } from '../evidence/amount-evidence.ts';
import { BIT } from '../evidence/bits.ts';
import { type DayCounts, dayCounts, dayEvidence } from '../evidence/day-evidence.ts';
import { areOfTwo } from '../keys/keys.ts';
import type { Matching } from '../matching.ts';
import { compareWords } from '../texts/text-evidence.ts';
import { WEIGHT } from '../texts/weighed-texts.ts';
import { daysWithin, nearerDays, OUTSIDE, type PairWindow } from '../window.ts';
import { bandOfRow, firstOfSize, type TextIndex } from './class-index.ts';
import { PlaceSpans, type SearchRules, type View } from './place-spans.ts';
import { postingsFrom, type WordIndex, wordIndex } from './word-index.ts';
import { mostCarriers, mostKept, mostLooks } from './work-bounds.ts';

const NO_DAYS: PairWindow = { daysBack: 0, daysForward: 0, events: [] };

/** Ranges of evidence, days and place in the list, so that a candidate's rank fits one exact number. */
const EVIDENCE_ROOM = 1 << 15;
const LEAST_EVIDENCE = -(1 << 12);
const DAYS_ROOM = 1 << 13;
const PLACE_ROOM = 2 ** 24;

/** First length of the lists, enough for most rows; they grow. */
const FIRST_ROOM = 64;

/** In a crowd only words count that at most one row in four has. */
const TELLING = 2 * BIT;

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
  /** Whether words narrowed any search, and whether even that was too much. */
  wasCrowded = false;
  wasStopped = false;
  /** Pairs found so far, before any was left out, by days and kind of amount. */
  readonly allDays: DayCounts;
  readonly allAmounts: AmountCounts = amountCounts();
  readonly spans: PlaceSpans;
  readonly #matching: Matching;
  readonly #rules: SearchRules;
  readonly #daysBack: number;
  readonly #byDays: Int32Array;
  readonly #byAmount: Int32Array;
  readonly #words = new Map<TextIndex, WordIndex>();
  readonly #met = new Map<TextIndex, Uint8Array>();
  #ranks = new Float64Array(FIRST_ROOM);

  constructor(matching: Matching, rules: SearchRules) {
    this.#matching = matching;
    this.#rules = rules;
    this.spans = new PlaceSpans(rules, matching.agreement);
    const window = rules.window ?? NO_DAYS;
    this.#daysBack = window.daysBack;
    this.allDays = dayCounts(window);
    this.#byDays = dayEvidence(window, this.allDays, this.allDays);
    this.#byAmount = amountEvidence(this.allAmounts, this.allAmounts);
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
    if (this.#rules.window === null || nearClasses > mostLooks(view.own.classes.count)) {
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
    for (let at = from; at < to; at++) this.#consider(view, place, at);
  }

  /**
   * Like scan, but only over places in the runs that carry a word of the class: rarest words first, up to a number of
   * carriers.
   */
  #scanSharing(view: View, place: number, spans: number): void {
    const { own, other } = view;
    const index = this.#indexOf(other);
    let met = this.#met.get(other);
    if (!met) this.#met.set(other, (met = new Uint8Array(other.row.length)));
    const most = mostCarriers(own.classes.count);
    this.#makeRoom(this.count + most);
    const found: number[] = [];
    let left = most;
    for (const token of this.#rarestFirst(own, place)) {
      const end = index.start[token + 1];
      for (let r = 0; r < spans; r++) {
        const from = this.spans.ends[2 * r];
        const to = this.spans.ends[2 * r + 1];
        for (let k = postingsFrom(index, token, from); k < end && index.places[k] < to && left > 0; k++, left--) {
          const at = index.places[k];
          if (met[at] === 1) continue;
          met[at] = 1;
          found.push(at);
        }
      }
    }
    if (left === 0) this.wasStopped = true;
    for (const at of found) {
      met[at] = 0;
      this.#consider(view, place, at);
    }
  }

  #indexOf(other: TextIndex): WordIndex {
    const known = this.#words.get(other);
    if (known) return known;
    const index = wordIndex(other, { words: this.#matching.words.words.count, least: TELLING });
    this.#words.set(other, index);
    return index;
  }

  /** Adds to `weights`, by place, the weight of the telling words in common. The caller sets them back to 0. */
  #weighShared({ own, other }: View, place: number): Uint16Array {
    const index = this.#indexOf(other);
    const { tokens, about, tokenStart } = own.texts;
    const { from, to } = this.#range();
    for (let t = tokenStart[place]; t < tokenStart[place + 1]; t++) {
      const weight = about[t] & WEIGHT;
      if (weight < TELLING) continue;
      const end = index.start[tokens[t] + 1];
      for (let k = postingsFrom(index, tokens[t], from); k < end && index.places[k] <= to; k++) {
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
    const index = this.#indexOf(other);
    const { tokens, about, tokenStart } = own.texts;
    const { from, to } = this.#range();
    for (let t = tokenStart[place]; t < tokenStart[place + 1]; t++) {
      if ((about[t] & WEIGHT) < TELLING) continue;
      const end = index.start[tokens[t] + 1];
      for (let k = postingsFrom(index, tokens[t], from); k < end && index.places[k] <= to; k++) {
        weights[index.places[k]] = 0;
      }
    }
  }

  #rarestFirst({ texts }: TextIndex, place: number): number[] {
    const { counts, words } = this.#matching.words;
    const tokens: number[] = [];
    for (let t = texts.tokenStart[place]; t < texts.tokenStart[place + 1]; t++) {
      if ((texts.about[t] & WEIGHT) >= TELLING) tokens.push(texts.tokens[t]);
    }
    return tokens.sort((x, y) => counts.carriers[x] - counts.carriers[y] || compareWords(words, x, y));
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
  }

  #consider({ own, other, ownIsGl }: View, place: number, at: number): void {
    const { agreement, keys } = this.#matching;
    const gl = ownIsGl ? own : other;
    const bank = ownIsGl ? other : own;
    const g = ownIsGl ? place : at;
    const b = ownIsGl ? at : place;
    const days = this.#daysBetween(gl.day[g], bank.day[b], bank.valueDay[b]);
    if (days === OUTSIDE) return;
    let kind = 0;
    if (!this.#rules.exact) {
      const i = gl.row[g];
      const x = gl.side.amount[i];
      const y = bank.side.amount[bank.row[b]];
      const currency = gl.side.currency[i];
      const service = serviceOfPair(gl.side.service[i], bank.side.service[bank.row[b]]);
      if (!agreement.withoutKey(x, y, currency, service)) return;
      kind = amountKind(Math.abs(x - y), agreement.tolerance(x, currency), agreement.of(x, y, currency, service) !== 0);
    }
    if (areOfTwo(gl.transaction[g], bank.transaction[b])) return;
    if (gl.hard[g] && bank.hard[b] && gl.key[g] !== bank.key[b]) {
      // A cut form shares its first or its last bytes with the whole, so most keys that differ are found here.
      if (gl.keyHead[g] !== bank.keyHead[b] && gl.keyTail[g] !== bank.keyTail[b]) return;
      if (gl.keyLength[g] === bank.keyLength[b] || keys.differ(gl.key[g], bank.key[b])) return;
    }
    this.rows += sizeOf(other.classes, other.order[at]);
    this.places[this.count] = at;
    this.kinds[this.count] = kind;
    this.days[this.count++] = days;
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
    const ranks = this.#ranks.subarray(0, this.count);
    const weights = this.#weighShared(view, place);
    for (let k = 0; k < ranks.length; k++) {
      const evidence = weights[this.places[k]] + this.#byDays[this.#dayPlace(k)] + this.#byAmount[this.kinds[k]];
      const rank = EVIDENCE_ROOM - 1 - within(evidence - LEAST_EVIDENCE, 0, EVIDENCE_ROOM - 1);
      ranks[k] = (rank * DAYS_ROOM + Math.min(DAYS_ROOM - 1, Math.abs(this.days[k]))) * PLACE_ROOM + k;
    }
    this.#clearShared(view, place, weights);
    selectSmallest(ranks, kept + 1);
    this.#settleBoundary(view, { place, kept });
    const best = ranks.subarray(0, kept);
    for (let k = 0; k < kept; k++) best[k] %= PLACE_ROOM;
    best.sort();
    // Ascending, so that nothing is overwritten that is still to be read.
    for (let k = 0; k < kept; k++) {
      this.places[k] = this.places[best[k]];
      this.days[k] = this.days[best[k]];
      this.kinds[k] = this.kinds[best[k]];
    }
    this.count = kept;
  }

  /**
   * Among the candidates with the rank of the last one kept, puts those first that differ least, then by canonical
   * order. The ranks below are selected and in order already.
   */
  #settleBoundary(
    { own, other }: Pick<View, 'own' | 'other'>,
    { place, kept }: { readonly place: number; readonly kept: number },
  ): void {
    const ranks = this.#ranks.subarray(0, this.count);
    const last = rankOf(ranks[kept - 1]);
    if (rankOf(ranks[kept]) !== last) return;
    let first = 0;
    while (rankOf(ranks[first]) < last) first++;
    const alike: number[] = [];
    for (let k = first; k < ranks.length; k++) if (rankOf(ranks[k]) === last) alike.push(ranks[k] % PLACE_ROOM);
    const rowAt = (k: number): number => other.row[this.places[k]];
    const difference = (k: number): number => Math.abs(own.magnitude[place] - other.magnitude[this.places[k]]);
    alike.sort((j, k) => difference(j) - difference(k) || rowAt(j) - rowAt(k));
    for (let k = first; k < kept; k++) ranks[k] = last * PLACE_ROOM + alike[k - first];
  }
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

const rankOf = (value: number): number => Math.floor(value / PLACE_ROOM);

/** Brings the `count` smallest values to the front, in ascending order (Hoare's selection, then a sort of those). */
function selectSmallest(values: Float64Array, count: number): void {
  let from = 0;
  let to = values.length - 1;
  const last = Math.min(count, values.length) - 1;
  while (from < to) {
    const pivot = values[(from + to) >>> 1];
    let i = from;
    let j = to;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (last <= j) to = j;
    else if (last >= i) from = i;
    else break;
  }
  values.subarray(0, last + 1).sort();
}
