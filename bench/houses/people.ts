// Names of people and firms for the houses, from the made-up words of generated months. They recur evenly, unlike the
// bank's customers, who recur by Zipf's law.

import type { Random } from '../../src/generation/random.ts';
import { BUSINESS_WORDS, FAMILY_NAMES, GIVEN_NAMES, LEGAL_FORMS, TRADES } from '../../src/generation/words.ts';

const pick = <T>(list: readonly T[], random: Random): T => list[random.below(list.length)];

export interface Person {
  readonly given: string;
  readonly middle: string | null;
  readonly family: string;
}

export function drawPeople(count: number, random: Random): Person[] {
  return Array.from({ length: count }, () => ({
    given: pick(GIVEN_NAMES, random),
    middle: random.chance(400) ? pick(GIVEN_NAMES, random) : null,
    family: pick(FAMILY_NAMES, random),
  }));
}

export function drawFirms(count: number, random: Random): string[] {
  return Array.from({ length: count }, () => {
    const first = random.chance(600) ? pick(BUSINESS_WORDS, random) : pick(FAMILY_NAMES, random);
    return `${first} ${pick(TRADES, random)} ${pick(LEGAL_FORMS, random)}`;
  });
}

export const initialsOf = ({ given, middle, family }: Person): string =>
  [given, middle, family].flatMap((name) => (name === null ? [] : [name.charAt(0)])).join(' ');
