// Hits, and entities that would be hits by their names and that something contradicts. A full name that was set aside
// clears nobody: somebody has to look at what contradicts.

import type { ScreeningHit } from './screen.ts';

/** From this score on a person has to look, unless a request asks for another. */
export const REVIEW_FROM = 0.7;

/** The ones whose full name is listed. */
export const namesakes = (suppressed: readonly ScreeningHit[]): ScreeningHit[] =>
  suppressed.filter(({ isFullName, mainScore }) => isFullName && mainScore >= REVIEW_FROM);

/** What contradicts, as `birth_date: different days`. It has no data of the subject. */
export const contradictions = ({ features }: Pick<ScreeningHit, 'features'>): string[] =>
  features.filter(({ score }) => score < 0).map(({ name, detail }) => `${name}: ${detail}`);
