// One picture read whole: levelled, turned and mirrored until there are words in it, then its machine readable zone, where
// lines look like one, cut out and recognised by itself.

import type { ReadPage, TextBox, TextLine, Turned } from '../../../core/documents/page-text.ts';
import { measureGrey } from '../measure.ts';
import { asSharp, type OpenImage, samplesOf } from '../open-image.ts';
import { levelOf } from './level.ts';
import { recognise } from './recognise.ts';
import { cut, levelled, turned } from './turns.ts';

/** Beyond it recognition gets slower and no better. */
const READ_LONGEST = 1_800;
const LEVEL_LONGEST = 800;
const MEASURE_LONGEST = 1_000;

/** Letters of words that recognition is sure of, from which on a picture is the right way round. */
const ENOUGH_LETTERS = 12;
const SURE = 0.7;

/** Height of a zone's lines that recognition reads best, in pixels. */
const ZONE_LINE_HEIGHT = 28;

export async function readImage(whole: OpenImage): Promise<ReadPage> {
  const quality = measureGrey(whole, await within(whole, MEASURE_LONGEST));
  const { degrees, isSideways } = levelOf(await within(whole, LEVEL_LONGEST));
  const level = await levelled(await within(whole, READ_LONGEST), degrees);
  let best: { letters: number; page: OpenImage; lines: readonly TextLine[]; turned: Turned } | null = null;
  for (const way of waysOf(isSideways)) {
    const page = await turned(level, way);
    const lines = await recognise(page, 'page');
    const letters = sureLetters(lines);
    if (best === null || letters > best.letters) best = { letters, page, lines, turned: way };
    if (letters >= ENOUGH_LETTERS) break;
  }
  const { page, lines, turned: way } = best!;
  const zoneBox = zoneBoxOf(lines);
  const zones = zoneBox === null ? [] : await readZone(page, zoneBox);
  return { lines: lines.filter(({ text }) => text !== ''), zones, zoneBox, turned: way, quality };
}

const within = (image: OpenImage, longest: number): Promise<OpenImage> =>
  Math.max(image.width, image.height) <= longest
    ? Promise.resolve(image)
    : samplesOf(asSharp(image).resize({ width: longest, height: longest, fit: 'inside' }), image.channels);

const waysOf = (isSideways: boolean): readonly Turned[] =>
  [false, true].flatMap((mirrored) =>
    (isSideways ? ([1, 3] as const) : ([0, 2] as const)).map((quarters) => ({ quarters, mirrored })),
  );

const sureLetters = (lines: readonly TextLine[]): number =>
  lines
    .flatMap(({ words }) => words)
    .filter(({ text, confidence }) => confidence >= SURE && /^[\p{L}\p{N}<]{3,}$/u.test(text))
    .reduce((sum, { text }) => sum + text.length, 0);

const isZoneLike = ({ text }: TextLine): boolean => {
  const plain = text.replaceAll(' ', '');
  const fitting = plain.match(/[A-Z0-9<«‹]/g)?.length ?? 0;
  return plain.length >= 24 && plain.length <= 60 && fitting >= 0.8 * plain.length && /[<«‹]|\d/.test(plain);
};

/** Around the lines at the bottom that look like a zone; null: none does. */
function zoneBoxOf(lines: readonly TextLine[]): TextBox | null {
  const like = lines.filter(isZoneLike).slice(-3);
  if (like.length === 0) return null;
  const left = Math.min(...like.map(({ box }) => box.left));
  const top = Math.min(...like.map(({ box }) => box.top));
  const right = Math.max(...like.map(({ box }) => box.left + box.width));
  const bottom = Math.max(...like.map(({ box }) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

async function readZone(page: OpenImage, box: TextBox): Promise<string[][]> {
  const zones: string[][] = [];
  for (const times of [1, 0.8]) {
    // Two lines of a zone stand some two heights apart.
    const lineHeight = (box.height * page.height) / 3;
    const scale = (times * ZONE_LINE_HEIGHT) / Math.max(8, lineHeight);
    const part = await cut(page, { box, margin: { across: 0.02, down: 0.02 }, scale: Math.min(4, scale) });
    const lines = (await recognise(part, 'zone')).map(({ text }) => text.replaceAll(' ', ''));
    zones.push(lines.filter((line) => line.length >= 20).slice(-3));
  }
  return zones;
}
