// Whether two faces belong to one person, by their descriptors. Distance and similarity are the model's
// (@vladmandic/human). The bounds are calibrated on all pairs of the AT&T Database of Faces (40 people, 10 pictures each:
// 1,800 pairs of one person, 78,000 of two) and tried on 300 public pairs in colour (bench/faces.ts; the rates stand in
// docs/verification.md). Between them lies a band in which somebody has to look.

import type { CheckOutcome } from '../identity/check-outcome.ts';
import { OWN_SOURCE } from '../identity/check-outcome.ts';
import type { Reason } from '../records/documents/check.ts';

export interface ComparedFaces {
  /** 0 for equal descriptors; unbounded. */
  readonly distance: number;
  /** 0 to 1. */
  readonly similarity: number;
}

/** The package's own bound. It is right for frames of one film, and passes one in seven pairs of AT&T's people. */
export const ALIKE = 0.5;

/** Below it the faces differ: of pairs of one person 3 of 1,800, and 3 of 38, are below. */
const REVIEW_FROM = 0.4;
/**
 * From it on two different people are fewer than one pair in a thousand in either half of AT&T's people (7 of 19,000, and
 * none): a bound that was set on one half only let 77 of 19,000 of the other pass.
 */
const VERIFIED_FROM = 0.74;
/** From it on it may be one picture, or two of one moment, and that a person was there twice is not shown. */
const SAME_PICTURE_FROM = 0.95;

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
  code: 'faces_alike',
  detail: 'The faces are alike, but so are those of some different people: somebody has to look.',
};
const SAME_PICTURE: Reason = {
  code: 'same_picture',
  detail: 'The pictures are nearly one: a picture that was sent twice shows nobody.',
};

/** `reasons`: defects of the pictures. */
export function comparisonOutcome({ similarity }: ComparedFaces, reasons: readonly Reason[]): CheckOutcome {
  const outcome = (status: CheckOutcome['status'], own: readonly Reason[]): CheckOutcome => ({
    ...{ status, score: similarity, reasons: [...own, ...reasons], source: OWN_SOURCE },
  });
  if (similarity < REVIEW_FROM) return outcome('not_verified', [DIFFER]);
  if (similarity < VERIFIED_FROM) return outcome('review', [ONLY_ALIKE]);
  if (similarity >= SAME_PICTURE_FROM) return outcome('review', [SAME_PICTURE]);
  return outcome(reasons.length === 0 ? 'verified' : 'review', []);
}
