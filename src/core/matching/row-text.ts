// Gives the texts of an account's rows numbers, once: the distinct tokens of each row and the identifiers it carries, in
// one numbering that both sides share. Rows are taken some hundreds at a time: cut into pieces, then looked up.
// Rules: docs/decisions/matching-definitions.md, "Reading a text".

import type { RowColumns } from '../records/columns.ts';
import type { Range } from '../records/range.ts';
import { ByteInterner } from './byte-interner.ts';
import { GrowingUint32 } from './growing.ts';
import { CARRY_REFERENCE, CARRY_SESSION, PIECE_CUT, TextPieces } from './text-pieces.ts';

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

/** What a side's texts become while they are read. */
interface Lists extends Pick<SideText, 'tokenStart' | 'idStart' | 'cutToken' | 'session'> {
  readonly tokens: GrowingUint32;
  readonly ids: GrowingUint32;
  readonly carry: GrowingUint32;
}

/** Rows cut before they are looked up: their pieces and the slots they touch stay in the nearest cache. */
const BATCH = 256;

/** Holds the numbering of an account's texts while its sides are read. Plain private fields: the loops are hot. */
export class TextReader {
  /** Tokens and identifiers, normalised. */
  readonly texts: ByteInterner;
  private readonly pieces = new TextPieces();
  /** Key words of the pieces, two each. */
  private keys = new Int32Array(1 << 14);
  private rowTokens = new Uint32Array(64);
  private tokenCount = 0;
  private readonly rowIds = new Uint32Array(MAX_IDENTIFIERS);
  private readonly rowCarry = new Uint8Array(MAX_IDENTIFIERS);
  private idCount = 0;

  constructor(rows: number) {
    // A reference in two rows, and words that recur: about half as many texts as rows.
    this.texts = new ByteInterner(rows >> 1);
  }

  /** The identifier of each row's reference field, or -1. */
  readReferences(columns: RowColumns, rows: Uint32Array): Int32Array {
    const references = new Int32Array(rows.length).fill(-1);
    const { reference } = columns;
    if (reference.bytes.length === 0) return references;
    const ends = new Uint32Array(BATCH);
    for (let first = 0; first < rows.length; first += BATCH) {
      const batch = rows.subarray(first, Math.min(rows.length, first + BATCH));
      this.pieces.clear();
      this.pieces.prefetch(reference, batch);
      for (let k = 0; k < batch.length; k++) {
        this.pieces.addField(reference, batch[k]!, CARRY_REFERENCE);
        ends[k] = this.pieces.count;
      }
      this.touchPieces();
      for (let k = 0, piece = 0; k < batch.length; piece = ends[k++]!) {
        if (ends[k]! > piece) references[first + k] = this.idOf(piece);
      }
    }
    return references;
  }

  /** Reads the texts of rows; of a settled one the words, and its reference as the only identifier. */
  read(columns: RowColumns, rows: Uint32Array, settled: Uint8Array): SideText {
    const n = rows.length;
    const tokens = new GrowingUint32(n * 8);
    const ids = new GrowingUint32(n * 2);
    const carry = new GrowingUint32(n * 2);
    const tokenStart = new Uint32Array(n + 1);
    const idStart = new Uint32Array(n + 1);
    const cutToken = new Int32Array(n).fill(-1);
    const session = new Int32Array(n).fill(-1);
    const ends = new Uint32Array(BATCH);
    const lists = { tokens, ids, carry, tokenStart, idStart, cutToken, session };
    for (let first = 0; first < n; first += BATCH) {
      const batch = rows.subarray(first, Math.min(n, first + BATCH));
      this.cut(columns, batch, ends);
      for (let k = 0; k < batch.length; k++) {
        this.readRow({ from: k === 0 ? 0 : ends[k - 1]!, to: ends[k]! }, first + k, settled[first + k] === 1, lists);
      }
    }
    const carried = Uint8Array.from(carry.view());
    return { tokenStart, tokens: tokens.view(), cutToken, idStart, ids: ids.view(), carry: carried, session };
  }

  private readRow(pieces: Range, i: number, settled: boolean, lists: Lists): void {
    this.number(pieces, i, lists);
    if (settled) this.idCount = Math.min(this.idCount, 1);
    lists.tokens.append(this.rowTokens, this.sortTokens());
    lists.ids.append(this.rowIds, this.idCount);
    lists.carry.append(this.rowCarry, this.idCount);
    lists.tokenStart[i + 1] = lists.tokens.length;
    lists.idStart[i + 1] = lists.ids.length;
  }

  /** Cuts the rows of a batch into pieces; ends[k] is where row k's end. */
  private cut(columns: RowColumns, batch: Uint32Array, ends: Uint32Array): void {
    const { pieces } = this;
    pieces.clear();
    pieces.prefetch(columns.reference, batch);
    pieces.prefetch(columns.narration, batch);
    for (let k = 0; k < batch.length; k++) {
      pieces.addRow(columns, batch[k]!);
      ends[k] = pieces.count;
    }
    this.touchPieces();
  }

  /** Works out the pieces' keys, and asks for the memory where each will be looked up. */
  private touchPieces(): void {
    const { pieces, texts } = this;
    const { folded, from, to } = pieces;
    if (this.keys.length < 2 * pieces.count) this.keys = new Int32Array(4 * pieces.count);
    const { keys } = this;
    let touched = 0;
    for (let p = 0; p < pieces.count; p++) {
      touched ^= texts.touch(folded, from[p]!, to[p]!);
      keys[2 * p] = texts.low;
      keys[2 * p + 1] = texts.high;
    }
    pieces.touched ^= touched;
  }

  private idOf(piece: number): number {
    const { texts, keys } = this;
    const { folded, from, to } = this.pieces;
    texts.low = keys[2 * piece]!;
    texts.high = keys[2 * piece + 1]!;
    return texts.intern(folded, from[piece]!, to[piece]!);
  }

  /** Looks the pieces of row i up. */
  private number({ from, to }: Range, i: number, row: Pick<SideText, 'cutToken' | 'session'>): void {
    const { how } = this.pieces;
    this.tokenCount = 0;
    this.idCount = 0;
    for (let p = from; p < to; p++) {
      const id = this.idOf(p);
      const carried = how[p]!;
      if (carried === 0) this.noteToken(id);
      else if (carried === PIECE_CUT) {
        this.noteToken(id);
        row.cutToken[i] = id;
      } else {
        this.noteIdentifier(id, carried);
        if (carried === CARRY_SESSION) row.session[i] = id;
      }
    }
  }

  private noteToken(token: number): void {
    if (this.tokenCount === this.rowTokens.length) {
      const larger = new Uint32Array(this.rowTokens.length * 2);
      larger.set(this.rowTokens);
      this.rowTokens = larger;
    }
    this.rowTokens[this.tokenCount++] = token;
  }

  private noteIdentifier(id: number, how: number): void {
    for (let e = 0; e < this.idCount; e++) if (this.rowIds[e] === id) return;
    if (this.idCount === MAX_IDENTIFIERS) return;
    this.rowIds[this.idCount] = id;
    this.rowCarry[this.idCount++] = how;
  }

  /** Sorts the row's tokens in place and drops repetitions; answers how many are left. */
  private sortTokens(): number {
    const list = this.rowTokens;
    const n = this.tokenCount;
    if (n > 32) list.subarray(0, n).sort();
    else insertionSort(list, n);
    let kept = 0;
    for (let i = 0; i < n; i++) if (i === 0 || list[i] !== list[i - 1]) list[kept++] = list[i]!;
    return kept;
  }
}

function insertionSort(list: Uint32Array, n: number): void {
  for (let i = 1; i < n; i++) {
    const value = list[i]!;
    let j = i - 1;
    for (; j >= 0 && list[j]! > value; j--) list[j + 1] = list[j]!;
    list[j + 1] = value;
  }
}
