// Encodes text columns as bytes and decodes them exactly: the lengths, then all texts together. Banks repeat text
// within a row (session id and posting reference also stand in the narration), so a mark replaces another column's text
// of the row. The rest compresses to a third, in half the time.

import { sharedUint8, sharedUint32 } from '../rows/allocate.ts';
import type { TextColumn } from '../rows/columns.ts';
import type { Range } from '../rows/range.ts';
import { concatenate, planeReader, planeWriter } from './integer-planes.ts';

// Byte 1 or 2 stands for the row's text in the first or second repeated column. Byte 3 (literal) says that the next
// byte is not a mark. Ordinary text has none of these bytes.
const MARKS = 2;
const LITERAL = 3;

/** Shorter texts are not replaced: repeating them costs less. */
const SHORTEST_REPEATED = 6;

/**
 * Encodes rows of a column. Texts of `repeated` (at most two columns) are replaced by marks. A column of only empty
 * texts takes no bytes.
 */
export function encodeTexts(
  column: TextColumn,
  { range: { from, to }, repeated }: { range: Range; repeated: readonly TextColumn[] },
): Uint8Array {
  const { bytes, offsets } = column;
  if (offsets[from] === offsets[to]) return new Uint8Array(0);
  const lengths = new Uint32Array(to - from);
  for (let i = from; i < to; i++) lengths[i - from] = offsets[i + 1] - offsets[i];
  const writer = planeWriter();
  writer.unsigned(lengths);
  const texts =
    repeated.length === 0 ? bytes.subarray(offsets[from], offsets[to]) : withMarks(column, { from, to }, repeated);
  return concatenate([writer.bytes(), texts]);
}

// Reused by all calls: fresh memory for every block costs more than the encoding.
let scratch = new Uint8Array(0);

/** A view of the scratch memory, valid until the next call. */
function withMarks(column: TextColumn, { from, to }: Range, repeated: readonly TextColumn[]): Uint8Array {
  const { bytes, offsets } = column;
  const text = bytes.subarray(offsets[from], offsets[to]);
  const literal = holdsMarks(text);
  // At most, each byte needs a literal byte before it.
  const most = literal ? 2 * text.length : text.length;
  if (scratch.length < most) scratch = new Uint8Array(most);
  let at = 0;
  // Bytes between two marks are copied together.
  let start = offsets[from];
  for (let i = from; i < to; i++) {
    for (let mark = 0; mark < repeated.length; mark++) {
      const found = lastOccurrence(bytes, offsets[i], offsets[i + 1], repeated[mark], i);
      if (found < 0) continue;
      at = put(bytes.subarray(start, found), { at, literal });
      scratch[at++] = mark + 1;
      start = found + repeated[mark].offsets[i + 1] - repeated[mark].offsets[i];
      break;
    }
  }
  at = put(bytes.subarray(start, offsets[to]), { at, literal });
  return scratch.subarray(0, at);
}

/** Copies text to the scratch memory; answers where it ends. */
function put(text: Uint8Array, { at, literal }: { readonly at: number; readonly literal: boolean }): number {
  if (literal) return putLiterals(text, at);
  scratch.set(text, at);
  return at + text.length;
}

function putLiterals(text: Uint8Array, at: number): number {
  for (let p = 0; p < text.length; p++) {
    const byte = text[p];
    if (isMark(byte)) scratch[at++] = LITERAL;
    scratch[at++] = byte;
  }
  return at;
}

/** Whether a byte would read as a mark. */
const isMark = (byte: number): boolean => byte <= LITERAL && byte !== 0;

function holdsMarks(text: Uint8Array): boolean {
  for (let p = 0; p < text.length; p++) if (isMark(text[p])) return true;
  return false;
}

/** Where row i's text of a repeated column begins in bytes[from .. to); -1 if it is not there. */
function lastOccurrence(bytes: Uint8Array, from: number, to: number, repeated: TextColumn, i: number): number {
  const sought = repeated.bytes;
  const start = repeated.offsets[i];
  const length = repeated.offsets[i + 1] - start;
  if (length < SHORTEST_REPEATED) return -1;
  const first = sought[start];
  const last = sought[start + length - 1];
  for (let p = to - length; p >= from; p--) {
    if (bytes[p + length - 1] !== last || bytes[p] !== first) continue;
    let k = 1;
    while (k < length && bytes[p + k] === sought[start + k]) k++;
    if (k >= length) return p;
  }
  return -1;
}

/** A column of one block; `part` is undefined if it was not read. */
interface EncodedTexts {
  readonly rows: number;
  readonly part: Uint8Array | undefined;
}

/**
 * Decodes a column of several blocks, on shared memory. `repeated`: the decoded columns that encodeTexts was given.
 * Throws RangeError if a block is cut off, or repeats a column that was not read.
 */
export function decodeTexts(blocks: readonly EncodedTexts[], repeated: readonly TextColumn[]): TextColumn {
  const offsets = sharedUint32(blocks.reduce((rows, block) => rows + block.rows, 0) + 1);
  const pieces: { readonly row: number; readonly rows: number; readonly encoded: Uint8Array }[] = [];
  let row = 0;
  for (const { rows, part } of blocks) {
    if (part === undefined || part.length === 0) {
      offsets.fill(offsets[row], row + 1, row + rows + 1);
    } else {
      const reader = planeReader(part);
      const lengths = reader.unsigned(rows);
      for (let i = 0; i < rows; i++) offsets[row + i + 1] = offsets[row + i] + lengths[i];
      pieces.push({ row, rows, encoded: reader.rest() });
    }
    row += rows;
  }
  const bytes = sharedUint8(offsets[row]);
  for (const piece of pieces) {
    if (repeated.length > 0) decodeMarks({ bytes, offsets }, piece, repeated);
    else if (piece.encoded.length === offsets[piece.row + piece.rows] - offsets[piece.row])
      bytes.set(piece.encoded, offsets[piece.row]);
    else throw new RangeError('a text column is cut off');
  }
  return { bytes, offsets };
}

function decodeMarks(
  { bytes, offsets }: TextColumn,
  { row, rows, encoded }: { row: number; rows: number; encoded: Uint8Array },
  repeated: readonly TextColumn[],
): void {
  let p = 0;
  for (let i = row; i < row + rows; i++) {
    const end = offsets[i + 1];
    let at = offsets[i];
    while (at < end && p < encoded.length) {
      const byte = encoded[p++];
      if (byte === 0 || byte > LITERAL) {
        bytes[at++] = byte;
      } else if (byte === LITERAL) {
        bytes[at++] = encoded[p++];
      } else {
        const column = byte <= MARKS ? repeated[byte - 1] : undefined;
        if (column === undefined) throw new RangeError('a text column repeats one that is unknown');
        for (let from = column.offsets[i], to = column.offsets[i + 1]; from < to; from++)
          bytes[at++] = column.bytes[from];
      }
    }
    if (at !== end) throw new RangeError('a text column is cut off, or was read without a column that it repeats');
  }
  if (p !== encoded.length) throw new RangeError('a text column is longer than its rows');
}
