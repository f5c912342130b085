// Cuts out of a row's texts the pieces that may be identifiers: the whole reference and settlement session, and pieces
// inside of reference and narration. Compounds with too few digits are skipped at once. Rules:
// docs/decisions/matching-definitions.md, "Identifiers of a row".

import type { RowColumns, TextColumn } from '../../records/rows/columns.ts';
import { followsCheque } from './cheque-number.ts';
import { grown } from './growing.ts';
import {
  allDigits,
  digitsLookLikeIdentifier,
  digitsStart,
  isPartyNumber,
  isPeriodName,
  isPlaceholder,
  isScientific,
  isTransactionNumber,
  looksLikeIdentifier,
  MIN_CERTAIN,
  MIN_DIGITS,
  MIN_EMBEDDED,
  normalisedStart,
  SESSION_DIGITS,
  SHAPE,
  SOFT,
  WORD,
} from './identifier-shape.ts';
import type { KnownReferences } from './known-references.ts';
import { Pieces } from './pieces.ts';

/** CARRY_* say how a row carries an identifier: bits of a piece. */
export const CARRY_REFERENCE = 1;
export const CARRY_SESSION = 2;
export const CARRY_EMBEDDED = 3;
export const CARRY_WEAK = 4;
/** Its occurrence ends where the narration ends. */
export const CARRY_AT_END = 8;
/** It is the number that a switch gave the transaction: two rows with different ones are two transactions. */
export const CARRY_TRANSACTION = 16;
/** It is embedded in the reference field. */
export const CARRY_IN_REFERENCE = 32;
/** It was found because some row has it in its reference field (known-references.ts). */
export const CARRY_KNOWN = 64;

const MIN_TOKEN = 2;
const MIN_FIELD = 3;
/** The fewest digits of a known reference. */
const MIN_KNOWN = 3;
/** A piece of this length identifies its transaction, even if it is a part of a longer text. */
const SPEAKS_ALONE = 12;
const SOFT_WORD = SOFT << 8;
const PLUS = 0x2b;
const TOKENS = 64; // grown when a compound has more

/**
 * A compound: letters, digits and soft separators without a gap, bytes[begin .. end). `digits`: how many digits it has.
 */
interface Compound {
  readonly begin: number;
  readonly end: number;
  readonly digits: number;
  /** Whether the text ends with it, in a letter or digit. */
  readonly last: boolean;
}

/** The text that compounds are cut from: bytes from `from` on. */
interface Text {
  readonly bytes: Uint8Array;
  readonly from: number;
}

/** A piece: folded[from .. to). `place`: where it stands in the text, NOWHERE for a compound's joined form. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly digits: number;
  readonly place: number;
}

const NOWHERE = -1;

export class IdentifierPieces {
  readonly pieces = new Pieces();
  /** The tokens of a compound: begin and end in `folded`, and number of digits. */
  private starts = new Int32Array(TOKENS);
  private ends = new Int32Array(TOKENS);
  private digits = new Int32Array(TOKENS);
  /** The place of each token in the text. */
  private places = new Int32Array(TOKENS);
  private tokens = 0;
  /** Digit count and hash of the reference field while its parts are cut; else 0. */
  private fieldDigits = 0;
  private fieldHash = 0;
  /**
   * Digit count and hash of the text that the piece was cut from: the reference field, else its compound. 0 if it is
   * whole.
   */
  private wholeDigits = 0;
  private wholeHash = 0;
  /** True: a text that holds the field read last may not show it as a piece that looks like an identifier. */
  isHidden = false;
  private readonly known: KnownReferences | null;

  /** `known`: references to look for in texts. */
  constructor(known: KnownReferences | null = null) {
    this.known = known === null || known.isEmpty ? null : known;
  }

  /** Adds the pieces of a row: the fields, then what its reference and its narration hold. */
  addRow(columns: RowColumns, row: number): void {
    const { reference, settlementSession, narration } = columns;
    this.addMarkedField(reference, row, CARRY_REFERENCE);
    this.addMarkedField(settlementSession, row, CARRY_SESSION);
    let digitsInReference = 0;
    // A reference of one token holds nothing besides the field as a whole.
    if (countTokens(reference, row) > 1) {
      this.readWhole(reference, row);
      digitsInReference = this.addEmbedded(reference, row);
      this.fieldDigits = 0;
      this.fieldHash = 0;
    }
    const digits = this.addEmbedded(narration, row);
    const { known } = this;
    if (known === null) return;
    // Known references come last: a row keeps only its first identifiers.
    if (digitsInReference >= MIN_KNOWN) this.addKnown(known, reference, row, CARRY_IN_REFERENCE);
    if (digits >= MIN_KNOWN) this.addKnown(known, narration, row, 0);
  }

  /** Adds the known references that this text holds, however they are separated. */
  private addKnown(known: KnownReferences, column: TextColumn, row: number, where: number): void {
    const { pieces } = this;
    const { stretches } = known;
    known.eachIn(column, row, (first, last) => {
      const { marked, from, to } = stretches;
      pieces.makeRoom(to[last] - from[first]);
      const begin = pieces.length;
      let end = begin;
      for (let i = from[first]; i < to[last]; i++) if (SHAPE[marked[i]] >= WORD) pieces.folded[end++] = marked[i];
      pieces.length = end;
      const start = normalisedStart(pieces.folded, begin, end);
      pieces.add(start, end, CARRY_EMBEDDED | CARRY_KNOWN | CARRY_WEAK | where);
    });
  }

  /** Adds a field, and marks it if it is a transaction number that a switch gave. */
  addMarkedField(column: TextColumn, row: number, how: number): void {
    const { pieces } = this;
    const begin = pieces.length;
    const before = pieces.count;
    this.addField(column, row, how);
    if (pieces.count === before || pieces.length - begin < SESSION_DIGITS) return;
    const { folded, length } = pieces;
    if (allDigits(folded, begin, length) && isTransactionNumber(folded, begin, length)) {
      pieces.how[before] = how | CARRY_TRANSACTION;
    }
  }

  /** Adds a whole field as an identifier, without its separators. */
  addField(column: TextColumn, row: number, how: number): void {
    this.isHidden = false;
    const from = column.offsets[row];
    const to = column.offsets[row + 1];
    if (from === to) return;
    const { pieces } = this;
    pieces.makeRoom(to - from);
    const { folded } = pieces;
    const begin = pieces.length;
    const shape = SHAPE;
    const { bytes } = column;
    let end = begin;
    let digits = 0;
    let plus = false;
    let parted = begin;
    for (let i = from; i < to; i++) {
      const word = shape[bytes[i]];
      if (word >= WORD) {
        folded[end++] = word;
        digits += (word >>> 8) & 1; // DIGIT is odd, LETTER is not
      } else {
        if (bytes[i] === PLUS) plus = true;
        if (parted === begin) parted = end;
      }
    }
    pieces.length = end;
    if (end === begin) return;
    const start = digits === end - begin ? digitsStart(folded, begin, end) : normalisedStart(folded, begin, end);
    if (end - start < MIN_FIELD || isPlaceholder(folded, start, end)) return;
    if (plus && isScientific(bytes, from, to)) return;
    const isShort = end - begin < MIN_EMBEDDED || digits < MIN_DIGITS;
    this.isHidden = isShort || (parted > begin && parted < end);
    pieces.add(start, end, how);
  }

  /** Keeps digit count and hash of the whole field for its parts. */
  private readWhole({ bytes, offsets }: TextColumn, row: number): void {
    this.fieldHash = 0;
    for (let i = offsets[row]; i < offsets[row + 1]; i++) {
      const word = SHAPE[bytes[i]];
      if (word < WORD) continue;
      this.fieldHash = hashed(this.fieldHash, word & 0xff);
      this.fieldDigits += (word >>> 8) & 1;
    }
  }

  /** Adds the compounds of a text that have enough digits; answers how many digits the text has. */
  private addEmbedded({ bytes, offsets }: TextColumn, row: number): number {
    const to = offsets[row + 1];
    let all = 0;
    const shape = SHAPE;
    for (let i = offsets[row]; i < to; ) {
      let kind = shape[bytes[i]] >>> 8;
      if (kind < SOFT) {
        i++;
        continue;
      }
      const begin = i;
      let digits = 0;
      do {
        digits += kind & (kind >>> 1); // DIGIT is 3, LETTER 2, SOFT 1
        i++;
        kind = i < to ? shape[bytes[i]] >>> 8 : 0;
      } while (kind >= SOFT);
      all += digits;
      if (digits >= MIN_DIGITS) {
        const last = i === to && shape[bytes[to - 1]] >= WORD;
        this.addCompound({ bytes, from: offsets[row] }, { begin, end: i, digits, last });
      }
    }
    return all;
  }

  /** Adds the joined form of a compound of several tokens, then each token, if they look like identifiers. */
  private addCompound(text: Text, { begin, end, digits, last }: Compound): void {
    const { pieces } = this;
    const from = pieces.length;
    this.fold(text.bytes, begin, end);
    const to = pieces.length;
    this.wholeDigits = this.fieldDigits;
    this.wholeHash = this.fieldHash;
    if (this.tokens > 1) this.consider({ from, to, digits, place: NOWHERE }, last, text);
    if (this.tokens > 1 && this.fieldDigits === 0) {
      this.wholeDigits = digits;
      this.wholeHash = hashOf(pieces.folded, from, to);
    }
    for (let t = 0; t < this.tokens; t++) {
      const token = { from: this.starts[t], to: this.ends[t], digits: this.digits[t], place: this.places[t] };
      this.consider(token, last && token.to === to, text);
    }
  }

  /** Folds a compound and notes its tokens. */
  private fold(bytes: Uint8Array, begin: number, end: number): void {
    const { pieces } = this;
    pieces.makeRoom(end - begin);
    const { folded } = pieces;
    const shape = SHAPE;
    let length = pieces.length;
    let tokenFrom = length;
    let digits = 0;
    this.tokens = 0;
    for (let i = begin; i <= end; i++) {
      const word = i < end ? shape[bytes[i]] : SOFT_WORD;
      if (word >= WORD) {
        folded[length++] = word;
        digits += (word >>> 8) & 1;
        continue;
      }
      if (length - tokenFrom >= MIN_TOKEN) {
        this.noteToken(tokenFrom, length, digits);
        this.places[this.tokens - 1] = i - (length - tokenFrom);
      }
      tokenFrom = length;
      digits = 0;
    }
    pieces.length = length;
  }

  private noteToken(from: number, to: number, digits: number): void {
    if (this.tokens === this.starts.length) {
      const size = this.tokens * 2;
      this.starts = grown(this.starts, new Int32Array(size));
      this.ends = grown(this.ends, new Int32Array(size));
      this.digits = grown(this.digits, new Int32Array(size));
      this.places = grown(this.places, new Int32Array(size));
    }
    this.starts[this.tokens] = from;
    this.ends[this.tokens] = to;
    this.digits[this.tokens++] = digits;
  }

  private consider({ from, to, digits, place }: Piece, atEnd: boolean, text: Text): void {
    const allDigits = digits === to - from;
    if (digits < MIN_DIGITS || (to - from < MIN_EMBEDDED && !allDigits)) return;
    const { folded } = this.pieces;
    const start = allDigits ? digitsStart(folded, from, to) : normalisedStart(folded, from, to);
    const fits = allDigits
      ? digitsLookLikeIdentifier(folded, from, start, to)
      : looksLikeIdentifier(folded, from, start, to);
    if (!fits) {
      const mayBeCheque = allDigits && place !== NOWHERE && isChequeNumber(folded, start, to);
      if (!mayBeCheque || !followsCheque(text.bytes, text.from, place)) return;
    }
    const isWeak = allDigits ? isPartyNumber(folded, from, to) : isPeriodName(folded, start, to);
    const weak = isWeak ? CARRY_WEAK : 0;
    const transaction = allDigits && isTransactionNumber(folded, from, to) ? CARRY_TRANSACTION : 0;
    // A short piece of a text with more digits may be common to many transactions: PV2605 of PV2605-001.
    const isPart = this.wholeDigits > digits && to - start < SPEAKS_ALONE;
    const where = this.fieldDigits > 0 ? CARRY_IN_REFERENCE : 0;
    const how = CARRY_EMBEDDED | where | weak | transaction | (atEnd ? CARRY_AT_END : 0);
    // The hash is never 0, because 0 means that the piece is no part.
    this.pieces.add(start, to, how, isPart ? this.wholeHash | 1 : 0);
  }
}

/** Whether normalised digits are a cheque's number if they follow the word for a cheque. */
const isChequeNumber = (folded: Uint8Array, start: number, to: number): boolean =>
  to - start >= MIN_FIELD && to - start < MIN_CERTAIN && !isPlaceholder(folded, start, to);

const hashed = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193) ^ (hash >>> 15);

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i++) hash = hashed(hash, bytes[i]);
  return hash;
}

/** Counts the tokens of a text: two or more letters and digits without a separator. */
function countTokens({ bytes, offsets }: TextColumn, row: number): number {
  const to = offsets[row + 1];
  const shape = SHAPE;
  let tokens = 0;
  let length = 0;
  for (let i = offsets[row]; i < to; i++) {
    length = shape[bytes[i]] >= WORD ? length + 1 : 0;
    if (length === MIN_TOKEN) tokens++;
  }
  return tokens;
}
