// Which entities of a list may be a subject, without looking at all of them: by the sounds, the beginnings, the ends and
// the consonants of the words of their names, and by identifiers. Words that nearly everybody has say little and are
// looked at only where nothing rarer is shared. The index is made once when a list is loaded and never changed.

import type { ListedEntity, ScreeningSubject } from './entities/listed-entity.ts';
import { isPerson } from './entities/listed-entity.ts';
import type { PreparedSubject } from './match-entity.ts';
import type { Rarity } from './names/compare-names.ts';
import { comparableName, type NameToken } from './names/name-tokens.ts';

export interface EntityIndex {
  readonly entities: readonly PreparedSubject<ListedEntity>[];
  readonly rarity: Rarity;
  /** Places of the entities that share most with the subject, those that share more first. */
  candidates(subject: PreparedSubject, most: number): readonly number[];
}

export const prepared = <T extends ScreeningSubject>(subject: T): PreparedSubject<T> => ({
  subject,
  names: [...new Set(subject.names)].map((name) =>
    comparableName(name, isPerson(subject.schema) ? 'person' : 'company'),
  ),
});

/** A key that more than this share of the entities have finds nothing by itself. */
const FREQUENT_SHARE = 0.02;
const FREQUENT_LEAST = 500;

export function indexEntities(listed: readonly ListedEntity[]): EntityIndex {
  const entities = listed.map(prepared);
  const postings = new Map<string, number[]>();
  const holders = new Map<string, number>();
  entities.forEach(({ subject, names }, place) => {
    const keys = new Set<string>();
    const words = new Set<string>();
    for (const { tokens, joined } of names) {
      for (const token of tokens) {
        for (const key of keysOf(token)) keys.add(key);
        words.add(token.text);
      }
      keys.add(`=${joined}`);
    }
    for (const { value } of subject.identifiers) keys.add(`#${value}`);
    for (const key of keys) {
      const known = postings.get(key);
      if (known === undefined) postings.set(key, [place]);
      else known.push(place);
    }
    for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  });
  const packed = new Map(Array.from(postings, ([key, places]) => [key, Uint32Array.from(places)] as const));
  const many = Math.max(FREQUENT_LEAST, entities.length * FREQUENT_SHARE);
  const shares = new Float32Array(entities.length);
  const logOfAll = Math.log(entities.length + 2);

  const rarity: Rarity = (text) => {
    const count = holders.get(text) ?? 0;
    // Of everybody .6, of nobody 1.
    return 1 - 0.4 * (Math.log(count + 1) / logOfAll);
  };

  function candidates({ subject, names }: PreparedSubject, most: number): readonly number[] {
    const wanted = new Map<string, number>();
    for (const { tokens, joined } of names) {
      for (const token of tokens) for (const key of keysOf(token)) wanted.set(key, token.weight);
      wanted.set(`=${joined}`, 4);
    }
    for (const { value } of subject.identifiers) wanted.set(`#${value}`, 100);
    const found: { readonly places: Uint32Array; readonly gain: number }[] = [];
    for (const [key, weight] of wanted) {
      const places = packed.get(key);
      if (places === undefined) continue;
      found.push({
        places,
        gain: weight * (logOfAll - Math.log(places.length + 1)) * (key.charCodeAt(0) === 61 ? 3 : 1),
      });
    }
    found.sort((a, b) => a.places.length - b.places.length);
    const touched: number[] = [];
    for (const { places, gain } of found) {
      // Rare keys come first: what is frequent only adds to what they found, unless they found nothing.
      const isFrequent = places.length > many && touched.length > 0;
      for (const place of places) {
        if (shares[place] === 0) {
          if (isFrequent) continue;
          touched.push(place);
        }
        shares[place]! += gain;
      }
    }
    touched.sort((a, b) => shares[b]! - shares[a]! || a - b);
    const chosen = touched.slice(0, most);
    for (const place of touched) shares[place] = 0;
    return chosen;
  }

  return { entities, rarity, candidates };
}

/** What a subject is looked up by where it is kept: sounds and consonants of its names, and identifiers. */
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

/** A typing error leaves one of these as it was. */
function keysOf({ text, sound, skeleton }: NameToken): string[] {
  if (text.length === 1) return [];
  const keys = [`s${sound}`];
  if (skeleton.length >= 2) keys.push(`k${skeleton}`);
  if (text.length >= 4) keys.push(`b${text.slice(0, 3)}`, `e${text.slice(-3)}`);
  if (text.length >= 6) keys.push(`m${text.slice(1, 4)}`);
  return keys;
}
