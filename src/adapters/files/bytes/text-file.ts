// Reads a text in the encoding that its beginning indicates, and once more in another if later bytes do not fit.

import { type OpenFile, readAt, WrongEncoding } from './byte-source.ts';
import { detectEncoding, type Encoding, guessNotUtf8 } from './encoding.ts';

/** Bytes of the beginning that encoding and layout are detected from. */
export const HEAD_BYTES = 131_072;

/** Throws file_not_understood for a binary file, and what `read` throws. */
export function inItsEncoding<T>(file: OpenFile, name: string, read: (encoding: Encoding) => T): T {
  try {
    return read(detectEncoding(readAt(file, { from: 0, length: HEAD_BYTES }), name));
  } catch (error) {
    if (error instanceof WrongEncoding) return read(guessNotUtf8(error.bytes));
    throw error;
  }
}
