// The encoding of an XML file. Bytes that are UTF-8 or UTF-16 are read so; others as the first line declares.

import { type OpenFile, readAt, WrongEncoding } from '../bytes/byte-source.ts';
import { detectEncoding, type Encoding, encodingDeclared, guessNotUtf8 } from '../bytes/encoding.ts';
import { HEAD_BYTES } from '../bytes/text-file.ts';

const DECLARED = /^<\?xml\s[^>]{0,200}?\bencoding\s{0,9}=\s{0,9}["']([\w.-]{1,40})["']/;
/** Bytes in which the declaration stands. */
const FIRST = 512;

/** Throws file_not_understood for a binary file, and whatever `read` throws. */
export function inXmlEncoding<T>(file: OpenFile, name: string, read: (encoding: Encoding) => T): T {
  const head = readAt(file, { from: 0, length: HEAD_BYTES });
  const found = detectEncoding(head, name);
  const declared = encodingDeclared(
    DECLARED.exec(new TextDecoder('latin1').decode(head.subarray(0, FIRST)))?.[1] ?? '',
  );
  const isUnicode = found.label.startsWith('utf-') && !found.lenient;
  try {
    return read(isUnicode ? found : (declared ?? found));
  } catch (error) {
    if (error instanceof WrongEncoding) return read(declared ?? guessNotUtf8(error.bytes));
    throw error;
  }
}
