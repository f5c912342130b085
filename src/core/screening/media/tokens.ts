// A sentence as words and marks, with the mention of the subject in it.

export interface Token {
  /** As written. */
  readonly text: string;
  /** In small letters, without a possessive ending. */
  readonly word: string;
  readonly isPossessive: boolean;
  readonly isName: boolean;
}

/** A sentence around a mention: what stands before it, nearest last, and after it. */
export interface AroundMention {
  readonly before: readonly Token[];
  readonly after: readonly Token[];
  readonly isPossessive: boolean;
}

const TOKEN = /[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*['’]?|[,;:()—–]/gu;
const POSSESSIVE = /['’]s?$/u;

/** A pronoun and its verb are two words: he's charged, they've admitted. */
const CONTRACTION = /(?<!\p{L})(he|she|they|who|it)['’](s|re|ve)(?!\p{L})/giu;
const VERBS: Readonly<Record<string, string>> = { s: 'is', re: 'are', ve: 'have' };
const apart = (text: string): string =>
  text.replaceAll(CONTRACTION, (_, pronoun: string, verb: string) => `${pronoun} ${VERBS[verb.toLowerCase()]}`);

function tokensOf(text: string): Token[] {
  return Array.from(apart(text).matchAll(TOKEN), ([found]) => {
    const bare = found.replace(POSSESSIVE, '');
    return {
      text: found,
      word: bare.toLowerCase().replace('’', "'"),
      isPossessive: bare !== found,
      isName: /^\p{Lu}/u.test(found),
    };
  });
}

/** A mention in a sentence, as offsets of characters. */
export interface MentionPlace {
  readonly from: number;
  readonly to: number;
}

export function aroundMention(sentence: string, { from, to }: MentionPlace): AroundMention {
  const own = /^['’]s?(?!\p{L})/u.exec(sentence.slice(to));
  const isPossessive = own !== null || /['’]s$/u.test(sentence.slice(from, to));
  return {
    before: tokensOf(sentence.slice(0, from)),
    after: tokensOf(sentence.slice(to + (own?.[0].length ?? 0))),
    isPossessive: isPossessive || /^(?:his|their|its)$/i.test(sentence.slice(from, to)),
  };
}
