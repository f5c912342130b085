// A text in pieces of whole characters, for a format whose lines mean nothing.

import { FileBytes, type OpenFile } from './byte-source.ts';
import type { Encoding } from './encoding.ts';
import { inItsEncoding } from './text-file.ts';

export class TextPieces {
  readonly bytes: FileBytes;
  private readonly buffer: Buffer;
  /** Where the last piece ended in the buffer, and the bytes there of a character that it cut. */
  private end = 0;
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
    return this.nextBytes()?.toString('utf8') ?? null;
  }

  /** The same as UTF-8, which is overwritten by the next piece. */
  nextBytes(): Buffer | null {
    this.buffer.copyWithin(0, this.end - this.left, this.end);
    if (this.bytes.atEnd) return null;
    this.end = this.bytes.more(0, this.left);
    const whole = this.bytes.atEnd ? this.end : wholeText(this.buffer, this.end);
    this.left = this.end - whole;
    return this.buffer.subarray(0, whole);
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

interface TextRead {
  /** The encoding's name in reports. */
  readonly encoding: string;
  /** SHA-256 in hex of the file as it lies. */
  readonly digest: string;
}

/**
 * Goes through a text once: calls `begin` for a reading, and its `write` with each piece. If an encoding turns out
 * wrong, another reading begins. Throws file_not_understood for a binary file.
 */
export const readThrough = <R extends { write(piece: string): void }>(
  file: OpenFile,
  name: string,
  begin: () => R,
): { readonly read: R; readonly text: TextRead } =>
  inItsEncoding(file, name, (encoding) => {
    const pieces = new TextPieces({ file, encoding, progress: undefined });
    const read = begin();
    for (let piece = pieces.next(); piece !== null; piece = pieces.next()) read.write(piece);
    return { read, text: { encoding: encoding.name, digest: pieces.bytes.digest() } };
  });
