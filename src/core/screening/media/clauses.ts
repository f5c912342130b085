// The clauses that say what a mentioned subject does or what is done to it: the main clause behind appositions and other
// subjects of the same verb (`NAME, 35, and others were charged`), and each apposition (`NAME, who was charged,`).

import type { Token } from './tokens.ts';
import { ADVERBS, AUXILIARIES, NEGATION, OFFENDS } from './vocabulary.ts';

/** Most words of an apposition. */
const LONGEST_APPOSITION = 26;
/** Appositions and further subjects before the verb. */
const MOST_STEPS = 6;

const isMark = ({ word }: Token): boolean => /^[,;:()—–"“”]$/.test(word);

/** The verb of several subjects: NAME and two others were. */
const isPluralVerb = ({ word }: Token): boolean =>
  /^(?:were|are|have)$/.test(word) || (OFFENDS.has(word) && /ed$/.test(word));

export interface Clauses {
  readonly main: readonly Token[];
  readonly appositions: readonly (readonly Token[])[];
}

export function clausesAfter(after: readonly Token[]): Clauses {
  const appositions: (readonly Token[])[] = [];
  let main = after;
  for (let step = 0; step < MOST_STEPS; step++) {
    const [first, second] = main;
    if (first === undefined) break;
    if (first.word === ',' || first.word === '(' || first.word === '—' || first.word === '–') {
      const close = first.word === '(' ? ')' : first.word;
      const end = main.findIndex(({ word }, at) => at > 0 && word === close);
      // Without an end it goes on to the end of the sentence: `NAME, charged with fraud`.
      const inside = main.slice(1, end < 0 ? undefined : end);
      if (inside.length > 0) appositions.push(inside.slice(0, LONGEST_APPOSITION));
      if (end < 0 || inside.length > LONGEST_APPOSITION) break;
      main = main.slice(end + 1);
    } else if (first.word === 'and' && main.slice(1, 7).some(isPluralVerb)) {
      main = main.slice(main.findIndex(isPluralVerb));
    } else if (/^(?:of|from|in)$/.test(first.word) && second?.isName) {
      // NAME of Lagos was charged.
      const end = main.findIndex(({ isName }, at) => at > 0 && !isName);
      if (end < 0) break;
      main = main.slice(end);
    } else if (first.word === 'and' && second?.isName) {
      const end = main.findIndex(({ isName }, at) => at > 0 && !isName);
      if (end < 0) break;
      main = main.slice(end);
    } else break;
  }
  return { main, appositions };
}

export interface Predicate {
  /** The first word that is no auxiliary or adverb; an empty text at the end. */
  readonly head: string;
  readonly next: Token | undefined;
  /** Words from the head on. */
  readonly rest: readonly Token[];
  /** A form of `be` stands before it, or of `get`. */
  readonly isPassive: boolean;
  readonly isNegated: boolean;
  readonly isAlleged: boolean;
  /** `under`, `in`, `on` or `behind` stands before it: under investigation, in detention. */
  readonly isUnder: boolean;
  /** It begins with such a word: `NAME in court over fraud`. */
  readonly isBare: boolean;
}

const BE = /^(?:was|were|is|are|been|being|be|am|gets|got|get|remains)$/;
const RELATIVE = /^(?:who|which|that)$/;
/** `was reported to have pleaded guilty` */
const TOLD = /^(?:reported|said|believed|thought|known|understood|alleged|expected|tipped|set|due|likely)$/;
const UNDER = /^(?:under|in|on|behind)$/;
const MOST_BEFORE_HEAD = 9;

export function predicateOf(clause: readonly Token[]): Predicate {
  let at = 0;
  let [isPassive, isNegated, isAlleged, isUnder] = [false, false, false, false];
  for (; at < Math.min(clause.length, MOST_BEFORE_HEAD); at++) {
    const { word } = clause[at];
    if (NEGATION.has(word)) isNegated = true;
    else if (AUXILIARIES.has(word)) isPassive ||= BE.test(word);
    else if (/^(?:allegedly|reportedly)$/.test(word)) isAlleged = true;
    else if (UNDER.test(word)) isUnder = true;
    // What the subject is said to have done, or what was done to it, tells a later form of `be`.
    else if (isPassive && TOLD.test(word) && clause[at + 1]?.word === 'to') isPassive = false;
    else if (!ADVERBS.has(word) && !RELATIVE.test(word) && !/ly$|^did(?:n't)?$/.test(word)) break;
    if (/n't$/.test(word)) isNegated = true;
  }
  const rest = clause.slice(at);
  const isBare = UNDER.test(clause[0]?.word ?? '');
  return { head: rest[0]?.word ?? '', next: rest[1], rest, isPassive, isNegated, isAlleged, isUnder, isBare };
}

/** Whether one of the words stands among the first `count`, before a mark. */
export function isNear(tokens: readonly Token[], lists: readonly ReadonlySet<string>[], count: number): boolean {
  for (const token of tokens.slice(0, count)) {
    if (/^[;:—–]$/.test(token.word)) return false;
    if (lists.some((list) => list.has(token.word))) return true;
  }
  return false;
}

export const isEnd = (token: Token | undefined): boolean => token === undefined || isMark(token);
