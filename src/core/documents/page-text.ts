// The text of a document, recognised or from a PDF: lines and words with their positions, as shares of the upright
// page, and the confidence of recognition.

import type { QualityFigures } from './quality.ts';

/** Shares of the page, from its top left corner. */
export interface TextBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface TextWord {
  readonly text: string;
  /** 0 to 1 */
  readonly confidence: number;
  readonly box: TextBox;
}

export interface TextLine extends TextWord {
  readonly words: readonly TextWord[];
}

/** How the page was turned for reading: clockwise quarters, after mirroring. */
export interface Turned {
  readonly quarters: 0 | 1 | 2 | 3;
  readonly mirrored: boolean;
}

export interface ReadPage {
  readonly lines: readonly TextLine[];
  /** The machine readable zone as recognised, once for each attempt. */
  readonly zones: readonly (readonly string[])[];
  readonly zoneBox: TextBox | null;
  readonly turned: Turned;
  /** Null for the text of a PDF, which is not a picture. */
  readonly quality: QualityFigures | null;
}

export interface ReadDocument {
  readonly pages: readonly ReadPage[];
}

export const pageText = ({ lines }: ReadPage): string => lines.map(({ text }) => text).join('\n');
