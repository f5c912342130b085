// Reads the texts of an account's rows once: the distinct tokens of each row and the identifiers it carries, as
// dense numbers. Both sides share the numbering. Rules: docs/decisions/matching-definitions.md, "Reading a text".

import type { RowColumns, TextColumn } from '../records/columns.ts';
import { ByteInterner } from './byte-interner.ts';
import { GrowingUint32 } from './growing.ts';
import {
  CLASS,
  DIGIT,
  FOLD,
  isPartyNumber,
  isPlaceholder,
  isScientific,
  looksLikeIdentifier,
  normalisedStart,
  SEPARATOR,
  SOFT,
} from './identifier-shape.ts';

/** How a row carries an identifier; packed above the identifier's number. */
export const CARRY_REFERENCE = 1;
export const CARRY_SESSION = 2;
export const CARRY_EMBEDDED = 3;
export const CARRY_WEAK = 4;
/** Its occurrence ends where the narration ends. */
export const CARRY_AT_END = 8;
export const MAX_IDENTIFIERS = 8;

export interface SideText {
  /** Row i's tokens, ascending: tokens[tokenStart[i] .. tokenStart[i + 1]). */
  readonly tokenStart: Uint32Array;
  readonly tokens: Uint32Array;
  /** The token that ends the narration, or -1. */
  readonly cutToken: Int32Array;
  readonly idStart: Uint32Array;
  readonly ids: Uint32Array;
  /** CARRY_* of each entry of ids. */
  readonly carry: Uint8Array;
  /** The settlement session's identifier, or -1. */
  readonly session: Int32Array;
}

const MIN_TOKEN = 2;
const MIN_CUT_TOKEN = 3;
const MIN_FIELD = 3;

/** Holds the two numberings of an account while its sides are read. */
export class TextReader {
  readonly tokens: ByteInterner;
  readonly identifiers: ByteInterner;
  #run = new Uint8Array(256);
  #bounds = new Int32Array(64);
  #rowTokens = new Uint32Array(64);
  #tokenCount = 0;
  #rowIds = new Uint32Array(MAX_IDENTIFIERS);
  #rowCarry = new Uint8Array(MAX_IDENTIFIERS);
  #idCount = 0;
  #lastToken = -1;

  constructor(rows: number) {
    this.tokens = new ByteInterner(rows);
    this.identifiers = new ByteInterner(rows);
  }

  read(columns: RowColumns, rows: Uint32Array): SideText {
    const n = rows.length;
    const tokens = new GrowingUint32(n * 6);
    const ids = new GrowingUint32(n * 2);
    const carry = new GrowingUint32(n * 2);
    const tokenStart = new Uint32Array(n + 1);
    const idStart = new Uint32Array(n + 1);
    const cutToken = new Int32Array(n).fill(-1);
    const session = new Int32Array(n).fill(-1);
    for (let i = 0; i < n; i++) {
      const row = rows[i]!;
      this.#tokenCount = 0;
      this.#idCount = 0;
      this.#field(columns.reference, row, CARRY_REFERENCE);
      session[i] = this.#field(columns.settlementSession, row, CARRY_SESSION);
      if (this.#scan(columns.reference, row, false) > 1) this.#scan(columns.reference, row, true);
      cutToken[i] = this.#narration(columns.narration, row);
      const distinct = this.#sortTokens();
      for (let t = 0; t < distinct; t++) tokens.push(this.#rowTokens[t]!);
      for (let k = 0; k < this.#idCount; k++) {
        ids.push(this.#rowIds[k]!);
        carry.push(this.#rowCarry[k]!);
      }
      tokenStart[i + 1] = tokens.length;
      idStart[i + 1] = ids.length;
    }
    return {
      tokenStart,
      tokens: tokens.view(),
      cutToken,
      idStart,
      ids: ids.view(),
      carry: Uint8Array.from(carry.view()),
      session,
    };
  }

  /** A whole field as an identifier, separators left out; its number, or -1 when it is none. */
  #field(column: TextColumn, row: number, how: number): number {
    const from = column.offsets[row]!;
    const to = column.offsets[row + 1]!;
    if (from === to) return -1;
    if (to - from > this.#run.length) this.#run = new Uint8Array((to - from) * 2);
    const run = this.#run;
    let length = 0;
    for (let i = from; i < to; i++) {
      const byte = column.bytes[i]!;
      if (CLASS[byte]! >= 2) run[length++] = FOLD[byte]!;
    }
    const start = length === 0 ? 0 : normalisedStart(run, 0, length);
    if (length - start < MIN_FIELD || isPlaceholder(run, start, length) || isScientific(column.bytes, from, to))
      return -1;
    return this.#carries(start, length, how);
  }

  #carries(start: number, end: number, how: number): number {
    const id = this.identifiers.intern(this.#run, start, end, ByteInterner.hash(this.#run, start, end));
    for (let k = 0; k < this.#idCount; k++) if (this.#rowIds[k] === id) return id;
    if (this.#idCount < MAX_IDENTIFIERS) {
      this.#rowIds[this.#idCount] = id;
      this.#rowCarry[this.#idCount++] = how;
    }
    return id;
  }

  #narration(column: TextColumn, row: number): number {
    this.#lastToken = -1;
    this.#scan(column, row, true);
    const to = column.offsets[row + 1]!;
    if (to === column.offsets[row] || CLASS[column.bytes[to - 1]!]! < 2 || this.#lastToken < 0) return -1;
    return this.tokens.length(this.#lastToken) >= MIN_CUT_TOKEN ? this.#lastToken : -1;
  }

  /** Reads a text's runs; answers how many tokens it has. With `embedded` it collects identifiers, else tokens alone. */
  #scan(column: TextColumn, row: number, embedded: boolean): number {
    const { bytes, offsets } = column;
    const to = offsets[row + 1]!;
    let count = 0;
    for (let i = offsets[row]!; i < to; ) {
      if (CLASS[bytes[i]!] === SEPARATOR) {
        i++;
        continue;
      }
      let end = i + 1;
      while (end < to && CLASS[bytes[end]!] !== SEPARATOR) end++;
      count += this.#runOf(bytes, i, end, embedded, end === to);
      i = end;
    }
    return count;
  }

  /** One run: its tokens are noted, and when it holds enough digits its identifiers too. */
  #runOf(bytes: Uint8Array, from: number, to: number, embedded: boolean, last: boolean): number {
    if (to - from > this.#run.length) this.#run = new Uint8Array((to - from) * 2);
    const run = this.#run;
    let length = 0;
    let tokenFrom = 0;
    let digits = 0;
    let count = 0;
    let h = ByteInterner.seed;
    for (let i = from; i <= to; i++) {
      const byte = i < to ? bytes[i]! : 0x2d;
      const kind = CLASS[byte]!;
      if (kind !== SOFT) {
        const folded = FOLD[byte]!;
        run[length++] = folded;
        h = ByteInterner.step(h, folded);
        if (kind === DIGIT) digits++;
        continue;
      }
      if (length - tokenFrom >= MIN_TOKEN) {
        this.#noteToken(this.tokens.intern(run, tokenFrom, length, ByteInterner.finish(h)));
        this.#noteBounds(count++, tokenFrom, length);
      } else if (length > tokenFrom) this.#lastToken = -1;
      tokenFrom = length;
      h = ByteInterner.seed;
    }
    if (embedded && digits >= 4) this.#identifiersOf(length, count, last && CLASS[bytes[to - 1]!]! >= 2);
    return count;
  }

  #identifiersOf(length: number, count: number, last: boolean): void {
    if (count > 1) this.#embedded(0, length, last);
    for (let t = 0; t < count; t++) {
      const end = this.#bounds[2 * t + 1]!;
      this.#embedded(this.#bounds[2 * t]!, end, last && end === length);
    }
  }

  #embedded(from: number, to: number, atEnd: boolean): void {
    if (to - from < 6) return;
    const start = normalisedStart(this.#run, from, to);
    if (!looksLikeIdentifier(this.#run, from, start, to)) return;
    const weak = isPartyNumber(this.#run, from, to) ? CARRY_WEAK : 0;
    this.#carries(start, to, CARRY_EMBEDDED | weak | (atEnd ? CARRY_AT_END : 0));
  }

  #noteToken(token: number): void {
    this.#lastToken = token;
    if (this.#tokenCount === this.#rowTokens.length) {
      const larger = new Uint32Array(this.#rowTokens.length * 2);
      larger.set(this.#rowTokens);
      this.#rowTokens = larger;
    }
    this.#rowTokens[this.#tokenCount++] = token;
  }

  #noteBounds(index: number, from: number, to: number): void {
    if (2 * index + 2 > this.#bounds.length) {
      const larger = new Int32Array(this.#bounds.length * 2);
      larger.set(this.#bounds);
      this.#bounds = larger;
    }
    this.#bounds[2 * index] = from;
    this.#bounds[2 * index + 1] = to;
  }

  /** Sorts the row's tokens in place and drops repetitions; answers how many are left. */
  #sortTokens(): number {
    const list = this.#rowTokens;
    const n = this.#tokenCount;
    if (n > 32) list.subarray(0, n).sort();
    else {
      for (let i = 1; i < n; i++) {
        const value = list[i]!;
        let j = i - 1;
        for (; j >= 0 && list[j]! > value; j--) list[j + 1] = list[j]!;
        list[j + 1] = value;
      }
    }
    let kept = 0;
    for (let i = 0; i < n; i++) if (i === 0 || list[i] !== list[i - 1]) list[kept++] = list[i]!;
    return kept;
  }
}
