// Bars of amounts or counts, one below the other.

import type { JSX } from 'preact';
import { bar, plot, words } from './plot.ts';

export interface Bar {
  readonly label: string;
  /** The length of the bar, in any unit; never negative. */
  readonly size: number;
  readonly shown: string;
  readonly tone?: 'accent' | 'good' | 'warn' | 'bad' | 'muted';
}

const [LINE, LABELS, BARS, FIGURES] = [26, 130, 240, 190];
/** Widths in a legend: a square with the space around it, and one letter. */
const [LEGEND_GAP, CHARACTER] = [32, 6.4];

interface BarsOptions {
  /** The title of the column of figures in the table below. */
  readonly what?: string;
  /** The size that fills the width; by default the greatest. */
  readonly whole?: number;
}

export function bars(caption: string, of: readonly Bar[], { what = 'Amount', whole }: BarsOptions = {}): JSX.Element {
  const most = whole ?? Math.max(1, ...of.map(({ size }) => size));
  const drawn = of.flatMap(({ label, size, shown, tone = 'accent' }, i) => {
    const width = (BARS * size) / most;
    return [
      words(label, LABELS - 8, LINE * i + 17, { 'text-anchor': 'end' }),
      ...(size === 0 ? [] : [bar(LABELS, LINE * i + 5, width, 16, tone)]),
      words(shown, LABELS + Math.max(1, width) + 8, LINE * i + 17, { class: 'faint' }),
    ];
  });
  return plot({
    caption,
    width: LABELS + BARS + FIGURES,
    height: LINE * of.length,
    drawn,
    items: of,
    columns: [
      { title: 'What', cell: ({ label }) => label },
      { title: what, isEnd: true, cell: ({ shown }) => shown },
    ],
  });
}

interface Stack {
  readonly label: string;
  readonly parts: readonly { readonly name: string; readonly size: number; readonly tone: string }[];
  readonly shown: string;
}

/** Parts of a whole, as shares of its width, one whole below the other. */
export function stacks(caption: string, of: readonly Stack[]): JSX.Element {
  const names = [...new Set(of.flatMap(({ parts }) => parts.map(({ name, tone }) => `${name}|${tone}`)))];
  const drawn = of.flatMap(({ label, parts, shown }, i) => {
    const whole = Math.max(
      1,
      parts.reduce((sum, { size }) => sum + size, 0),
    );
    let at = 0;
    const pieces = parts
      .filter(({ size }) => size > 0)
      .map(({ size, tone }) => {
        const width = (BARS * size) / whole;
        const piece = bar(LABELS + at, LINE * i + 5, Math.max(1, width - 1), 16, tone);
        at += width;
        return piece;
      });
    return [
      words(label, LABELS - 8, LINE * i + 17, { 'text-anchor': 'end' }),
      ...pieces,
      words(shown, LABELS + BARS + 8, LINE * i + 17, { class: 'faint' }),
    ];
  });
  let x = LABELS;
  const legend = names.flatMap((one, i) => {
    const [name = '', tone = ''] = one.split('|');
    x += i === 0 ? 0 : LEGEND_GAP + CHARACTER * (names[i - 1]!.indexOf('|') + 1);
    return [bar(x, LINE * of.length + 8, 12, 12, tone), words(name, x + 18, LINE * of.length + 18)];
  });
  return plot({
    caption,
    width: LABELS + BARS + FIGURES,
    height: LINE * (of.length + 1),
    drawn: [...drawn, ...legend],
    items: of,
    columns: [
      { title: 'What', cell: ({ label }) => label },
      { title: 'Parts', cell: ({ parts }) => parts.map(({ name, size }) => `${name} ${size}`).join(', ') },
      { title: 'Figure', isEnd: true, cell: ({ shown }) => shown },
    ],
  });
}
