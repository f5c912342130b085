// How well each candidate fits: text, days and amount as one score (docs/decisions/matching-definitions.md, "Text score").

import type { GrowingUint32 } from '../reading/growing.ts';
import { FULL } from '../texts/text-score.ts';
import { BATCH } from '../tiers/batch.ts';
import type { Matching } from '../tiers/key-tiers.ts';
import type { TextIndex } from './class-index.ts';
import type { Classes } from './classes.ts';

export interface CandidateSet {
  readonly gl: Classes;
  readonly bank: Classes;
  readonly count: number;
  /**
   * By candidate: classes, signed days, fee basis, text score, how the words lie (text-score.ts), score, and whether the
   * texts speak against it.
   */
  readonly glClass: Uint32Array;
  readonly bankClass: Uint32Array;
  readonly days: Int32Array;
  readonly fee: Uint8Array;
  readonly text: Int32Array;
  readonly words: Uint8Array;
  readonly score: Int32Array;
  readonly against: Uint8Array;
  /** By class: CROWDED, TIED and CUT bits. */
  readonly glBounds: Uint8Array;
  readonly bankBounds: Uint8Array;
}

/** By candidate: place of the ledger, place of the bank, signed days. */
export interface CandidateLists {
  readonly gl: GrowingUint32;
  readonly bank: GrowingUint32;
  readonly days: GrowingUint32;
}

export interface Unscored {
  readonly gl: TextIndex;
  readonly bank: TextIndex;
  readonly lists: CandidateLists;
  readonly glBounds: Uint8Array;
  readonly bankBounds: Uint8Array;
}

/** Scores every candidate; both lists and bounds become part of the answer. */
export function scoreCandidates(matching: Matching, unscored: Unscored): CandidateSet {
  const { gl, bank, lists, glBounds, bankBounds } = unscored;
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
    words: new Uint8Array(count),
    score: new Int32Array(count),
    against: new Uint8Array(count),
  };
  for (let first = 0; first < count; first += BATCH) scoreBatch(matching, unscored, { set, first });
  return set;
}

function scoreBatch(
  { agreement, text, parameters, calibration }: Matching,
  { gl, bank, lists }: Unscored,
  { set, first }: { readonly set: CandidateSet; readonly first: number },
): void {
  const last = Math.min(set.count, first + BATCH);
  const span = Math.max(parameters.daysBack, parameters.daysForward) + 1;
  for (let e = first; e < last; e++) {
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
    set.words[e] = text.words;
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
