// Finds the entities of a list that may be a subject, without comparing all of them: by sounds, beginnings, ends and
// consonants of the words of their names, and by identifiers. Frequent words say little and are looked up only if
// nothing rarer is shared. The index is made once when a list is loaded, and never changed.

import type { ListedEntity, ScreeningSubject } from './entities/listed-entity.ts';
import { isPerson } from './entities/listed-entity.ts';
import type { PreparedSubject } from './match-entity.ts';
import { ONE_WORD_MOST } from './names/compare-names.ts';
import { comparableName, type NameToken } from './names/name-tokens.ts';
import { isInitial } from './names/token-likeness.ts';
import { readingsOf } from './names/visible-text.ts';

export interface EntityIndex {
  readonly entities: readonly PreparedSubject<ListedEntity>[];
  /** The subject with its words weighted by rarity in this list. */
  weighed(subject: PreparedSubject): PreparedSubject;
  /** Positions of the entities that share most with the subject, best first. */
  candidates(subject: PreparedSubject, wish: CandidateWish): readonly number[];
}

interface CandidateWish {
  readonly most: number;
  /** The lowest score to report: entities that cannot reach it need not be found. */
  readonly threshold: number;
}

type KnownTokens = { readonly person: Map<string, NameToken>; readonly company: Map<string, NameToken> };

export const prepared = <T extends ScreeningSubject>(subject: T, known?: KnownTokens): PreparedSubject<T> => {
  const kind = isPerson(subject.schema) ? 'person' : 'company';
  const names = new Set(subject.names.flatMap(readingsOf));
  return { subject, names: [...names].map((name) => comparableName(name, kind, known?.[kind])) };
};

/** A key of more than this share of the entities, and of more than this many, finds nothing by itself. */
const FREQUENT_SHARE = 0.02;
const FREQUENT_LEAST = 500;
/** The weights of a shared whole name and of a shared identifier, beside which a word weighs little. */
const NAME_WEIGHT = 12;
const IDENTIFIER_WEIGHT = 100;
/** The bits of shared words if all are shared: the whole name, or an identifier. */
const WHOLE = 0x7fffffff;
/** Words beyond the thirtieth share one bit. */
const LAST_BIT = 30;

export function indexEntities(listed: readonly ListedEntity[]): EntityIndex {
  const known: KnownTokens = { person: new Map(), company: new Map() };
  const entities = listed.map((entity) => prepared(entity, known));
  const postings = new Map<string, number[]>();
  const holders = new Map<string, number>();
  const keysKnown = new Map<NameToken, readonly string[]>();
  const keysOnce = (token: NameToken): readonly string[] => {
    let keys = keysKnown.get(token);
    if (keys === undefined) keysKnown.set(token, (keys = keysOf(token)));
    return keys;
  };
  entities.forEach(({ subject, names }, place) => {
    const keys = new Set<string>();
    const words = new Set<string>();
    for (const { tokens, joined } of names) {
      for (const token of tokens) {
        for (const key of keysOnce(token)) keys.add(key);
        words.add(token.text);
      }
      keys.add(`=${joined}`);
    }
    for (const { value } of subject.identifiers) keys.add(`#${value}`);
    for (const key of keys) {
      const places = postings.get(key);
      if (places === undefined) postings.set(key, [place]);
      else places.push(place);
    }
    for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  });
  const packed = new Map(Array.from(postings, ([key, places]) => [key, Uint32Array.from(places)] as const));
  const many = Math.max(FREQUENT_LEAST, entities.length * FREQUENT_SHARE);
  const logOfAll = Math.log(entities.length + 2);
  /** Rarity of a word: 0.6 if all entities have it, 1 if none has. */
  const rarityOf = (text: string): number => 1 - 0.4 * (Math.log((holders.get(text) ?? 0) + 1) / logOfAll);
  const weighedToken = (token: NameToken): NameToken => ({ ...token, own: token.weight * rarityOf(token.text) });
  for (const tokens of Object.values(known)) {
    // One object stands for a word wherever it occurs.
    for (const token of tokens.values()) (token as { own: number }).own = token.weight * rarityOf(token.text);
  }
  // The words that each entity shares with the subject: their gains, and a bit for each of the subject's words.
  const shares = new Float32Array(entities.length);
  const shared = new Int32Array(entities.length);

  function candidates({ subject, names }: PreparedSubject, { most, threshold }: CandidateWish): readonly number[] {
    const found: { readonly places: Uint32Array; readonly gain: number; readonly words: number }[] = [];
    const look = (key: string, weight: number, words: number): void => {
      const places = packed.get(key);
      if (places === undefined) return;
      found.push({ places, gain: weight * (logOfAll - Math.log(places.length + 1)), words });
    };
    const ownTokens = new Set(names.flatMap(({ tokens }) => tokens));
    let bit = 0;
    for (const token of ownTokens) {
      for (const key of keysOf(token)) look(key, token.weight, 1 << bit);
      bit = Math.min(bit + 1, LAST_BIT);
    }
    for (const { joined } of names) look(`=${joined}`, NAME_WEIGHT, WHOLE);
    for (const { value } of subject.identifiers) look(`#${value}`, IDENTIFIER_WEIGHT, WHOLE);
    found.sort((a, b) => a.places.length - b.places.length);
    const touched: number[] = [];
    for (const { places, gain, words } of found) {
      // Rare keys come first. Frequent ones only add to entities already found, unless there are none.
      const isFrequent = places.length > many && touched.length > 0;
      for (let i = 0; i < places.length; i++) {
        const place = places[i];
        if (shared[place] === 0) {
          if (isFrequent) continue;
          touched.push(place);
        }
        shares[place] += gain;
        shared[place] |= words;
      }
    }
    // One shared word, a single bit, does not make names of several words alike (compare-names.ts).
    const needsTwo = threshold > ONE_WORD_MOST && names.every(({ tokens }) => tokens.length > 1);
    const chosen: number[] = [];
    for (const place of touched) {
      const words = shared[place];
      if (needsTwo && (words & (words - 1)) === 0) continue;
      insert(place, { chosen, shares, most });
    }
    for (const place of touched) {
      shares[place] = 0;
      shared[place] = 0;
    }
    return chosen;
  }

  return {
    entities,
    candidates,
    weighed: ({ subject, names }) => ({
      subject,
      names: names.map((name) => ({ ...name, tokens: name.tokens.map(weighedToken) })),
    }),
  };
}

interface Chosen {
  readonly chosen: number[];
  readonly shares: Float32Array;
  readonly most: number;
}

/** Keeps the entities that share most; among equal ones the first in the list. */
function insert(place: number, { chosen, shares, most }: Chosen): void {
  const share = shares[place];
  const comesBefore = (other: number): boolean => {
    const theirs = shares[other];
    return theirs > share || (theirs === share && other < place);
  };
  if (chosen.length === most) {
    if (comesBefore(chosen[most - 1])) return;
    chosen.pop();
  }
  let at = chosen.length;
  while (at > 0 && !comesBefore(chosen[at - 1])) at--;
  chosen.splice(at, 0, place);
}

/** The keys under which a stored subject is found: sounds and consonants of its names, and identifiers. */
export function lookUpKeys(subject: ScreeningSubject): string[] {
  const { names } = prepared(subject);
  const keys = new Set<string>();
  for (const { tokens, joined } of names) {
    for (const token of tokens) for (const key of keysOf(token)) keys.add(key);
    keys.add(`=${joined}`);
  }
  for (const { value } of subject.identifiers) keys.add(`#${value}`);
  return [...keys].sort();
}

const SHORT = 5;

/** The keys of a word; a typing error leaves one of them unchanged. */
function keysOf({ text, sound, skeleton }: NameToken): readonly string[] {
  if (isInitial(text)) return [];
  const keys = [`s${sound}`];
  if (skeleton.length >= 2) keys.push(`k${skeleton}`);
  if (text.length >= 4) keys.push(`b${text.slice(0, 3)}`, `e${text.slice(-3)}`);
  if (text.length >= 6) keys.push(`m${text.slice(1, 4)}`);
  // A typing error changes all those keys of a short word, so its spellings without one letter are keys too.
  if (text.length >= 3 && text.length <= SHORT) {
    for (let at = 0; at < text.length; at++) keys.push(`d${text.slice(0, at)}${text.slice(at + 1)}`);
    keys.push(`d${text}`);
  }
  return keys;
}
