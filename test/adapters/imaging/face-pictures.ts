// Pictures of faces for tests: cut from a picture that the package of the models ships, which is nowhere in this project.

import { readFileSync } from 'node:fs';
import sharp, { type OverlayOptions } from 'sharp';
import { packageFile } from '../../../src/adapters/imaging/verified-file.ts';

const SHIPPED = readFileSync(packageFile('@vladmandic/human/assets/screenshot-facematch.jpg'));

/** Where faces of different people stand in it: left, top, width, height. */
const PLACES = { first: [0, 0, 229, 278], second: [0, 705, 138, 162], third: [1278, 278, 115, 115] } as const;

/** One face on a grey ground, as a camera's picture of so many pixels. */
export async function faceOf(who: keyof typeof PLACES, side = 600): Promise<Buffer> {
  const [left, top, width, height] = PLACES[who];
  const face = await sharp(SHIPPED)
    .extract({ left, top, width, height })
    .resize(Math.round(side * 0.55))
    .toBuffer();
  return onGround(side, side, [{ input: face, left: Math.round(side * 0.22), top: Math.round(side * 0.15) }]);
}

export async function twoFaces(): Promise<Buffer> {
  const [a, b] = [await faceOf('first', 500), await faceOf('second', 500)];
  return onGround(1_000, 500, [
    { input: a, left: 0, top: 0 },
    { input: b, left: 500, top: 0 },
  ]);
}

/** A card with its portrait on the left, and a second one, small, on the right. */
export async function cardOf(who: keyof typeof PLACES): Promise<Buffer> {
  const [left, top, width, height] = PLACES[who];
  const portrait = (wide: number) => sharp(SHIPPED).extract({ left, top, width, height }).resize(wide).toBuffer();
  return onGround(1_010, 640, [
    { input: await portrait(230), left: 60, top: 180 },
    { input: await portrait(90), left: 850, top: 420 },
  ]);
}

const onGround = (width: number, height: number, pictures: OverlayOptions[]): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c8c8c0' } })
    .composite(pictures)
    .jpeg({ quality: 92 })
    .toBuffer();
