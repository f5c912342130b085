// Pictures of people in requests: finds the one face that each must show, and compares two. All routes with two faces
// use it.

import type { Image } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import { type QualityFigures, qualityReasons } from '../../core/documents/quality.ts';
import { type ComparedFaces, compareFaces, comparisonOutcome } from '../../core/faces/compare-faces.ts';
import type { FacePicture, FoundFace } from '../../core/faces/face.ts';
import { oneFace } from '../../core/faces/one-face.ts';
import { type CheckOutcome, OWN_SOURCE } from '../../core/identity/check-outcome.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import type { Imaging } from '../../ports/verification/imaging.ts';
import { rounded } from '../plain-values.ts';
import { IMAGES, imagingFailed, sentFile } from './sent-file.ts';

interface SentPicture {
  /** Name of the request's field. */
  readonly name: string;
  readonly image: Image | undefined;
  readonly isCard?: boolean;
}

interface SeenPicture extends SentPicture {
  readonly picture: FacePicture;
  /** Null if there is not exactly one face; the reasons say why. */
  readonly face: FoundFace | null;
  readonly reasons: readonly Reason[];
}

/** Finds the faces of all pictures before any is judged. Answers an outcome instead if one could not be processed. */
export async function examinePictures(
  imaging: Imaging,
  sent: readonly SentPicture[],
  lane: string,
): Promise<{ readonly seen: readonly SeenPicture[] } | { readonly failed: CheckOutcome }> {
  // A missing image is refused before others are processed.
  const files = sent.map(({ name, image }) => sentFile(image, { path: [name], types: IMAGES }));
  const seen: SeenPicture[] = [];
  for (const [at, one] of sent.entries()) {
    const found = await imaging.ask('faces', { bytes: files[at] }, lane);
    if (found.outcome === 'failed') return { failed: imagingFailed(found.code, [one.name]) };
    const { face, reasons } = oneFace(found.answer, { image: one.name, isCard: one.isCard ?? false });
    seen.push({ ...one, picture: found.answer, face, reasons });
  }
  return { seen };
}

export interface ComparedPictures {
  readonly outcome: CheckOutcome;
  readonly seen: readonly SeenPicture[];
  /** Null if there are not two faces. */
  readonly compared: ComparedFaces | null;
}

export async function comparePictures(
  imaging: Imaging,
  sent: readonly [SentPicture, SentPicture],
  lane: string,
): Promise<ComparedPictures> {
  const looked = await examinePictures(imaging, sent, lane);
  if ('failed' in looked) return { outcome: looked.failed, seen: [], compared: null };
  const { seen } = looked;
  const reasons = seen.flatMap((one) => one.reasons);
  const [a, b] = [seen[0].face, seen[1].face];
  if (a === null || b === null) {
    return { outcome: { status: 'error', reasons, source: OWN_SOURCE }, seen, compared: null };
  }
  const compared = compareFaces(a.descriptor, b.descriptor);
  return { outcome: comparisonOutcome(compared, reasons), seen, compared };
}

export const faceMessages = (seen: readonly SeenPicture[]) =>
  seen.flatMap(({ name, picture }) =>
    picture.faces.map(({ box, confidence }) => ({ image: name, box, confidence: rounded(confidence) })),
  );

export const qualityMessage = (image: string, quality: QualityFigures) => ({
  ...{ image, width: quality.width, height: quality.height, sharpness: rounded(quality.sharpness) },
  ...{ brightness: rounded(quality.brightness), contrast: rounded(quality.contrast) },
  reasons: qualityReasons(quality),
});

export const qualityMessages = (seen: readonly SeenPicture[]) =>
  seen.map(({ name, picture: { quality } }) => qualityMessage(name, quality));
