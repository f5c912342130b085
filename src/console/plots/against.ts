// Compares shares: a bar shows what was found, a line across it what was said.

import { h, type JSX } from 'preact';
import { bar, plot, words } from './plot.ts';

interface Against {
  readonly label: string;
  /** Shares from 0 to 1. */
  readonly said: number;
  readonly found: number;
  readonly shownSaid: string;
  readonly shownFound: string;
  readonly of: string;
}

const [LINE, LABELS, BARS, FIGURES] = [26, 190, 240, 340];

export function against(
  caption: string,
  names: { readonly said: string; readonly found: string },
  of: readonly Against[],
): JSX.Element {
  const mark = (share: number, at: number) =>
    h('line', { x1: LABELS + BARS * share, x2: LABELS + BARS * share, y1: at + 2, y2: at + 24, class: 'stroke-text' });
  const drawn = of.flatMap(({ label, said, found, shownSaid, shownFound, of: all }, i) => [
    words(label, LABELS - 8, LINE * i + 17, { 'text-anchor': 'end' }),
    bar(LABELS, LINE * i + 5, BARS * found, 16, found < said ? 'warn' : 'good'),
    mark(said, LINE * i),
    words(`${shownFound} ${names.found}, ${shownSaid} shown; ${all}`, LABELS + BARS + 8, LINE * i + 17, {
      class: 'faint',
    }),
  ]);
  const at = LINE * of.length;
  const legend = [
    bar(LABELS, at + 8, 12, 12, 'good'),
    words(names.found, LABELS + 18, at + 18),
    bar(LABELS + 120, at + 8, 12, 12, 'warn'),
    words('less than shown', LABELS + 138, at + 18),
    h('line', { x1: LABELS + 260, x2: LABELS + 260, y1: at + 5, y2: at + 23, class: 'stroke-text' }),
    words(names.said, LABELS + 268, at + 18),
  ];
  return plot({
    caption,
    width: LABELS + BARS + FIGURES,
    height: LINE * (of.length + 1),
    drawn: [...drawn, ...legend],
    items: of,
    columns: [
      { title: 'What', cell: ({ label }) => label },
      { title: names.said, isEnd: true, cell: ({ shownSaid }) => shownSaid },
      { title: names.found, isEnd: true, cell: ({ shownFound }) => shownFound },
      { title: 'Of', isEnd: true, cell: ({ of: all }) => all },
    ],
  });
}
