// What a file's encoding and layout are detected from: its beginning, and pieces from its middle and end.

import { type OpenFile, readAt } from './byte-source.ts';
import type { SampleBytes } from './detect-layout.ts';
import { detectEncoding, type Encoding } from './encoding.ts';
import { quotingOf, requotingOf } from './requote.ts';

/** Bytes of the beginning that both are detected from, and of each piece from the middle and the end. */
const HEAD_BYTES = 131_072;
const PIECE_BYTES = 32_768;

/** The encoding that a file's beginning says; throws file_not_understood for a binary file. */
export const encodingOf = (file: OpenFile, name: string): Encoding =>
  detectEncoding(readAt(file, { from: 0, length: HEAD_BYTES }), name);

/** Beginning, middle and end of the file as UTF-8, quoted as usual. */
export function sampleOf(file: OpenFile, encoding: Encoding, name: string): SampleBytes {
  const decoder = new TextDecoder(encoding.label, { ignoreBOM: true });
  const encoder = new TextEncoder();
  const utf8 = (bytes: Uint8Array) => (encoding.label === 'utf-8' ? bytes : encoder.encode(decoder.decode(bytes)));
  const head = utf8(readAt(file, { from: 0, length: HEAD_BYTES }).subarray(encoding.bom));
  const quoting = quotingOf(head);
  const requoted = (bytes: Uint8Array, midLine: boolean) => {
    const requoting = requotingOf(quoting, { file: name, midLine });
    return requoting === null ? bytes : bytes.subarray(0, requoting.rewrite(bytes, 0, bytes.length));
  };
  const beginning = requoted(head, false);
  if (file.size <= HEAD_BYTES) return { head: beginning, further: [], complete: true, quoting };
  const at = [Math.floor(file.size / 2), Math.max(HEAD_BYTES, file.size - PIECE_BYTES)];
  // Even positions, for encodings of two bytes.
  const further = at.map((from) => requoted(utf8(readAt(file, { from: from & ~1, length: PIECE_BYTES })), true));
  return { head: beginning, further, complete: false, quoting };
}
