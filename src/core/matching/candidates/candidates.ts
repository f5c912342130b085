// All pairs of open classes that could be a pair without a shared key. Tiers 3 to 6 choose from them, and ambiguities
// are made of them. A pair is a candidate when either of its classes keeps it (candidate-search.ts).

import { sizeOf } from '../classes.ts';
import type { AmountCounts } from '../evidence/amount-evidence.ts';
import type { DayCounts, DayWindow } from '../evidence/day-evidence.ts';
import { type Accident, ONE_MORE, QUARTER } from '../evidence/nobody.ts';
import type { Matching } from '../matching.ts';
import { GrowingUint32 } from '../reading/growing.ts';
import { CandidateSearch } from './candidate-search.ts';
import type { TextIndex } from './class-index.ts';
import type { SearchRules, View } from './place-spans.ts';

export interface Candidates {
  readonly gl: TextIndex;
  readonly bank: TextIndex;
  readonly count: number;
  /** For each candidate: place of the ledger, place of the bank, signed days, kind of amount. */
  readonly glPlace: Uint32Array;
  readonly bankPlace: Uint32Array;
  readonly days: Int32Array;
  readonly kind: Uint8Array;
  /** For each place the number of rows of the other side that it could be paired with, kept as candidates or not. */
  readonly glRivals: Float64Array;
  readonly bankRivals: Float64Array;
  /** Counts over all pairs found, kept as candidates or not. */
  readonly allDays: DayCounts;
  readonly allAmounts: AmountCounts;
  /** Candidates by accident beside those that a row has. */
  readonly accident: Accident;
  readonly wasCrowded: boolean;
  readonly wasStopped: boolean;
}

interface Lists {
  readonly gl: GrowingUint32;
  readonly bank: GrowingUint32;
  readonly days: GrowingUint32;
  readonly kinds: GrowingUint32;
}

export function findCandidates(
  matching: Matching,
  { gl, bank }: { readonly gl: TextIndex; readonly bank: TextIndex },
  rules: SearchRules,
): Candidates {
  const search = new CandidateSearch(matching, rules);
  const list = (): GrowingUint32 => new GrowingUint32(1024);
  const lists: Lists = { gl: list(), bank: list(), days: list(), kinds: list() };
  const glRivals = new Float64Array(gl.row.length);
  const bankRivals = new Float64Array(bank.row.length);
  const starts = new Uint32Array(gl.row.length + 1);
  const fromGl: View = { own: gl, other: bank, ownIsGl: true };
  const fromBank: View = { own: bank, other: gl, ownIsGl: false };
  const alone = { rows: 0, elsewhere: 0 };
  /** For each place the number of places before it whose candidates were cut. */
  const cutBefore = new Uint32Array(gl.row.length + 1);
  for (let place = 0; place < gl.row.length; place++) {
    search.find(fromGl, place);
    glRivals[place] = search.rows;
    const rows = sizeOf(gl.classes, gl.order[place]);
    if (search.rows === rows) {
      alone.rows += rows;
      alone.elsewhere += rows * search.elsewhere;
    }
    for (let k = 0; k < search.count; k++) {
      add(lists, place, search.places[k], search, k);
      bankRivals[search.places[k]] += rows;
    }
    starts[place + 1] = lists.gl.length;
    cutBefore[place + 1] = cutBefore[place] + (search.isCut ? 1 : 0);
  }
  const anyCut = cutBefore[gl.row.length] > 0;
  for (let place = 0; anyCut && place < bank.row.length; place++) {
    if (isKnown(search, fromBank, place, cutBefore)) continue;
    search.find(fromBank, place);
    bankRivals[place] = search.rows;
    for (let k = 0; k < search.count; k++) {
      const at = search.places[k];
      if (!holds(lists.bank.values, starts[at], starts[at + 1], place)) add(lists, at, place, search, k);
    }
  }
  return {
    gl,
    bank,
    count: lists.gl.length,
    glPlace: lists.gl.view(),
    bankPlace: lists.bank.view(),
    // The list holds unsigned words; this reads them as signed.
    days: new Int32Array(lists.days.view().slice().buffer),
    kind: new Uint8Array(lists.kinds.view()),
    glRivals,
    bankRivals,
    allDays: search.allDays,
    allAmounts: search.allAmounts,
    accident: rules.exact ? (rules.window === null ? QUARTER : accidentOf(bank, rules.window, alone)) : ONE_MORE,
    wasCrowded: search.wasCrowded,
    wasStopped: search.wasStopped,
  };
}

/** One in four, for so many rows. */
const PRIOR_ROWS = 20;
const PRIOR_ELSEWHERE = 5;

/**
 * Estimates candidates by accident from rows that have one candidate in the window: the rows of their amount outside of
 * it, scaled by the number of days inside and outside. `alone`: the number of such rows, and of the rows outside.
 */
function accidentOf(
  { day }: TextIndex,
  { daysBack, daysForward }: DayWindow,
  alone: { readonly rows: number; readonly elsewhere: number },
): Accident {
  const within = daysBack + daysForward + 1;
  let first = 0x7fffffff;
  let last = -0x7fffffff;
  for (let place = 0; place < day.length; place++) {
    first = Math.min(first, day[place]);
    last = Math.max(last, day[place]);
  }
  const outside = last - first + 1 - within;
  if (outside <= 0) return QUARTER;
  return {
    rows: alone.elsewhere * within + PRIOR_ELSEWHERE * outside,
    of: (alone.rows + PRIOR_ROWS) * outside,
  };
}

function add(lists: Lists, gl: number, bank: number, search: CandidateSearch, k: number): void {
  lists.gl.push(gl);
  lists.bank.push(bank);
  lists.days.push(search.days[k]);
  lists.kinds.push(search.kinds[k]);
}

/** Whether no ledger class that the bank's could be paired with had its candidates cut. */
function isKnown(search: CandidateSearch, view: View, place: number, cutBefore: Uint32Array): boolean {
  const spans = search.spans.find(view, place, true);
  for (let r = 0; r < spans; r++) {
    if (cutBefore[search.spans.ends[2 * r + 1]] !== cutBefore[search.spans.ends[2 * r]]) return false;
  }
  return true;
}

function holds(values: Uint32Array, from: number, to: number, value: number): boolean {
  for (let e = from; e < to; e++) if (values[e] === value) return true;
  return false;
}
