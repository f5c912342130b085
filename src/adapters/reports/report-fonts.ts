// The fonts of a report, embedded in it. DejaVu has the letters of Yoruba and the naira sign, and Latin, Greek, Cyrillic,
// Arabic and Hebrew ones. A text with a letter that it lacks is written in Unifont, which has every letter of the first
// plane of Unicode: Chinese, Japanese, Korean, Thai, the scripts of India and Ethiopia. It is read when it is needed.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { layOutBothWays } from './right-to-left.ts';
import { unpackWoff } from './unpack-woff.ts';

type Weight = 'body' | 'bold';

const { resolve } = createRequire(import.meta.url);
export const BODY_FILE = resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD_FILE = resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
const EVERY_LETTER_FILE = resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff');

/** 12 MB, once a process. */
let everyLetter: Buffer | null = null;

export class ReportFonts {
  readonly #document: PDFDocument;
  readonly #has = new Map<string, boolean>();
  #isRegistered = false;

  constructor(document: PDFDocument) {
    this.#document = document;
    document.registerFont('body', BODY_FILE).registerFont('bold', BOLD_FILE);
  }

  /** Chooses the font for the text. */
  for(text: string, weight: Weight = 'body'): PDFDocument {
    this.#choose(text, weight);
    layOutBothWays(this.#document._font);
    return this.#document;
  }

  #choose(text: string, weight: Weight): void {
    const document = this.#document;
    if (this.#hasAll(text)) {
      document.font(weight);
      return;
    }
    if (!this.#isRegistered) {
      everyLetter ??= unpackWoff(readFileSync(EVERY_LETTER_FILE));
      document.registerFont('every letter', everyLetter);
      this.#isRegistered = true;
    }
    document.font('every letter');
  }

  #hasAll(text: string): boolean {
    for (const letter of text) {
      let has = this.#has.get(letter);
      if (has === undefined) {
        has = letter < ' ' || this.#document.font('body')._font.font.hasGlyphForCodePoint(letter.codePointAt(0)!);
        this.#has.set(letter, has);
      }
      if (!has) return false;
    }
    return true;
  }
}
