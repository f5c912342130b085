// How surely two identifiers are one number: for sure where kind and value are equal, and the country if both say one.
// Kinds are as people name them (a tax number is called a registration), letters or zeros before a number are written or
// left out (RC 887766 and 887766), signs look alike, and something stands behind it (number-forms.ts): such numbers are
// to be looked at, if they are too long to be equal by chance.

import { kindOf } from './identifier-kinds.ts';
import { type EntityIdentifier, type ScreeningSubject, SHORTEST_IDENTIFIER } from './listed-entity.ts';
import { formsOf, type NumberForm, withoutBefore } from './number-forms.ts';

/** Digits from which on a number under another kind is hardly another one, and one without what stands before it. */
export const LONG_ENOUGH = { otherKind: 7, sameKind: 6 };
const PERHAPS = 0.8;
/** Kinds that are given out once in all the world. */
const WORLDWIDE = new Set(['lei', 'imo', 'mmsi', 'crypto', 'bic']);

/** The value without the letters and zeros that it begins with. */
export const bareValue = ({ value }: EntityIdentifier): string => withoutBefore(value);

/** Whether they differ at most in letters or zeros before them that one of them leaves out. */
const areAlike = (a: NumberForm, b: NumberForm): boolean =>
  a.bare === b.bare &&
  !(a.isCut && b.isCut) &&
  (a.before === b.before || a.before === '' || b.before === '' || a.text.endsWith(b.text) || b.text.endsWith(a.text));

/** Places that they have in common in any form; a part counts one less. -1 if they have nothing in common. */
function commonPlaces(a: EntityIdentifier, b: EntityIdentifier): number {
  let most = -1;
  for (const ours of formsOf(a)) {
    for (const theirs of formsOf(b)) {
      if (!areAlike(ours, theirs)) continue;
      most = Math.max(most, ours.bare.length - (ours.isPart || theirs.isPart ? 1 : 0));
    }
  }
  return most;
}

export const mayBeOneNumber = (a: EntityIdentifier, b: EntityIdentifier): boolean => commonPlaces(a, b) >= 0;

/** The keys under which a number is found: each of its forms that is long enough. Numbers that may be one share a key. */
export const numberKeys = (one: EntityIdentifier): string[] => [
  `#${one.value}`,
  ...new Set(formsOf(one).flatMap(({ bare }) => (bare.length >= LONG_ENOUGH.sameKind ? [`~${bare}`] : []))),
];

/** 0 to 1; 1 is the same number. */
function likenessOfNumbers(a: EntityIdentifier, b: EntityIdentifier): number {
  const places = commonPlaces(a, b);
  if (places < 0) return 0;
  const isSameKind = a.type === '' || b.type === '' || a.type === b.type || kindOf(a.type) === kindOf(b.type);
  // Each country counts its passports and tax numbers by itself.
  const isOfCountry = !WORLDWIDE.has(kindOf(a.type)) && !WORLDWIDE.has(kindOf(b.type));
  const isElsewhere = isOfCountry && a.country !== undefined && b.country !== undefined && a.country !== b.country;
  if (a.value === b.value && isSameKind) return a.value.length < SHORTEST_IDENTIFIER ? 0 : isElsewhere ? PERHAPS : 1;
  return places >= LONG_ENOUGH[isSameKind ? 'sameKind' : 'otherKind'] ? PERHAPS : 0;
}

/** The likest pair of numbers of two subjects, with the kind that the first has for it. */
export function likestNumber(
  a: ScreeningSubject,
  b: ScreeningSubject,
): { readonly score: number; readonly type: string } {
  let best = { score: 0, type: '' };
  for (const ours of a.identifiers) {
    for (const theirs of b.identifiers) {
      const score = likenessOfNumbers(ours, theirs);
      if (score > best.score) best = { score, type: ours.type };
    }
  }
  return best;
}
