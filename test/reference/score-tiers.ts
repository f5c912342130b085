// Tiers 3 to 6: pairs without a shared key, by score in rounds (3, 5) and by being the only candidate (4, 6)
// (matching-definitions.md, "Tiers"). Who is a candidate is decided once, at the start of a tier; rounds see who is
// left.

import { type AccountState, matchRows } from './account-state.ts';
import { type AmountRule, type Candidate, type Candidates, candidatesOf } from './candidates.ts';
import { hasOpenRows, type RowClass } from './classes.ts';
import { clearPairs, inRounds } from './clear-pairs.ts';

/** Exact amount, text score over the floor, clear of the runner-up. */
export function tier3(state: AccountState): Candidates {
  return byScore(state, {
    tier: 3,
    rule: 'exact',
    asserts: ({ a, b }) => state.text.score(a, b) >= state.calibration.textFloor,
  });
}

/** Agreeing amount, score over the floor, clear of the runner-up, no text against it. */
export function tier5(state: AccountState): Candidates {
  const asserts = ({ a, b, score }: Candidate) => score >= state.calibration.scoreFloor && !state.text.against(a, b);
  return byScore(state, { tier: 5, rule: 'agreeing', asserts });
}

/** Of tier 3's candidates that are left, the only one both ways. */
export const tier4 = (state: AccountState, of: Candidates): void =>
  onlyCandidates(state, { tier: 4, textFloor: 0 }, of);

/** Of tier 5's candidates that are left, the only one both ways. */
export const tier6 = (state: AccountState, of: Candidates): void =>
  onlyCandidates(state, { tier: 6, textFloor: state.calibration.onlyTextFloor }, of);

export function leftOf({ pairs }: Candidates): Candidate[] {
  return pairs.filter(({ a, b }) => hasOpenRows(a) && hasOpenRows(b));
}

function byScore(
  state: AccountState,
  { tier, rule, asserts }: { tier: number; rule: AmountRule; asserts: (pair: Candidate) => boolean },
): Candidates {
  const { gap, rounds } = state.calibration;
  const candidates = candidatesOf(state, rule);
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
  { tier, textFloor }: { tier: number; textFloor: number },
  candidates: Candidates,
): void {
  const notKnownToBeOnly = (one: RowClass) => candidates.crowded.has(one) || candidates.cut.has(one);
  const only = clearPairs(leftOf(candidates), () => false);
  const taken = only.filter(
    (pair) =>
      mayBeTaken(pair, candidates) &&
      !state.text.against(pair.a, pair.b) &&
      state.text.score(pair.a, pair.b) >= textFloor &&
      !notKnownToBeOnly(pair.a) &&
      !notKnownToBeOnly(pair.b),
  );
  for (const { a, b } of taken) matchRows(state, tier, a, b, a.open.length);
}

function mayBeTaken({ a, b }: Candidate, { undistinguished }: Candidates): boolean {
  return a.open.length === b.open.length && !undistinguished.has(a) && !undistinguished.has(b);
}
