// The bytes from which a text's layout is detected: the beginning, and pieces from the middle and the end.

import { TieoutError } from '../../../../core/errors.ts';
import { type OpenFile, readAt } from '../../bytes/byte-source.ts';
import type { Encoding } from '../../bytes/encoding.ts';
import { HEAD_BYTES } from '../../bytes/text-file.ts';
import { type Quoting, quotingOf } from './quoting.ts';
import { requotingOf } from './requote.ts';

export interface SampleBytes {
  /** The file's beginning, and pieces from further on: UTF-8, with usual quoting. */
  readonly head: Uint8Array;
  readonly further: readonly Uint8Array[];
  /** Whether `head` is the whole file. */
  readonly complete: boolean;
  /** How the file itself is quoted. */
  readonly quoting: Quoting;
}

/** Bytes of each piece from the middle and the end. */
const PIECE_BYTES = 32_768;

/** Beginning, middle and end of the file. `given`: the file's quoting, if known; else its beginning tells it. */
export function sampleOf(
  file: OpenFile,
  { encoding, name, given }: { encoding: Encoding; name: string; given?: Quoting | undefined },
): SampleBytes {
  const decoder = new TextDecoder(encoding.label, { ignoreBOM: true });
  const encoder = new TextEncoder();
  const utf8 = (bytes: Uint8Array) => (encoding.label === 'utf-8' ? bytes : encoder.encode(decoder.decode(bytes)));
  const head = utf8(readAt(file, { from: 0, length: HEAD_BYTES }).subarray(encoding.bom));
  const complete = file.size <= HEAD_BYTES;
  const quoting = given ?? quotingOf(head, complete);
  const rewritten = (bytes: Uint8Array, midLine: boolean): Uint8Array => {
    const requoting = requotingOf(quoting, { file: name, midLine });
    return requoting === null ? bytes : bytes.subarray(0, requoting.rewrite(bytes, 0, bytes.length));
  };
  const beginning = rewritten(head, false);
  if (complete) return { head: beginning, further: [], complete, quoting };
  const middle = Math.floor(file.size / 2);
  const end = Math.max(HEAD_BYTES, file.size - PIECE_BYTES);
  // Even positions, for encodings of two bytes.
  const pieces = [middle, end].map((from) => utf8(readAt(file, { from: from & ~1, length: PIECE_BYTES })));
  const further = pieces.map((piece) => orNothing(() => rewritten(piece, true)));
  return { head: beginning, further, complete, quoting };
}

/** The piece, or no bytes if it cannot be rewritten: the full reading meets the fault too, and knows its line. */
function orNothing(piece: () => Uint8Array): Uint8Array {
  try {
    return piece();
  } catch (error) {
    if (error instanceof TieoutError) return new Uint8Array(0);
    throw error;
  }
}
