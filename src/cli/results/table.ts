// Plain tables: aligned columns, a rule under the header and above a total. Widths count characters, which is right for
// these tables. On a narrow terminal a column of words takes several lines.

import { wrapped } from '../options.ts';
import type { Style } from '../terminal.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Cells may be broken between words if the terminal is narrow. */
  readonly wraps?: true;
}

interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** A last row under its own rule. */
  readonly total?: readonly string[];
}

const GAP = '  ';
const INDENT = '  ';
/** Narrowest column of words; one word in each line would not help. */
const NARROWEST = 14;
const widthOf = (text: string): number => [...text].length;

/** The table as lines, indented by two. */
export function tableLines({ columns, rows, total }: Table, style: Style): string[] {
  const titles = columns.map(({ title }) => title);
  const widths = columnWidths(columns, { all: [titles, ...rows, ...(total ? [total] : [])], most: style.columns });
  const lines = (row: readonly string[]): string[] => {
    const cells = widths.map((width, c) => (columns[c].wraps ? wrapped(row[c] ?? '', width) : [row[c] ?? '']));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, n) =>
      cells
        .map((cell, c) => padded(cell[n] ?? '', widths[c], columns[c].align))
        .join(GAP)
        .trimEnd(),
    );
  };
  const rule = style.dim('─'.repeat(totalOf(widths)));
  const body = [
    ...lines(titles).map(style.dim),
    rule,
    ...rows.flatMap(lines),
    ...(total === undefined ? [] : [rule, ...lines(total).map(style.bold)]),
  ];
  return body.map((text) => INDENT + text);
}

const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);

/**
 * Columns as wide as their widest cells; if a line would exceed `most` characters, columns that wrap become narrower.
 */
function columnWidths(
  columns: readonly Column[],
  { all, most }: { readonly all: readonly (readonly string[])[]; readonly most: number },
): number[] {
  const widths = columns.map((_, c) => Math.max(...all.map((row) => widthOf(row[c] ?? ''))));
  const missing = totalOf(widths) + INDENT.length - most;
  const wrapping = columns.filter(({ wraps }) => wraps).length;
  if (missing <= 0 || wrapping === 0) return widths;
  return widths.map((width, c) =>
    columns[c].wraps ? Math.max(Math.min(NARROWEST, width), width - Math.ceil(missing / wrapping)) : width,
  );
}

function padded(text: string, width: number, align: Column['align']): string {
  // A word may be longer than a narrow column.
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? space + text : text + space;
}
