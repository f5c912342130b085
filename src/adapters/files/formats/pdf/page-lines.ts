// Lines of a page from its pieces of text, and in each line the runs of words that stand apart: what a reader of the page
// takes for a cell.

import type { PdfText } from './read-texts.ts';

export interface Run {
  text: string;
  readonly left: number;
  right: number;
}

/** The pieces of text of a line, from left to right. */
export type Line = readonly Run[];

/** Shares of the letters' height. Pieces of one line begin at heights that differ by no more. */
const SAME_LINE = 0.5;
/** A gap between words of one cell is no wider. */
const ONE_CELL = 0.45;
/** A gap between letters of one word is no wider. */
const ONE_WORD = 0.12;

export function linesOf(texts: readonly PdfText[]): Line[] {
  const lines: PdfText[][] = [];
  for (const piece of texts.toSorted((a, b) => b.bottom - a.bottom || a.left - b.left)) {
    const line = lines.at(-1);
    const isBeside = line !== undefined && line[0].bottom - piece.bottom <= SAME_LINE * heightOf(piece);
    if (isBeside) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => runsOf(line.toSorted((a, b) => a.left - b.left)));
}

const heightOf = ({ height }: PdfText): number => Math.max(height, 4);

function runsOf(pieces: readonly PdfText[]): Run[] {
  const runs: Run[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : piece.left - last.right;
    const height = heightOf(piece);
    const words = spacedApart(piece);
    if (last !== undefined && gap <= ONE_CELL * height && words.length === 1) {
      last.text += (gap > ONE_WORD * height || piece.text.startsWith(' ') ? ' ' : '') + piece.text.trim();
      last.right = Math.max(last.right, piece.right);
    } else runs.push(...words);
  }
  return runs;
}

/** A piece that sets its words apart by many spaces is several runs: their places follow from the share of letters. */
function spacedApart({ text, left, right }: PdfText): Run[] {
  const width = (right - left) / text.length;
  return [...text.matchAll(/\S+(?: {1,2}\S+)*/g)].map(({ 0: words, index }) => ({
    text: words,
    left: left + width * index,
    right: left + width * (index + words.length),
  }));
}
