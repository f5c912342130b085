// Finds where an article mentions a person: runs of words that match one of the person's names, with their sentences,
// and a sentence that goes on with he or she. Only these sentences count: an article about others that names the person
// once in passing is not about that person.

import { compareNames } from '../names/compare-names.ts';
import { type ComparableName, comparableName, type NameToken } from '../names/name-tokens.ts';
import type { NameKind } from '../names/name-words.ts';
import { likeness } from '../names/token-likeness.ts';
import type { MentionPlace } from './tokens.ts';

interface Mention extends MentionPlace {
  /** The words as written. */
  readonly text: string;
  /** 0 to 1. */
  readonly score: number;
  /** Index of the sentence in the article. */
  readonly sentence: number;
}

/** From this score on a run of words is the name. */
const MENTIONED = 0.85;
/** Score of a later mention by first or family name alone, after the whole name. */
const BY_ONE_WORD = 0.6;
const LONGEST_NAME = 6;
/** A sentence that begins so goes on with the subject of the one before. */
const PRONOUN = /^(?:He|She|They)(?= )/;
/** A name within so many characters from the beginning, behind titles, is its sentence's subject. */
const FURTHEST_SUBJECT = 24;

export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{Lo}"“‘'])|\n+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A word with a capital, or in a script without capitals: names are written so. */
const NAME_WORD = /(?:\p{Lu}|\p{Lo})[\p{L}\p{M}.'’-]*/gu;
/** Any word, for a sentence without capitals. */
const ANY_WORD = /\p{L}[\p{L}\p{M}.'’-]*/gu;

interface Word extends MentionPlace {
  readonly text: string;
}

const nameWords = (sentence: string): Word[] =>
  Array.from(sentence.matchAll(/\p{Lu}|\p{Lo}/u.test(sentence) ? NAME_WORD : ANY_WORD), ({ 0: text, index }) => ({
    ...{ text, from: index, to: index + text.length },
  }));

export function mentionsOf(names: readonly string[], sentences: readonly string[], kind: NameKind): Mention[] {
  const matcher = nameMatcher(names, kind);
  const found = new Map<number, Mention>();
  sentences.forEach((sentence, at) => {
    const best = bestRun(sentence, matcher);
    if (best !== null && best.score >= MENTIONED) found.set(at, { ...best, sentence: at });
  });
  if (found.size === 0 || kind === 'company') return [...found.values()];
  const [first] = found.keys();
  sentences.forEach((sentence, at) => {
    if (found.has(at) || at < first!) return;
    const word = nameWords(sentence).find(({ text }) => matcher.isOuterWord(text));
    if (word !== undefined) found.set(at, { ...word, score: BY_ONE_WORD, sentence: at });
  });
  sentences.forEach((sentence, at) => {
    const before = found.get(at - 1);
    const pronoun = found.has(at) || before === undefined ? null : PRONOUN.exec(sentence);
    if (pronoun === null || before!.from > FURTHEST_SUBJECT) return;
    found.set(at, { text: pronoun[0], from: 0, to: pronoun[0].length, score: BY_ONE_WORD, sentence: at });
  });
  return [...found.values()].sort((a, b) => a.sentence - b.sentence);
}

interface NameMatcher {
  /** Whether the word is like a word of a name: the best run neither begins nor ends with another word. */
  readonly isPart: (word: string) => boolean;
  /** Whether it is the first or last word of a name. */
  readonly isOuterWord: (word: string) => boolean;
  /** Score of the most similar name. */
  readonly scoreOf: (run: string) => number;
}

/** Scores each word and each run once, however often it occurs. */
function nameMatcher(names: readonly string[], kind: NameKind): NameMatcher {
  const known = new Map<string, NameToken>();
  const nameOf = (text: string) => comparableName(text, kind, known);
  const wanted = names.map(nameOf).filter(({ tokens }) => tokens.length > 0);
  const outer = new Set(
    wanted.flatMap(({ tokens }) => [tokens[0].text, tokens.at(-1)!.text]).filter((one) => one.length > 2),
  );
  return {
    isPart: cached((word) => nameOf(word).tokens.some((token) => wanted.some((name) => isOf(token, name)))),
    isOuterWord: cached((word) => nameOf(word).tokens.some(({ text }) => outer.has(text))),
    scoreOf: cached((run) => {
      const name = nameOf(run);
      const isOneWord = !run.includes(' ');
      const likest = wanted.filter(({ tokens }) => tokens.length === 1 || !isOneWord);
      return likest.reduce((most, one) => Math.max(most, compareNames(one, name).score), 0);
    }),
  };
}

/** Whether a word belongs to a name, also if one of the two writes words together that the other separates. */
const isOf = (token: NameToken, { tokens, joined }: ComparableName): boolean =>
  tokens.some((one) => likeness(one, token) > 0) ||
  (token.text.length > 1 && joined.includes(token.text)) ||
  tokens.some(({ text }) => text.length > 1 && token.text.includes(text));

function cached<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = of(text)));
    return found;
  };
}

function bestRun(sentence: string, { isPart, scoreOf }: NameMatcher): Omit<Mention, 'sentence'> | null {
  const words = nameWords(sentence);
  let best: Omit<Mention, 'sentence'> | null = null;
  for (let from = 0; from < words.length; from++) {
    if (!isPart(words[from].text)) continue;
    for (let length = 1; length <= LONGEST_NAME && from + length <= words.length; length++) {
      const last = words[from + length - 1];
      if (!isPart(last.text)) continue;
      const text = words
        .slice(from, from + length)
        .map((word) => word.text)
        .join(' ');
      const score = scoreOf(text);
      if (score > (best?.score ?? 0)) best = { text, score, from: words[from].from, to: last.to };
    }
  }
  return best;
}
