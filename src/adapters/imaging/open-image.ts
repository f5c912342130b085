// Opens somebody else's JPEG or PNG: other formats have no loader here, nothing beyond 25 million pixels is decoded, and
// what is cut off or damaged is refused. Answers plain 8-bit samples, turned as the camera says, transparency on white.

import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_PIXELS } from '../../core/limits.ts';
import { TaskFailure } from './task-failure.ts';

// Formats are known by what stands in them, and sharp knows many.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
// One of two cores stays with the service.
sharp.concurrency(1);

export interface OpenImage {
  readonly width: number;
  readonly height: number;
  /** 1: grey; 3: red, green, blue. */
  readonly channels: 1 | 3;
  /** Row by row from the top, `channels` samples a pixel. */
  readonly samples: Uint8Array;
}

interface OpenOptions {
  readonly channels: 1 | 3;
  /** The longer side is made no longer than this. */
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

/** An image of samples, for further work on it. */
export const asSharp = ({ samples, width, height, channels }: OpenImage): Sharp =>
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
