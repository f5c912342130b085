// Whether two faces belong to one person, by their descriptors. Distance and similarity are the model's
// (@vladmandic/human), whose package takes 0.5 for a match. The threshold that at most one in a thousand pairs of
// different people passes was not measured. Until it is, similarity is a reason to look, and never verifies.

import type { CheckOutcome } from '../identity/check-outcome.ts';
import { OWN_SOURCE } from '../identity/check-outcome.ts';
import type { Reason } from '../records/documents/check.ts';

export interface ComparedFaces {
  /** 0 for equal descriptors; unbounded. */
  readonly distance: number;
  /** 0 to 1. */
  readonly similarity: number;
}

/** The package's default. Some pairs of different people in the test pictures pass it (docs/verification.md). */
export const ALIKE = 0.5;

/** Least similarity of one person, at a false acceptance of 0.1% of pairs; null because it was not measured. */
const VERIFIED_FROM: number | null = null;

const MULTIPLIER = 25;
const [LEAST, MOST] = [0.2, 0.8];

export function compareFaces(a: Float32Array, b: Float32Array): ComparedFaces {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i] - b[i]) ** 2;
  const distance = MULTIPLIER * squares;
  const likeness = (1 - Math.sqrt(distance) / 100 - LEAST) / (MOST - LEAST);
  return { distance, similarity: a.length === b.length ? Math.max(0, Math.min(1, likeness)) : 0 };
}

const DIFFER: Reason = { code: 'faces_differ', detail: 'The faces are not alike.' };
const ONLY_ALIKE: Reason = {
  code: 'threshold_not_measured',
  detail: 'The faces are alike; how alike they must be to prove one person was not measured, so somebody has to look.',
};

/** `reasons`: defects of the pictures. */
export function comparisonOutcome({ similarity }: ComparedFaces, reasons: readonly Reason[]): CheckOutcome {
  const outcome = (status: CheckOutcome['status'], own: readonly Reason[]): CheckOutcome => ({
    ...{ status, score: similarity, reasons: [...own, ...reasons], source: OWN_SOURCE },
  });
  if (similarity < ALIKE) return outcome('not_verified', [DIFFER]);
  if (VERIFIED_FROM === null || similarity < VERIFIED_FROM) return outcome('review', [ONLY_ALIKE]);
  return outcome(reasons.length === 0 ? 'verified' : 'review', []);
}
