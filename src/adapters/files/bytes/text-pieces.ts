// A text in pieces of whole characters, for a format whose lines mean nothing.

import { FileBytes, type OpenFile } from './byte-source.ts';
import type { Encoding } from './encoding.ts';

export class TextPieces {
  readonly bytes: FileBytes;
  private readonly buffer: Buffer;
  /** Bytes of a character that the last piece cut. */
  private left = 0;

  constructor(source: {
    readonly file: OpenFile;
    readonly encoding: Encoding;
    readonly progress: ((done: number, total: number) => void) | undefined;
  }) {
    this.bytes = new FileBytes({ ...source, rewriting: null });
    const { buffer, byteOffset, byteLength } = this.bytes.buffer;
    this.buffer = Buffer.from(buffer, byteOffset, byteLength);
  }

  /** The next piece, about a megabyte; null at the end of the file. */
  next(): string | null {
    if (this.bytes.atEnd) return null;
    const end = this.bytes.more(0, this.left);
    const whole = this.bytes.atEnd ? end : wholeText(this.buffer, end);
    const text = this.buffer.toString('utf8', 0, whole);
    this.buffer.copyWithin(0, whole, end);
    this.left = end - whole;
    return text;
  }
}

/** End of the last whole character: bytes of a cut one wait for the rest. */
function wholeText(bytes: Uint8Array, end: number): number {
  let start = end - 1;
  while (start > 0 && start > end - 4 && (bytes[start] & 0xc0) === 0x80) start--;
  const first = bytes[start];
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return start + length > end ? start : end;
}
