// How a contest is prepared: candidates, what is learned from its clear pairs, evidence anew, rewording, nobody
// (matching-definitions.md, "A contest").

import type { AccountState } from './account-state.ts';
import { amountEvidence } from './amount-evidence.ts';
import { type Candidates, candidatesOf, type Entrants } from './candidates.ts';
import type { RowClass } from './classes.ts';
import { type Contest, otherOf, pairsOf, type WeighedPair } from './contest.ts';
import type { ContestRule } from './contest-pairs.ts';
import { countsOf, dayEvidence, UNCOUNTED } from './day-evidence.ts';
import { type ClearPair, costOf, type Learned, learn } from './learned.ts';
import { A_QUARTER, accidentOf, withNobody } from './nobody.ts';
import { asked, rewordingFloor } from './rewording.ts';
import { textEvidence } from './text-evidence.ts';

const CLEAR = 96;

interface Held {
  readonly contest: Contest;
  readonly learned: Learned;
}

export function holdContest(state: AccountState, rule: ContestRule, entrants: Entrants): Held {
  const candidates = candidatesOf(state, rule, entrants);
  const before = weighed(state, rule, { candidates, learned: state.learned });
  const clear = clearPairs(entrants.a, before);
  const learned = learn(state.learned, clear.map(lesson), state.weights);
  const kinds = countsOf(clear.map(({ kind }) => kind));
  const anew = weighed(state, rule, { candidates, learned, kinds });

  const accident = accidentOf(state, rule, entrants, candidates.rivals);
  const floor = rule.amounts === 'equal' ? rewordingFloor(anew, candidates.rivals, accident) : null;
  const pairs = floor === null ? anew : anew.map((pair) => withFloor(pair, floor));
  const contest = contestOf(pairs, { rivals: candidates.rivals, entrants, accident });
  return { contest: withNobody(contest, entrants), learned };
}

/** Among rows on any days: evidence is text alone, and nothing is learned. */
export function textContest(state: AccountState, entrants: Entrants): Contest {
  const rule: ContestRule = { amounts: 'equal', anyDays: true };
  const candidates = candidatesOf(state, rule, entrants);
  const pairs = weighed(state, rule, { candidates, learned: state.learned });
  return contestOf(pairs, { rivals: candidates.rivals, entrants, accident: A_QUARTER });
}

/** Without chance and less. */
export function contestOf(
  pairs: readonly WeighedPair[],
  {
    rivals,
    entrants,
    accident,
  }: { rivals: ReadonlyMap<RowClass, number>; entrants: Entrants; accident: { i: number; j: number } },
): Contest {
  const sizes = new Map([...entrants.a, ...entrants.b].map((one) => [one, one.open.length]));
  return { pairs, rivals, sizes, nobody: { ...accident, chance: 0, less: { a: 0, b: 0 } } };
}

function weighed(
  { weights, parameters }: AccountState,
  rule: ContestRule,
  {
    candidates: { pairs, found },
    learned,
    kinds = UNCOUNTED,
  }: { candidates: Candidates; learned: Learned; kinds?: ReadonlyMap<number, number> },
): WeighedPair[] {
  const costs = { left: costOf(learned, 'gl', weights), right: costOf(learned, 'bank', weights) };
  const ofDays = dayEvidence({
    back: parameters.daysBack,
    forward: parameters.daysForward,
    clear: learned.days,
    found: countsOf(found.map(({ days }) => days)),
  });
  const ofAmount = amountEvidence(kinds, countsOf(found.map(({ kind }) => kind)));
  return pairs.map((pair) => {
    const words = textEvidence(pair.a, pair.b, weights, costs);
    const days = rule.anyDays ? 0 : ofDays(pair.days);
    const amount = rule.amounts === 'equal' ? 0 : ofAmount(pair.kind);
    const parts = { text: words.evidence, dayEvidence: days, amountEvidence: amount };
    return { ...pair, words, ...parts, evidence: words.evidence + days + amount };
  });
}

function withFloor(pair: WeighedPair, floor: number): WeighedPair {
  const text = Math.max(pair.text, floor);
  return { ...pair, text, evidence: text + pair.dayEvidence + pair.amountEvidence };
}

/** Pairs that lead on both sides, and speak for themselves. */
function clearPairs(gl: readonly RowClass[], pairs: readonly WeighedPair[]): WeighedPair[] {
  const leads = (one: RowClass, pair: WeighedPair) =>
    pairsOf(one, { pairs }).every((other) => other === pair || pair.evidence - other.evidence >= CLEAR);
  return asked(gl.filter((one) => pairsOf(one, { pairs }).length > 0)).flatMap((one) =>
    pairsOf(one, { pairs }).filter(
      (pair) =>
        leads(one, pair) &&
        leads(otherOf(one, pair), pair) &&
        one.open.length === otherOf(one, pair).open.length &&
        pair.text >= CLEAR,
    ),
  );
}

function lesson({ a, b, days, words }: WeighedPair): ClearPair {
  return {
    days,
    words: {
      gl: { all: [...a.words], unanswered: words.unanswered.left },
      bank: { all: [...b.words], unanswered: words.unanswered.right },
    },
  };
}
