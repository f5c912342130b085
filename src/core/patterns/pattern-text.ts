// The stored form of a pattern: JSON, with the sum as text, because it may be too large for a JSON number.

import type { Pattern } from '../records/documents/patterns.ts';

export const patternText = (pattern: Pattern): string =>
  JSON.stringify({ ...pattern, figures: { ...pattern.figures, sum: String(pattern.figures.sum) } });

export function patternOf(text: string): Pattern {
  const stored = JSON.parse(text);
  return { ...stored, figures: { ...stored.figures, sum: BigInt(stored.figures.sum) } };
}
