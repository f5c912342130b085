// Tiers 3 to 6: two contests, of equal amounts and of amounts that agree (matching-definitions.md, "Tiers" 3 to 6).

import { inRounds, isOnly, LEAST_TEXT_OF_5, oneRound, T3, T4, T5, T6, type Taken } from './acceptance.ts';
import { type AccountState, matchRows, openClasses } from './account-state.ts';
import type { Contest } from './contest.ts';
import type { ContestRule } from './contest-pairs.ts';
import { holdContest } from './hold-contest.ts';

/** Holds a contest among all that are open; what it learned stays known. */
export function hold(state: AccountState, amounts: ContestRule['amounts']): Contest {
  const entrants = { a: openClasses(state, 'gl'), b: openClasses(state, 'bank') };
  const { contest, learned } = holdContest(state, { amounts, anyDays: false }, entrants);
  state.learned = learned;
  return contest;
}

const taking =
  (state: AccountState, tier: number) =>
  ({ pair: { a, b }, evidence }: Taken): void =>
    matchRows(state, tier, { gl: a, bank: b, count: a.open.length, evidence });

export function tier3(state: AccountState, contest: Contest): void {
  inRounds(contest, { weights: state.weights, odds: T3 }, state.calibration.rounds, taking(state, 3));
}

export function tier4(state: AccountState, contest: Contest): void {
  oneRound(contest, { weights: state.weights, odds: T4, also: isOnly(contest) }, taking(state, 4));
}

/** Both tiers of amounts that agree. */
export function tiers5And6(state: AccountState, contest: Contest): void {
  const { weights, calibration } = state;
  const speaks = ({ text }: { text: number }) => text >= LEAST_TEXT_OF_5;
  inRounds(contest, { weights, odds: T5, also: speaks }, calibration.rounds, taking(state, 5));
  inRounds(contest, { weights, odds: T6 }, calibration.rounds, taking(state, 6));
}
