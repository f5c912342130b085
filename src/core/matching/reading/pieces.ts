// The pieces of the texts of some hundreds of rows, folded and normalised. All are cut before any is looked up, so that
// the processor fetches memory for many rows at once; row by row it would wait for each.

import type { TextColumn } from '../../records/rows/columns.ts';
import { ByteInterner } from './byte-interner.ts';
import { grown } from './growing.ts';

/** Rows cut before they are looked up: their pieces and the slots they touch stay in the nearest cache. */
export const BATCH = 256;
/** Bytes of a cache line. */
const LINE = 64;
/** First sizes, enough for an account of a few rows, of which a ledger may have thousands. Larger ones grow. */
const FIRST_BYTES = 1 << 9;
const FIRST_PIECES = 1 << 5;

/** Piece p is folded[from[p] .. to[p]), to be read as `how[p]` says. Plain public fields: the loops are hot. */
export class Pieces {
  folded = new Uint8Array(FIRST_BYTES);
  /** Bytes of `folded` in use; makeRoom before writing more. */
  length = 0;
  from = new Int32Array(FIRST_PIECES);
  to = new Int32Array(FIRST_PIECES);
  how = new Uint8Array(FIRST_PIECES);
  /** Hash of the text that the piece is a part of; 0 if it is no part, or identifies its transaction by itself. */
  partOf = new Int32Array(FIRST_PIECES);
  count = 0;
  /** Keeps the bytes that prefetching reads, so that the reads are not optimised away. */
  touched = 0;

  clear(): void {
    this.count = 0;
    this.length = 0;
  }

  add(from: number, to: number, how: number, partOf = 0): void {
    if (this.count === this.from.length) this.growLists();
    const at = this.count++;
    this.from[at] = from;
    this.to[at] = to;
    this.how[at] = how;
    this.partOf[at] = partOf;
  }

  makeRoom(more: number): void {
    if (this.length + more <= this.folded.length) return;
    this.folded = grown(this.folded, new Uint8Array((this.length + more) * 2));
  }

  /** Prefetches the texts of rows. */
  prefetch({ bytes, offsets }: TextColumn, rows: Uint32Array): void {
    const last = bytes.length - 1;
    if (last < 0) return;
    let sum = 0;
    for (let k = 0; k < rows.length; k++) {
      const at = offsets[rows[k]];
      sum += bytes[Math.min(at, last)] + bytes[Math.min(at + LINE, last)];
    }
    this.touched ^= sum;
  }

  private growLists(): void {
    const size = this.from.length * 2;
    this.from = grown(this.from, new Int32Array(size));
    this.to = grown(this.to, new Int32Array(size));
    this.how = grown(this.how, new Uint8Array(size));
    this.partOf = grown(this.partOf, new Int32Array(size));
  }
}

/** Gives pieces their numbers: a table of texts, and the keys by which it finds the pieces at hand. */
export class PieceNumbers {
  readonly texts: ByteInterner;
  /** The keys of the pieces, two numbers each. */
  private keys = new Int32Array(2 * FIRST_PIECES);

  constructor(expected: number) {
    this.texts = new ByteInterner(expected);
  }

  /** Computes the pieces' keys, and prefetches the slot of each. */
  touch(pieces: Pieces): void {
    const { texts } = this;
    const { folded, from, to, count } = pieces;
    if (this.keys.length < 2 * count) this.keys = new Int32Array(4 * count);
    const { keys } = this;
    let touched = 0;
    for (let p = 0; p < count; p++) {
      touched ^= texts.touch(folded, from[p], to[p]);
      keys[2 * p] = texts.low;
      keys[2 * p + 1] = texts.high;
    }
    pieces.touched ^= touched;
  }

  /** The number of piece p of the pieces touched last. */
  of({ folded, from, to }: Pieces, p: number): number {
    const { texts, keys } = this;
    texts.low = keys[2 * p];
    texts.high = keys[2 * p + 1];
    return texts.intern(folded, from[p], to[p]);
  }
}
