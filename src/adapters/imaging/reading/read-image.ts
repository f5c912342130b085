// Reads a picture: levels it, and turns and mirrors it until recognition finds words. Then cuts out the lines that look
// like a machine readable zone and reads those again, enlarged.

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
/** A smaller picture is enlarged to this, because recognition wants letters of some twenty pixels. */
const READ_SHORTEST = 1_000;
/** Longest sides for finding the level and for measuring quality, which need less. */
const LEVEL_LONGEST = 800;
const MEASURE_LONGEST = 1_000;

/** A picture with so many characters in certain words is the right way round, and no other turn is tried. */
const ENOUGH_CHARACTERS = 12;
/** Least confidence of a certain word. */
const SURE_CONFIDENCE = 0.7;

/** Height in pixels at which recognition reads the lines of a zone best. */
const ZONE_LINE_HEIGHT = 28;

export async function readImage(whole: OpenImage): Promise<ReadPage> {
  const quality = measureGrey(whole, await within(whole, MEASURE_LONGEST));
  const { degrees, isSideways } = levelOf(await within(whole, LEVEL_LONGEST));
  const fitting = await within(whole, READ_LONGEST);
  const large = await enlarged(fitting);
  const level = await levelled(large, degrees);
  let best: { certain: number; page: OpenImage; lines: readonly TextLine[]; turned: Turned } | null = null;
  for (const turn of turnsToTry(isSideways)) {
    const page = await turned(level, turn);
    const lines = await recognise(page, 'page');
    const certain = certainCharacters(lines);
    if (best === null || certain > best.certain) best = { certain, page, lines, turned: turn };
    if (certain >= ENOUGH_CHARACTERS) break;
  }
  const { page, lines, turned: way } = best!;
  const place = zonePlaceOf(lines) ?? (await zonePlaceBelow(page));
  const zones = place === null ? [] : await readZone(page, place, lines);
  // Enlarging helps most small pictures, and blurs the cells of some.
  if (place !== null && large !== fitting && !isHolding(zones)) {
    const small = await turned(await levelled(fitting, degrees), way);
    const again = await recognise(small, 'page');
    const found = zonePlaceOf(again);
    if (found !== null) zones.push(...(await readZone(small, found, again)));
  }
  return { lines: lines.filter(({ text }) => text !== ''), zones, zoneBox: place?.box ?? null, turned: way, quality };
}

/** The picture, made smaller if a side is longer than that. */
const within = (image: OpenImage, longest: number): Promise<OpenImage> =>
  Math.max(image.width, image.height) <= longest
    ? Promise.resolve(image)
    : samplesOf(asSharp(image).resize({ width: longest, height: longest, fit: 'inside' }), image.channels);

function enlarged(image: OpenImage): Promise<OpenImage> {
  const { width, height, channels } = image;
  if (Math.max(width, height) >= READ_SHORTEST) return Promise.resolve(image);
  const size = { width: READ_SHORTEST, height: READ_SHORTEST, fit: 'inside', kernel: 'cubic' } as const;
  return samplesOf(asSharp(image).resize(size), channels);
}

/** The likeliest first: a mirrored picture is rare. */
const turnsToTry = (isSideways: boolean): readonly Turned[] =>
  [false, true].flatMap((mirrored) =>
    (isSideways ? ([1, 3] as const) : ([0, 2] as const)).map((quarters) => ({ quarters, mirrored })),
  );

/** Number of characters in words that recognition is certain of. */
const certainCharacters = (lines: readonly TextLine[]): number =>
  lines
    .flatMap(({ words }) => words)
    .filter(({ text, confidence }) => confidence >= SURE_CONFIDENCE && /^[\p{L}\p{N}<]{3,}$/u.test(text))
    .reduce((sum, { text }) => sum + text.length, 0);

/** Signs that recognition reads in place of a filler (<). */
const FILLER = /[<«‹]/;

/**
 * Whether a line looks like one of a zone, whose lines have 30 to 44 characters: it has fillers, or else a digit and no
 * spaces. Other print in capitals has spaces.
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

/** The place of the lowest lines that look like a zone, which has two or three; null if there are none. */
function zonePlaceOf(lines: readonly TextLine[]): ZonePlace | null {
  const like = lines.filter(isZoneLike).slice(-3);
  if (like.length === 0) return null;
  const left = Math.min(...like.map(({ box }) => box.left));
  const top = Math.min(...like.map(({ box }) => box.top));
  const right = Math.max(...like.map(({ box }) => box.left + box.width));
  const bottom = Math.max(...like.map(({ box }) => box.top + box.height));
  const lineHeight = Math.min(...like.map(({ box }) => box.height));
  // The box ends at the ink, so the space beside the first and last character is missing.
  const pitches = like.map(({ text, box }) => box.width / (text.replaceAll(' ', '').length - 0.3));
  // Recognition doubles fillers more often than it loses them, and too many characters make the pitch too narrow.
  // So the widest is nearest to the true one.
  return { box: { left, top, width: right - left, height: bottom - top }, lineHeight, pitch: Math.max(...pitches) };
}

/** The lowest part of a page that lies across, where recognition of a whole page may miss a zone's lines. */
const BELOW: TextBox = { left: 0, top: 0.66, width: 1, height: 0.34 };
const BELOW_WIDTH = 1_600;

async function zonePlaceBelow(page: OpenImage): Promise<ZonePlace | null> {
  if (page.width < 1.2 * page.height) return null;
  const strip = await cut(page, {
    box: BELOW,
    margin: { left: 0, right: 0, down: 0 },
    scale: BELOW_WIDTH / page.width,
  });
  const inPage = ({ left, top, width, height }: TextBox): TextBox => ({
    ...{ left, top: BELOW.top + top * BELOW.height, width, height: height * BELOW.height },
  });
  const lines = (await recognise(strip, 'zone')).filter((line) => isZoneLike(line) && line.text.includes('<<'));
  // Asked for a zone, recognition finds fillers in any print; two lines of one are seldom found so.
  return lines.length < 2 ? null : zonePlaceOf(lines.map((line) => ({ ...line, box: inPage(line.box) })));
}

/** Width in pixels of a zone for reading its cells. */
const GRID_WIDTH = 850;

/** Relative sizes for recognition; the second is used if the first reading is invalid. */
const SIZES = [1, 0.8];

/** Readings of the zone, to be judged by their check digits: by cells, from the page, and recognised again enlarged. */
async function readZone(page: OpenImage, place: ZonePlace, lines: readonly TextLine[]): Promise<string[][]> {
  // readMrz takes the first valid reading. Readings by cells come first: they neither lose nor double a character.
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
    if (isHolding(zones)) break;
  }
  return [...zones, ...crossed(zones)];
}

/** The day only decides centuries, which do not affect check digits. */
const isHolding = (zones: readonly string[][]): boolean => readMrz(zones, { today: '2026-01-01' })?.valid === true;

/** First and last lines of different readings together: one may be right in one reading, and the other in another. */
function crossed(zones: readonly string[][]): string[][] {
  const pairs = zones.filter((lines) => lines.length === 2);
  return pairs.flatMap(([first], at) => pairs.flatMap(([, last], other) => (at === other ? [] : [[first!, last!]])));
}

/** Readings by cells of one pitch (zone-grid.ts). */
async function readGrids(page: OpenImage, { box, lineHeight, pitch }: ZonePlace): Promise<string[][]> {
  const scale = Math.min(4, GRID_WIDTH / (box.width * page.width));
  // Recognition may have missed the line above or below, so these are cut out too.
  const down = 2.6 * lineHeight;
  const narrow = await cut(page, { box, margin: { left: 0.03, right: 0.03, down }, scale });
  // Recognition may have shortened a line that ends in fillers: cut out to the page's edge, its pitch shows its end.
  const wide = await cut(page, { box, margin: { left: 0.03, right: 1, down }, scale });
  const about = { start: Math.min(box.left, 0.03) * page.width * scale, pitch: pitch * page.width * scale };
  return [...(await readGrid(narrow)), ...(await readGrid(wide, about))];
}
