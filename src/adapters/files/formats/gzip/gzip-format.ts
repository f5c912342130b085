// The format of gzip files, of one member or of several, one after the other.

import { crc32 } from 'node:zlib';
import { Gunzip } from 'fflate';
import { TieoutError } from '../../../../core/errors.ts';
import { type OpenFile, readAt } from '../../bytes/byte-source.ts';
import { unpackedFile } from '../../packed/unpacked-file.ts';
import { type TakeBytes, withinLimits } from '../../packed/unpacking.ts';
import type { PackedFormat } from '../format.ts';

const PIECE_BYTES = 1 << 16;
/** Bytes at the end of each member: checksum and size, four each. */
const TRAILER_BYTES = 8;

export const GZIP_FILE: PackedFormat = {
  begins: ({ bytes }) => bytes[0] === 0x1f && bytes[1] === 0x8b,
  files: (file, name) => [
    { path: '', unpacked: (use) => unpackedFile(file, { name, unpack: (take) => gunzip(file, name, take) }, use) },
  ],
};

function gunzip(file: OpenFile, name: string, take: TakeBytes): void {
  const damaged = () =>
    new TieoutError('file_not_understood', 'the archive is damaged or cut off; get the file again.', { file: name });
  let crc = 0;
  let size = 0;
  const limited = withinLimits(
    (bytes) => {
      crc = crc32(bytes, crc);
      size += bytes.length;
      take(bytes);
    },
    { packed: file.size, name },
  );
  /** `end`: where the member ends that was unpacked last. */
  const checkMember = (end: number) => {
    const trailer = Buffer.from(readAt(file, { from: Math.max(0, end - TRAILER_BYTES), length: TRAILER_BYTES }));
    if (trailer.length < TRAILER_BYTES || trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== size % 2 ** 32)
      throw damaged();
    crc = 0;
    size = 0;
  };
  const gunzipping = new Gunzip((bytes) => limited(bytes));
  gunzipping.onmember = checkMember;
  try {
    for (let from = 0; from < file.size; from += PIECE_BYTES) {
      const piece = readAt(file, { from, length: PIECE_BYTES });
      gunzipping.push(piece, from + PIECE_BYTES >= file.size);
    }
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw damaged();
  }
  checkMember(file.size);
}
