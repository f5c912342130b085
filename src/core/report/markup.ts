// Markup of the report. Everything from files goes through `escaped`, and there is no script: nothing in a narration
// can be markup.

import { formatGrouped } from '../money/money.ts';
import { printable } from '../words/printable.ts';

export const escaped = (text: string): string =>
  printable(text)
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A cell of a table: a text, or a figure, which stands to the right. */
export type Cell = string | { readonly figure: string };

interface Table {
  /** A column whose title is an object has figures. */
  readonly titles: readonly Cell[];
  readonly rows: Iterable<readonly Cell[]>;
  /** What stands where there is no row. */
  readonly empty: string;
}

/** A table whose head is repeated on each printed page. */
export function table({ titles, rows, empty }: Table): string {
  const body: string[] = [];
  for (const row of rows) body.push(`<tr>${row.map((cell) => cellOf('td', cell)).join('')}</tr>`);
  if (body.length === 0) return `<p>${escaped(empty)}</p>`;
  const head = titles.map((cell) => cellOf('th', cell)).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function cellOf(tag: 'td' | 'th', cell: Cell): string {
  if (typeof cell !== 'string') return `<${tag} class="n">${escaped(cell.figure)}</${tag}>`;
  if (/^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/.test(cell)) return `<${tag} class="d">${cell}</${tag}>`;
  // A reference of thirty digits may be broken, a date may not.
  return /\S{25}/.test(cell) ? `<${tag} class="w">${escaped(cell)}</${tag}>` : `<${tag}>${escaped(cell)}</${tag}>`;
}

export const figure = (of: number | string): Cell => ({ figure: typeof of === 'number' ? grouped(of) : of });

/** `12,345` */
export const grouped = (count: number): string => formatGrouped(count, 0);

export const section = (title: string, ...parts: readonly string[]): string =>
  `<section><h2>${escaped(title)}</h2>\n${parts.filter((part) => part !== '').join('\n')}\n</section>`;

export const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;
