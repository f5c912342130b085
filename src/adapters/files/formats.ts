// The formats of files, told by how a file begins: the first that knows it reads it.

import { type OpenFile, readAt } from './bytes/byte-source.ts';
import { DELIMITED_TEXT } from './delimited/delimited-format.ts';
import type { Format } from './format/format.ts';

/** The last takes whatever no other knows. */
const FORMATS: readonly Format[] = [DELIMITED_TEXT];

/** Bytes that tell a format. */
const BEGINNING = 4_096;

export function formatOf(file: OpenFile): Format {
  const beginning = readAt(file, { from: 0, length: BEGINNING });
  return FORMATS.find(({ begins }) => begins(beginning)) ?? DELIMITED_TEXT;
}
