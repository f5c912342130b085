// A file as UTF-8 bytes, a few megabytes at a time, whatever its encoding. The digest is computed on the way. Failures
// that need no understanding of the content are found here: missing, a folder, too large, empty, changed while read.

import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { TieoutError } from '../../../core/errors.ts';
import { MAX_FILE_BYTES, MAX_ROW_BYTES } from '../../../core/limits.ts';
import type { Encoding } from './encoding.ts';

const READ_BYTES = 1 << 20;
const FIRST_BYTES = 1 << 13;
/** Most bytes of UTF-8 that one byte of another encoding becomes. */
const WIDEST = 3;
/** A pipe without a writer is opened at once and then refused, not waited for. Windows has no such flag. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

type Decoder = InstanceType<typeof TextDecoder>;

/** Where the bytes come from: more() appends the next ones behind those kept. */
export interface ByteSupply {
  readonly buffer: Uint8Array;
  /** Moves buffer[keepFrom..end) to the front and appends more bytes; answers the new end. */
  more(keepFrom: number, end: number): number;
  readonly atEnd: boolean;
}

/** Rewrites bytes piece by piece, and keeps its state between pieces. */
export interface Rewriting {
  /** Rewrites bytes[from..to) in place; answers the new end. The byte before may be rewritten too. */
  rewrite(bytes: Uint8Array, from: number, to: number): number;
  /** Throws file_not_understood when the file ends where it must not. */
  end(): void;
}

export interface OpenFile {
  readonly fd: number;
  readonly size: number;
  /** SHA-256 in hex of the packed file from which this one was unpacked; absent if it is read as it lies. */
  readonly digest?: string | undefined;
  /** Throws file_changed if the file differs from when it was opened: somebody still writes it. */
  checkUnchanged(): void;
  close(): void;
}

/** Answers the result of `read`, or throws its failure. If the file changed meanwhile, throws file_changed instead. */
export function withOpenFile<T>({ path, name }: { path: string; name: string }, read: (file: OpenFile) => T): T {
  const file = openFile(path, name);
  try {
    return read(file);
  } finally {
    try {
      file.checkUnchanged();
    } finally {
      file.close();
    }
  }
}

/**
 * Opens a file for reading. Throws file_unreadable or file_too_large; for an empty one file_not_understood or
 * file_changed.
 */
function openFile(path: string, name: string): OpenFile {
  const unreadable = (why: string) => new TieoutError('file_unreadable', why, { file: name });
  let fd: number;
  try {
    fd = openSync(path, WITHOUT_WAITING);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw unreadable('there is no such file.');
    if (code === 'EISDIR') throw unreadable('this is a folder; give the files in it.');
    if (code === 'ELOOP') throw unreadable('this is a link that leads back to itself.');
    if (code === 'ENAMETOOLONG') throw unreadable('there is no such file; the name is too long for one.');
    if (code === 'EACCES' || code === 'EPERM') throw unreadable('the file may not be read; check its permissions.');
    throw unreadable(`the file cannot be opened (${code ?? 'unknown reason'}).`);
  }
  const close = () => closeSync(fd);
  const opened = fstatSync(fd, { bigint: true });
  const size = Number(opened.size);
  const failure = opened.isDirectory()
    ? unreadable('this is a folder; give the files in it.')
    : !opened.isFile()
      ? unreadable('this is not a regular file; give the name of a file that is kept on a disk.')
      : size > MAX_FILE_BYTES
        ? new TieoutError(
            'file_too_large',
            `the file is larger than ${MAX_FILE_BYTES / 1e9} GB; cut it into smaller ones.`,
            { file: name },
          )
        : size === 0
          ? emptyFile(name, Date.now() - Number(opened.mtimeMs))
          : null;
  if (failure) {
    close();
    throw failure;
  }
  const checkUnchanged = () => {
    const now = fstatSync(fd, { bigint: true });
    if (now.size === opened.size && now.mtimeNs === opened.mtimeNs) return;
    const sentence = 'the file was changed while it was read; run again once it is written to its end.';
    throw new TieoutError('file_changed', sentence, { file: name });
  };
  return { fd, size, checkUnchanged, close };
}

/** A younger empty file may still be waiting for its writer. */
const JUST_MADE_MS = 60_000;

function emptyFile(file: string, age: number): TieoutError {
  if (age > JUST_MADE_MS) return new TieoutError('file_not_understood', 'the file is empty.', { file });
  const sentence = 'the file is empty, and was made a moment ago; run again once it is written to its end.';
  return new TieoutError('file_changed', sentence, { file });
}

/** The bytes [from..from + length) of a file, fewer at its end. */
export function readAt({ fd }: OpenFile, { from, length }: { from: number; length: number }): Uint8Array {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const n = readSync(fd, bytes, done, length - done, from + done);
    if (n === 0) break;
    done += n;
  }
  return bytes.subarray(0, done);
}

/** Thrown at bytes that are not valid in the encoding: the caller then chooses another. */
export class WrongEncoding extends Error {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    super('bytes that are not UTF-8');
    this.bytes = bytes;
  }
}

export class FileBytes implements ByteSupply {
  readonly buffer: Uint8Array;
  atEnd = false;
  bytesDone = 0;

  private readonly file: OpenFile;
  private readonly encoding: Encoding;
  private readonly raw: Uint8Array | undefined;
  private readonly decoder: Decoder | undefined;
  private readonly encoder = new TextEncoder();
  private readonly hash: Hash = createHash('sha256');
  private readonly progress: ((done: number, total: number) => void) | undefined;
  private readonly lenient: boolean;
  private readonly rewriting: Rewriting | null;
  /** Bytes at the end of the buffer whose UTF-8 is not checked yet. */
  private unchecked = 0;
  private asking = FIRST_BYTES;

  constructor(options: {
    file: OpenFile;
    encoding: Encoding;
    progress?: ((done: number, total: number) => void) | undefined;
    rewriting: Rewriting | null;
  }) {
    this.file = options.file;
    this.buffer = new Uint8Array(Math.min(MAX_ROW_BYTES + READ_BYTES * WIDEST, options.file.size * WIDEST) + 16);
    this.encoding = options.encoding;
    this.progress = options.progress;
    this.lenient = options.encoding.lenient;
    this.rewriting = options.rewriting;
    if (options.encoding.label !== 'utf-8' || this.lenient) {
      this.raw = new Uint8Array(READ_BYTES);
      this.decoder = new TextDecoder(options.encoding.label, { ignoreBOM: true });
    }
  }

  more(keepFrom: number, end: number): number {
    const { buffer } = this;
    const kept = end - keepFrom;
    if (keepFrom > 0) buffer.copyWithin(0, keepFrom, end);
    if (kept > MAX_ROW_BYTES) return kept;
    const read = this.raw && this.decoder ? this.decode(kept, this.raw, this.decoder) : this.readUtf8(kept);
    if (this.rewriting === null) return read;
    const rewritten = this.rewriting.rewrite(buffer, kept, read);
    if (this.atEnd) this.rewriting.end();
    return rewritten;
  }

  private readUtf8(kept: number): number {
    const n = this.read(this.buffer, kept);
    const end = kept + n;
    // A character cut by the end of the read is checked with the next one.
    const from = kept - this.unchecked;
    const whole = this.atEnd ? end : wholeCharacters(this.buffer, from, end);
    if (!isUtf8(this.buffer.subarray(from, whole))) throw new WrongEncoding(this.buffer.slice(from, end));
    this.unchecked = end - whole;
    return end;
  }

  private decode(kept: number, raw: Uint8Array, decoder: Decoder): number {
    const n = this.read(raw, 0);
    const text = decoder.decode(raw.subarray(0, n), { stream: !this.atEnd });
    return kept + this.encoder.encodeInto(text, this.buffer.subarray(kept)).written;
  }

  private read(into: Uint8Array, at: number): number {
    const first = this.bytesDone === 0;
    const n = readSync(this.file.fd, into, at, Math.min(this.asking, into.length - at), this.bytesDone);
    this.asking = Math.min(READ_BYTES, this.asking * 2);
    this.hash.update(into.subarray(at, at + n));
    this.bytesDone += n;
    if (n === 0 || this.bytesDone >= this.file.size) this.atEnd = true;
    this.progress?.(this.bytesDone, this.file.size);
    if (!first || this.encoding.bom === 0) return n;
    into.copyWithin(at, at + this.encoding.bom, at + n);
    return n - this.encoding.bom;
  }

  /** SHA-256 in hex of the file's bytes as they lie, packed or not, once all were read. */
  digest(): string {
    return this.file.digest ?? this.hash.digest('hex');
  }
}

/** SHA-256 in hex of a file's bytes as they lie, for a format that does not read them through FileBytes. */
export function digestOf(file: OpenFile): string {
  if (file.digest !== undefined) return file.digest;
  const hash = createHash('sha256');
  for (let from = 0; from < file.size; from += READ_BYTES) hash.update(readAt(file, { from, length: READ_BYTES }));
  return hash.digest('hex');
}

/** End of the last whole UTF-8 character before `end`. */
function wholeCharacters(bytes: Uint8Array, from: number, end: number): number {
  for (let p = end - 1; p >= from && p >= end - 4; p--) {
    const c = bytes[p];
    if (c < 0x80) return p + 1;
    if (c >= 0xc0) {
      const length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
      return p + length <= end ? p + length : p;
    }
  }
  return end;
}
