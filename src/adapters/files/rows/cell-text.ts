// Cells as strings, for samples and odd rows. Entries go into the columns as bytes.

import type { Rows } from './rows.ts';

/** The scanner's few buffers as Node buffers, which make strings of parts without a copy. */
const sources = new WeakMap<Uint8Array, Buffer>();

function sourceOf(buffer: Uint8Array): Buffer {
  const known = sources.get(buffer);
  if (known !== undefined) return known;
  const made = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  sources.set(buffer, made);
  return made;
}

/** Cell i of the current row as text, trimmed, with quotes undone. */
export function cellText({ buffer, starts, ends, raw }: Rows, i: number): string {
  const text = sourceOf(buffer).toString('utf8', starts[i], ends[i]);
  return (raw[i] === 1 ? text.replaceAll('""', '"') : text).trim();
}

/** The cells of a row as texts. */
export function cellsOf(rows: Rows): string[] {
  return Array.from({ length: rows.count }, (_, i) => cellText(rows, i));
}

/** Whether all cells are empty. Spreadsheets end in thousands of such rows, so no string is made. */
export function isEmpty({ starts, ends, count }: Rows): boolean {
  for (let i = 0; i < count; i++) if (starts[i] !== ends[i]) return false;
  return true;
}

/** Whether a row is a line drawn across a printed list: ---------- or =====, once or in every cell. */
export const isRule = (cells: readonly string[]): boolean =>
  cells.every((c) => /^[-=_*.+\s]*$/.test(c)) && cells.some((c) => /^([-=_*])\1{2,}$/.test(c));
