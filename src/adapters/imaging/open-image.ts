// Opens a JPEG or PNG from outside. Other formats have no loader here, at most 25 million pixels are decoded, and
// damaged or partial files are refused. Answers 8-bit samples, upright by the camera's orientation, with transparency
// on white.

import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_PIXELS } from '../../core/limits.ts';
import { TaskFailure } from './task-failure.ts';

// Formats are recognised by content, and sharp knows many.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
// The second core is left to the service.
sharp.concurrency(1);

export interface OpenImage {
  readonly width: number;
  readonly height: number;
  /** 1 for grey, 3 for red, green, blue. */
  readonly channels: 1 | 3;
  /** Row by row from the top, `channels` samples for each pixel. */
  readonly samples: Uint8Array;
}

interface OpenOptions {
  readonly channels: 1 | 3;
  /** A longer side is reduced to this. */
  readonly longest?: number;
}

export async function openImage(bytes: Uint8Array, { channels, longest }: OpenOptions): Promise<OpenImage> {
  if (bytes.length === 0) throw new TaskFailure('file_empty');
  const input = () => sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', unlimited: false });
  try {
    return await samplesOf(prepared(input(), { channels, ...(longest !== undefined && { longest }) }), channels);
  } catch (error) {
    throw new TaskFailure(faultOf((error as Error).message));
  }
}

/** Samples as another decoder gives them: the fourth channel is transparency. */
interface RawImage {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly samples: Uint8Array | Uint8ClampedArray;
}

/** An image as sharp takes it, for further processing. */
export const asSharp = ({ samples, width, height, channels }: RawImage): Sharp =>
  sharp(samples, { raw: { width, height, channels }, limitInputPixels: 4 * MAX_IMAGE_PIXELS });

export async function samplesOf(image: Sharp, channels: 1 | 3): Promise<OpenImage> {
  const one = image.toColourspace(channels === 1 ? 'b-w' : 'srgb');
  const { data, info } = await one.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== channels) throw new TaskFailure('file_damaged');
  return { width: info.width, height: info.height, channels, samples: data };
}

function prepared(image: Sharp, { channels, longest }: OpenOptions): Sharp {
  let turned = image.autoOrient().flatten({ background: '#ffffff' });
  if (longest !== undefined) {
    turned = turned.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
  }
  return channels === 1 ? turned.grayscale() : turned;
}

function faultOf(message: string) {
  if (/pixel limit|dimensions|too (large|big)|out of memory/i.test(message)) return 'image_too_large';
  return /unsupported image format/i.test(message) ? 'file_type_unknown' : 'file_damaged';
}
