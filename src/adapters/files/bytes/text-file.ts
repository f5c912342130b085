// Reads a text in the encoding that its beginning indicates. If later bytes are invalid in it, reads again in another.

import { type OpenFile, readAt, WrongEncoding } from './byte-source.ts';
import { detectEncoding, type Encoding, guessNotUtf8 } from './encoding.ts';

/** Bytes of the beginning from which encoding and layout are detected. */
export const HEAD_BYTES = 131_072;

/** Throws file_not_understood for a binary file, and whatever `read` throws. */
export function inItsEncoding<T>(file: OpenFile, name: string, read: (encoding: Encoding) => T): T {
  try {
    return read(detectEncoding(readAt(file, { from: 0, length: HEAD_BYTES }), name));
  } catch (error) {
    if (error instanceof WrongEncoding) return read(guessNotUtf8(error.bytes));
    throw error;
  }
}
