// How the lines of text lie in a picture: by how many degrees they are off level, and whether they run vertically.
// Edges of letters are summed along lines of each slope. The sums differ most at the slope at which rows and gaps
// alternate (projection profiles; Postl 1986).

import type { OpenImage } from '../open-image.ts';

interface Level {
  /** Clockwise degrees by which the picture must be turned. */
  readonly degrees: number;
  /** Whether its lines run up or down. */
  readonly isSideways: boolean;
}

/** Largest slope that is looked for; cards are put down roughly straight. */
const MOST_DEGREES = 12;
const STEP = 0.5;

/** Least difference between neighbouring samples at an edge. */
const EDGE = 24;

/** `small`: grey, of about 800 pixels, so that a row of text has a few. */
export function levelOf(small: OpenImage): Level {
  const points = edgesOf(small);
  const rows = bestSlope(points, small, false);
  const columns = bestSlope(points, small, true);
  const { degrees } = rows.score >= columns.score ? rows : columns;
  return { degrees, isSideways: columns.score > rows.score };
}

function edgesOf({ samples, width, height }: OpenImage): Int32Array {
  const points: number[] = [];
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const at = y * width + x;
      const across = Math.abs(samples[at] - samples[at - 1]);
      const down = Math.abs(samples[at] - samples[at - width]);
      if (across > EDGE || down > EDGE) points.push(x, y);
    }
  }
  return Int32Array.from(points);
}

function bestSlope(points: Int32Array, { width, height }: OpenImage, isSideways: boolean) {
  let found = { degrees: 0, score: -1 };
  const scored = (degrees: number): void => {
    // The smaller of two equally good slopes counts.
    const score = alternation(points, { width, height, isSideways, degrees }) * (1 - Math.abs(degrees) / 1_000);
    if (score > found.score) found = { degrees, score };
  };
  for (let degrees = -MOST_DEGREES; degrees <= MOST_DEGREES; degrees += STEP) scored(degrees);
  const coarse = found.degrees;
  for (const off of [-0.375, -0.25, -0.125, 0.125, 0.25, 0.375]) scored(coarse + off);
  return found;
}

interface Slope {
  readonly width: number;
  readonly height: number;
  readonly isSideways: boolean;
  readonly degrees: number;
}

function alternation(points: Int32Array, { width, height, isSideways, degrees }: Slope): number {
  const rise = Math.tan((degrees * Math.PI) / 180);
  const sums = new Float64Array(2 * (width + height));
  const middle = Math.floor(sums.length / 2);
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at], points[at + 1]];
    const place = isSideways ? x - y * rise : y + x * rise;
    sums[middle + Math.round(place)]++;
  }
  let changes = 0;
  for (let at = 1; at < sums.length; at++) changes += (sums[at] - sums[at - 1]) ** 2;
  return changes;
}
