// Plots as plain SVG, each with a table of the same figures.

import { h, type JSX } from 'preact';
import { type PlainColumn, plainTable } from '../parts/plain-table.ts';

interface PlotOptions<T> {
  readonly caption: string;
  readonly width: number;
  readonly height: number;
  readonly drawn: readonly JSX.Element[];
  readonly columns: readonly PlainColumn<T>[];
  readonly items: readonly T[];
}

export function plot<T>({ caption, width, height, drawn, columns, items }: PlotOptions<T>): JSX.Element {
  return h(
    'figure',
    { class: 'plot' },
    h('figcaption', { class: 'muted' }, caption),
    h('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': caption }, drawn),
    h('details', {}, h('summary', {}, 'As a table'), plainTable({ caption, columns, items })),
  );
}

export const words = (text: string, x: number, y: number, more: Readonly<Record<string, string>> = {}): JSX.Element =>
  h('text', { x, y, ...more }, text);

export const bar = (x: number, y: number, width: number, height: number, tone: string): JSX.Element =>
  h('rect', { x, y, width: Math.max(1, width), height, class: `fill-${tone}`, rx: 2 });
