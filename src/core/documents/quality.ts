// What a picture's figures say of reading from it: each bound is a reason by name. They are bounds for people's documents
// photographed by phones and scanners; a picture that passes may still be unreadable, which reading then says.

import type { Reason } from '../records/documents/check.ts';

/** Figures of an image as it is to be looked at: turned as its camera says. */
export interface QualityFigures {
  readonly width: number;
  readonly height: number;
  /** 0 to 1, all: how much of its detail is sharp; how light it is; how far its tones spread. */
  readonly sharpness: number;
  readonly brightness: number;
  readonly contrast: number;
  /** Share of it that is burnt out, as far as it lies together. */
  readonly glare: number;
}

interface Bound extends Reason {
  readonly fails: (figures: QualityFigures) => boolean;
}

const BOUNDS: readonly Bound[] = [
  {
    // A card of 86 mm has its small print at 150 dots an inch then.
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
