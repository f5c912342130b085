// Reads one file of a ZIP archive, stored or deflated, piece by piece. Its checksum is checked at its end.

import { crc32, inflateRawSync } from 'node:zlib';
import { Inflate } from 'fflate';
import { TieoutError } from '../../../core/errors.ts';
import { type OpenFile, readAt } from '../bytes/byte-source.ts';
import { type TakeBytes, withinLimits } from './unpacking.ts';
import type { ZipEntry } from './zip-directory.ts';

const LOCAL_HEADER_BYTES = 30;
const LOCAL_MARK = 0x04034b50;
const PIECE_BYTES = 1 << 16;
/** Most bytes that are unpacked at once. */
const AT_ONCE_BYTES = 64_000_000;
const STORED = 0;
const DEFLATED = 8;

/** Calls `take` with all bytes of the entry in order. Throws file_not_understood, file_too_large. */
export function readEntry(file: OpenFile, entry: ZipEntry, { name, take }: { name: string; take: TakeBytes }): void {
  const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence, { file: name });
  const damaged = () => refuse(`the archive is damaged: ${entry.path} in it cannot be unpacked whole.`);
  if (entry.isEncrypted) throw refuse('the archive is protected with a password; save it without one.');
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw refuse(`${entry.path} in the archive is packed in a way that is not read; pack it as a usual ZIP file.`);
  const header = readAt(file, { from: entry.at, length: LOCAL_HEADER_BYTES });
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < LOCAL_HEADER_BYTES || view.getUint32(0, true) !== LOCAL_MARK) throw damaged();
  const from = entry.at + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  if (from + entry.packedBytes > file.size) throw damaged();
  let crc = 0;
  let bytes = 0;
  const counted = withinLimits(
    (piece) => {
      crc = crc32(piece, crc);
      bytes += piece.length;
      // The entry becomes larger than its directory claims.
      if (bytes > entry.bytes) throw damaged();
      take(piece);
    },
    { packed: entry.packedBytes, name },
  );
  const packed = piecesOf(file, from, entry.packedBytes);
  if (entry.method === STORED) for (const piece of packed) counted(piece);
  else if (entry.bytes <= AT_ONCE_BYTES) counted(inflatedAtOnce(file, { from, entry, damaged }));
  else inflate(packed, counted, damaged);
  if (bytes !== entry.bytes || crc !== entry.crc) throw damaged();
}

/** Unpacks an entry that is no larger than it claims to be: several times as fast as piece by piece. */
function inflatedAtOnce(
  file: OpenFile,
  { from, entry, damaged }: { from: number; entry: ZipEntry; damaged: () => TieoutError },
): Uint8Array {
  try {
    const packed = readAt(file, { from, length: entry.packedBytes });
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.bytes) });
  } catch {
    throw damaged();
  }
}

function* piecesOf(file: OpenFile, from: number, length: number): Generator<Uint8Array> {
  for (let done = 0; done < length; done += PIECE_BYTES)
    yield readAt(file, { from: from + done, length: Math.min(PIECE_BYTES, length - done) });
}

function inflate(packed: Iterable<Uint8Array>, take: TakeBytes, damaged: () => TieoutError): void {
  const inflating = new Inflate((piece) => take(piece));
  try {
    for (const piece of packed) inflating.push(piece);
    inflating.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw damaged();
  }
}

/** The whole of a small entry. Throws file_too_large beyond `most` bytes. */
export function wholeEntry(
  file: OpenFile,
  entry: ZipEntry,
  { name, most }: { readonly name: string; readonly most: number },
): Uint8Array {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const take = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > most) throw new TieoutError('file_too_large', `${entry.path} in it is too large.`, { file: name });
    pieces.push(new Uint8Array(piece));
  };
  readEntry(file, entry, { name, take });
  return Buffer.concat(pieces);
}
