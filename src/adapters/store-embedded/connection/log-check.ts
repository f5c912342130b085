// Checks the write-ahead log that a process left behind, before SQLite opens it. SQLite takes a page with a wrong
// checksum for the end of the log. That is right after a crash; after damage, commits would be lost in silence. A
// process that died was writing one commit, so more than one commit behind the end means damage. Format:
// https://www.sqlite.org/fileformat2.html#the_write_ahead_log

import { closeSync, openSync, readSync } from 'node:fs';
import { TieoutError } from '../../../core/errors.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Page size of our stores, for a log whose header does not say. */
const PAGE_BYTES = 4_096;
/** The last bit of the stored value says in which byte order checksums are made. */
const MAGIC = 0x377f0682;
/** Frames read at once. */
const FRAMES = 256;

/** Throws store_damaged if commits lie behind a damaged place. A missing log is fine. */
export function requireWholeLog(path: string, directory: string): void {
  const file = openedIfThere(path);
  if (file === null) return;
  try {
    if (commitsBehindTheEnd(file) < 2) return;
  } finally {
    closeSync(file);
  }
  throw new TieoutError(
    'store_damaged',
    `The log of the store in ${directory} is damaged and runs that were accepted would be lost: restore the directory from a backup, or open its store.db with the program sqlite3, which keeps what lies before the damage.`,
  );
}

function openedIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    // SQLite reports a log that exists and cannot be read.
    return null;
  }
}

interface LogHeader {
  /** If false, the log's frames are only searched for commits. */
  readonly isWhole: boolean;
  readonly pageBytes: number;
  readonly isBigEndian: boolean;
  /** Two words that each frame of the log repeats. */
  readonly salts: readonly [number, number] | null;
  readonly sums: Sums;
}

type Sums = readonly [number, number];

function commitsBehindTheEnd(file: number): number {
  const header = headerOf(file);
  if (header === null) return 0;
  const frameBytes = FRAME_HEADER_BYTES + header.pageBytes;
  const bytes = Buffer.alloc(FRAMES * frameBytes);
  let { sums, salts, isWhole } = header;
  let behind = 0;
  for (let at = HEADER_BYTES; ; ) {
    const read = readSync(file, bytes, 0, bytes.length, at);
    const frames = Math.floor(read / frameBytes);
    if (frames === 0) return behind;
    for (let f = 0; f < frames; f++) {
      const frame = bytes.subarray(f * frameBytes, (f + 1) * frameBytes);
      const own = [frame.readUInt32BE(8), frame.readUInt32BE(12)] as const;
      salts ??= own;
      const isOfLog = own[0] === salts[0] && own[1] === salts[1];
      if (isWhole && isOfLog) {
        const begun = sumOf(frame.subarray(0, 8), sums, header.isBigEndian);
        const ended = sumOf(frame.subarray(FRAME_HEADER_BYTES), begun, header.isBigEndian);
        isWhole = ended[0] === frame.readUInt32BE(16) && ended[1] === frame.readUInt32BE(20);
        sums = ended;
      } else isWhole = false;
      // A frame that ends a commit states the size of the database.
      if (!isWhole && isOfLog && frame.readUInt32BE(4) !== 0) behind++;
    }
    at += frames * frameBytes;
  }
}

/** Null: there is no log yet. */
function headerOf(file: number): LogHeader | null {
  const bytes = Buffer.alloc(HEADER_BYTES);
  if (readSync(file, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  const magic = bytes.readUInt32BE(0);
  const isBigEndian = magic === (MAGIC | 1);
  const sums = sumOf(bytes.subarray(0, 24), [0, 0], isBigEndian);
  const agrees = sums[0] === bytes.readUInt32BE(24) && sums[1] === bytes.readUInt32BE(28);
  if (!agrees || (magic & ~1) !== MAGIC) {
    return { isWhole: false, pageBytes: PAGE_BYTES, isBigEndian, salts: null, sums };
  }
  const salts = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] as const;
  return { isWhole: true, pageBytes: bytes.readUInt32BE(8), isBigEndian, salts, sums };
}

/** The log's checksum of an even number of words, continued from `sums`. */
function sumOf(bytes: Buffer, sums: Sums, isBigEndian: boolean): Sums {
  let [a, b] = sums;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + words.getUint32(at, !isBigEndian) + b) >>> 0;
    b = (b + words.getUint32(at + 4, !isBigEndian) + a) >>> 0;
  }
  return [a, b];
}
