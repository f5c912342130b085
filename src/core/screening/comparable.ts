// Whether a subject has anything that screening can compare with a list. A name of initials alone is like half of every
// list and therefore like nobody on it, and an identifier of a few characters is anybody's: whoever is asked about by no
// more than that was not looked for, and must not be cleared.

import type { ScreeningSubject } from './entities/listed-entity.ts';
import { SHORTEST_IDENTIFIER } from './entities/listed-entity.ts';
import { prepared } from './entity-index.ts';
import type { ComparableName } from './names/name-tokens.ts';

/** A word of two letters beside titles, or two signs of a script that writes a word with each. */
const isLongEnough = ({ tokens, text }: ComparableName): boolean =>
  (tokens.some((token) => token.text.length > 1) && /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]/u.test(text)) ||
  /(?:[\p{Ideographic}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]\P{L}*){2}/u.test(text);

export const hasComparableName = (subject: ScreeningSubject): boolean => prepared(subject).names.some(isLongEnough);

export const hasComparableIdentifier = ({ identifiers }: ScreeningSubject): boolean =>
  identifiers.some(({ value }) => value.length >= SHORTEST_IDENTIFIER);
