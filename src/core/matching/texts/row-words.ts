// Gives the words of an account's rows numbers (tokens), once, in one numbering that both sides share: the distinct
// words of each row's reference and narration. It reads only the rows that their identifiers did not settle. Rules:
// docs/decisions/matching-definitions.md, "Reading a text".

import type { RowColumns, TextColumn } from '../../records/rows/columns.ts';
import { GrowingUint32 } from '../reading/growing.ts';
import { CLASS, LETTER, SHAPE, WORD } from '../reading/identifier-shape.ts';
import { digitsStart } from '../reading/normalising.ts';
import { BATCH, PieceNumbers, Pieces } from '../reading/pieces.ts';

/** The fewest bytes of a word that may have been cut off. */
export const MIN_CUT_WORD = 3;
/** `how` of a word that ends its narration. */
const CUT = 1;
/** Rows with more words are sorted faster by the runtime. */
const FEW = 32;

export interface SideWords {
  /** Tokens (numbers of words) of row i, ascending: tokens[tokenStart[i] .. tokenStart[i + 1]). */
  readonly tokenStart: Uint32Array;
  readonly tokens: Uint32Array;
  /** The token that ends the narration, or -1. */
  readonly cutToken: Int32Array;
}

/** The tokens of a row. */
export const tokensOf = ({ tokenStart, tokens }: SideWords, row: number): Uint32Array =>
  tokens.subarray(tokenStart[row], tokenStart[row + 1]);

/** Holds the numbering of an account's words while its sides are read. Plain private fields: the loops are hot. */
export class WordReader {
  private readonly numbers: PieceNumbers;
  private readonly pieces = new Pieces();

  /** `rows`: how many will be read, both sides together. */
  constructor(rows: number) {
    // Words recur, numbers do not: about one new text a row.
    this.numbers = new PieceNumbers(rows);
  }

  /** Words by number. */
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
        cutToken[first + k] = this.numberRow(tokens, k === 0 ? 0 : ends[k - 1], ends[k]);
        keepDistinct(tokens, tokenStart[first + k]);
        tokenStart[first + k + 1] = tokens.length;
      }
    }
    return { tokenStart, tokens: tokens.view(), cutToken };
  }

  /** Adds the words of one row to `tokens`; answers the one that may have been cut off, or -1. */
  private numberRow(tokens: GrowingUint32, from: number, to: number): number {
    const { numbers, pieces } = this;
    let cut = -1;
    for (let p = from; p < to; p++) {
      const token = numbers.of(pieces, p);
      tokens.push(token);
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
      cutWords(pieces, reference, batch[k]);
      if (cutWords(pieces, narration, batch[k])) pieces.how[pieces.count - 1] = CUT;
      ends[k] = pieces.count;
    }
    this.numbers.touch(pieces);
  }
}

/** Sorts the tokens from a place on and drops repetitions. */
function keepDistinct(tokens: GrowingUint32, from: number): void {
  const list = tokens.values;
  if (tokens.length - from > FEW) list.subarray(from, tokens.length).sort();
  else insertionSort(list, from, tokens.length);
  let kept = from;
  for (let i = from; i < tokens.length; i++) if (i === from || list[i] !== list[i - 1]) list[kept++] = list[i];
  tokens.length = kept;
}

/** Adds the words of a text; answers whether the last one ends the text and is long enough to have been cut off. */
function cutWords(pieces: Pieces, { bytes, offsets }: TextColumn, row: number): boolean {
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
    const byte = i < to ? shape[bytes[i]] : 0;
    if (byte >= WORD) {
      folded[length++] = byte;
      digits += (byte >>> 8) & 1; // DIGIT is odd, LETTER is not
      continue;
    }
    if (length > begin) {
      pieces.add(digits === length - begin ? digitsStart(folded, begin, length) : begin, length, 0);
    }
    if (i < to) begin = length;
    digits = 0;
  }
  pieces.length = length;
  return CLASS[bytes[to - 1]] >= LETTER && length - begin >= MIN_CUT_WORD;
}

function insertionSort(list: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const value = list[i];
    let j = i - 1;
    for (; j >= from && list[j] > value; j--) list[j + 1] = list[j];
    list[j + 1] = value;
  }
}
