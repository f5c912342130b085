// Plots as plain SVG. Each is beside a table with the same figures, which readers of screens have instead.

import { printable } from '../words/printable.ts';
import { escaped, grouped } from './markup.ts';

interface Bar {
  readonly label: string;
  readonly count: number;
}

const [LINE, LABELS, BARS, FIGURES] = [24, 330, 420, 130];
/** Characters of a label. */
const MOST_CHARACTERS = 48;
const COLOURS = { plain: '#0b5cad', up: '#17663a', down: '#7f4b00' };

/** Bars of counts, one below the other. */
export function bars(caption: string, of: readonly Bar[]): string {
  const most = Math.max(1, ...of.map(({ count }) => count));
  const lines = of.map(({ label, count }, i) => {
    const width = (BARS * count) / most;
    return `${words(label, i)}${bar({ at: LABELS, width, line: i, colour: COLOURS.plain })}${beside(LABELS + width, i, grouped(count))}`;
  });
  return plot(caption, lines);
}

interface Step {
  readonly label: string;
  /** Signed minor units; a total stands on the base line. */
  readonly amount: bigint;
  readonly isTotal: boolean;
  readonly shown: string;
}

/** The way from one balance to another, step by step. */
export function waterfall(caption: string, steps: readonly Step[]): string {
  let at = 0n;
  const ends = steps.map(({ amount, isTotal }) => {
    const from = isTotal ? amount : at;
    at = isTotal ? amount : from + amount;
    return { from, to: at };
  });
  const all = ends.flatMap(({ from, to }) => [from, to]);
  const [least, high] = [all.reduce((a, b) => (b < a ? b : a)), all.reduce((a, b) => (b > a ? b : a))];
  // Large balances would make every step a hair: then the axis begins below the smallest of them.
  const isFar = least > 0n && 2n * (high - least) < high;
  const low = isFar ? least - (high - least) / 4n - 1n : least < 0n ? least : 0n;
  const spans = ends.map(({ from, to }, i) => {
    const start = steps[i]!.isTotal ? (low > 0n ? low : 0n) : from;
    return start < to ? { low: start, high: to } : { low: to, high: start };
  });
  // Thousandths of the width are enough for a picture, and keep amounts of any size exact until then.
  const placeOf = (amount: bigint): number =>
    high === low ? 0 : (BARS * Number(((amount - low) * 1000n) / (high - low))) / 1000;
  const lines = steps.map(({ label, amount, isTotal, shown }, i) => {
    const { low: from, high: to } = spans[i]!;
    const colour = isTotal ? COLOURS.plain : amount < 0n ? COLOURS.down : COLOURS.up;
    const drawn = bar({ at: LABELS + placeOf(from), width: placeOf(to) - placeOf(from), line: i, colour });
    return `${words(label, i)}${drawn}${beside(LABELS + placeOf(to), i, shown)}`;
  });
  return plot(isFar ? `${caption} (the axis does not begin at zero)` : caption, lines);
}

const plot = (caption: string, lines: readonly string[]): string =>
  `<figure><svg viewBox="0 0 ${LABELS + BARS + FIGURES} ${LINE * lines.length}" width="${LABELS + BARS + FIGURES}" role="img" aria-label="${escaped(caption)}">${lines.join('')}</svg><figcaption>${escaped(caption)}</figcaption></figure>`;

const words = (label: string, line: number): string => {
  const shown = printable(label, MOST_CHARACTERS);
  return `<text x="${LABELS - 8}" y="${LINE * line + 16}" text-anchor="end">${escaped(shown)}</text>`;
};

const beside = (x: number, line: number, shown: string): string =>
  `<text x="${rounded(x + 6)}" y="${LINE * line + 16}">${escaped(shown)}</text>`;

interface Drawn {
  readonly at: number;
  readonly width: number;
  readonly line: number;
  readonly colour: string;
}

const bar = ({ at, width, line, colour }: Drawn): string =>
  `<rect x="${rounded(at)}" y="${LINE * line + 4}" width="${rounded(Math.max(1, width))}" height="16" fill="${colour}"/>`;

const rounded = (value: number): number => Math.round(value * 10) / 10;
