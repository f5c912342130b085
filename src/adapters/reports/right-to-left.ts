// Arabic, Hebrew and N'Ko words in lines that go from left to right. pdfkit lays out each word with the space behind it,
// so that words from right to left are out of order and their spaces on the wrong side. Here a line is divided into
// pieces of one direction, and each is laid out whole.

import type { PdfFont } from 'pdfkit';

const LETTER = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]`;
/** From a letter to the last one before a word, digit or end of another direction. */
const PIECE = new RegExp(String.raw`(${LETTER}+(?:[\p{M}\p{Z}\p{P}]+${LETTER}+)*\p{M}*)`, 'u');

const laidOut = new WeakSet<PdfFont>();

/** Lets the font lay out such lines; once for each font. */
export function layOutBothWays(font: PdfFont): void {
  if (laidOut.has(font)) return;
  laidOut.add(font);
  const plain = font.layout.bind(font);
  font.layout = (text, features, onlyWidth) => {
    if (!PIECE.test(text)) return plain(text, features, onlyWidth);
    const runs = text
      .split(PIECE)
      .filter((piece) => piece !== '')
      .map((piece) => font.layoutRun(piece));
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((sum, run) => sum + run.positions.reduce((own, one) => own + one.advanceWidth, 0), 0),
    };
  };
}
