// Formats that are recognised but not read. A binary one is reported at once. A text one is reported only if it could
// not be read as delimited text, because a preamble may look like its beginning.

import { TieoutError } from '../../../core/errors.ts';

const BINARIES: readonly (readonly [start: readonly number[], what: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel workbook from before 2007, or another old document of Office'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x47, 0x49, 0x46, 0x38], 'a picture'],
];

const TEXTS: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^<\?xml\b|^<[\w:]+[\s>]/, 'XML'],
  [/^(\{|\[)\s*["{[]/, 'JSON without records'],
  [/^\{\\rtf/, 'a text document'],
];

/** Bytes in which a text format is looked for. */
const MOST_BYTES = 1_024;

/** The binary format's name for a sentence, or null. `head`: the file's first bytes. */
export const binaryFormatOf = (head: Uint8Array): string | null =>
  BINARIES.find(([start]) => start.every((byte, i) => head[i] === byte))?.[1] ?? null;

/** The text format's name for a sentence, or null. `head`: the file's beginning in UTF-8. */
export function textFormatOf(head: Uint8Array): string | null {
  const text = new TextDecoder().decode(head.subarray(0, MOST_BYTES)).trimStart();
  return TEXTS.find(([beginning]) => beginning.test(text))?.[1] ?? null;
}

export const unreadFormat = (format: string, file: string): TieoutError =>
  new TieoutError('file_not_understood', `this is ${format}, which is not read; save it as CSV.`, { file });
