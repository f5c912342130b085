// The format of Zstandard files. They are unpacked at once, within a limit of memory.

import { zstdDecompressSync } from 'node:zlib';
import { TieoutError } from '../../../../core/errors.ts';
import { MAX_UNPACKED_AT_ONCE_BYTES, MAX_UNPACKED_RATIO, MIN_UNPACKED_BYTES } from '../../../../core/limits.ts';
import { type OpenFile, readAt } from '../../bytes/byte-source.ts';
import { unpackedFile } from '../../packed/unpacked-file.ts';
import type { PackedFormat } from '../format.ts';

export const ZSTD_FILE: PackedFormat = {
  begins: ({ bytes }) => bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd,
  files: (file, name) => [
    { path: '', unpacked: (use) => unpackedFile(file, { name, unpack: (take) => take(unpacked(file, name)) }, use) },
  ],
};

function unpacked(file: OpenFile, name: string): Uint8Array {
  const most = Math.min(MAX_UNPACKED_AT_ONCE_BYTES, Math.max(MIN_UNPACKED_BYTES, file.size * MAX_UNPACKED_RATIO));
  const tooLarge = () => {
    const sentence = `it is larger than ${Math.floor(most / 1e6)} MB, packed or unpacked; pack it as gzip.`;
    return new TieoutError('file_too_large', sentence, { file: name });
  };
  if (file.size > most) throw tooLarge();
  try {
    return zstdDecompressSync(readAt(file, { from: 0, length: file.size }), { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new TieoutError('file_not_understood', 'the archive is damaged or cut off; get the file again.', {
      file: name,
    });
  }
}
