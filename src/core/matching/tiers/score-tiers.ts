// Tiers 3 to 6: rows without a shared key. 3 and 5 take what the score makes clear, in rounds; 4 and 6 take the only
// candidate both ways. 3 and 4 see equal amounts, 5 and 6 what agrees within tolerance or by a fee.

import { withCommonAmount } from '../candidates/amount-rows.ts';
import type { CandidateSet } from '../candidates/candidate-scores.ts';
import { CROWDED, CUT, TIED } from '../candidates/candidate-search.ts';
import { sizeOf } from '../candidates/classes.ts';
import { MATCHED, MATCHED_LATE } from '../side-numbers.ts';
import { FULL, NO_WORDS, ONE_SAME, SAME_WORDS } from '../texts/text-score.ts';
import type { Matching } from './key-tiers.ts';
import { type Choice, type Contest, onlyCandidates, runRounds, type Sides } from './rounds.ts';

export type ScoreTier = 3 | 4 | 5 | 6;

export const contestOf = (set: CandidateSet): Contest => ({
  ...set,
  glClasses: set.gl.count,
  bankClasses: set.bank.count,
});

/**
 * Of tier 3, before its rounds: rows of the same day, amount and words, where no other of that day has words within
 * theirs or around them. How rare the words are does not matter: the charge that comes every day is on both sides every
 * day. Answers 1 for each class that it took.
 */
export function takeSameOnes(matching: Matching, set: CandidateSet): Sides<Uint8Array> {
  const taken = { gl: new Uint8Array(set.gl.count), bank: new Uint8Array(set.bank.count) };
  const among = (e: number): boolean => set.days[e] === 0 && set.words[e] !== NO_WORDS;
  const accepts = (e: number): boolean =>
    set.words[e] === SAME_WORDS && equalCounts(set, e) && (bounds(set, e) & TIED) === 0;
  for (const choice of onlyCandidates(contestOf(set), { among, accepts })) {
    takeClass(matching, set, choice, { tier: 3, text: FULL });
    taken.gl[set.glClass[choice.candidate]!] = 1;
    taken.bank[set.bankClass[choice.candidate]!] = 1;
  }
  return taken;
}

/** Of tier 4, after the only ones of all days: the only candidate of its day both ways, when its words lie within. */
export function takeOnlyOnesOfDay(matching: Matching, set: CandidateSet): void {
  const among = (e: number): boolean => set.days[e] === 0;
  const accepts = (e: number): boolean => haveOneWording(set, e) && mayBeOnly(set, e);
  for (const choice of onlyCandidates(contestOf(set), { among, accepts })) {
    takeClass(matching, set, choice, { tier: 4, text: set.text[choice.candidate]! });
  }
}

/** Tier 3 on candidates of equal amounts, but for classes that are `gone`; tier 5 on those that agree. */
export function takeClearOnes(matching: Matching, set: CandidateSet, tier: 3 | 5, gone?: Sides<Uint8Array>): void {
  const { calibration, notes } = matching;
  if (set.glBounds.some((bits) => bits & CROWDED) || set.bankBounds.some((bits) => bits & CROWDED)) {
    notes.add(
      `Some rows had over ${calibration.crowd} others of like amount; of those only ones that share a rare word were compared.`,
    );
  }
  const common = tier === 5 ? commonForTier5(matching, set) : null;
  const choices = runRounds(contestOf(set), {
    gap: calibration.gap,
    rounds: calibration.rounds,
    accepts: (e) => mayLead(matching, set, tier, e) && common?.[e] !== 1,
    ...(gone && { gone }),
  });
  for (const choice of choices) takeClass(matching, set, choice, { tier, text: set.text[choice.candidate]! });
}

/** 1 for candidates whose few words would do if their amount were not common. */
function commonForTier5(matching: Matching, set: CandidateSet): Uint8Array {
  const { leastText, scoreFloor } = matching.calibration;
  const asked = (e: number): boolean =>
    set.text[e]! < leastText && set.score[e]! >= scoreFloor && !haveOneWording(set, e);
  return withCommonAmount(matching, set, asked);
}

/** Tier 4 on what tier 3 left of its candidates, tier 6 on what tier 5 left. */
export function takeOnlyOnes(matching: Matching, set: CandidateSet, tier: 4 | 6): void {
  const speaks = (e: number): boolean => set.text[e]! >= matching.calibration.leastText;
  const accepts = (e: number): boolean => mayBeOnly(set, e) && (tier === 4 || speaks(e));
  const lone = onlyCandidates(contestOf(set), { among: () => true, accepts });
  const mute = new Set(lone.map(({ candidate }) => candidate).filter((e) => !speaks(e) && !haveOneWording(set, e)));
  const common = withCommonAmount(matching, set, (e) => mute.has(e));
  for (const choice of lone) {
    if (common[choice.candidate] === 1) continue;
    takeClass(matching, set, choice, { tier, text: set.text[choice.candidate]! });
  }
}

/** Whether the words of one row are all among the other's, however common they are. */
const haveOneWording = (set: CandidateSet, e: number): boolean => set.words[e]! >= ONE_SAME;

const bounds = (set: CandidateSet, e: number): number =>
  set.glBounds[set.glClass[e]!]! | set.bankBounds[set.bankClass[e]!]!;
const equalCounts = (set: CandidateSet, e: number): boolean =>
  sizeOf(set.gl, set.glClass[e]!) === sizeOf(set.bank, set.bankClass[e]!);

function mayLead({ calibration }: Matching, set: CandidateSet, tier: ScoreTier, e: number): boolean {
  if (!equalCounts(set, e) || bounds(set, e) & TIED) return false;
  return tier === 3
    ? set.text[e]! >= calibration.textFloor
    : set.score[e]! >= calibration.scoreFloor && !set.against[e];
}

function mayBeOnly(set: CandidateSet, e: number): boolean {
  return equalCounts(set, e) && !set.against[e] && (bounds(set, e) & (TIED | CROWDED | CUT)) === 0;
}

function takeClass(
  { account, pairs }: Matching,
  set: CandidateSet,
  { candidate: e, runnerUp, lead }: Choice,
  { tier, text }: { readonly tier: ScoreTier; readonly text: number },
): void {
  const [g, b] = [set.glClass[e]!, set.bankClass[e]!];
  const facts = {
    tier,
    days: set.days[e]!,
    textScore: text,
    feeBasis: set.fee[e]!,
    runnerUp: runnerUp < 0 ? -1 : set.bank.rows[set.bank.start[set.bankClass[runnerUp]!]!]!,
    runnerUpGap: lead,
  };
  const state = tier === 3 ? MATCHED : MATCHED_LATE;
  for (let k = 0; k < sizeOf(set.gl, g); k++) {
    const glRow = set.gl.rows[set.gl.start[g]! + k]!;
    const bankRow = set.bank.rows[set.bank.start[b]! + k]!;
    account.gl.state[glRow] = state;
    account.bank.state[bankRow] = state;
    pairs.push(glRow, bankRow, facts);
  }
}
