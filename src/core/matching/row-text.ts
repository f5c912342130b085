// Reads the texts of an account's rows once: the distinct tokens of each row and the identifiers it carries, as dense
// numbers of one numbering that both sides share (an identifier that is a token as it stands is looked up once).
// Rules: docs/decisions/matching-definitions.md, "Reading a text".

import type { RowColumns, TextColumn } from '../records/columns.ts';
import { ByteInterner, HASH_SEED, hashEnd, hashOf } from './byte-interner.ts';
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
} from './identifier-shape.ts';

/** How a row carries an identifier; bits. */
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
const MIN_EMBEDDED = 6;
const MIN_DIGITS = 4;
const FNV_PRIME = 0x01000193;

/** Holds the numbering of an account's texts while its sides are read. Plain private fields: the loops are hot. */
export class TextReader {
  /** Tokens and identifiers, normalised. */
  readonly texts: ByteInterner;
  private run = new Uint8Array(4096);
  /** Of the last run: start, end and number of each token. */
  private bounds = new Int32Array(96);
  private rowTokens = new Uint32Array(64);
  private tokenCount = 0;
  private readonly rowIds = new Uint32Array(MAX_IDENTIFIERS);
  private readonly rowCarry = new Uint8Array(MAX_IDENTIFIERS);
  private idCount = 0;
  private lastToken = -1;

  constructor(rows: number) {
    this.texts = new ByteInterner(rows * 2);
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
      this.tokenCount = 0;
      this.idCount = 0;
      this.readReference(columns.reference, row);
      session[i] = this.field(columns.settlementSession, row, CARRY_SESSION);
      // What the reference holds besides the field as a whole comes after the fields.
      if (this.referenceTokens > 1) this.scan(columns.reference, row, true);
      cutToken[i] = this.readNarration(columns.narration, row);
      const distinct = this.sortTokens();
      for (let t = 0; t < distinct; t++) tokens.push(this.rowTokens[t]!);
      for (let k = 0; k < this.idCount; k++) {
        ids.push(this.rowIds[k]!);
        carry.push(this.rowCarry[k]!);
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

  private referenceTokens = 0;

  /** Notes the reference's tokens, and the field as an identifier; most references are one token as they stand. */
  private readReference(column: TextColumn, row: number): void {
    const length = column.offsets[row + 1]! - column.offsets[row]!;
    this.referenceTokens = 0;
    if (length === 0) return;
    this.referenceTokens = this.scan(column, row, false);
    if (this.referenceTokens === 1 && this.bounds[0] === 0 && this.bounds[1] === length) {
      const start = normalisedStart(this.run, 0, length);
      if (length - start < MIN_FIELD || isPlaceholder(this.run, start, length)) return;
      if (start === 0) this.carries(this.bounds[2]!, CARRY_REFERENCE);
      else this.carriesText(start, length, CARRY_REFERENCE);
    } else this.field(column, row, CARRY_REFERENCE);
  }

  /** A whole field as an identifier, separators left out; its number, or -1 when it is none. */
  private field(column: TextColumn, row: number, how: number): number {
    const from = column.offsets[row]!;
    const to = column.offsets[row + 1]!;
    if (from === to) return -1;
    this.makeRoom(to - from);
    const { run } = this;
    let length = 0;
    for (let i = from; i < to; i++) {
      const byte = column.bytes[i]!;
      if (CLASS[byte]! >= 2) run[length++] = FOLD[byte]!;
    }
    const start = length === 0 ? 0 : normalisedStart(run, 0, length);
    if (length - start < MIN_FIELD || isPlaceholder(run, start, length)) return -1;
    if (isScientific(column.bytes, from, to)) return -1;
    return this.carriesText(start, length, how);
  }

  private carriesText(start: number, end: number, how: number): number {
    return this.carries(this.texts.intern(this.run, start, end, hashOf(this.run, start, end)), how);
  }

  private carries(id: number, how: number): number {
    for (let k = 0; k < this.idCount; k++) if (this.rowIds[k] === id) return id;
    if (this.idCount < MAX_IDENTIFIERS) {
      this.rowIds[this.idCount] = id;
      this.rowCarry[this.idCount++] = how;
    }
    return id;
  }

  private readNarration(column: TextColumn, row: number): number {
    const to = column.offsets[row + 1]!;
    if (to === column.offsets[row]) return -1;
    this.lastToken = -1;
    this.scan(column, row, true);
    if (this.lastToken < 0 || CLASS[column.bytes[to - 1]!]! < 2) return -1;
    return this.texts.length(this.lastToken) >= MIN_CUT_TOKEN ? this.lastToken : -1;
  }

  private makeRoom(length: number): void {
    if (length > this.run.length) this.run = new Uint8Array(length * 2);
  }

  /** Reads a text's runs; answers how many tokens it has. With `embedded` it collects identifiers too. */
  private scan(column: TextColumn, row: number, embedded: boolean): number {
    const { bytes, offsets } = column;
    const to = offsets[row + 1]!;
    let i = offsets[row]!;
    this.makeRoom(to - i);
    const { run } = this;
    let tokens = 0;
    while (i < to) {
      if (CLASS[bytes[i]!] === SEPARATOR) {
        i++;
        continue;
      }
      let length = 0;
      let tokenFrom = 0;
      let digits = 0;
      let count = 0;
      let h = HASH_SEED;
      let kind = 0;
      for (; ; i++) {
        kind = i < to ? CLASS[bytes[i]!]! : SEPARATOR;
        if (kind >= 2) {
          const folded = FOLD[bytes[i]!]!;
          run[length++] = folded;
          h = Math.imul(h ^ folded, FNV_PRIME);
          if (kind === DIGIT) digits++;
          continue;
        }
        if (length - tokenFrom >= MIN_TOKEN) this.note(count++, tokenFrom, length, hashEnd(h));
        else if (length > tokenFrom) this.lastToken = -1;
        if (kind === SEPARATOR) break;
        tokenFrom = length;
        h = HASH_SEED;
      }
      if (embedded && digits >= MIN_DIGITS) this.identifiersOf(length, count, i === to && CLASS[bytes[to - 1]!]! >= 2);
      tokens += count;
    }
    return tokens;
  }

  /** Notes a token of the run. */
  private note(index: number, from: number, to: number, hash: number): void {
    const token = this.texts.intern(this.run, from, to, hash);
    this.lastToken = token;
    if (this.tokenCount === this.rowTokens.length) {
      const larger = new Uint32Array(this.rowTokens.length * 2);
      larger.set(this.rowTokens);
      this.rowTokens = larger;
    }
    this.rowTokens[this.tokenCount++] = token;
    if (3 * index + 3 > this.bounds.length) {
      const larger = new Int32Array(this.bounds.length * 2);
      larger.set(this.bounds);
      this.bounds = larger;
    }
    this.bounds[3 * index] = from;
    this.bounds[3 * index + 1] = to;
    this.bounds[3 * index + 2] = token;
  }

  private identifiersOf(length: number, count: number, last: boolean): void {
    if (count > 1) this.embedded(0, length, -1, last);
    for (let t = 0; t < count; t++) {
      const end = this.bounds[3 * t + 1]!;
      this.embedded(this.bounds[3 * t]!, end, this.bounds[3 * t + 2]!, last && end === length);
    }
  }

  /** A piece of the run as an embedded identifier; `token` is its number when it is a token, else -1. */
  private embedded(from: number, to: number, token: number, atEnd: boolean): void {
    if (to - from < MIN_EMBEDDED) return;
    const start = normalisedStart(this.run, from, to);
    if (!looksLikeIdentifier(this.run, from, start, to)) return;
    const weak = isPartyNumber(this.run, from, to) ? CARRY_WEAK : 0;
    const how = CARRY_EMBEDDED | weak | (atEnd ? CARRY_AT_END : 0);
    if (start === from && token >= 0) this.carries(token, how);
    else this.carriesText(start, to, how);
  }

  /** Sorts the row's tokens in place and drops repetitions; answers how many are left. */
  private sortTokens(): number {
    const list = this.rowTokens;
    const n = this.tokenCount;
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
