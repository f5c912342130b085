// Plain tables: cells aligned in columns, a rule under the header and above a total. Widths count characters, which is
// right for the letters and figures that stand in these tables.

import type { Style } from './terminal.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** A last row under a rule of its own. */
  readonly total?: readonly string[];
}

const GAP = '  ';
const widthOf = (text: string): number => [...text].length;

/** The table as lines, indented by two. */
export function tableLines({ columns, rows, total }: Table, style: Style): string[] {
  const all = [columns.map(({ title }) => title), ...rows, ...(total === undefined ? [] : [total])];
  const widths = columns.map((_, c) => Math.max(...all.map((row) => widthOf(row[c] ?? ''))));
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align }, c) => padded(row[c] ?? '', widths[c]!, align))
      .join(GAP)
      .trimEnd();
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length));
  const body = [
    style.dim(line(columns.map(({ title }) => title))),
    style.dim(rule),
    ...rows.map(line),
    ...(total === undefined ? [] : [style.dim(rule), style.bold(line(total))]),
  ];
  return body.map((text) => `  ${text}`);
}

function padded(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(width - widthOf(text));
  return align === 'right' ? space + text : text + space;
}
