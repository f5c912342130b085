// A workbook that is protected with a password is no ZIP archive: it is packed into a compound file (MS-CFB), in whose
// directory a stream named EncryptedPackage stands.

import { type OpenFile, readAt } from '../../bytes/byte-source.ts';

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const NAME = Buffer.from('EncryptedPackage', 'utf16le');
/** Bytes of the directory: it has a dozen entries of 128 bytes. */
const DIRECTORY_BYTES = 8_192;

export function isProtected(beginning: Uint8Array, file: OpenFile): boolean {
  if (!COMPOUND.every((byte, i) => beginning[i] === byte) || beginning.length < 512) return false;
  const view = new DataView(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  const sectorBytes = 2 ** Math.min(view.getUint16(30, true), 12);
  const from = (view.getUint32(48, true) + 1) * sectorBytes;
  return Buffer.from(readAt(file, { from, length: DIRECTORY_BYTES })).includes(NAME);
}
