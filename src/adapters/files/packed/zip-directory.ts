// The files in a ZIP archive, as its directory at the end lists them: what stands before it does not count. Archives
// beyond 4 GB and those of several disks are none.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_ARCHIVED_FILES } from '../../../core/limits.ts';
import { type OpenFile, readAt } from '../bytes/byte-source.ts';

export interface ZipEntry {
  /** The path with slashes. */
  readonly path: string;
  readonly method: number;
  readonly packedBytes: number;
  /** The unpacked size that the directory claims. */
  readonly bytes: number;
  readonly crc: number;
  readonly isEncrypted: boolean;
  /** Where its local header stands. */
  readonly at: number;
}

/** Bytes of the record that ends an archive, and the longest comment behind it. */
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
/** What a length says that stands elsewhere, as in archives beyond 4 GB. */
const ELSEWHERE = 0xffffffff;

/** Whether a file begins as an archive with at least one file. */
export const beginsAsZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** The files of an archive, without folders; null if its directory is missing or damaged. Throws file_too_large. */
export function zipDirectory(file: OpenFile, name: string): readonly ZipEntry[] | null {
  const from = Math.max(0, file.size - END_BYTES - MAX_COMMENT);
  const tail = viewOf(readAt(file, { from, length: file.size - from }));
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END_MARK) end--;
  if (end < 0) return null;
  const count = tail.getUint16(end + 10, true);
  const bytes = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (start === ELSEWHERE || start + bytes > from + end) return null;
  if (count > MAX_ARCHIVED_FILES)
    throw new TieoutError('file_too_large', `the archive has more than ${MAX_ARCHIVED_FILES} files.`, { file: name });
  return entriesIn(viewOf(readAt(file, { from: start, length: bytes })), count);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function entriesIn(view: DataView, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  const decoder = new TextDecoder();
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY_MARK) return null;
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > view.byteLength) return null;
    const path = decoder
      .decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameBytes))
      .replaceAll('\\', '/');
    if (!path.endsWith('/')) {
      entries.push({
        path,
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packedBytes: view.getUint32(at + 20, true),
        bytes: view.getUint32(at + 24, true),
        isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
        at: view.getUint32(at + 42, true),
      });
    }
    at = next;
  }
  return entries;
}
