// The single face that a picture must show, and whether it can be compared. No face, several faces, or a face that is
// too small, blurred, dark, cut off or turned away each give a reason.

import type { Reason } from '../records/documents/check.ts';
import type { FacePicture, FoundFace } from './face.ts';
import { poseOf } from './mesh-geometry.ts';

interface OneFace {
  /** Null for no face or several; the reason says which. */
  readonly face: FoundFace | null;
  readonly reasons: readonly Reason[];
}

interface FaceWish {
  /** Name of the request's field with the picture. */
  readonly image: string;
  /** An identity card shows its portrait a second time, smaller and pale. */
  readonly isCard?: boolean;
}

/** On a card, a second face below this share of the first one's area is that copy. */
const SHADOW = 0.5;

export function oneFace({ faces }: FacePicture, { image, isCard = false }: FaceWish): OneFace {
  const [first] = faces;
  if (first === undefined)
    return { face: null, reasons: [{ code: 'no_face', detail: `No face was found in ${image}.` }] };
  const others = faces.slice(1).filter((other) => !isCard || areaOf(other) > SHADOW * areaOf(first));
  if (others.length > 0) {
    return { face: null, reasons: [{ code: 'several_faces', detail: `More than one face is in ${image}.` }] };
  }
  return { face: first, reasons: faceReasons(first, image) };
}

const areaOf = ({ box }: FoundFace): number => box.width * box.height;

/** The model sees faces as 224 pixels; below this size more than half of them would be interpolated. */
const LEAST_SIDE = 80;
const MOST_TURNED = 35;

interface Bound extends Reason {
  readonly fails: (face: FoundFace) => boolean;
}

const BOUNDS: readonly Bound[] = [
  {
    code: 'face_small',
    detail: `is smaller than ${LEAST_SIDE} pixels`,
    fails: ({ box }) => Math.min(box.width, box.height) < LEAST_SIDE,
  },
  { code: 'face_blurred', detail: 'is out of focus or moved', fails: ({ quality }) => quality.sharpness < 0.004 },
  { code: 'face_dark', detail: 'is too dark', fails: ({ quality }) => quality.brightness < 0.12 },
  {
    code: 'face_burnt',
    detail: 'is burnt out',
    fails: ({ quality }) => quality.brightness > 0.93 || quality.glare > 0.3,
  },
  { code: 'face_pale', detail: 'has hardly any contrast', fails: ({ quality }) => quality.contrast < 0.08 },
  {
    code: 'face_turned',
    detail: `is turned by more than ${MOST_TURNED} degrees`,
    fails: ({ mesh }) => Math.abs(poseOf(mesh).yaw) > MOST_TURNED,
  },
];

const faceReasons = (face: FoundFace, image: string): Reason[] =>
  BOUNDS.filter(({ fails }) => fails(face)).map(({ code, detail }) => ({
    code,
    detail: `The face in ${image} ${detail}.`,
  }));
