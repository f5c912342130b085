// Cuts out of a row's texts the pieces that may be identifiers: the whole reference and settlement session, and pieces
// inside of reference and narration. Compounds with too few digits are skipped at once. Rules:
// docs/decisions/matching-definitions.md, "Identifiers of a row".

import type { RowColumns, TextColumn } from '../../records/rows/columns.ts';
import { followsCheque, goesOn } from './cheque-number.ts';
import {
  allDigits,
  FOLD,
  isPartyNumber,
  isPeriodName,
  isScientific,
  isTransactionNumber,
  looksLikeIdentifier,
  MIN_CERTAIN,
  MIN_DIGITS,
  MIN_EMBEDDED,
  SESSION_DIGITS,
  SHAPE,
  SOFT,
  WORD,
} from './identifier-shape.ts';
import type { KnownReferences } from './known-references.ts';
import {
  chequeDigits,
  isZero,
  LEAST_VALUE,
  namesNothing,
  normalisedStart,
  valueStart,
  withoutPrefix,
} from './normalising.ts';
import { Pieces } from './pieces.ts';
import { LEAST_OF_NUMBER } from './text-words.ts';

/** CARRY_* say how a row carries an identifier. The two lowest bits name where: one of the first three. */
export const CARRY_REFERENCE = 1;
export const CARRY_SESSION = 2;
export const CARRY_EMBEDDED = 3;
export const CARRY_WEAK = 4;
/** It stands at the end of the narration. */
export const CARRY_AT_END = 8;
/** It is the number that a switch gave the transaction: two rows with different ones are two transactions. */
export const CARRY_TRANSACTION = 16;
/** It is embedded in the reference field. */
export const CARRY_IN_REFERENCE = 32;
/** It was found because some row has it in its reference field (known-references.ts). */
export const CARRY_KNOWN = 64;

/** The fewest bytes of a word that may be an identifier, and of a field. */
const MIN_WORD = 2;
const MIN_FIELD = 3;
/** A piece of this length identifies its transaction, even if it is a part of a longer text. */
const SPEAKS_ALONE = 12;
const SOFT_BYTE = SOFT << 8;
const PLUS = 0x2b;

/** A piece of a text: folded[from .. to). */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly digits: number;
  /** Where it stands in the text; NOWHERE for the joined words of a compound. */
  readonly place: number;
}

const NOWHERE = -1;
const LETTER_C = 0x43;
const ZERO = 0x30;

export class IdentifierPieces {
  readonly pieces = new Pieces();
  /** True: the field read last is short or parted, so texts must be searched for it (known-references.ts). */
  needsLookup = false;
  /** The text that is being cut: bytes from `textFrom` to `textTo`. */
  private bytes: Uint8Array = new Uint8Array(0);
  private textFrom = 0;
  private textTo = 0;
  /** Digit count and hash of the reference field while its parts are cut; else 0. */
  private fieldDigits = 0;
  private fieldHash = 0;
  /** The most digits of a compound of the text cut last. */
  private mostDigits = 0;
  /** Digit count and hash of what the piece at hand is a part of: the reference field, else its compound, else 0. */
  private aroundDigits = 0;
  private aroundHash = 0;
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
    // A reference of one word holds nothing besides the field as a whole.
    const hasParts = this.readField(reference, row);
    if (hasParts) this.addEmbedded(reference, row);
    this.fieldDigits = 0;
    this.addEmbedded(narration, row);
    if (this.known === null) return;
    // Known references come last: a row keeps only its first identifiers. Each holds a number.
    const holdsNumber = this.mostDigits >= LEAST_OF_NUMBER;
    if (hasParts) this.addKnown(this.known, reference, row, CARRY_IN_REFERENCE);
    if (holdsNumber) this.addKnown(this.known, narration, row, 0);
  }

  /** Adds the known references that this text holds, however they are separated. */
  private addKnown(known: KnownReferences, column: TextColumn, row: number, where: number): void {
    const { pieces } = this;
    known.eachIn(column, row, (first, last) => {
      const { marked, from, to } = known.words;
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
    this.needsLookup = false;
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
      const byte = shape[bytes[i]];
      if (byte >= WORD) {
        folded[end++] = byte;
        digits += (byte >>> 8) & 1; // DIGIT is odd, LETTER is not
      } else {
        if (bytes[i] === PLUS) plus = true;
        if (parted === begin) parted = end;
      }
    }
    pieces.length = end;
    if (end === begin) return;
    // A placeholder is one before its zeros are taken off: 000444 is a number, 444 is not.
    const bare = digits === end - begin ? begin : withoutPrefix(folded, begin, end);
    if (end - begin < MIN_FIELD || namesNothing(folded, begin, bare, end)) return;
    const start = valueStart(folded, bare, end);
    if (plus && isScientific(bytes, from, to)) return;
    const isShort = end - begin < MIN_EMBEDDED || digits < MIN_DIGITS;
    this.needsLookup = isShort || (parted > begin && parted < end);
    pieces.add(this.padded(start, end), pieces.length, how);
  }

  /** Keeps digit count and hash of a field for its parts; answers whether it has several words. */
  private readField({ bytes, offsets }: TextColumn, row: number): boolean {
    const to = offsets[row + 1];
    const shape = SHAPE;
    let hash = 0;
    let digits = 0;
    let words = 0;
    let length = 0;
    for (let i = offsets[row]; i < to; i++) {
      const byte = shape[bytes[i]];
      if (byte < WORD) {
        length = 0;
        continue;
      }
      if (++length === MIN_WORD) words++;
      hash = hashed(hash, byte & 0xff);
      digits += (byte >>> 8) & 1;
    }
    this.fieldHash = hash;
    this.fieldDigits = digits;
    return words > 1;
  }

  /** Adds the compounds of a text that have enough digits: letters, digits and soft separators without a gap. */
  private addEmbedded({ bytes, offsets }: TextColumn, row: number): void {
    this.bytes = bytes;
    this.textFrom = offsets[row];
    this.textTo = offsets[row + 1];
    const to = this.textTo;
    const shape = SHAPE;
    this.mostDigits = 0;
    for (let i = this.textFrom; i < to; ) {
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
      if (digits > this.mostDigits) this.mostDigits = digits;
      if (digits >= MIN_DIGITS || (digits > 0 && this.mayBeCheque(begin, i))) this.addCompound(begin, i, digits);
    }
  }

  /** Whether a compound may hold a cheque's number: it has the first letter of its word, or stands behind that. */
  private mayBeCheque(begin: number, end: number): boolean {
    for (let i = begin; i < end; i++) if (FOLD[this.bytes[i]] === LETTER_C) return true;
    return followsCheque(this.bytes, this.textFrom, begin);
  }

  /** Adds the joined words of a compound of several, then each word, if they look like identifiers. */
  private addCompound(begin: number, end: number, digits: number): void {
    const { pieces } = this;
    const from = pieces.length;
    const words = this.fold(begin, end);
    const to = pieces.length;
    // Whether the text ends with the compound, in a letter or digit.
    const isLast = end === this.textTo && SHAPE[this.bytes[end - 1]] >= WORD;
    this.aroundDigits = this.fieldDigits;
    this.aroundHash = this.fieldHash;
    if (words.length > 1) {
      this.consider({ from, to, digits, place: NOWHERE }, isLast);
      if (this.fieldDigits === 0) {
        this.aroundDigits = digits;
        this.aroundHash = hashOf(pieces.folded, from, to);
      }
    }
    for (let w = 0; w < words.length; w++) this.consider(words[w], isLast && words[w].to === to);
  }

  /** Folds a compound; answers its words. */
  private fold(begin: number, end: number): Piece[] {
    const { pieces, bytes } = this;
    pieces.makeRoom(end - begin);
    const { folded } = pieces;
    const shape = SHAPE;
    const words: Piece[] = [];
    let to = pieces.length;
    let from = to;
    let digits = 0;
    for (let i = begin; i <= end; i++) {
      const byte = i < end ? shape[bytes[i]] : SOFT_BYTE;
      if (byte >= WORD) {
        folded[to++] = byte;
        digits += (byte >>> 8) & 1;
        continue;
      }
      const place = i - (to - from);
      if (to - from >= MIN_WORD || (digits === 1 && followsCheque(bytes, this.textFrom, place)))
        words.push({ from, to, digits, place });
      from = to;
      digits = 0;
    }
    pieces.length = to;
    return words;
  }

  private consider({ from, to, digits, place }: Piece, isAtEnd: boolean): void {
    if (digits === 0) return;
    const { folded } = this.pieces;
    const isNumber = digits === to - from;
    const start = normalisedStart(folded, from, to);
    if (digits < MIN_DIGITS || !looksLikeIdentifier(folded, from, start, to)) {
      const isCheque = isNumber
        ? place !== NOWHERE && followsCheque(this.bytes, this.textFrom, place)
        : chequeDigits(folded, from, to) >= 0;
      if (!isCheque || !isChequeNumber(folded, isNumber ? from : chequeDigits(folded, from, to), start, to)) return;
      const isShort = to - start < LEAST_VALUE;
      if (isShort && (place === NOWHERE || goesOn(this.bytes, place + to - from, this.textTo))) return;
    }
    const isWeak = isNumber ? isPartyNumber(folded, from, to) : isPeriodName(folded, start, to);
    const weak = isWeak ? CARRY_WEAK : 0;
    const transaction = isNumber && isTransactionNumber(folded, from, to) ? CARRY_TRANSACTION : 0;
    // A short piece of a text with more digits may be common to many transactions: PV2605 of PV2605-001.
    const isPart = this.aroundDigits > digits && to - start < SPEAKS_ALONE;
    const where = this.fieldDigits > 0 ? CARRY_IN_REFERENCE : 0;
    const how = CARRY_EMBEDDED | where | weak | transaction | (isAtEnd ? CARRY_AT_END : 0);
    const value = this.padded(start, to);
    // The hash is never 0, because 0 means that the piece is no part.
    this.pieces.add(value, value === start ? to : value + LEAST_VALUE, how, isPart ? this.aroundHash | 1 : 0);
  }

  /** Where the value begins of a piece; a cheque's number of one or two digits is copied with zeros before it. */
  private padded(start: number, to: number): number {
    const { pieces } = this;
    const zeros = LEAST_VALUE - (to - start);
    if (zeros <= 0) return start;
    pieces.makeRoom(LEAST_VALUE);
    const begin = pieces.length;
    pieces.folded.fill(ZERO, begin, begin + zeros);
    pieces.folded.copyWithin(begin + zeros, start, to);
    pieces.length = begin + LEAST_VALUE;
    return begin;
  }
}

/** Whether digits from `from`, from `start` without zeros, are a cheque's number behind the word for a cheque. */
const isChequeNumber = (folded: Uint8Array, from: number, start: number, to: number): boolean =>
  to - start < MIN_CERTAIN && !isZero(folded, from, to);

const hashed = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193) ^ (hash >>> 15);

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i++) hash = hashed(hash, bytes[i]);
  return hash;
}
