// The way from one balance to another, step by step.

import type { JSX } from 'preact';
import { bar, plot, words } from './plot.ts';

export interface Step {
  readonly label: string;
  /** Minor units; a total stands on the base line. */
  readonly minor: number;
  readonly isTotal: boolean;
  readonly shown: string;
}

const [LINE, LABELS, BARS, FIGURES] = [26, 390, 290, 130];
const MOST_CHARACTERS = 62;

export function waterfall(caption: string, steps: readonly Step[]): JSX.Element {
  let at = 0;
  const spans = steps.map(({ minor, isTotal }) => {
    const from = isTotal ? minor : at;
    at = isTotal ? minor : from + minor;
    return { from, to: at };
  });
  const ends = spans.flatMap(({ from, to }) => [from, to]);
  const [least, high] = [Math.min(...ends), Math.max(...ends)];
  // Large balances would make every step a hair: then the axis begins below the smallest of them.
  const isFar = least > 0 && 2 * (high - least) < high;
  const low = isFar ? least - (high - least) / 4 - 1 : Math.min(0, least);
  const place = (minor: number): number => (high === low ? 0 : (BARS * (minor - low)) / (high - low));
  const drawn = steps.flatMap(({ label, minor, isTotal, shown }, i) => {
    const { from, to } = spans[i]!;
    const start = isTotal ? Math.max(low, 0) : from;
    const [left, right] = [place(Math.min(start, to)), place(Math.max(start, to))];
    const short = label.length > MOST_CHARACTERS ? `${label.slice(0, MOST_CHARACTERS - 1)}…` : label;
    return [
      words(short, LABELS - 8, LINE * i + 17, { 'text-anchor': 'end' }),
      bar(LABELS + left, LINE * i + 5, right - left, 16, isTotal ? 'accent' : minor < 0 ? 'warn' : 'good'),
      words(shown, LABELS + right + 8, LINE * i + 17, { class: 'faint' }),
    ];
  });
  return plot({
    caption: isFar ? `${caption} (the axis does not begin at zero)` : caption,
    width: LABELS + BARS + FIGURES,
    height: LINE * steps.length,
    drawn,
    items: steps,
    columns: [
      { title: 'Step', cell: ({ label }) => label },
      { title: 'Amount', isEnd: true, cell: ({ shown }) => shown },
    ],
  });
}
