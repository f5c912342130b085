// The features of a text for the classifier: its words and pairs of neighbouring words, hashed into a fixed number of
// slots, so that the classifier is a list of numbers and contains no words.

import { wordsOf } from '../names/name-words.ts';

export const PLACES = 4_096;

/** Number of occurrences by slot. */
export function featuresOf(text: string): ReadonlyMap<number, number> {
  const words = wordsOf(text).filter((word) => word.length > 2 && !/^\d+$/.test(word));
  const counts = new Map<number, number>();
  const add = (feature: string): void => {
    const place = placeOf(feature);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  };
  words.forEach((word, at) => {
    add(word);
    if (at > 0) add(`${words[at - 1]} ${word}`);
  });
  return counts;
}

/** The slot of a feature, by FNV-1a. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % PLACES;
}
