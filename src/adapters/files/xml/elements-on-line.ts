// Whether the elements of an XML file stand on lines of their own. Many are one long line: then a line names nothing,
// and entries are numbered.

import { type OpenFile, readAt } from '../bytes/byte-source.ts';
import type { Encoding } from '../bytes/encoding.ts';

/** Bytes in which the first two of them are looked for. */
const LOOKED = 131_072;

/** `tag`: finds the tags of these elements, with the flag g. */
export function areOnOneLine(file: OpenFile, { label }: Encoding, tag: RegExp): boolean {
  const head = new TextDecoder(label).decode(readAt(file, { from: 0, length: LOOKED }));
  const [first, second] = head.matchAll(tag);
  return first !== undefined && second !== undefined && !head.slice(first.index, second.index).includes('\n');
}
