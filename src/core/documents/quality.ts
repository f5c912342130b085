// Judges a picture by its figures; each bound gives a named reason. The bounds suit documents photographed by phones
// and scanners. A picture that passes may still be unreadable, which reading then reports.

import type { Reason } from '../records/documents/check.ts';

/** Figures of an upright image. */
export interface QualityFigures {
  readonly width: number;
  readonly height: number;
  /** Share of sharp detail, brightness, and spread of tones, each 0 to 1. */
  readonly sharpness: number;
  readonly brightness: number;
  readonly contrast: number;
  /** Share of connected burnt-out area. */
  readonly glare: number;
}

interface Bound extends Reason {
  readonly fails: (figures: QualityFigures) => boolean;
}

const BOUNDS: readonly Bound[] = [
  {
    // With this size a card of 86 mm has its small print at 150 dots an inch.
    code: 'low_resolution',
    detail: 'The picture is too small: its longer side needs 600 pixels, its shorter one 350.',
    fails: ({ width, height }) => Math.max(width, height) < 600 || Math.min(width, height) < 350,
  },
  { code: 'blurred', detail: 'The picture is out of focus or moved.', fails: ({ sharpness }) => sharpness < 0.02 },
  { code: 'glare', detail: 'A part of the picture is burnt out.', fails: ({ glare }) => glare > 0.04 },
  { code: 'too_dark', detail: 'The picture is too dark.', fails: ({ brightness }) => brightness < 0.15 },
  { code: 'low_contrast', detail: 'The picture has hardly any contrast.', fails: ({ contrast }) => contrast < 0.08 },
];

export const qualityReasons = (figures: QualityFigures): Reason[] =>
  BOUNDS.filter(({ fails }) => fails(figures)).map(({ code, detail }) => ({ code, detail }));
