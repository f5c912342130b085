// The beginning of a file, by which its format is told: as bytes, and as text without byte order mark and white space.

import { type OpenFile, readAt } from '../bytes/byte-source.ts';
import { encodingOf } from '../bytes/encoding.ts';

/** Bytes from which a format is told. */
const BEGINNING = 4_096;

export interface Beginning {
  readonly bytes: Uint8Array;
  /** The first bytes as text in the encoding that they show, trimmed at the start; '' for a binary file. */
  readonly text: string;
  /** The whole file, for a format that is told by what stands further on, as in a zip archive. */
  readonly file: OpenFile;
}

export function beginningOf(file: OpenFile): Beginning {
  const bytes = readAt(file, { from: 0, length: BEGINNING });
  return { bytes, text: textOf(bytes), file };
}

function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding === null) return '';
  return new TextDecoder(encoding.label, { ignoreBOM: true }).decode(bytes.subarray(encoding.bom)).trimStart();
}
