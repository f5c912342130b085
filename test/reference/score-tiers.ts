// Tiers 3 to 6: pairs without a shared key, by score in rounds (3, 5) and by being the only candidate (4, 6)
// (matching-definitions.md, "Tiers"). Who is a candidate is decided once, at the start of a tier; rounds see who is
// left.

import type { Side } from '../../src/core/records/rows/columns.ts';
import { type AccountState, matchRows, pairDays } from './account-state.ts';
import { type Candidate, type Candidates, candidatesOf } from './candidates.ts';
import { hasOpenRows, type RowClass } from './classes.ts';
import { clearPairs, inRounds } from './clear-pairs.ts';
import type { RefRow } from './ref-row.ts';

/** The same day, amount and words; then exact amount, text score over the floor, clear of the runner-up. */
export function tier3(state: AccountState): Candidates {
  const candidates = candidatesOf(state, 'exact');
  const near = candidates.pairs.filter(
    (pair) => isSameDay(state, pair) && state.text.oneWithinTheOther(pair.a, pair.b),
  );
  const alike = clearPairs(near, () => false).filter(({ a, b }) => state.text.sameWords(a, b) && a.tokens.size > 1);
  for (const pair of alike.filter((one) => mayBeTaken(one, candidates))) {
    const before = state.pairs.length;
    matchRows(state, 3, pair.a, pair.b, pair.a.open.length);
    // Word for word the same, however common the words are.
    state.pairs.push(...state.pairs.splice(before).map((one) => ({ ...one, textScore: 10_000 })));
  }
  return byScore(state, candidates, {
    tier: 3,
    asserts: ({ a, b }) => state.text.score(a, b) >= state.calibration.textFloor,
  });
}

const isSameDay = (state: AccountState, { a, b }: Candidate): boolean => pairDays(state, a, b).days === 0;

/** Agreeing amount, score over the floor, clear of the runner-up, no text against it. */
export function tier5(state: AccountState): Candidates {
  const { scoreFloor, leastText } = state.calibration;
  const asserts = (pair: Candidate) => {
    const { a, b, score } = pair;
    return (
      score >= scoreFloor &&
      (!isMatchedElsewhere(state, pair) || state.text.score(a, b) >= leastText) &&
      !state.text.against(a, b)
    );
  };
  return byScore(state, candidatesOf(state, 'agreeing'), { tier: 5, asserts });
}

/** The same words, or two or more of one all among the other's. */
const haveOneWording = ({ text }: AccountState, { a, b }: Candidate): boolean =>
  text.sameWords(a, b) || (text.oneWithinTheOther(a, b) && Math.min(a.tokens.size, b.tokens.size) > 1);

/** Rows of a side with the pair's amount, no further in days from its ledger row than the window reaches. */
function alikeNear({ rows, parameters }: AccountState, side: Side, { a }: Candidate): RefRow[] {
  const { amount, currency, bookingDay } = a.sample;
  const reach = Math.max(parameters.daysBack, parameters.daysForward);
  return rows[side].filter(
    (row) => row.amount === amount && row.currency === currency && Math.abs(row.bookingDay - bookingDay) <= reach,
  );
}

/** Whether many of them are matched. */
function isMatchedElsewhere(state: AccountState, pair: Candidate): boolean {
  if (haveOneWording(state, pair)) return false;
  const matched = (side: Side) => {
    const ids = new Set(state.pairs.filter(({ tier }) => tier <= 3).map((pair) => pair[side]));
    return alikeNear(state, side, pair).filter((row) => ids.has(row.id)).length;
  };
  return matched('gl') + matched('bank') > state.calibration.commonAmount;
}

/** Of tier 3's candidates that are left, the only one both ways; then the only one of its day, with its words within. */
export function tier4(state: AccountState, of: Candidates): void {
  const speaksFor = (pair: Candidate) =>
    !isMatchedElsewhere(state, pair) || state.text.score(pair.a, pair.b) >= state.calibration.leastText;
  onlyCandidates(state, { tier: 4, of: leftOf(of), asserts: speaksFor }, of);
  const ofDay = leftOf(of).filter((pair) => isSameDay(state, pair));
  onlyCandidates(state, { tier: 4, of: ofDay, asserts: (pair) => haveOneWording(state, pair) }, of);
}

/** Of tier 5's candidates that are left, the only one both ways. */
export const tier6 = (state: AccountState, of: Candidates): void => {
  const asserts = ({ a, b }: Candidate) => state.text.score(a, b) >= state.calibration.leastText;
  onlyCandidates(state, { tier: 6, of: leftOf(of), asserts }, of);
};

export function leftOf({ pairs }: Candidates): Candidate[] {
  return pairs.filter(({ a, b }) => hasOpenRows(a) && hasOpenRows(b));
}

function byScore(
  state: AccountState,
  candidates: Candidates,
  { tier, asserts }: { tier: number; asserts: (pair: Candidate) => boolean },
): Candidates {
  const { gap, rounds } = state.calibration;
  inRounds(rounds, () => {
    const clear = clearPairs(leftOf(candidates), (pair, other) => pair.score - other.score >= gap);
    const taken = clear.filter((pair) => mayBeTaken(pair, candidates) && asserts(pair));
    for (const { a, b } of taken) matchRows(state, tier, a, b, a.open.length);
    return taken.length;
  });
  return candidates;
}

function onlyCandidates(
  state: AccountState,
  { tier, of, asserts }: { tier: number; of: readonly Candidate[]; asserts: (pair: Candidate) => boolean },
  candidates: Candidates,
): void {
  const notKnownToBeOnly = (one: RowClass) => candidates.crowded.has(one) || candidates.cut.has(one);
  const only = clearPairs(of, () => false);
  const taken = only.filter(
    (pair) =>
      mayBeTaken(pair, candidates) &&
      !state.text.against(pair.a, pair.b) &&
      asserts(pair) &&
      !notKnownToBeOnly(pair.a) &&
      !notKnownToBeOnly(pair.b),
  );
  for (const { a, b } of taken) matchRows(state, tier, a, b, a.open.length);
}

function mayBeTaken({ a, b }: Candidate, { undistinguished }: Candidates): boolean {
  return a.open.length === b.open.length && !undistinguished.has(a) && !undistinguished.has(b);
}
