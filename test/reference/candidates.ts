// The candidates of a contest and the rivals of each class, within the bounds on crowds (matching-definitions.md,
// "Candidates" and "Crowds").

import type { AccountState } from './account-state.ts';
import { amountEvidence } from './amount-evidence.ts';
import type { RowClass } from './classes.ts';
import { type ContestRule, inAmountRange, isNear, type PossiblePair, possiblePair } from './contest-pairs.ts';
import { dayEvidence, UNCOUNTED } from './day-evidence.ts';
import { held, sumOf } from './figures.ts';
import { ascending, firstOf } from './ref-row.ts';

export interface Candidates {
  /** In canonical order of the ledger's classes, then of the bank's. */
  readonly pairs: readonly PossiblePair[];
  /** What the ledger's classes could be paired with, kept or not. */
  readonly found: readonly PossiblePair[];
  /** Rows of all that a class could be paired with. */
  readonly rivals: ReadonlyMap<RowClass, number>;
}

interface Search {
  readonly found: readonly PossiblePair[];
  readonly kept: readonly PossiblePair[];
  readonly rivals: number;
  /** It is crowded, or found more than it keeps. */
  readonly isBounded: boolean;
}

export interface Entrants {
  readonly a: readonly RowClass[];
  readonly b: readonly RowClass[];
}

const LOOKS = 2 ** 25;
const CARRIERS = 2 ** 24;

const bound = (work: number, classes: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, Math.floor(work / classes)));

const CROWD_NOTE = 'a class had too many others near it';
const LOOKS_NOTE = 'a class in a crowd did not look at all that share a word with it';

export function candidatesOf(state: AccountState, rule: ContestRule, { a: gl, b: bank }: Entrants): Candidates {
  const searches = new Map(gl.map((one) => [one, searchOf(state, rule, one, { own: gl, others: bank })]));
  const found = gl.flatMap((one) => searches.get(one)!.found);
  const kept = new Set(gl.flatMap((one) => searches.get(one)!.kept));
  const rivals = new Map(gl.map((one) => [one, searches.get(one)!.rivals]));
  for (const one of bank) {
    const ofLedger = found.filter((pair) => pair.b === one);
    rivals.set(one, rowsOf(ofLedger.map((pair) => pair.a)));
    const searches1 = (other: RowClass) => searches.get(other)!.isBounded && couldHaveMet(state, rule, one, other);
    if (!gl.some(searches1)) continue;
    const own = searchOf(state, rule, one, { own: bank, others: gl });
    rivals.set(one, own.rivals);
    for (const pair of own.kept) {
      const same = [...kept].some((other) => other.a === pair.a && other.b === pair.b);
      if (!same) kept.add(pair);
    }
  }
  const pairs = [...kept].toSorted((x, y) => firstOf(x.a.place - y.a.place, x.b.place - y.b.place));
  return { pairs, found, rivals };
}

const rowsOf = (classes: readonly RowClass[]): number => sumOf(classes.map((one) => one.open.length));

function searchOf(
  state: AccountState,
  rule: ContestRule,
  one: RowClass,
  { own, others }: { own: readonly RowClass[]; others: readonly RowClass[] },
): Search {
  const near = others.filter((other) => isNear(state, rule, one, other));
  const isCrowded = rule.anyDays || near.length > bound(LOOKS, own.length, { least: 64, most: state.calibration.near });
  const considered = isCrowded ? lookedAt(state, one, near, own.length) : others;
  const found = considered.flatMap((other) => {
    const [a, b] = one.side === 'gl' ? [one, other] : [other, one];
    const pair = possiblePair(state, rule, a, b);
    return pair === null ? [] : [pair];
  });
  const kept = bestOf(state, rule, { one, ownCount: own.length }, found);
  if (isCrowded && !rule.anyDays) state.notes.add(CROWD_NOTE);
  const rivals = isCrowded ? rowsOf(near) : rowsOf(found.map((pair) => otherOf(one, pair)));
  return { found, kept, rivals, isBounded: isCrowded || kept.length < found.length };
}

const otherOf = (one: RowClass, { a, b }: PossiblePair): RowClass => (a === one ? b : a);

/** Words that weigh enough to tell rows apart. */
const telling = ({ weights }: AccountState, { words }: RowClass): string[] =>
  [...words].filter((word) => weights.weight(word) >= 32);

/** Only the six rarest words of a text are taken in pairs. */
const PAIRED = 6;

/**
 * In a crowd: those near that share a telling word. Words with more carriers near than may still be looked at are left
 * for the end: then those near that share two of them, or, if nothing was found, some that share the rarest.
 */
function lookedAt(state: AccountState, one: RowClass, near: readonly RowClass[], ownCount: number): RowClass[] {
  let left = bound(CARRIERS, ownCount, { least: 256, most: state.calibration.carriers });
  const inOrder = near.toSorted((x, y) =>
    firstOf(
      x.sample.bookingDay - y.sample.bookingDay,
      Math.abs(x.sample.amount) - Math.abs(y.sample.amount),
      x.place - y.place,
    ),
  );
  const looks: RowClass[] = [];
  const look = (carriers: readonly RowClass[]): void => {
    looks.push(...carriers.slice(0, left));
    left -= Math.min(left, carriers.length);
  };
  const common: string[] = [];
  for (const word of rarestFirst(state, one)) {
    const carriers = inOrder.filter((other) => other.words.has(word));
    if (carriers.length > left) common.push(word);
    else look(carriers);
  }
  if (common.length > 0) state.notes.add(LOOKS_NOTE);
  const pairs = common.slice(0, PAIRED).flatMap((second, k) => common.slice(0, k).map((first) => [first, second]));
  for (const pair of pairs) {
    const isPaired = (other: RowClass) => rarestFirst(state, other).slice(0, PAIRED);
    look(inOrder.filter((other) => pair.every((word) => isPaired(other).includes(word))));
  }
  if (looks.length === 0 && common.length > 0) look(inOrder.filter((other) => other.words.has(common[0])));
  return [...new Set(looks)];
}

const rarestFirst = (state: AccountState, one: RowClass): string[] =>
  telling(state, one).toSorted((x, y) => firstOf(state.weights.rows(x) - state.weights.rows(y), ascending(x, y)));

/** The best that a class keeps: words in common, days and amount before anything was counted. */
function bestOf(
  state: AccountState,
  rule: ContestRule,
  { one, ownCount }: { readonly one: RowClass; readonly ownCount: number },
  found: readonly PossiblePair[],
): readonly PossiblePair[] {
  const { candidates } = state.calibration;
  const most = bound(2 ** 24, ownCount, { least: 8, most: candidates });
  if (found.length <= most) return found;
  const { daysBack: back, daysForward: forward } = state.parameters;
  const ofDays = dayEvidence({ back, forward, clear: UNCOUNTED, found: UNCOUNTED });
  const ofAmount = amountEvidence(UNCOUNTED, UNCOUNTED);
  const guess = ({ a, b, days, kind }: PossiblePair): number => {
    const inCommon = telling(state, a).filter((word) => b.words.has(word));
    const text = sumOf(inCommon.map((word) => state.weights.weight(word)));
    const sum = text + (rule.anyDays ? 0 : ofDays(days)) + (rule.amounts === 'equal' ? 0 : ofAmount(kind));
    return held(sum, { least: -4_096, most: 28_671 });
  };
  return found
    .toSorted((x, y) =>
      firstOf(
        guess(y) - guess(x),
        Math.abs(x.days) - Math.abs(y.days),
        ascending(x.difference, y.difference),
        otherOf(one, x).place - otherOf(one, y).place,
      ),
    )
    .slice(0, most);
}

/** Whether a class of the ledger lies where a bank's class has its partners, by amount and days. */
function couldHaveMet(state: AccountState, rule: ContestRule, bank: RowClass, gl: RowClass): boolean {
  if (!inAmountRange(state, rule, bank, gl)) return false;
  if (rule.anyDays) return true;
  const { bookingDay, valueDay } = bank.sample;
  const days = valueDay === null ? [bookingDay] : [bookingDay, valueDay];
  const ledgerDay = gl.sample.bookingDay;
  return (
    ledgerDay >= Math.min(...days) - state.parameters.daysForward &&
    ledgerDay <= Math.max(...days) + state.parameters.daysBack
  );
}
