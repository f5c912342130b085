// Faces: compares two pictures, compares a portrait on a card with its holder, and judges one picture. One picture
// never proves a live person, because a printed photograph shows the same. Faces that cannot be compared give a reason.

import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { LivenessDecision } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { qualityReasons } from '../../core/documents/quality.ts';
import type { FoundFace } from '../../core/faces/face.ts';
import { OWN_SOURCE } from '../../core/identity/check-outcome.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import type { Imaging } from '../../ports/verification/imaging.ts';
import { rounded } from '../plain-values.ts';
import type { Checking } from './checking.ts';
import {
  type ComparedPictures,
  comparePictures,
  examinePictures,
  faceMessages,
  qualityMessages,
} from './seen-pictures.ts';

export interface FaceOptions {
  readonly imaging: Imaging;
}

const methods = VerificationService.method;

export function faceRoutes(check: Checking, { imaging }: FaceOptions) {
  return {
    compareFaces: check(methods.compareFaces, async ({ imageA, imageB }, { lane }) => {
      const sent = [
        { name: 'image_a', image: imageA },
        { name: 'image_b', image: imageB },
      ] as const;
      const found = await comparePictures(imaging, sent, lane);
      return { outcome: found.outcome, details: comparisonMessage(found) };
    }),

    compareIdImages: check(methods.compareIdImages, async ({ idImage, selfieImage }, { lane }) => {
      const sent = [
        { name: 'id_image', image: idImage, isCard: true },
        { name: 'selfie_image', image: selfieImage },
      ] as const;
      const found = await comparePictures(imaging, sent, lane);
      const portrait = found.seen[0]?.face;
      const details = { ...comparisonMessage(found), ...(portrait && { portrait: portrait.box }) };
      return { outcome: found.outcome, details };
    }),

    checkLiveliness: check(methods.checkLiveliness, async ({ image }, { lane }) => {
      const looked = await examinePictures(imaging, [{ name: 'image', image }], lane);
      if ('failed' in looked) {
        return { outcome: looked.failed, details: { liveScore: 0, decision: LivenessDecision.FAIL } };
      }
      const { face, picture, reasons } = looked.seen[0];
      const all = [...reasons, ...qualityReasons(picture.quality)];
      const details = { liveScore: liveScore(face, all), quality: qualityMessages(looked.seen) };
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

const comparisonMessage = ({ outcome, seen, compared }: ComparedPictures) => ({
  ...{ match: outcome.status === 'verified', faces: faceMessages(seen), quality: qualityMessages(seen) },
  ...(compared !== null && { distance: rounded(compared.distance), similarity: rounded(compared.similarity) }),
});

const ONE_IMAGE: Reason = {
  code: 'one_image_is_not_live',
  detail:
    'One picture does not tell a face from a photograph of it: it is to be looked at, or asked for by a challenge.',
};

/** How well the picture shows one face, not whether it is live: at most a half. */
const liveScore = (face: FoundFace | null, reasons: readonly Reason[]): number =>
  face === null ? 0 : rounded((0.5 * face.confidence) / (1 + reasons.length));
