// Turns, levels and mirrors pictures, and cuts out parts.

import type { TextBox, Turned } from '../../../core/documents/page-text.ts';
import { asSharp, type OpenImage, samplesOf } from '../open-image.ts';

export async function turned(image: OpenImage, { quarters, mirrored }: Turned): Promise<OpenImage> {
  if (quarters === 0 && !mirrored) return image;
  // Sharp turns before it mirrors, whatever the order of calls.
  const flopped = mirrored ? await samplesOf(asSharp(image).flop(), image.channels) : image;
  return quarters === 0 ? flopped : samplesOf(asSharp(flopped).rotate(90 * quarters), image.channels);
}

export const levelled = async (image: OpenImage, degrees: number): Promise<OpenImage> =>
  Math.abs(degrees) < 0.25
    ? image
    : samplesOf(asSharp(image).rotate(degrees, { background: '#ffffff' }), image.channels);

interface CutOptions {
  readonly box: TextBox;
  /** Margin around the box, as shares of the picture. */
  readonly margin: { readonly left: number; readonly right: number; readonly down: number };
  /** Factor of enlargement. */
  readonly scale: number;
}

export function cut(image: OpenImage, { box, margin, scale }: CutOptions): Promise<OpenImage> {
  const left = Math.max(0, Math.floor((box.left - margin.left) * image.width));
  const top = Math.max(0, Math.floor((box.top - margin.down) * image.height));
  const right = Math.min(image.width, Math.ceil((box.left + box.width + margin.right) * image.width));
  const bottom = Math.min(image.height, Math.ceil((box.top + box.height + margin.down) * image.height));
  const [width, height] = [right - left, bottom - top];
  const part = asSharp(image).extract({ left, top, width, height });
  return samplesOf(part.resize({ width: Math.max(1, Math.round(width * scale)) }), image.channels);
}
