// Faces: two pictures compared, a portrait on a card with whoever holds it, and one picture looked at for what it shows. One
// picture is never live: a printed photograph shows the same. What cannot be compared is told by its reason.

import type { Image } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { LivenessDecision } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { qualityReasons } from '../../core/documents/quality.ts';
import { compareFaces, comparisonOutcome } from '../../core/faces/compare-faces.ts';
import type { FacePicture, FoundFace } from '../../core/faces/face.ts';
import { oneFace } from '../../core/faces/one-face.ts';
import { type CheckOutcome, OWN_SOURCE, type Reason } from '../../core/identity/check-outcome.ts';
import type { Imaging } from '../../ports/verification/imaging.ts';
import { type Checking, rounded } from './checking.ts';
import { IMAGES, imagingFailed, sentFile } from './sent-file.ts';

export interface FaceOptions {
  readonly imaging: Imaging;
}

const methods = VerificationService.method;

interface SentPicture {
  /** The field that it came in. */
  readonly name: string;
  readonly image: Image | undefined;
  readonly isCard?: boolean;
}

interface SeenPicture extends SentPicture {
  readonly picture: FacePicture;
  readonly face: FoundFace | null;
  readonly reasons: readonly Reason[];
}

export function faceRoutes(check: Checking, { imaging }: FaceOptions) {
  /** Every picture is looked at before any is judged; the outcome instead where one could not be. */
  async function look(sent: readonly SentPicture[]): Promise<readonly SeenPicture[] | CheckOutcome> {
    // A field that holds no image is refused before work on another begins.
    const files = sent.map(({ name, image }) => sentFile(image, { path: [name], types: IMAGES }));
    const seen: SeenPicture[] = [];
    for (const [at, one] of sent.entries()) {
      const found = await imaging.ask('faces', { bytes: files[at]! });
      if (found.outcome === 'failed') return imagingFailed(found.code, [one.name]);
      const { face, reasons } = oneFace(found.answer, { image: one.name, isCard: one.isCard ?? false });
      seen.push({ ...one, picture: found.answer, face, reasons });
    }
    return seen;
  }

  async function compare(sent: readonly [SentPicture, SentPicture]) {
    const seen = await look(sent);
    if (!isSeen(seen)) return { outcome: seen, details: { match: false } };
    const details = { match: false, ...messagesOf(seen) };
    const reasons = seen.flatMap((one) => one.reasons);
    const [a, b] = [seen[0]!.face, seen[1]!.face];
    if (a === null || b === null)
      return { outcome: { status: 'error', reasons, source: OWN_SOURCE } as const, details };
    const compared = compareFaces(a.descriptor, b.descriptor);
    const outcome = comparisonOutcome(compared, reasons);
    const { distance, similarity } = compared;
    return {
      outcome,
      details: {
        ...{ ...details, match: outcome.status === 'verified' },
        ...{ distance: rounded(distance), similarity: rounded(similarity) },
      },
    };
  }

  return {
    compareFaces: check(methods.compareFaces, ({ imageA, imageB }) =>
      compare([
        { name: 'image_a', image: imageA },
        { name: 'image_b', image: imageB },
      ]),
    ),

    compareIdImages: check(methods.compareIdImages, async ({ idImage, selfieImage }) => {
      const { outcome, details } = await compare([
        { name: 'id_image', image: idImage, isCard: true },
        { name: 'selfie_image', image: selfieImage },
      ]);
      const portrait = 'faces' in details ? details.faces.find(({ image }) => image === 'id_image') : undefined;
      return { outcome, details: { ...details, ...(portrait !== undefined && { portrait: portrait.box }) } };
    }),

    checkLiveliness: check(methods.checkLiveliness, async ({ image }) => {
      const seen = await look([{ name: 'image', image }]);
      if (!isSeen(seen)) return { outcome: seen, details: { liveScore: 0, decision: LivenessDecision.FAIL } };
      const { face, picture, reasons } = seen[0]!;
      const all = [...reasons, ...qualityReasons(picture.quality)];
      const details = { liveScore: liveScore(face, all), quality: messagesOf(seen).quality };
      if (face === null || reasons.length > 0) {
        const status = face === null ? 'error' : 'not_verified';
        return {
          outcome: { status, reasons: all, source: OWN_SOURCE } as const,
          details: { ...details, decision: LivenessDecision.FAIL },
        };
      }
      return {
        outcome: { status: 'review', reasons: [ONE_IMAGE, ...all], source: OWN_SOURCE } as const,
        details: { ...details, decision: LivenessDecision.REVIEW },
      };
    }),
  };
}

const ONE_IMAGE: Reason = {
  code: 'one_image_is_not_live',
  detail:
    'One picture does not tell a face from a photograph of it: it is to be looked at, or asked for by a challenge.',
};

/** How well the picture shows one face, and nothing of whether it lives: never above a half. */
const liveScore = (face: FoundFace | null, reasons: readonly Reason[]): number =>
  face === null ? 0 : rounded((0.5 * face.confidence) / (1 + reasons.length));

const isSeen = (seen: readonly SeenPicture[] | CheckOutcome): seen is readonly SeenPicture[] => Array.isArray(seen);

export function messagesOf(seen: readonly Pick<SeenPicture, 'name' | 'picture'>[]) {
  return {
    faces: seen.flatMap(({ name, picture }) =>
      picture.faces.map(({ box, confidence }) => ({ image: name, box, confidence: rounded(confidence) })),
    ),
    quality: seen.map(({ name, picture: { quality } }) => ({
      ...{ image: name, width: quality.width, height: quality.height, sharpness: rounded(quality.sharpness) },
      ...{ brightness: rounded(quality.brightness), contrast: rounded(quality.contrast) },
      reasons: qualityReasons(quality),
    })),
  };
}
