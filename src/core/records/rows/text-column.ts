// A column of texts from single ones, for what comes row by row. Files are read without it.

import { sharedUint8, sharedUint32 } from './allocate.ts';
import type { TextColumn } from './columns.ts';

const encoder = new TextEncoder();

/** Texts, or the bytes of some, one after the other on shared memory. */
export function textColumnOf(texts: readonly (string | Uint8Array)[]): TextColumn {
  const pieces = texts.map((text) => (typeof text === 'string' ? encoder.encode(text) : text));
  const offsets = sharedUint32(pieces.length + 1);
  for (let i = 0; i < pieces.length; i++) offsets[i + 1] = offsets[i]! + pieces[i]!.length;
  const bytes = sharedUint8(offsets[pieces.length]!);
  for (let i = 0; i < pieces.length; i++) bytes.set(pieces[i]!, offsets[i]);
  return { bytes, offsets };
}
