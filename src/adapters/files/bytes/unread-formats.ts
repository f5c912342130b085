// Formats that are recognised but not read. A binary one is reported at once. A text one is reported only if it could
// not be read as delimited text, because a preamble may look like its beginning.

import { TieoutError } from '../../../core/errors.ts';

interface Unread {
  /** The name of the format in a sentence. */
  readonly what: string;
  readonly advice: string;
}

const AS_CSV = 'save it as CSV';
const AS_ZIP = 'unpack it, or pack its files as ZIP';
const AS_UTF8 = 'save it as UTF-8';

const BINARIES: readonly (readonly [at: number, bytes: readonly number[], what: string, advice: string])[] = [
  [0, [0xd0, 0xcf, 0x11, 0xe0], 'an Excel workbook from before 2007, or another old document of Office', AS_CSV],
  [0, [0x89, 0x50, 0x4e, 0x47], 'a picture', AS_CSV],
  [0, [0xff, 0xd8, 0xff], 'a picture', AS_CSV],
  [0, [0x47, 0x49, 0x46, 0x38], 'a picture', AS_CSV],
  [0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'a 7-Zip archive', AS_ZIP],
  [0, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], 'a RAR archive', AS_ZIP],
  [4, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], 'a bzip2 archive', AS_ZIP],
  [0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'an xz archive', AS_ZIP],
  // "ustar" in the head of its first file.
  [257, [0x75, 0x73, 0x74, 0x61, 0x72], 'a tar archive', AS_ZIP],
  [0, [0xff, 0xfe, 0x00, 0x00], 'text in UTF-32', AS_UTF8],
  [0, [0x00, 0x00, 0xfe, 0xff], 'text in UTF-32', AS_UTF8],
];

const TEXTS: readonly (readonly [beginning: RegExp, what: string, advice: string])[] = [
  [
    /<Workbook\s[^>]{0,400}urn:schemas-microsoft-com:office:spreadsheet/,
    'an XML spreadsheet of 2003',
    'save it as XLSX',
  ],
  [/^<\?xml\b|^<[\w:]+[\s>]/, 'XML', AS_CSV],
  [/^(\{|\[)\s*["{[\]}]/, 'JSON without records', AS_CSV],
  [/^\{\\rtf/, 'a text document', AS_CSV],
];

/** Bytes in which a text format is looked for. */
const MOST_BYTES = 1_024;

/** The binary format; null for none. `head`: the file's first bytes. */
export function binaryFormatOf(head: Uint8Array): Unread | null {
  const found = BINARIES.find(([at, bytes]) => bytes.every((byte, i) => head[at + i] === byte));
  return found === undefined ? null : { what: found[2], advice: found[3] };
}

/** The text format; null for none. `head`: the file's beginning in UTF-8. */
export function textFormatOf(head: Uint8Array): Unread | null {
  const text = new TextDecoder().decode(head.subarray(0, MOST_BYTES)).trimStart();
  const found = TEXTS.find(([beginning]) => beginning.test(text));
  return found === undefined ? null : { what: found[1], advice: found[2] };
}

export const unreadFormat = ({ what, advice }: Unread, file: string): TieoutError =>
  new TieoutError('file_not_understood', `this is ${what}, which is not read; ${advice}.`, { file });
