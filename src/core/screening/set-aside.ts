// Hits, and entities that would be hits by their names and that something else contradicts. A full name or a number that
// was set aside clears nobody: somebody has to look at what contradicts.

import { type EntityMatch, REVIEW_FROM } from './match-entity.ts';

/** Whether the full name or the number is listed, or a name so near that nobody is cleared. */
const isNamesake = ({ near, wholeScore }: EntityMatch): boolean => near !== null || wholeScore >= REVIEW_FROM;

export const namesakes = <Match extends EntityMatch>(suppressed: readonly Match[]): Match[] =>
  suppressed.filter(isNamesake);

/** So many of those set aside, in their order. Namesakes are the last to be left out, because they clear nobody. */
export function mostOfAside<Match extends EntityMatch>(suppressed: readonly Match[], limit: number): Match[] {
  if (suppressed.length <= limit) return [...suppressed];
  const alike = suppressed.filter((match) => !isNamesake(match));
  const chosen = new Set([...namesakes(suppressed), ...alike].slice(0, limit));
  return suppressed.filter((match) => chosen.has(match));
}

/** What contradicts and what is near, as `birth_date: different days`. It has no data of the subject. */
export const setAsideBy = ({ features, near }: Pick<EntityMatch, 'features' | 'near'>): string[] => [
  ...features.filter(({ score }) => score < 0).map(({ name, detail }) => `${name}: ${detail}`),
  ...(near === null ? [] : [`near_name: ${near}`]),
];
