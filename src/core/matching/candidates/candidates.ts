// All pairs of open classes that could be a pair without a shared key, with their scores: what tiers 3 to 6 choose from
// and what ambiguity is made of. A pair is a candidate when either of its classes keeps it (candidate-search.ts).

import type { AccountSide } from '../account.ts';
import { GrowingUint32 } from '../reading/growing.ts';
import { OPEN } from '../side-numbers.ts';
import type { Matching } from '../tiers/key-tiers.ts';
import { type CandidateLists, type CandidateSet, scoreCandidates } from './candidate-scores.ts';
import { CandidateSearch, type View } from './candidate-search.ts';
import { indexForText } from './class-index.ts';
import { type Classes, sizeOf } from './classes.ts';

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
    addFound(search, place, lists, degree);
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
    addMissing(search, place, lists, starts);
  }
  return scoreCandidates(matching, { gl, bank, lists, glBounds, bankBounds });
}

/** Adds what a search from the ledger's place found, and counts it at the bank's places. */
function addFound(search: CandidateSearch, place: number, lists: CandidateLists, degree: Uint32Array): void {
  const { count, places, days } = search;
  for (let k = 0; k < count; k++) {
    const at = places[k]!;
    lists.gl.push(place);
    lists.bank.push(at);
    lists.days.push(days[k]!);
    degree[at]!++;
  }
}

/** Adds what a search from the bank's place found and the ledger's places (starts) did not. */
function addMissing(search: CandidateSearch, place: number, lists: CandidateLists, starts: Uint32Array): void {
  const { count, places, days } = search;
  for (let k = 0; k < count; k++) {
    const at = places[k]!;
    if (holds(lists.bank.values, starts[at]!, starts[at + 1]!, place)) continue;
    lists.gl.push(at);
    lists.bank.push(place);
    lists.days.push(days[k]!);
  }
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
    words: pick(set.words, new Uint8Array(count)),
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
