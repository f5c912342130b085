// Finds the entities of a list that may be a subject, without comparing all of them: by sounds, beginnings, ends,
// consonants and known spellings of the words of their names, and by identifiers. Which are found, and in which order,
// depends on the subject alone, never on a threshold. The index is made once when a list is loaded, and never changed.

import type { EntityIdentifier, ListedEntity, ScreeningSubject } from './entities/listed-entity.ts';
import { isPerson } from './entities/listed-entity.ts';
import { bareValue, LONG_ENOUGH } from './entities/same-number.ts';
import type { PreparedSubject } from './match-entity.ts';
import { initialKeys } from './names/company-initials.ts';
import { type ComparableName, comparableNames, type NameToken, RARE } from './names/name-tokens.ts';
import type { NameKind } from './names/name-words.ts';
import { severalNames } from './names/several-names.ts';
import { isInitial } from './names/token-likeness.ts';
import { readingsOf } from './names/visible-text.ts';

export interface EntityIndex {
  readonly entities: readonly PreparedSubject<ListedEntity>[];
  /** Bits of evidence that any name meets by chance: as many as it takes to tell all entities apart. */
  readonly chance: number;
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

type KnownTokens = Readonly<Record<NameKind, Map<string, NameToken>>>;

const nameKindOf = (schema: string): NameKind =>
  isPerson(schema) ? 'person' : schema === 'Vessel' ? 'ship' : 'company';

export const prepared = <T extends ScreeningSubject>(subject: T, known?: KnownTokens): PreparedSubject<T> => {
  const kind = nameKindOf(subject.schema);
  const names = new Set(subject.names.flatMap(severalNames).flatMap(readingsOf));
  return { subject, names: [...names].flatMap((name) => comparableNames(name, kind, known?.[kind])) };
};

/** The tokens of a name and what neighbours are together. */
const tokensOf = ({ tokens, joins }: ComparableName): readonly NameToken[] =>
  joins.length === 0 ? tokens : [...tokens, ...joins.map(({ token }) => token)];

const isWord = (token: NameToken): boolean => !isInitial(token);

/** The words that a shared whole name or identifier counts for: more than any name has. */
const WHOLE = 100;
/** Those that make a likely candidate. */
const ENOUGH = 2;

const companyKeys = ({ initials }: ComparableName): readonly string[] =>
  initials === null ? [] : initialKeys(initials);

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
    if (keys === undefined) keysKnown.set(token, (keys = keysOf(token)));
    return keys;
  };
  entities.forEach(({ subject, names }, place) => {
    const keys = new Set<string>();
    const words = new Set<string>();
    for (const name of names) {
      for (const token of tokensOf(name)) {
        for (const key of keysOnce(token)) keys.add(key);
        words.add(token.text);
      }
      keys.add(`=${name.joined}`);
      for (const key of companyKeys(name)) keys.add(key);
      if (name.tokens.length > 1 && name.tokens.filter(isWord).length < 2) oneWord[place] = 1;
    }
    for (const key of subject.identifiers.flatMap(numberKeys)) keys.add(key);
    for (const key of keys) {
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
  const rareHolders = (token: NameToken): Uint32Array => {
    if (isInitial(token)) return NOBODY;
    const places = packed.get(`s${token.sound}`) ?? NOBODY;
    return places.length < FEW ? places : NOBODY;
  };
  const weighedToken = (token: NameToken): NameToken => ({
    ...token,
    ...{ own: token.weight * rarityOf(token.text), bits: bitsOf(token) },
  });
  const askedToken = (token: NameToken): NameToken => ({
    ...weighedToken(token),
    met: { likes: new Map(), evidence: new Map() },
  });
  for (const tokens of [known.person, ofCompanies]) {
    // One object stands for a word wherever it occurs.
    for (const token of tokens.values()) Object.assign(token, weighedToken(token));
  }
  // What each entity shares with the subject: how many words, how rare they are, and the last of them.
  const counts = new Uint16Array(entities.length);
  const shares = new Float32Array(entities.length);
  const lasts = new Uint16Array(entities.length);

  function candidates({ subject, names }: PreparedSubject): Candidates {
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
    const whole = names.map(({ joined }) => `=${joined}`);
    share([...whole, ...subject.identifiers.flatMap(numberKeys)], WHOLE);
    for (const name of names) share(companyKeys(name), ENOUGH);
    for (const token of new Set(names.flatMap(tokensOf))) {
      share(keysOf(token), 1);
      for (const place of rareHolders(token)) counts[place]++;
    }
    const isOneWord = names.some(({ tokens }) => tokens.filter(isWord).length < 2);
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
    chance,
    candidates,
    weighed: ({ subject, names }) => ({
      subject,
      names: names.map((name) => ({
        ...name,
        tokens: name.tokens.map(askedToken),
        joins: name.joins.map((join) => ({ ...join, token: askedToken(join.token) })),
      })),
    }),
  };
}

/** The keys under which a stored subject is found: sounds and consonants of its names, and identifiers. */
export function lookUpKeys(subject: ScreeningSubject): string[] {
  const { names } = prepared(subject);
  const keys = new Set<string>();
  for (const name of names) {
    for (const token of tokensOf(name)) for (const key of keysOf(token)) keys.add(key);
    keys.add(`=${name.joined}`);
    for (const key of companyKeys(name)) keys.add(key);
  }
  for (const key of subject.identifiers.flatMap(numberKeys)) keys.add(key);
  return [...keys].sort();
}

/** A number as it is, and without what it may begin with. */
const numberKeys = (one: EntityIdentifier): string[] => [
  `#${one.value}`,
  ...(bareValue(one).length >= LONG_ENOUGH.sameKind ? [`~${bareValue(one)}`] : []),
];

/** Fewer entities than this share a rare word. */
const FEW = 3;
const NOBODY = new Uint32Array();

const SHORT = 5;

/** The keys of a word; a typing error leaves one of them unchanged. */
function keysOf(token: NameToken): readonly string[] {
  if (isInitial(token)) return [];
  const { text, sound, skeleton, variants, nicknames, rough } = token;
  const keys = variants.map((name) => `v${name}`);
  for (const name of nicknames) keys.push(`n${name}`);
  for (const form of rough) if (form.length >= 3) keys.push(`r${form}`);
  keys.push(`s${sound}`);
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
