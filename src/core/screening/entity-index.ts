// Finds the entities of a list that may be a subject, without comparing all of them: by sounds, beginnings, ends,
// consonants and known spellings of the words of their names, and by identifiers. Which are found, and in which order,
// depends on the subject alone, never on a threshold. The index is made once when a list is loaded, and never changed.

import type { ListedEntity } from './entities/listed-entity.ts';
import { numberKeys } from './entities/same-number.ts';
import {
  companyKeys,
  containedKeys,
  dayKeys,
  keysOfSubject,
  tokensOf,
  variantKeys,
  wholeKey,
  wordKeys,
} from './look-up-keys.ts';
import { type ComparableName, type NameToken, RARE } from './names/name-tokens.ts';
import type { Chances } from './names/near/near-names.ts';
import { agreeingIn } from './names/near/word-rarity.ts';
import { isInitial } from './names/token-likeness.ts';
import { type KnownTokens, type PreparedSubject, prepared } from './prepared-subject.ts';

export interface EntityIndex {
  readonly entities: readonly PreparedSubject<ListedEntity>[];
  /** By chance any name meets as many bits of evidence as it takes to tell all entities apart. */
  readonly chances: Chances;
  /** The subject with its words weighted by rarity in this list. */
  weighed(subject: PreparedSubject): PreparedSubject;
  candidates(subject: PreparedSubject): Candidates;
}

/** Positions of entities, those that share most words with the subject first. */
export interface Candidates {
  /** With two words in common, or as many as the shorter name has, or a whole name, or an identifier. */
  readonly likely: readonly number[];
  /** With one word in common, of names of several words; as many as some thousand, so made when asked for. */
  readonly unlikely: () => readonly number[];
}

const isWord = (token: NameToken): boolean => !isInitial(token);
/** Whether a word of a longer name that begins as this is found by its keys. */
const hasKeys = ({ text }: NameToken): boolean => text.length > 2;

/** The words that a shared whole name or identifier counts for: more than any name has. */
const WHOLE = 100;
/** Those that make a likely candidate. */
const ENOUGH = 2;
/** Fewer entities than this share a rare word. */
const FEW = 3;
const NOBODY = new Uint32Array();
const NONE: ReadonlySet<number> = new Set();

export function indexEntities(listed: readonly ListedEntity[]): EntityIndex {
  const ofCompanies = new Map<string, NameToken>();
  const known: KnownTokens = { person: new Map(), company: ofCompanies, ship: ofCompanies };
  const entities = listed.map((entity) => prepared(entity, known));
  const postings = new Map<string, number[]>();
  const holders = new Map<string, number>();
  /** Entities with a name of initials and one word, which shares no second word with anybody. */
  const oneWord = new Uint8Array(listed.length);
  const keysKnown = new Map<NameToken, readonly string[]>();
  const keysOnce = (token: NameToken): readonly string[] => {
    let keys = keysKnown.get(token);
    if (keys === undefined) keysKnown.set(token, (keys = wordKeys(token)));
    return keys;
  };
  entities.forEach((entity, place) => {
    const { names } = entity;
    if (names.some(({ tokens }) => tokens.length > 1 && tokens.filter(isWord).length < 2)) oneWord[place] = 1;
    const words = new Set(names.flatMap((name) => tokensOf(name).map(({ text }) => text)));
    for (const key of [...keysOfSubject(entity, keysOnce), ...dayKeys(entity.subject)]) {
      const places = postings.get(key);
      if (places === undefined) postings.set(key, [place]);
      else places.push(place);
    }
    for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  });
  const packed = new Map(Array.from(postings, ([key, places]) => [key, Uint32Array.from(places)] as const));
  const logOfAll = Math.log(entities.length + 2);
  /** Rarity of a word: 0.6 if all entities have it, 1 if none has. */
  const rarityOf = (text: string): number => 1 - 0.4 * (Math.log((holders.get(text) ?? 0) + 1) / logOfAll);
  const chance = Math.max(RARE, Math.log2(entities.length + 1));
  /** Entities that have it in any spelling. */
  const spelt = (token: NameToken): number =>
    Math.max(
      holders.get(token.text) ?? 0,
      ...[`s${token.sound}`, ...token.variants.map((name) => `v${name}`)].map((key) => packed.get(key)?.length ?? 0),
    );
  const bitsOf = (token: NameToken): number => chance - Math.log2(Math.max(1, spelt(token)));
  /** The entities that have a word if they are so few that each is worth a look: it counts as two. */
  const rareHolders = (token: NameToken): ReadonlySet<number> => {
    if (isInitial(token)) return NONE;
    const keys = [`s${token.sound}`, ...(token.fewVowels !== null ? token.consonants.map((one) => `k${one}`) : [])];
    const places = keys.map((key) => packed.get(key) ?? NOBODY).filter(({ length }) => length < FEW);
    return new Set(places.flatMap((some) => [...some]));
  };
  const weighedToken = (token: NameToken): NameToken => ({
    ...token,
    ...{ own: token.weight * rarityOf(token.text), bits: bitsOf(token) },
  });
  const askedToken = (token: NameToken): NameToken => ({
    ...weighedToken(token),
    met: { likes: new Map(), evidence: new Map() },
  });
  const weighedName = (name: ComparableName): ComparableName => ({
    ...name,
    tokens: name.tokens.map(askedToken),
    joins: name.joins.map((join) => ({ ...join, token: askedToken(join.token) })),
  });
  for (const tokens of [known.person, ofCompanies]) {
    // One object stands for a word wherever it occurs.
    for (const token of tokens.values()) Object.assign(token, weighedToken(token));
  }
  const agreeing = agreeingIn({
    tokens: [...known.person.values(), ...ofCompanies.values()],
    keysOf: (token) => keysKnown.get(token) ?? wordKeys(token),
    holders,
  });
  // What each entity shares with the subject: how many words, how rare they are, and the last of them.
  const counts = new Uint16Array(entities.length);
  const shares = new Float32Array(entities.length);
  const lasts = new Uint16Array(entities.length);

  function candidates({ subject, names, asPerson }: PreparedSubject): Candidates {
    const touched: number[] = [];
    let word = 0;
    /** A word that is shared under several keys counts once, by the rarest. */
    const share = (keys: readonly string[], weight: number): void => {
      word++;
      const found = keys.flatMap((key) => packed.get(key) ?? []).sort((a, b) => a.length - b.length);
      for (const places of found) {
        const gain = logOfAll - Math.log(places.length + 1);
        for (let i = 0; i < places.length; i++) {
          const place = places[i];
          if (lasts[place] === word) continue;
          if (counts[place] === 0) touched.push(place);
          lasts[place] = word;
          counts[place] += weight;
          shares[place] += gain;
        }
      }
    };
    share([...[...names, ...asPerson].map(wholeKey), ...subject.identifiers.flatMap(numberKeys)], WHOLE);
    share(dayKeys(subject), 1);
    for (const name of names) share([...companyKeys(name), ...containedKeys(name)], ENOUGH);
    // A word is one word, be it of a company or as a person's.
    const spellings = new Map(asPerson.flatMap(tokensOf).map((token) => [token.text, variantKeys(token)]));
    for (const token of new Set(names.flatMap(tokensOf))) {
      share([...wordKeys(token), ...(spellings.get(token.text) ?? [])], 1);
      spellings.delete(token.text);
      for (const place of rareHolders(token)) counts[place]++;
    }
    for (const keys of spellings.values()) share(keys, 1);
    const isOneWord = names.some(({ tokens }) => tokens.filter(hasKeys).length < 2);
    const likely: number[] = [];
    const unlikely: number[] = [];
    for (const place of touched)
      (isOneWord || oneWord[place] === 1 || counts[place] > 1 ? likely : unlikely).push(place);
    // Among entities that share as much, the first in the list comes first.
    const order = (a: number, b: number) => counts[b] - counts[a] || shares[b] - shares[a] || a - b;
    likely.sort(order);
    const shared = unlikely.map((place) => shares[place]);
    for (const place of touched) {
      counts[place] = 0;
      shares[place] = 0;
      lasts[place] = 0;
    }
    const byShare = () =>
      unlikely
        .map((place, at) => ({ place, share: shared[at] }))
        .sort((a, b) => b.share - a.share || a.place - b.place)
        .map(({ place }) => place);
    return { likely, unlikely: byShare };
  }

  return {
    entities,
    chances: { chance, agreeing },
    candidates,
    weighed: ({ names, asPerson, ...subject }) => ({
      ...subject,
      names: names.map(weighedName),
      asPerson: asPerson.map(weighedName),
    }),
  };
}
