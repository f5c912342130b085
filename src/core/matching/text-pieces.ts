// Cuts the texts of some hundreds of rows into pieces, folded and normalised, before any of them is looked up: tokens,
// and what looks like an identifier. Reading and looking up apart lets the processor fetch memory for many rows at once;
// row by row it would wait for each. Rules: docs/decisions/matching-definitions.md, "Reading a text".

import type { RowColumns, TextColumn } from '../records/columns.ts';
import {
  CLASS,
  digitsLookLikeIdentifier,
  digitsStart,
  isPartyNumber,
  isPlaceholder,
  isScientific,
  looksLikeIdentifier,
  normalisedStart,
  SHAPE,
  SOFT,
  WORD,
} from './identifier-shape.ts';

/** How a row carries an identifier; bits of a piece. */
export const CARRY_REFERENCE = 1;
export const CARRY_SESSION = 2;
export const CARRY_EMBEDDED = 3;
export const CARRY_WEAK = 4;
/** Its occurrence ends where the narration ends. */
export const CARRY_AT_END = 8;
/** A piece without a way of being carried is a token; this one ends the narration. */
export const PIECE_CUT = 16;

const MIN_TOKEN = 2;
const MIN_CUT_TOKEN = 3;
const MIN_FIELD = 3;
const MIN_EMBEDDED = 6;
const MIN_DIGITS = 4;
const SOFT_WORD = SOFT << 8;
const PLUS = 0x2b;
/** Bytes that memory hands out at once. */
const LINE = 64;

export class TextPieces {
  /** Piece p is folded[from[p] .. to[p]); its way of being carried, 0 for a token. */
  folded = new Uint8Array(1 << 16);
  from = new Int32Array(1 << 13);
  /** Where a token began before it lost its leading zeros. */
  private begun = new Int32Array(1 << 13);
  /** How many digits a token holds. */
  private digits = new Int32Array(1 << 13);
  to = new Int32Array(1 << 13);
  how = new Uint8Array(1 << 13);
  count = 0;
  private length = 0;
  /** Keeps what prefetching reads, so that it is not optimised away. */
  touched = 0;

  clear(): void {
    this.count = 0;
    this.length = 0;
  }

  /** Asks for the memory that the rows' texts lie in. */
  prefetch({ bytes, offsets }: TextColumn, rows: Uint32Array): void {
    const last = bytes.length - 1;
    if (last < 0) return;
    let sum = 0;
    for (let k = 0; k < rows.length; k++) {
      const at = offsets[rows[k]!]!;
      sum += bytes[Math.min(at, last)]! + bytes[Math.min(at + LINE, last)]!;
    }
    this.touched ^= sum;
  }

  /** Adds the pieces of a row: the fields, then what its reference and its narration hold. */
  addRow(columns: RowColumns, row: number): void {
    const { reference, settlementSession, narration } = columns;
    if (reference.offsets[row] !== reference.offsets[row + 1]) this.addReference(reference, row, settlementSession);
    else this.addField(settlementSession, row, CARRY_SESSION);
    this.addNarration(narration, row);
  }

  private addReference(column: TextColumn, row: number, session: TextColumn): void {
    this.addField(column, row, CARRY_REFERENCE);
    this.addField(session, row, CARRY_SESSION);
    // A reference of one token holds nothing besides the field as a whole.
    const first = this.count;
    if (this.scan(column, row, false) > 1) {
      this.count = first;
      this.scan(column, row, true);
    }
  }

  /** A whole field as an identifier, separators left out. */
  addField(column: TextColumn, row: number, how: number): void {
    const from = column.offsets[row]!;
    const to = column.offsets[row + 1]!;
    if (from === to) return;
    this.makeRoom(to - from);
    const { folded } = this;
    const begin = this.length;
    const shape = SHAPE;
    const { bytes } = column;
    let end = begin;
    let digits = 0;
    let plus = false;
    for (let i = from; i < to; i++) {
      const word = shape[bytes[i]!]!;
      if (word >= WORD) {
        folded[end++] = word;
        digits += (word >>> 8) & 1; // DIGIT is odd, LETTER is not
      } else if (bytes[i] === PLUS) plus = true;
    }
    this.length = end;
    if (end === begin) return;
    const start = digits === end - begin ? digitsStart(folded, begin, end) : normalisedStart(folded, begin, end);
    if (end - start < MIN_FIELD || isPlaceholder(folded, start, end)) return;
    if (plus && isScientific(bytes, from, to)) return;
    this.add(start, end, how);
  }

  private addNarration(column: TextColumn, row: number): void {
    const to = column.offsets[row + 1]!;
    if (to === column.offsets[row]) return;
    this.lastToken = -1;
    this.scan(column, row, true);
    const last = this.lastToken;
    if (last < 0 || CLASS[column.bytes[to - 1]!]! < 2) return;
    if (this.to[last]! - this.from[last]! >= MIN_CUT_TOKEN) this.how[last] = PIECE_CUT;
  }

  private lastToken = -1;

  private add(from: number, to: number, how: number): number {
    if (this.count === this.from.length) this.growLists();
    const at = this.count++;
    this.from[at] = from;
    this.to[at] = to;
    this.how[at] = how;
    return at;
  }

  private growLists(): void {
    const copy = <T extends Int32Array | Uint8Array>(list: T, larger: T): T => {
      larger.set(list);
      return larger;
    };
    const size = this.from.length * 2;
    this.from = copy(this.from, new Int32Array(size));
    this.begun = copy(this.begun, new Int32Array(size));
    this.digits = copy(this.digits, new Int32Array(size));
    this.to = copy(this.to, new Int32Array(size));
    this.how = copy(this.how, new Uint8Array(size));
  }

  private makeRoom(more: number): void {
    if (this.length + more <= this.folded.length) return;
    const larger = new Uint8Array((this.length + more) * 2);
    larger.set(this.folded);
    this.folded = larger;
  }

  /** Reads a text's runs; answers how many tokens it has. With `embedded` it adds identifiers too. */
  private scan({ bytes, offsets }: TextColumn, row: number, embedded: boolean): number {
    const to = offsets[row + 1]!;
    let i = offsets[row]!;
    this.makeRoom(to - i);
    const shape = SHAPE;
    const { folded } = this;
    let length = this.length;
    let tokens = 0;
    while (i < to) {
      let word = shape[bytes[i]!]!;
      if (word < SOFT_WORD) {
        i++;
        continue;
      }
      const run = length;
      const firstPiece = this.count;
      let tokenFrom = length;
      let tokenDigits = 0;
      let digits = 0;
      for (;;) {
        if (word >= WORD) {
          folded[length++] = word;
          tokenDigits += (word >>> 8) & 1; // DIGIT is odd, LETTER is not
        } else {
          if (length - tokenFrom >= MIN_TOKEN) this.lastToken = this.addToken(tokenFrom, length, tokenDigits);
          else if (length > tokenFrom) this.lastToken = -1;
          digits += tokenDigits;
          if (word < SOFT_WORD) break;
          tokenFrom = length;
          tokenDigits = 0;
        }
        i++;
        word = i < to ? shape[bytes[i]!]! : 0;
      }
      tokens += this.count - firstPiece;
      if (embedded && digits >= MIN_DIGITS) {
        this.addIdentifiers({ run, end: length, digits }, firstPiece, i === to && shape[bytes[to - 1]!]! >= WORD);
      }
    }
    this.length = length;
    return tokens;
  }

  private addToken(from: number, to: number, digits: number): number {
    const start = digits === to - from ? digitsStart(this.folded, from, to) : from;
    const at = this.add(start, to, 0);
    this.begun[at] = from;
    this.digits[at] = digits;
    return at;
  }

  /** The joined form of a run of several tokens, then each of its tokens, as far as they look like identifiers. */
  private addIdentifiers(
    { run, end, digits }: { run: number; end: number; digits: number },
    firstPiece: number,
    last: boolean,
  ): void {
    const pieces = this.count;
    if (pieces - firstPiece > 1) this.addEmbedded({ from: run, to: end, digits }, last);
    for (let p = firstPiece; p < pieces; p++) {
      const to = this.to[p]!;
      this.addEmbedded({ from: this.begun[p]!, to, digits: this.digits[p]! }, last && to === end);
    }
  }

  private addEmbedded({ from, to, digits }: { from: number; to: number; digits: number }, atEnd: boolean): void {
    if (to - from < MIN_EMBEDDED || digits < MIN_DIGITS) return;
    const { folded } = this;
    const allDigits = digits === to - from;
    const start = allDigits ? digitsStart(folded, from, to) : normalisedStart(folded, from, to);
    const fits = allDigits
      ? digitsLookLikeIdentifier(folded, from, start, to)
      : looksLikeIdentifier(folded, from, start, to);
    if (!fits) return;
    const weak = allDigits && isPartyNumber(folded, from, to) ? CARRY_WEAK : 0;
    this.add(start, to, CARRY_EMBEDDED | weak | (atEnd ? CARRY_AT_END : 0));
  }
}
