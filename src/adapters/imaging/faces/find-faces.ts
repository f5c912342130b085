// Finds the faces of a picture. One pass over the whole picture locates them. Each is then cut out with a margin and
// examined at one size, so that a portrait on a card and a face that fills the picture are measured alike. If the whole
// picture shows no face its parts are searched, because a portrait may be small.

import type { FaceBox, FacePicture, FoundFace } from '../../../core/faces/face.ts';
import { measureGrey } from '../measure.ts';
import { asSharp, type OpenImage, openImage, samplesOf } from '../open-image.ts';
import { TaskFailure } from '../task-failure.ts';
import { faceModels, type HumanFace, type HumanLibrary } from './face-models.ts';

/** Longest side of a picture that is searched. */
const SEARCHED_SIDE = 1_600;
/** Side of the picture in which a face with its margin is examined. */
const EXAMINED_SIDE = 480;
/** Margin on each side, as a share of the face. */
const MARGIN = 0.6;
/** Least confidence of a face; patterns reach a third. */
const LEAST_CONFIDENCE = { box: 0.35, mesh: 0.8 };
/** Boxes that overlap by more than this are of one face. */
const SAME_FACE_OVERLAP = 0.4;
const MOST_FACES = 5;

export async function findFaces({ bytes }: { readonly bytes: Uint8Array }): Promise<FacePicture> {
  const human = await faceModels();
  const picture = await openImage(bytes, { channels: 3, longest: SEARCHED_SIDE });
  const grey = await openImage(bytes, { channels: 1 });
  const small = await openImage(bytes, { channels: 1, longest: 1_000 });
  const scale = grey.width / picture.width;
  const faces: FoundFace[] = [];
  for (const box of await boxesOf(human, picture)) {
    const face = await faceInBox(human, { picture, box, scale });
    if (face !== null && faces.every((other) => overlap(other.box, face.box) < SAME_FACE_OVERLAP)) faces.push(face);
  }
  return { quality: measureGrey(grey, small), faces: faces.sort((a, b) => areaOf(b.box) - areaOf(a.box)) };
}

async function boxesOf(human: HumanLibrary, picture: OpenImage): Promise<FaceBox[]> {
  const inWhole = await detected(human, picture, false);
  const found = inWhole.length > 0 ? inWhole.map(boxOf) : await boxesOfParts(human, picture);
  return found.sort((a, b) => areaOf(b) - areaOf(a)).slice(0, MOST_FACES);
}

/** Boxes in nine quarters of the picture, which overlap by half. */
async function boxesOfParts(human: HumanLibrary, picture: OpenImage): Promise<FaceBox[]> {
  const [width, height] = [Math.ceil(picture.width / 2), Math.ceil(picture.height / 2)];
  const boxes: FaceBox[] = [];
  for (const y of [0, 0.25, 0.5]) {
    for (const x of [0, 0.25, 0.5]) {
      const [left, top] = [Math.floor(picture.width * x), Math.floor(picture.height * y)];
      const part = await cut(picture, { left, top, width, height });
      for (const face of await detected(human, part, false)) {
        const box = boxOf(face);
        const moved = { ...box, left: box.left + left, top: box.top + top };
        if (boxes.every((other) => overlap(other, moved) < SAME_FACE_OVERLAP)) boxes.push(moved);
      }
    }
  }
  return boxes;
}

interface Look {
  readonly picture: OpenImage;
  readonly box: FaceBox;
  /** Pixels of the sent picture for one pixel of this. */
  readonly scale: number;
}

/** Examines a face closely; null if there is none. */
async function faceInBox(human: HumanLibrary, { picture, box, scale }: Look): Promise<FoundFace | null> {
  const room = Math.round(Math.max(box.width, box.height) * MARGIN);
  const area = within(picture, {
    ...{ left: box.left - room, top: box.top - room, width: box.width + 2 * room, height: box.height + 2 * room },
  });
  const cropped = await cut(picture, area);
  const close = await samplesOf(
    asSharp(cropped).resize({ width: EXAMINED_SIDE, height: EXAMINED_SIDE, fit: 'inside' }),
    3,
  );
  const seen = (await detected(human, close, true)).toSorted((a, b) => areaOf(boxOf(b)) - areaOf(boxOf(a)))[0];
  if (seen?.embedding === undefined || seen.mesh.length < 468) return null;
  const zoom = area.width / close.width;
  const own = boxOf(seen);
  const at = { left: area.left + own.left * zoom, top: area.top + own.top * zoom };
  const inPicture = within(picture, { ...at, width: own.width * zoom, height: own.height * zoom });
  const patch = await samplesOf(asSharp(await cut(picture, inPicture)).grayscale(), 1);
  const toSent = (value: number): number => Math.round(value * scale);
  const quality = measureGrey(patch, patch);
  return {
    box: {
      ...{ left: toSent(inPicture.left), top: toSent(inPicture.top) },
      ...{ width: toSent(inPicture.width), height: toSent(inPicture.height) },
    },
    confidence: Math.min(seen.boxScore, seen.faceScore),
    mesh: Float32Array.from(seen.mesh.slice(0, 468).flat()),
    descriptor: Float32Array.from(seen.embedding),
    quality: { ...quality, width: toSent(inPicture.width), height: toSent(inPicture.height) },
  };
}

/** Detects faces; `isDescribed`: with their descriptors. */
async function detected(human: HumanLibrary, picture: OpenImage, isDescribed: boolean): Promise<HumanFace[]> {
  const { samples, width, height } = picture;
  const tensor = human.tf.tensor(Int32Array.from(samples), [height, width, 3], 'int32');
  try {
    const { error, face } = await human.detect(tensor, { face: { description: { enabled: isDescribed } } });
    if (error) throw new TaskFailure('imaging_failed');
    return face.filter(
      ({ boxScore, faceScore }) => boxScore >= LEAST_CONFIDENCE.box && faceScore >= LEAST_CONFIDENCE.mesh,
    );
  } finally {
    human.tf.dispose(tensor);
  }
}

const boxOf = ({ box: [left, top, width, height] }: HumanFace): FaceBox => ({ left, top, width, height });

const areaOf = ({ width, height }: FaceBox): number => width * height;

/** Overlap of two boxes, as a share of the area that they cover together. */
function overlap(a: FaceBox, b: FaceBox): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (areaOf(a) + areaOf(b) - width * height);
}

function within({ width, height }: OpenImage, box: FaceBox): FaceBox {
  const left = Math.max(0, Math.min(width - 1, Math.floor(box.left)));
  const top = Math.max(0, Math.min(height - 1, Math.floor(box.top)));
  const right = Math.max(left + 1, Math.min(width, Math.ceil(box.left + box.width)));
  const bottom = Math.max(top + 1, Math.min(height, Math.ceil(box.top + box.height)));
  return { left, top, width: right - left, height: bottom - top };
}

const cut = (picture: OpenImage, box: FaceBox): Promise<OpenImage> =>
  samplesOf(asSharp(picture).extract(within(picture, box)), picture.channels);
