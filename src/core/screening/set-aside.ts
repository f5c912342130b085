// Hits, and entities that would be hits by their names and that something contradicts. A full name that was set aside
// clears nobody: somebody has to look at what contradicts.

import { REVIEW_FROM } from './match-entity.ts';
import type { ScreeningHit } from './screen.ts';

/** The ones whose full name is listed, or so near to a listed one that nobody is cleared of it. */
export const namesakes = (suppressed: readonly ScreeningHit[]): ScreeningHit[] =>
  suppressed.filter(({ isFullName, near, mainScore }) => near !== null || (isFullName && mainScore >= REVIEW_FROM));

/** What contradicts and what is near, as `birth_date: different days`. It has no data of the subject. */
export const setAsideBy = ({ features, near }: Pick<ScreeningHit, 'features' | 'near'>): string[] => [
  ...features.filter(({ score }) => score < 0).map(({ name, detail }) => `${name}: ${detail}`),
  ...(near === null ? [] : [`near_name: ${near}`]),
];
