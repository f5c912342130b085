// Checks the packed streams of a PDF, which its library reads as far as it can: a row of a damaged page would be missing
// without a word. zlib's format is RFC 1950: two bytes, the packed content, a checksum.

import { inflateRawSync, inflateSync } from 'node:zlib';

/** Streams that unpack to more are no texts of pages. */
const MOST_BYTES = 64_000_000;
const BEGINS = /stream\r?\n/y;

/**
 * `damaged` if a stream does not unpack, `checksum` if what one unpacks to is not what was packed: some programs write
 * wrong checksums into sound files. Null for neither. A checksum that is missing at a stream's end is no sign of damage.
 */
export function damageOf(content: Buffer): 'damaged' | 'checksum' | null {
  let worst: 'checksum' | null = null;
  for (let at = content.indexOf('stream'); at >= 0; at = content.indexOf('stream', at + 1)) {
    const from = at + lengthOfBegin(content, at);
    if (from === at || !isZlib(content, from) || !isPacked(content, at)) continue;
    const end = content.indexOf('endstream', from);
    const damage = damageOfStream(content.subarray(from, end < 0 ? content.length : end));
    if (damage === 'damaged') return damage;
    worst = damage ?? worst;
    if (end < 0) break;
    at = end + 'end'.length;
  }
  return worst;
}

function lengthOfBegin(content: Buffer, at: number): number {
  BEGINS.lastIndex = 0;
  return BEGINS.exec(content.toString('latin1', at, at + 8))?.[0].length ?? 0;
}

const isZlib = (content: Buffer, at: number): boolean =>
  at + 2 < content.length && (content[at] & 0x0f) === 8 && content.readUInt16BE(at) % 31 === 0;

/** A dictionary before a stream is not longer. */
const DICTIONARY = 2_000;

/** Whether the dictionary before a stream says that it is packed: `/FlateDecode`, or `/Fl` for short. */
function isPacked(content: Buffer, at: number): boolean {
  const before = content.toString('latin1', Math.max(0, at - DICTIONARY), at);
  return before.slice(before.lastIndexOf('obj') + 1).includes('/Fl');
}

function damageOfStream(packed: Buffer): 'damaged' | 'checksum' | null {
  try {
    inflateSync(packed, { maxOutputLength: MOST_BYTES });
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') return null;
    return unpacksBare(packed) ? (/incorrect data check/.test(message) ? 'checksum' : null) : 'damaged';
  }
}

function unpacksBare(packed: Buffer): boolean {
  try {
    inflateRawSync(packed.subarray(2), { maxOutputLength: MOST_BYTES });
    return true;
  } catch {
    return false;
  }
}
