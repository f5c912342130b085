// What the words of two rows say for or against their being one (matching-definitions.md, "Text"), and the text score
// that reports show ("What is shown").

import { held, sumOf } from './figures.ts';
import type { Reading } from './reading.ts';
import { ascending } from './ref-row.ts';
import { isMarker } from './text.ts';
import type { WordWeights } from './word-weights.ts';

export type Texts = Pick<Reading, 'words' | 'cutWord'>;

/** What words of the left and of the right row cost that the other does not answer. */
export interface Costs {
  readonly left: (word: string) => number;
  readonly right: (word: string) => number;
}

export interface TextEvidence {
  readonly evidence: number;
  readonly inCommon: readonly string[];
  readonly weightInCommon: number;
  /** S: what speaks for the pair, answers included. */
  readonly speaking: number;
  readonly unanswered: { readonly left: readonly string[]; readonly right: readonly string[] };
}

const BITS_A_BYTE = 48;
const INITIAL = 16;
const BOUNDS = { least: -16_000, most: 16_000 };

export function textEvidence(left: Texts, right: Texts, weights: WordWeights, costs: Costs): TextEvidence {
  const inCommon = [...left.words].filter((word) => right.words.has(word));
  const weightInCommon = sumOf(inCommon.map((word) => weights.weight(word)));
  const lacking = {
    left: new Set([...left.words].filter((word) => !right.words.has(word))),
    right: new Set([...right.words].filter((word) => !left.words.has(word))),
  };
  let speaking = weightInCommon;
  const answer = (own: Set<string>, other: Set<string>, word: string, gain: (answer: string) => number): void => {
    if (!own.has(word)) return;
    const fitting = [...other].filter((one) => one.startsWith(word) && one.length > word.length);
    const [heaviest] = fitting.toSorted((x, y) => weights.weight(y) - weights.weight(x) || ascending(x, y));
    if (heaviest === undefined) return;
    own.delete(word);
    other.delete(heaviest);
    speaking += gain(heaviest);
  };
  const answerCut = (own: Set<string>, other: Set<string>, cut: string | null): void => {
    if (cut !== null) answer(own, other, cut, (one) => Math.min(weights.weight(one), BITS_A_BYTE * cut.length));
  };
  const answerInitials = (own: Set<string>, other: Set<string>): void => {
    for (const initial of [...own].filter(isInitial).toSorted(ascending)) answer(own, other, initial, () => INITIAL);
  };
  answerCut(lacking.left, lacking.right, left.cutWord);
  answerCut(lacking.right, lacking.left, right.cutWord);
  answerInitials(lacking.left, lacking.right);
  answerInitials(lacking.right, lacking.left);

  const unanswered = { left: [...lacking.left], right: [...lacking.right] };
  const a = sumOf(unanswered.left.map(costs.left));
  const b = sumOf(unanswered.right.map(costs.right));
  const saysNothing = speaking === 0 && (a === 0 || b === 0);
  const evidence = saysNothing ? 0 : held(speaking - (Math.min(a, b) + Math.floor(Math.max(a, b) / 2)), BOUNDS);
  return { evidence, inCommon, weightInCommon, speaking, unanswered };
}

const isInitial = (word: string): boolean => /^[A-Z\x80-\xff]$/.test(word);

/** The texts without reversal markers. */
export function withoutMarkers({ words, cutWord }: Texts): Texts {
  return {
    words: new Set([...words].filter((word) => !isMarker(word))),
    cutWord: cutWord !== null && isMarker(cutWord) ? null : cutWord,
  };
}

/** What reports show, 0 to 10,000. */
export function textScore(left: Texts, right: Texts, weights: WordWeights): number {
  const nothing = () => 0;
  const { weightInCommon } = textEvidence(left, right, weights, { left: nothing, right: nothing });
  const total = ({ words }: Texts) =>
    sumOf([...words].filter((word) => !weights.isNumberOfOneRow(word)).map((word) => weights.weight(word)));
  const lesser = Math.min(total(left), total(right));
  return lesser === 0 ? 0 : Math.min(10_000, Math.floor((10_000 * weightInCommon) / lesser));
}
