// The characters of a machine readable zone as they look in OCR-B, in cells of one size: the mean of many that were
// printed, worn and cut out as those are that are to be read (bench/make-mrz-glyphs.ts writes ocr-b-glyphs.ts). A cell is
// the character that it correlates with best, moved by a pixel either way.

import type { Characters } from '../../../core/documents/mrz/formats.ts';
import { OCR_B_GLYPHS } from './ocr-b-glyphs.ts';

export const GLYPH_WIDTH = 14;
export const GLYPH_HEIGHT = 20;

export const MRZ_CHARACTERS = '<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const SIZE = GLYPH_WIDTH * GLYPH_HEIGHT;
let known: readonly { readonly char: string; readonly shape: Float32Array }[] | null = null;

function load() {
  const bytes = new Int8Array(Buffer.from(OCR_B_GLYPHS, 'base64'));
  return [...MRZ_CHARACTERS].map((char, at) => ({
    char,
    shape: normal(Float32Array.from(bytes.subarray(at * SIZE, (at + 1) * SIZE))),
  }));
}

/** Mean 0, length 1. */
function normal(cell: Float32Array): Float32Array {
  const mean = cell.reduce((sum, one) => sum + one, 0) / cell.length;
  const centred = cell.map((one) => one - mean);
  const length = Math.sqrt(centred.reduce((sum, one) => sum + one * one, 0)) || 1;
  return centred.map((one) => one / length);
}

const ALLOWED: Readonly<Record<Characters, RegExp>> = { letters: /[A-Z<]/, digits: /[0-9<]/, any: /./ };

export function bestGlyph(
  cell: Float32Array,
  characters: Characters,
): { readonly char: string; readonly likeness: number } {
  known ??= load();
  const possible = known.filter(({ char }) => ALLOWED[characters].test(char));
  let best = { char: '<', likeness: -1 };
  for (const across of [-1, 0, 1]) {
    for (const down of [-1, 0, 1]) {
      const moved = normal(shifted(cell, across, down));
      for (const { char, shape } of possible) {
        let likeness = 0;
        for (let at = 0; at < SIZE; at++) likeness += moved[at] * shape[at];
        if (likeness > best.likeness) best = { char, likeness };
      }
    }
  }
  return best;
}

function shifted(cell: Float32Array, across: number, down: number): Float32Array {
  if (across === 0 && down === 0) return cell;
  return cell.map((_, at) => {
    const [x, y] = [(at % GLYPH_WIDTH) + across, Math.floor(at / GLYPH_WIDTH) + down];
    return x < 0 || y < 0 || x >= GLYPH_WIDTH || y >= GLYPH_HEIGHT ? 0 : cell[y * GLYPH_WIDTH + x];
  });
}
