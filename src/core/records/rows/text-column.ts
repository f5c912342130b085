// Makes a text column from single texts, for rows that come one by one. File readers do not use it.

import { sharedUint8, sharedUint32 } from './allocate.ts';
import type { TextColumn } from './columns.ts';

const encoder = new TextEncoder();

/** A column of texts, given as strings or bytes, on shared memory. */
export function textColumnOf(texts: readonly (string | Uint8Array)[]): TextColumn {
  return plainColumn(texts) ?? columnOfPieces(texts);
}

/** Most characters to encode together, far below the longest string. */
const MOST_TOGETHER = 1 << 26;

/** Encodes all texts together, in a fifth of the time; null if they are not all ASCII, which is rare. */
function plainColumn(texts: readonly (string | Uint8Array)[]): TextColumn | null {
  const offsets = sharedUint32(texts.length + 1);
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    if (typeof text !== 'string') return null;
    offsets[i + 1] = offsets[i] + text.length;
    if (offsets[i + 1] > MOST_TOGETHER) return null;
  }
  const length = offsets[texts.length];
  const encoded = encoder.encode(texts.join(''));
  if (encoded.length !== length) return null;
  const bytes = sharedUint8(length);
  bytes.set(encoded);
  return { bytes, offsets };
}

function columnOfPieces(texts: readonly (string | Uint8Array)[]): TextColumn {
  const pieces = texts.map((text) => (typeof text === 'string' ? encoder.encode(text) : text));
  const offsets = sharedUint32(pieces.length + 1);
  for (let i = 0; i < pieces.length; i++) offsets[i + 1] = offsets[i] + pieces[i].length;
  const bytes = sharedUint8(offsets[pieces.length]);
  for (let i = 0; i < pieces.length; i++) bytes.set(pieces[i], offsets[i]);
  return { bytes, offsets };
}
