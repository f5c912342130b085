// A cell as a string: for samples and for rows that are odd. Entries go into the columns as bytes.

import type { DelimitedRows } from './delimited-rows.ts';

/** The scanner's few buffers, as what makes strings of parts of them without a copy. */
const sources = new WeakMap<Uint8Array, Buffer>();

function sourceOf(buffer: Uint8Array): Buffer {
  const known = sources.get(buffer);
  if (known !== undefined) return known;
  const made = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  sources.set(buffer, made);
  return made;
}

/** Cell i of the current row as text, quotes undone and trimmed. */
export function cellText({ buffer, starts, ends, raw }: DelimitedRows, i: number): string {
  const text = sourceOf(buffer).toString('utf8', starts[i], ends[i]);
  return (raw[i] === 1 ? text.replaceAll('""', '"') : text).trim();
}
