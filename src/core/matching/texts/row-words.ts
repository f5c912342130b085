// Gives the words of an account's rows numbers, once, in one numbering that both sides share: the distinct tokens of
// each row's reference and narration. It reads only the rows that their identifiers did not settle. Rules:
// docs/decisions/matching-definitions.md, "Reading a text".

import type { RowColumns, TextColumn } from '../../records/rows/columns.ts';
import { GrowingUint32, grown } from '../reading/growing.ts';
import { CLASS, digitsStart, LETTER, SHAPE, WORD } from '../reading/identifier-shape.ts';
import { BATCH, PieceNumbers, Pieces } from '../reading/pieces.ts';

const MIN_TOKEN = 1;
const MIN_CUT_TOKEN = 3;
/** `how` of a token that ends its narration. */
const CUT = 1;
/** Rows with more tokens are sorted faster by the runtime. */
const FEW = 32;

export interface SideWords {
  /** Row i's tokens, ascending: tokens[tokenStart[i] .. tokenStart[i + 1]). */
  readonly tokenStart: Uint32Array;
  readonly tokens: Uint32Array;
  /** The token that ends the narration, or -1. */
  readonly cutToken: Int32Array;
}

/** Holds the numbering of an account's words while its sides are read. Plain private fields: the loops are hot. */
export class WordReader {
  private readonly numbers: PieceNumbers;
  private readonly pieces = new Pieces();
  private rowTokens = new Uint32Array(64);
  private tokenCount = 0;

  /** `rows`: how many will be read, both sides together. */
  constructor(rows: number) {
    // Words recur, numbers do not: about one new text a row.
    this.numbers = new PieceNumbers(rows);
  }

  /** Tokens by number. */
  get texts(): PieceNumbers['texts'] {
    return this.numbers.texts;
  }

  read(columns: RowColumns, rows: Uint32Array): SideWords {
    const n = rows.length;
    const tokens = new GrowingUint32(n * 8);
    const tokenStart = new Uint32Array(n + 1);
    const cutToken = new Int32Array(n);
    const ends = new Uint32Array(BATCH);
    for (let first = 0; first < n; first += BATCH) {
      const batch = rows.subarray(first, Math.min(n, first + BATCH));
      this.cut(columns, batch, ends);
      for (let k = 0; k < batch.length; k++) {
        cutToken[first + k] = this.numberRow(k === 0 ? 0 : ends[k - 1], ends[k]);
        tokens.append(this.rowTokens, this.sortTokens());
        tokenStart[first + k + 1] = tokens.length;
      }
    }
    return { tokenStart, tokens: tokens.view(), cutToken };
  }

  /** Numbers the pieces from..to of one row; answers the token that may have been cut off, or -1. */
  private numberRow(from: number, to: number): number {
    const { numbers, pieces } = this;
    let cut = -1;
    this.tokenCount = 0;
    for (let p = from; p < to; p++) {
      const token = numbers.of(pieces, p);
      this.note(token);
      if (pieces.how[p] === CUT) cut = token;
    }
    return cut;
  }

  /** Cuts the rows of a batch into pieces; ends[k] is where row k's end. */
  private cut({ reference, narration }: RowColumns, batch: Uint32Array, ends: Uint32Array): void {
    const { pieces } = this;
    pieces.clear();
    pieces.prefetch(reference, batch);
    pieces.prefetch(narration, batch);
    for (let k = 0; k < batch.length; k++) {
      cutTokens(pieces, reference, batch[k]);
      if (cutTokens(pieces, narration, batch[k])) pieces.how[pieces.count - 1] = CUT;
      ends[k] = pieces.count;
    }
    this.numbers.touch(pieces);
  }

  private note(token: number): void {
    if (this.tokenCount === this.rowTokens.length) {
      this.rowTokens = grown(this.rowTokens, new Uint32Array(this.rowTokens.length * 2));
    }
    this.rowTokens[this.tokenCount++] = token;
  }

  /** Sorts the row's tokens in place and drops repetitions; answers how many are left. */
  private sortTokens(): number {
    const list = this.rowTokens;
    const n = this.tokenCount;
    if (n > FEW) list.subarray(0, n).sort();
    else insertionSort(list, n);
    let kept = 0;
    for (let i = 0; i < n; i++) if (i === 0 || list[i] !== list[i - 1]) list[kept++] = list[i];
    return kept;
  }
}

/** Adds the tokens of a text; answers whether the last one ends the text and is long enough to have been cut off. */
function cutTokens(pieces: Pieces, { bytes, offsets }: TextColumn, row: number): boolean {
  const from = offsets[row];
  const to = offsets[row + 1];
  if (from === to) return false;
  pieces.makeRoom(to - from);
  const { folded } = pieces;
  const shape = SHAPE;
  let length = pieces.length;
  let begin = length;
  let digits = 0;
  for (let i = from; i <= to; i++) {
    const word = i < to ? shape[bytes[i]] : 0;
    if (word >= WORD) {
      folded[length++] = word;
      digits += (word >>> 8) & 1; // DIGIT is odd, LETTER is not
      continue;
    }
    if (length - begin >= MIN_TOKEN) {
      pieces.add(digits === length - begin ? digitsStart(folded, begin, length) : begin, length, 0);
    }
    if (i < to) begin = length;
    digits = 0;
  }
  pieces.length = length;
  return CLASS[bytes[to - 1]] >= LETTER && length - begin >= MIN_CUT_TOKEN;
}

function insertionSort(list: Uint32Array, n: number): void {
  for (let i = 1; i < n; i++) {
    const value = list[i];
    let j = i - 1;
    for (; j >= 0 && list[j] > value; j--) list[j + 1] = list[j];
    list[j + 1] = value;
  }
}
