// Reads a picture: levels, turns and mirrors it until it contains words; then cuts out lines that look like a machine
// readable zone and recognises those separately.

import { readMrz } from '../../../core/documents/mrz/read-mrz.ts';
import type { ReadPage, TextBox, TextLine, Turned } from '../../../core/documents/page-text.ts';
import { measureGrey } from '../measure.ts';
import { asSharp, type OpenImage, samplesOf } from '../open-image.ts';
import { levelOf } from './level.ts';
import { recognise } from './recognise.ts';
import { cut, levelled, turned } from './turns.ts';
import { readGrid } from './zone-grid.ts';

/** Longest side for recognition; a larger picture is slower to read and no better. */
const READ_LONGEST = 1_800;
const LEVEL_LONGEST = 800;
const MEASURE_LONGEST = 1_000;

/** Letters in certain words from which on a picture is the right way round. */
const ENOUGH_LETTERS = 12;
const SURE_CONFIDENCE = 0.7;

/** Height in pixels at which recognition reads the lines of a zone best. */
const ZONE_LINE_HEIGHT = 28;

export async function readImage(whole: OpenImage): Promise<ReadPage> {
  const quality = measureGrey(whole, await within(whole, MEASURE_LONGEST));
  const { degrees, isSideways } = levelOf(await within(whole, LEVEL_LONGEST));
  const level = await levelled(await within(whole, READ_LONGEST), degrees);
  let best: { letters: number; page: OpenImage; lines: readonly TextLine[]; turned: Turned } | null = null;
  for (const turn of turnsToTry(isSideways)) {
    const page = await turned(level, turn);
    const lines = await recognise(page, 'page');
    const letters = sureLetters(lines);
    if (best === null || letters > best.letters) best = { letters, page, lines, turned: turn };
    if (letters >= ENOUGH_LETTERS) break;
  }
  const { page, lines, turned: way } = best!;
  const place = zonePlaceOf(lines);
  const zones = place === null ? [] : await readZone(page, place, lines);
  return { lines: lines.filter(({ text }) => text !== ''), zones, zoneBox: place?.box ?? null, turned: way, quality };
}

const within = (image: OpenImage, longest: number): Promise<OpenImage> =>
  Math.max(image.width, image.height) <= longest
    ? Promise.resolve(image)
    : samplesOf(asSharp(image).resize({ width: longest, height: longest, fit: 'inside' }), image.channels);

const turnsToTry = (isSideways: boolean): readonly Turned[] =>
  [false, true].flatMap((mirrored) =>
    (isSideways ? ([1, 3] as const) : ([0, 2] as const)).map((quarters) => ({ quarters, mirrored })),
  );

const sureLetters = (lines: readonly TextLine[]): number =>
  lines
    .flatMap(({ words }) => words)
    .filter(({ text, confidence }) => confidence >= SURE_CONFIDENCE && /^[\p{L}\p{N}<]{3,}$/u.test(text))
    .reduce((sum, { text }) => sum + text.length, 0);

/** Signs that recognition reads for fillers. */
const FILLER = /[<«‹]/;

/**
 * Whether a line looks like one of a zone: most of those have fillers, and all are printed without spaces. Other print
 * in capitals has neither, though it may have a number.
 */
const isZoneLike = ({ text }: TextLine): boolean => {
  const plain = text.replaceAll(' ', '');
  const fitting = plain.match(/[A-Z0-9<«‹]/g)?.length ?? 0;
  if (plain.length < 24 || plain.length > 60 || fitting < 0.8 * plain.length) return false;
  const breaks = text.match(/[A-Z0-9] +(?=[A-Z0-9])/g)?.length ?? 0;
  return FILLER.test(plain) || (/\d/.test(plain) && breaks <= MOST_BREAKS);
};

/** Most spaces that recognition inserts in a line of a zone. */
const MOST_BREAKS = 1;

interface ZonePlace {
  readonly box: TextBox;
  /** Share of the page's height. */
  readonly lineHeight: number;
  /** Width of a character, as a share of the page. */
  readonly pitch: number;
}

/** The place of the lowest lines that look like a zone; null if there are none. */
function zonePlaceOf(lines: readonly TextLine[]): ZonePlace | null {
  const like = lines.filter(isZoneLike).slice(-3);
  if (like.length === 0) return null;
  const left = Math.min(...like.map(({ box }) => box.left));
  const top = Math.min(...like.map(({ box }) => box.top));
  const right = Math.max(...like.map(({ box }) => box.left + box.width));
  const bottom = Math.max(...like.map(({ box }) => box.top + box.height));
  const lineHeight = Math.min(...like.map(({ box }) => box.height));
  const pitches = like
    .map(({ text, box }) => box.width / (text.replaceAll(' ', '').length - 0.3))
    .toSorted((a, b) => a - b);
  // Fillers are doubled more often than lost, so the widest pitch is nearest.
  return { box: { left, top, width: right - left, height: bottom - top }, lineHeight, pitch: pitches.at(-1)! };
}

/** Width in pixels of a zone for reading its cells. */
const GRID_WIDTH = 850;

/** Relative sizes for recognition; the second is used if the first reading is invalid. */
const SIZES = [1, 0.8];

async function readZone(page: OpenImage, place: ZonePlace, lines: readonly TextLine[]): Promise<string[][]> {
  // The first of two valid readings counts, because cells lose and double nothing.
  const zones = [...(await readGrids(page, place)), lines.filter(isZoneLike).map(({ text }) => text)];
  for (const size of SIZES) {
    const { box, lineHeight } = place;
    const scale = (size * ZONE_LINE_HEIGHT) / Math.max(8, lineHeight * page.height);
    const margin = { left: 0.02, right: 0.02, down: 0.6 * lineHeight };
    const read = await recognise(await cut(page, { box, margin, scale: Math.min(4, scale) }), 'zone');
    zones.push(
      read
        .map(({ text }) => text.replaceAll(' ', ''))
        .filter((line) => line.length >= 20)
        .slice(-3),
    );
    // The day only decides centuries, which do not affect check digits.
    if (readMrz(zones, { today: '2026-01-01' })?.valid) break;
  }
  return zones;
}

async function readGrids(page: OpenImage, { box, lineHeight, pitch }: ZonePlace): Promise<string[][]> {
  const scale = Math.min(4, GRID_WIDTH / (box.width * page.width));
  // A line above and below may have been missed.
  const down = 2.6 * lineHeight;
  const narrow = await cut(page, { box, margin: { left: 0.03, right: 0.03, down }, scale });
  // Recognition may have shortened rows of fillers: the pitch shows where the row ends.
  const wide = await cut(page, { box, margin: { left: 0.03, right: 1, down }, scale });
  const about = { start: Math.min(box.left, 0.03) * page.width * scale, pitch: pitch * page.width * scale };
  return [...(await readGrid(narrow)), ...(await readGrid(wide, about))];
}
