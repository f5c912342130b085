// Which rules of a factor know the words of a value. Case, spaces, hyphens and underscores make no difference. The
// longest phrase takes its words, so that "non face to face" is not read as "face to face". A reassuring rule does not
// count behind a negation.

import { visible } from '../screening/names/visible-text.ts';
import type { RiskRule } from './ruleset.ts';

const wordsOf = (text: string): readonly string[] =>
  visible(text)
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const NEGATIONS = new Set(['non', 'not', 'no', 'without', 'never']);

const isReassuring = ({ modifier, floor }: RiskRule): boolean => modifier === 0 && floor === undefined;

interface Met {
  readonly rule: RiskRule;
  readonly from: number;
  readonly to: number;
}

/** The words [from, to) that are the phrase; written together or with a plural s too. */
function* placesOf(phrase: string, words: readonly string[]): Generator<Pick<Met, 'from' | 'to'>> {
  for (let from = 0; from < words.length; from++) {
    let joined = '';
    for (let to = from; to < words.length && joined.length <= phrase.length; ) {
      joined += words[to++];
      if (joined === phrase || joined === `${phrase}s`) yield { from, to };
    }
  }
}

/** The rule of a known value that adds most; null if no rule knows the value. */
export function ruleFor(value: string, rules: readonly RiskRule[]): RiskRule | null {
  const words = wordsOf(value);
  const met = rules.flatMap((rule) =>
    rule.values.flatMap((phrase) =>
      Array.from(placesOf(wordsOf(phrase).join(''), words), (place): Met => ({ rule, ...place })),
    ),
  );
  const isTaken = (one: Met): boolean =>
    met.some(({ from, to }) => to - from > one.to - one.from && from < one.to && one.from < to);
  return met
    .filter((one) => !isTaken(one))
    .filter(({ rule, from }) => !(isReassuring(rule) && NEGATIONS.has(words[from - 1] ?? '')))
    .reduce<RiskRule | null>((best, { rule }) => (best === null || rule.modifier > best.modifier ? rule : best), null);
}
