// The format of gzip files, of one member or of several, one after the other.

import { crc32 } from 'node:zlib';
import { Gunzip } from 'fflate';
import { TieoutError } from '../../../../core/errors.ts';
import { type OpenFile, readAt } from '../../bytes/byte-source.ts';
import { unpackedFile } from '../../packed/unpacked-file.ts';
import { type TakeBytes, withinLimits } from '../../packed/unpacking.ts';
import type { PackedFormat } from '../format.ts';

const PIECE_BYTES = 1 << 16;
/** Bytes behind the last member: checksum and size, four each. */
const TRAILER_BYTES = 8;

export const GZIP_FILE: PackedFormat = {
  begins: ({ bytes }) => bytes[0] === 0x1f && bytes[1] === 0x8b,
  unpacked: (file, name, use) => unpackedFile(file, { name, unpack: (take) => gunzip(file, name, take) }, use),
};

function gunzip(file: OpenFile, name: string, take: TakeBytes): void {
  const damaged = () =>
    new TieoutError('file_not_understood', 'the archive is damaged or cut off; get the file again.', { file: name });
  let crc = 0;
  const limited = withinLimits(
    (bytes) => {
      crc = crc32(bytes, crc);
      take(bytes);
    },
    { packed: file.size, name },
  );
  const gunzipping = new Gunzip((bytes) => limited(bytes));
  gunzipping.onmember = () => {
    crc = 0;
  };
  try {
    for (let from = 0; from < file.size; from += PIECE_BYTES) {
      const piece = readAt(file, { from, length: PIECE_BYTES });
      gunzipping.push(piece, from + PIECE_BYTES >= file.size);
    }
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw damaged();
  }
  const trailer = readAt(file, { from: Math.max(0, file.size - TRAILER_BYTES), length: TRAILER_BYTES });
  if (trailer.length < TRAILER_BYTES || Buffer.from(trailer).readUInt32LE(0) !== crc) throw damaged();
}
