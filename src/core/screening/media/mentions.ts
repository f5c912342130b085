// Where an article speaks of somebody: runs of words that the name matcher takes for one of his names, and the sentences
// they stand in. Only what those sentences say counts for him; an article about others that names him once in passing is
// not about him.

import { compareNames } from '../names/compare-names.ts';
import { type ComparableName, comparableName, type NameKind } from '../names/name-tokens.ts';

interface Mention {
  /** As it is written. */
  readonly text: string;
  /** 0 to 1. */
  readonly score: number;
  /** The sentence, by its place in the article. */
  readonly sentence: number;
}

/** From here on a run of words is the name. */
const MENTIONED = 0.85;
/** A later mention by the family name, or the first, alone, once the whole name was met. */
const BY_ONE_WORD = 0.6;
const LONGEST_NAME = 6;

export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{Lo}"“‘'])|\n+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Words with capitals, or of a script that has none: names are written so. */
const NAME_WORD = /(?:\p{Lu}|\p{Lo})[\p{L}\p{M}.'’-]*/gu;
/** Where a sentence has no capital, any word may be of a name. */
const ANY_WORD = /\p{L}[\p{L}\p{M}.'’-]*/gu;

const nameWords = (sentence: string): string[] =>
  Array.from(sentence.matchAll(/\p{Lu}|\p{Lo}/u.test(sentence) ? NAME_WORD : ANY_WORD), ([word]) => word);

export function mentionsOf(names: readonly string[], sentences: readonly string[], kind: NameKind): Mention[] {
  const wanted = names.map((name) => comparableName(name, kind)).filter(({ tokens }) => tokens.length > 0);
  const found: Mention[] = [];
  sentences.forEach((sentence, at) => {
    const best = bestRun(wanted, sentence, kind);
    if (best !== null && best.score >= MENTIONED) found.push({ ...best, sentence: at });
  });
  if (found.length === 0 || kind === 'company') return found;
  const words = new Set(
    wanted.flatMap(({ tokens }) => [tokens[0]!.text, tokens.at(-1)!.text]).filter((one) => one.length > 2),
  );
  sentences.forEach((sentence, at) => {
    if (found.some((one) => one.sentence === at) || at < found[0]!.sentence) return;
    for (const word of nameWords(sentence)) {
      if (comparableName(word, kind).tokens.some(({ text }) => words.has(text))) {
        found.push({ text: word, score: BY_ONE_WORD, sentence: at });
        return;
      }
    }
  });
  return found.sort((a, b) => a.sentence - b.sentence);
}

function bestRun(
  wanted: readonly ComparableName[],
  sentence: string,
  kind: NameKind,
): Omit<Mention, 'sentence'> | null {
  const words = nameWords(sentence);
  let best: Omit<Mention, 'sentence'> | null = null;
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= LONGEST_NAME && from + length <= words.length; length++) {
      const text = words.slice(from, from + length).join(' ');
      const name = comparableName(text, kind);
      for (const one of wanted) {
        if (one.tokens.length > 1 && length === 1) continue;
        const { score } = compareNames(one, name);
        if (score > (best?.score ?? 0)) best = { text, score };
      }
    }
  }
  return best;
}
