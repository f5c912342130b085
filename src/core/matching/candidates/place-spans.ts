// Where in an index of the other side the classes lie that one class could be paired with: spans of places whose amounts
// could agree and whose day lies in the window. The list is reused, and nothing is made for a row.
// Rules: docs/decisions/matching-definitions.md ("Candidates").

import type { PairWindow } from '../window.ts';
import type { Agreement } from './agreement.ts';
import { bandOfRow, firstOfDay, firstOfSize, type TextIndex } from './class-index.ts';

export interface View {
  readonly own: TextIndex;
  readonly other: TextIndex;
  readonly ownIsGl: boolean;
}

export interface SearchRules {
  /** Whether amounts must be equal. */
  readonly exact: boolean;
  /** Null: any days; days are then no evidence. */
  readonly window: PairWindow | null;
}

/** Later than any day. */
const ANY_DAY = 0x40000000;

/** Looking through so few places is quicker than a search among them. */
const FEW = 8;

/** First length of the list; it grows. */
const FIRST_ROOM = 128;

export class PlaceSpans {
  /** The last `find`: from and to of each span. */
  ends = new Int32Array(FIRST_ROOM);
  readonly #rules: SearchRules;
  readonly #agreement: Agreement;
  #count = 0;
  #firstDay = 0;
  #lastDay = 0;

  constructor(rules: SearchRules, agreement: Agreement) {
    this.#rules = rules;
    this.#agreement = agreement;
  }

  /**
   * Fills `ends` with places [from, to) of the other side whose amounts could agree and whose day lies in the window by
   * booking day (the value day of a row without one), or, `byEither`, by either day. Answers how many spans.
   */
  find(view: View, place: number, byEither: boolean): number {
    this.#setDays(view, place, byEither);
    const { own, other } = view;
    const first = this.#firstDay;
    const last = this.#lastDay;
    const size = own.magnitude[place];
    const row = own.row[place];
    const band = bandOfRow(own.side, row);
    const start = other.bounds[band];
    const end = other.bounds[band + 1];
    this.#count = 0;
    if (!other.isByDay) {
      const from = firstOfSize(other.magnitude, start, end, size);
      if (from === end || other.magnitude[from] !== size) return 0;
      const to = other.runEnd[from];
      const begin = to - from > FEW ? firstOfDay(other, from, to, first) : this.#from(other, from, to, first);
      const stop = to - begin > FEW ? firstOfDay(other, begin, to, last + 1) : this.#from(other, begin, to, last + 1);
      return this.#add(begin, stop);
    }
    const { exact } = this.#rules;
    const range = exact ? null : this.#agreement.range(own.side.amount[row], own.side.currency[row]);
    const low = range === null ? size : range[0];
    const high = range === null ? size : range[1];
    for (let at = firstOfDay(other, start, end, first); at < end && other.day[at] <= last; ) {
      const to = other.runEnd[at];
      const begin = firstOfSize(other.magnitude, at, to, low);
      this.#add(begin, firstOfSize(other.magnitude, begin, to, high + 1));
      at = to;
    }
    return this.#count;
  }

  #add(from: number, to: number): number {
    if (from >= to) return this.#count;
    if (this.ends.length === 2 * this.#count) {
      const longer = new Int32Array(2 * this.ends.length);
      longer.set(this.ends);
      this.ends = longer;
    }
    this.ends[2 * this.#count] = from;
    this.ends[2 * this.#count + 1] = to;
    return ++this.#count;
  }

  #from({ day }: TextIndex, from: number, to: number, least: number): number {
    let at = from;
    while (at < to && day[at] < least) at++;
    return at;
  }

  /** Days of the other side that lie in the window of a row. */
  #setDays({ own, other, ownIsGl }: View, place: number, byEither: boolean): void {
    const { window } = this.#rules;
    if (window === null) {
      this.#firstDay = -ANY_DAY;
      this.#lastDay = ANY_DAY;
      return;
    }
    const { daysBack, daysForward } = window;
    const day = own.day[place];
    if (ownIsGl) {
      this.#firstDay = day - daysBack - (byEither ? other.skew.greatest : 0);
      this.#lastDay = day + daysForward - (byEither ? other.skew.least : 0);
    } else {
      const valueDay = byEither ? own.valueDay[place] : day;
      this.#firstDay = Math.min(day, valueDay) - daysForward;
      this.#lastDay = Math.max(day, valueDay) + daysBack;
    }
  }
}
