// Which pairs of a contest are taken, and what is said of each (matching-definitions.md, "Acceptance", "Shares" and
// "What is shown").

import { probabilityOf } from '../../src/core/matching/evidence/probability.ts';
import type { RowClass } from './classes.ts';
import {
  type Contest,
  isLive,
  oddsOf,
  otherOf,
  pairsOf,
  type SharesAtATime,
  sharesAtATime,
  type WeighedPair,
} from './contest.ts';
import { firstOf } from './ref-row.ts';
import type { WordWeights } from './word-weights.ts';

/** The odds that tiers ask for. */
export const T3 = 34;
export const T4 = 18;
export const T5 = 10;
export const T6 = 8;
/** Tier 5: texts may speak against a pair by so much. */
export const LEAST_TEXT_OF_5 = -160;

/** What is kept of a pair that evidence decided. */
export interface RefEvidence {
  /** In ten-thousandths. */
  readonly probability: number;
  readonly text: number;
  readonly days: number;
  readonly amount: number;
  /** The ledger's (the original's) next best class, and its share. */
  readonly runnerUp: RowClass | null;
  readonly runnerUpShare: number;
  readonly nobodyShare: number;
  readonly wordsInCommon: number;
  /** df of the rarest word in common. */
  readonly rarestWordRows: number;
}

export interface Taken {
  readonly pair: WeighedPair;
  readonly evidence: RefEvidence;
}

type Take = (taken: Taken) => void;

/** Repeats rounds until one takes nothing, at most so many times. */
export function inRounds(contest: Contest, rule: Rule, most: number, take: Take): void {
  for (let n = 0; n < most; n++) if (oneRound(contest, rule, take) === 0) return;
}

interface Rule {
  readonly weights: WordWeights;
  readonly odds: number;
  /** What else is asked of a pair. */
  readonly also?: (pair: WeighedPair) => boolean;
}

/** Takes what the state at its start allows, all together. */
export function oneRound(contest: Contest, { weights, odds, also = () => true }: Rule, take: Take): number {
  const shares = sharesAtATime(contest);
  const taken = contest.pairs
    .filter(isLive)
    .filter((pair) => isBest(contest, pair) && pair.a.open.length === pair.b.open.length && also(pair))
    .filter((pair) => oddsOf(shares, pair) >= odds)
    .map((pair) => ({ pair, evidence: evidenceOf(contest, pair, { shares, weights }) }));
  for (const one of taken) take(one);
  return taken.length;
}

/** The most evidence on both sides. */
function isBest(contest: Contest, pair: WeighedPair): boolean {
  return [pair.a, pair.b].every((one) =>
    pairsOf(one, contest)
      .filter(isLive)
      .every((other) => other.evidence <= pair.evidence),
  );
}

/** No other live candidate on either side. */
export function isOnly(contest: Contest): (pair: WeighedPair) => boolean {
  return (pair) => [pair.a, pair.b].every((one) => pairsOf(one, contest).filter(isLive).length === 1);
}

function evidenceOf(
  contest: Contest,
  pair: WeighedPair,
  { shares: all, weights }: { shares: SharesAtATime; weights: WordWeights },
): RefEvidence {
  const shares = all(pair.a);
  const others = pairsOf(pair.a, contest).filter((other) => isLive(other) && other !== pair);
  const [next] = others.toSorted((x, y) =>
    firstOf(y.evidence - x.evidence, otherOf(pair.a, x).place - otherOf(pair.a, y).place),
  );
  const { inCommon } = pair.words;
  return {
    probability: probabilityOf(oddsOf(all, pair)),
    text: pair.text,
    days: pair.dayEvidence,
    amount: pair.amountEvidence,
    runnerUp: next?.b ?? null,
    runnerUpShare: next === undefined ? 0 : shares.share(next),
    nobodyShare: shares.nobody,
    wordsInCommon: inCommon.length,
    rarestWordRows: inCommon.length === 0 ? 0 : Math.min(...inCommon.map((word) => weights.rows(word))),
  };
}
