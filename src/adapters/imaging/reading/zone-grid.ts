// Reads a machine readable zone as two or three rows of characters of one pitch. Rows are found by their ink, cells by
// the pitch whose gaps contain the least ink, and each cell is compared with the 37 characters of OCR-B. So no filler
// is lost or doubled, as happens when a zone is recognised as running text. Check digits show which reading is right.

import { LAYOUTS, type MrzLayout, type Span } from '../../../core/documents/mrz/formats.ts';
import { asSharp, type OpenImage, samplesOf } from '../open-image.ts';
import { bestGlyph, GLYPH_HEIGHT, GLYPH_WIDTH } from './glyphs.ts';

/** Share of ink in each pixel, row by row. */
interface Ink {
  readonly width: number;
  readonly height: number;
  readonly share: Float32Array;
}

/** Measures ink against the surrounding brightness, so that shadows do not count. */
export async function inkOf(image: OpenImage): Promise<Ink> {
  const { width, height, samples } = image;
  const around = await aroundOf(image);
  const share = Float32Array.from(samples, (sample, at) =>
    Math.max(0, 1 - sample / Math.max(1, 0.97 * around.samples[at])),
  );
  return { width, height, share };
}

/** Longest side at which the surroundings are blurred: the work of a blur grows with its width, and shadows are wide. */
const BLURRED_SIDE = 200;

/** The brightness around each pixel. */
async function aroundOf(image: OpenImage): Promise<OpenImage> {
  const { width, height } = image;
  const share = Math.min(1, BLURRED_SIDE / Math.max(width, height));
  const small = asSharp(image).resize({
    ...{ width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)), fit: 'fill' },
  });
  const blurred = await samplesOf(small.blur(Math.max(1, (share * Math.max(24, height)) / 8)), 1);
  return samplesOf(asSharp(blurred).resize({ width, height, fit: 'fill', kernel: 'cubic' }), 1);
}

interface Band {
  readonly top: number;
  /** The first row after it. */
  readonly bottom: number;
}

/** Rows of text, from the top. */
export function bandsOf({ width, height, share }: Ink): Band[] {
  const profile = Array.from({ length: height }, (_, y) => {
    let sum = 0;
    for (let x = 0; x < width; x++) sum += share[y * width + x];
    return sum / width;
  });
  const sorted = profile.toSorted((a, b) => a - b);
  const paper = sorted[Math.floor(height * 0.15)];
  const line = sorted[Math.floor(height * 0.9)];
  const isText = profile.map((one) => one > paper + 0.35 * (line - paper));
  const bands: Band[] = [];
  for (let y = 0; y < height; y++) {
    if (!isText[y]) continue;
    const top = y;
    while (y < height && isText[y]) y++;
    if (y - top >= 6) bands.push({ top, bottom: y });
  }
  return bands;
}

/** Start of the first cell and width of each, in pixels. */
interface Pitch {
  readonly start: number;
  readonly pitch: number;
}

/** The `count` cells of a row, by its own ends or near a given pitch; null if it has no such pitch. */
export function cellsOf(ink: Ink, band: Band, count: number, about: Pitch | null = null): Float32Array[] | null {
  const columns = columnInk(ink, band);
  const [left, right] = extent(columns);
  const first = about ?? { start: left, pitch: (right - left) / (count - 0.35) };
  if (first.pitch < 6) return null;
  const most = about === null ? 0.03 : 0.07;
  let best = { cost: Number.POSITIVE_INFINITY, ...first };
  for (let stretch = 1 - most; stretch <= 1 + most; stretch += 0.0025) {
    for (let shift = -0.5; shift <= 0.2; shift += 0.04) {
      const one = { pitch: first.pitch * stretch, start: first.start + shift * first.pitch };
      const cost = gapInk(columns, one, count);
      if (cost < best.cost) best = { ...one, cost };
    }
  }
  return Array.from({ length: count }, (_, at) => patch(ink, band, best.start + at * best.pitch, best.pitch));
}

function columnInk({ width, share }: Ink, { top, bottom }: Band): Float32Array {
  const columns = new Float32Array(width);
  for (let y = top; y < bottom; y++) for (let x = 0; x < width; x++) columns[x] += share[y * width + x];
  return columns.map((sum) => sum / (bottom - top));
}

/** The first and last column with ink. Specks of noise are thinner than a stroke. */
function extent(columns: Float32Array): readonly [number, number] {
  const smooth = columns.map((_, x) => (columns[x - 1] + columns[x] + columns[x + 1]) / 3 || 0);
  const level = 0.35 * smooth.toSorted((a, b) => a - b)[Math.floor(0.8 * smooth.length)];
  const first = smooth.findIndex((one) => one > level);
  return [first, smooth.findLastIndex((one) => one > level) + 1];
}

function gapInk(columns: Float32Array, { start, pitch }: { start: number; pitch: number }, count: number): number {
  let sum = 0;
  for (let at = 0; at <= count; at++) {
    const x = Math.round(start + at * pitch);
    sum += (columns[x - 1] ?? 0) + (columns[x] ?? 0) + (columns[x + 1] ?? 0);
  }
  return sum;
}

/** A cell at the size of the glyphs, with a small margin. */
function patch({ width, height, share }: Ink, { top, bottom }: Band, left: number, pitch: number): Float32Array {
  const out = new Float32Array(GLYPH_WIDTH * GLYPH_HEIGHT);
  const [above, tall] = [top - 0.1 * (bottom - top), 1.2 * (bottom - top)];
  for (let row = 0; row < GLYPH_HEIGHT; row++) {
    const y = Math.min(height - 1.001, Math.max(0, above + ((row + 0.5) / GLYPH_HEIGHT) * tall - 0.5));
    for (let column = 0; column < GLYPH_WIDTH; column++) {
      const x = Math.min(width - 1.001, Math.max(0, left + ((column + 0.5) / GLYPH_WIDTH) * pitch - 0.5));
      const [x0, y0] = [Math.floor(x), Math.floor(y)];
      const [fx, fy] = [x - x0, y - y0];
      const at = y0 * width + x0;
      const upper = share[at] * (1 - fx) + share[at + 1] * fx;
      const lower = share[at + width] * (1 - fx) + share[at + width + 1] * fx;
      out[row * GLYPH_WIDTH + column] = upper * (1 - fy) + lower * fy;
    }
  }
  return out;
}

/** Least likeness of a row. Worn OCR-B has 0.83 and more, other fixed-width types 0.81 and less. */
const LEAST_LIKENESS = 0.82;
/** The same where four check digits and more judge the reading. */
const LEAST_CHECKED_LIKENESS = 0.7;
const MANY_DIGITS = 4;

/** One format for each number of rows and characters; visas differ only after the last day. */
const SHAPES: readonly MrzLayout[] = LAYOUTS.filter(({ isVisa }) => !isVisa);

/** All ways in which the lowest rows may be a zone; check digits show which one is right. */
export async function readGrid(image: OpenImage, about: Pitch | null = null): Promise<string[][]> {
  const ink = await inkOf(image);
  const bands = bandsOf(ink);
  const tall =
    bands.map(({ top, bottom }) => bottom - top).toSorted((a, b) => a - b)[Math.floor(bands.length / 2)] ?? 0;
  const rows = bands.filter(({ top, bottom }) => bottom - top > 0.6 * tall && bottom - top < 1.6 * tall);
  const zones: string[][] = [];
  for (const { format, lines, length } of SHAPES) {
    for (const skipped of [0, 1]) {
      const some = rows.slice(0, rows.length - skipped).slice(-lines);
      if (some.length < lines) continue;
      const cells = some.map((band) => cellsOf(ink, band, length, about));
      if (cells.includes(null)) continue;
      const isVisa = bestGlyph(cells[0]![0]!, 'letters').char === 'V';
      const layout = LAYOUTS.find((one) => one.lines === lines && one.length === length && one.isVisa === isVisa);
      const read = cells.map((row, line) =>
        readRow(row!, line, layout ?? LAYOUTS.find((one) => one.format === format)!),
      );
      if (read.every((row) => row !== null)) zones.push(read);
    }
  }
  return zones;
}

function readRow(cells: readonly Float32Array[], line: number, { fields, digits }: MrzLayout): string | null {
  const glyphs = cells.map((cell, at) => {
    const isAt = ([row, from, to]: Span) => row === line && at >= from && at < to;
    const isDigit = digits.some((one) => isAt(one.at));
    return bestGlyph(cell, isDigit ? 'digits' : (fields.find(({ span }) => isAt(span))?.characters ?? 'any'));
  });
  const likeness = glyphs.reduce((sum, one) => sum + one.likeness, 0) / cells.length;
  const least = digits.length >= MANY_DIGITS ? LEAST_CHECKED_LIKENESS : LEAST_LIKENESS;
  return likeness < least ? null : glyphs.map(({ char }) => char).join('');
}
