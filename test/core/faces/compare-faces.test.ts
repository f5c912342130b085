// The band between people who differ and one person: in it somebody looks; a defect of a picture, or one picture sent
// twice, verifies nobody.

import { expect, test } from 'vitest';
import { compareFaces, comparisonOutcome } from '../../../src/core/faces/compare-faces.ts';

const BLURRED = { code: 'face_blurred', detail: 'The face in image_a is out of focus or moved.' };

test.each([
  [0, 'not_verified', 'faces_differ'],
  [0.399, 'not_verified', 'faces_differ'],
  [0.4, 'review', 'faces_alike'],
  [0.739, 'review', 'faces_alike'],
  [0.74, 'verified', undefined],
  [0.949, 'verified', undefined],
  [0.95, 'review', 'same_picture'],
  [1, 'review', 'same_picture'],
])('a similarity of %s is %s', (similarity, status, code) => {
  const outcome = comparisonOutcome({ distance: 1, similarity }, []);
  expect([outcome.status, outcome.reasons[0]?.code]).toEqual([status, code]);
  const blurred = comparisonOutcome({ distance: 1, similarity }, [BLURRED]);
  expect(blurred.status).toBe(status === 'verified' ? 'review' : status);
  expect(blurred.reasons.at(-1)).toEqual(BLURRED);
});

test('descriptors of different lengths are alike in nothing', () => {
  const [short, long] = [new Float32Array(4), new Float32Array(8)];
  expect(compareFaces(long, short).similarity).toBe(0);
  expect(compareFaces(long, long)).toEqual({ distance: 0, similarity: 1 });
});
