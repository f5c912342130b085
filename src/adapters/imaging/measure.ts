// Measures how readable a picture is: size, sharpness, brightness, spread of tones, and burnt-out area. Sharpness is
// the variance of the Laplacian (Pech-Pacheco, 2000) at one fixed size, relative to the variance of tones, so that a
// pale picture does not count as blurred.

import type { QualityFigures } from '../../core/documents/quality.ts';
import { type OpenImage, openImage } from './open-image.ts';

/** Longest side at which pictures are measured. */
const MEASURED_SIDE = 1_000;

/** A sample above this is burnt out. */
const BURNT = 252;

export const measure = async ({ bytes }: { readonly bytes: Uint8Array }): Promise<QualityFigures> => {
  const whole = await openImage(bytes, { channels: 1 });
  return measureGrey(whole, await openImage(bytes, { channels: 1, longest: MEASURED_SIDE }));
};

/** `small`: the picture at the size of measurement. */
export function measureGrey({ width, height }: OpenImage, small: OpenImage): QualityFigures {
  const { samples } = small;
  let sum = 0;
  let squares = 0;
  let burnt = 0;
  for (const sample of samples) {
    sum += sample;
    squares += sample * sample;
    if (sample >= BURNT) burnt++;
  }
  const mean = sum / samples.length;
  const variance = Math.max(0, squares / samples.length - mean * mean);
  const detail = laplacianVariance(small);
  return {
    ...{ width, height, brightness: mean / 255, glare: burnt / samples.length },
    contrast: Math.min(1, Math.sqrt(variance) / 128),
    // Plain text that is out of focus by the width of a stroke leaves a twentieth.
    sharpness: variance < 1 ? 0 : Math.min(1, detail / variance),
  };
}

function laplacianVariance({ samples, width, height }: OpenImage): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = 4 * samples[at] - samples[at - 1] - samples[at + 1] - samples[at - width] - samples[at + width];
      sum += value;
      squares += value * value;
      count++;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
