// Tiers 3 to 6: pairs without a shared key, by score in rounds (3, 5) and by being the only candidate (4, 6)
// (matching-definitions.md, "Tiers"). Who is a candidate is decided once, at the start of a tier; rounds see who is left.

import { type AccountState, matchRows } from './account-state.ts';
import { type AmountRule, type Candidate, type Candidates, candidatesOf } from './candidates.ts';
import { hasOpenRows } from './classes.ts';
import { clearPairs, inRounds } from './clear-pairs.ts';

/** Exact amount, text score over the floor, clear of the runner-up. */
export function tier3(state: AccountState): void {
  byScore(state, {
    tier: 3,
    rule: 'exact',
    asserts: ({ a, b }) => state.text.score(a, b) >= state.calibration.textFloor,
  });
}

/** Agreeing amount, score over the floor, clear of the runner-up, no text against it. */
export function tier5(state: AccountState): void {
  const asserts = ({ a, b, score }: Candidate) => score >= state.calibration.scoreFloor && !state.text.against(a, b);
  byScore(state, { tier: 5, rule: 'agreeing', asserts });
}

/** Exact amount, the only candidate both ways. */
export const tier4 = (state: AccountState): void => onlyCandidates(state, 4, 'exact');

/** Agreeing amount, the only candidate both ways. */
export const tier6 = (state: AccountState): void => onlyCandidates(state, 6, 'agreeing');

function byScore(
  state: AccountState,
  { tier, rule, asserts }: { tier: number; rule: AmountRule; asserts: (pair: Candidate) => boolean },
): void {
  const { gap, rounds } = state.calibration;
  const candidates = candidatesOf(state, rule);
  inRounds(rounds, () => {
    const open = candidates.pairs.filter(({ a, b }) => hasOpenRows(a) && hasOpenRows(b));
    const clear = clearPairs(open, (pair, other) => pair.score - other.score >= gap);
    const taken = clear.filter((pair) => mayBeTaken(pair, candidates) && asserts(pair));
    for (const { a, b } of taken) matchRows(state, tier, a, b, a.open.length);
    return taken.length;
  });
}

function onlyCandidates(state: AccountState, tier: number, rule: AmountRule): void {
  const candidates = candidatesOf(state, rule);
  const { crowded } = candidates;
  const only = clearPairs(candidates.pairs, () => false);
  const taken = only.filter(
    (pair) =>
      mayBeTaken(pair, candidates) &&
      !state.text.against(pair.a, pair.b) &&
      !crowded.has(pair.a) &&
      !crowded.has(pair.b),
  );
  for (const { a, b } of taken) matchRows(state, tier, a, b, a.open.length);
}

function mayBeTaken({ a, b }: Candidate, { undistinguished }: Candidates): boolean {
  return a.open.length === b.open.length && !undistinguished.has(a) && !undistinguished.has(b);
}
