// The 64-bit fingerprint of a row's content, by which a known row is recognised without reading it. It covers the
// fields of row identity (identity.ts), the identifying columns of the kind, and whether the row is only announced
// (once booked it is another row). It does not cover file, line, position or other flags. The hash is not
// cryptographic: equal fingerprints are verified by content. Each text is hashed with its length, so that "AB","C" and
// "A","BC" differ.

import { type NamedColumn, ROW_PENDING, type RowColumns, type TextColumn } from './columns.ts';
import { NO_NAMED_COLUMNS } from './named-columns.ts';

const encoder = new TextEncoder();

// Odd constants of murmur3 and xxHash32: two lanes with different multipliers give the two words.
const M1 = 0xcc9e2d51 | 0;
const M2 = 0x85ebca77 | 0;
const M3 = 0x9e3779b1 | 0;
const M4 = 0xc2b2ae3d | 0;

/** Mixes one word into the low lane. */
const mixLow = (low: number, word: number) => {
  const a = Math.imul(low ^ word, M1);
  return a ^ (a >>> 15);
};
const mixHigh = (high: number, word: number) => {
  const b = Math.imul(high + word, M2);
  return b ^ (b >>> 13);
};

const finish = (h: number, m: number) => {
  h ^= h >>> 16;
  h = Math.imul(h, M3);
  h ^= h >>> 13;
  h = Math.imul(h, m);
  return h ^ (h >>> 16);
};

/** A text of up to four bytes as one word. */
function shortWord(bytes: Uint8Array, from: number, to: number): number {
  let word = 0;
  for (let p = from; p < to; p++) word = (word << 8) | bytes[p];
  return word;
}

/** Rows [from, to) of a file with two lanes for each, into which the columns are mixed. */
interface Lanes {
  readonly of: Int32Array;
  readonly from: number;
  readonly to: number;
}

/** Rows that are mixed together, column by column: their lanes, 32 kB, stay in the fastest cache. */
const ROWS_AT_ONCE = 4_096;

/**
 * Fills columns.fingerprint for all rows. includeSourceId is false if the file numbers its rows 1, 2, 3…: such numbers
 * are not part of a row's identity. The result does not depend on machine, position or file.
 */
export function fingerprintRows(columns: RowColumns, { includeSourceId }: { includeSourceId: boolean }): void {
  const { count, fingerprint, reference, settlementSession, narration, sourceId } = columns;
  const accounts = columns.accounts.map(seedOf);
  const currencies = columns.currencies.map(seedOf);
  const none: TextColumn = { bytes: new Uint8Array(0), offsets: new Uint32Array(count + 1) };
  const texts = [reference, settlementSession, narration, includeSourceId ? sourceId : none];
  const identifying = (columns.named ?? NO_NAMED_COLUMNS).filter((column) => column.identifying);
  const words = new Int32Array(fingerprint.buffer, fingerprint.byteOffset, fingerprint.length);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const lanes = { of: words, from, to: Math.min(count, from + ROWS_AT_ONCE) };
    mixNumbers(lanes, columns, { accounts, currencies });
    for (const text of texts) mixTexts(lanes, text);
    for (const column of identifying) mixNamed(lanes, column);
    finishLanes(lanes);
  }
}

/** Starts the lanes with account, currency, days and amount. */
function mixNumbers(
  { of, from, to }: Lanes,
  { amount, bookingDay, valueDay, account, currency, flags }: RowColumns,
  { accounts, currencies }: { readonly accounts: readonly Seed[]; readonly currencies: readonly Seed[] },
): void {
  for (let i = from; i < to; i++) {
    const ofAccount = accounts[account[i]];
    const ofCurrency = currencies[currency[i]];
    const minor = amount[i];
    const top = Math.floor(minor / 0x1_0000_0000) | 0;
    const low = ofAccount.low ^ Math.imul(ofCurrency.low, M4) ^ (flags[i] & ROW_PENDING);
    const high = ofAccount.high ^ Math.imul(ofCurrency.high, M3);
    of[2 * i] = mixLow(mixLow(mixLow(mixLow(low, bookingDay[i]), valueDay[i]), minor | 0), top);
    of[2 * i + 1] = mixHigh(mixHigh(mixHigh(mixHigh(high, bookingDay[i]), valueDay[i]), minor | 0), top);
  }
}

function mixTexts({ of, from, to: rows }: Lanes, { bytes, offsets }: TextColumn): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let to = offsets[from];
  for (let i = from; i < rows; i++) {
    let p = to;
    to = offsets[i + 1];
    const length = to - p;
    let low = mixLow(of[2 * i], length);
    let high = mixHigh(of[2 * i + 1], length);
    if (length >= 4) {
      // The last word overlaps the one before, so that no byte is left; the length keeps this unambiguous.
      for (const last = to - 4; ; p += 4) {
        const word = view.getInt32(p < last ? p : last, true);
        low = mixLow(low, word);
        high = mixHigh(high, word);
        if (p >= last) break;
      }
    } else if (length > 0) {
      const word = shortWord(bytes, p, to);
      low = mixLow(low, word);
      high = mixHigh(high, word);
    }
    of[2 * i] = low;
    of[2 * i + 1] = high;
  }
}

/** Mixes in a named column. A row without a value is unchanged, as if the column did not exist. */
function mixNamed({ of, from, to: rows }: Lanes, { name, texts: { bytes, offsets } }: NamedColumn): void {
  const seed = seedOf(name);
  for (let i = from; i < rows; i++) {
    const to = offsets[i + 1];
    let p = offsets[i];
    if (p === to) continue;
    let low = mixLow(mixLow(of[2 * i], seed.low), to - p);
    let high = mixHigh(mixHigh(of[2 * i + 1], seed.high), to - p);
    for (; p < to; p += 4) {
      const word = shortWord(bytes, p, Math.min(p + 4, to));
      low = mixLow(low, word);
      high = mixHigh(high, word);
    }
    of[2 * i] = low;
    of[2 * i + 1] = high;
  }
}

function finishLanes({ of, from, to }: Lanes): void {
  for (let i = from; i < to; i++) {
    const low = of[2 * i];
    const high = of[2 * i + 1];
    of[2 * i] = finish(low ^ (high >>> 7), M4);
    of[2 * i + 1] = finish(high, M1);
  }
}

interface Seed {
  readonly low: number;
  readonly high: number;
}

/** The seed of the lanes for an account, a currency or a column name. */
function seedOf(text: string): Seed {
  let low = 0x2545f491;
  let high = 0x4f6cdd1d;
  for (const word of [text.length, ...encoder.encode(text)]) {
    low = mixLow(low, word);
    high = mixHigh(high, word);
  }
  return { low, high };
}

/**
 * Whether a file's row ids only count its rows: whole numbers from 0 or 1 up to about the number of rows. Rows left
 * out, such as totals, may leave gaps. The order of ids does not matter, so sorted and shuffled exports are treated
 * alike.
 */
export function isPlainCounter({ bytes, offsets }: TextColumn, count: number): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const from = offsets[i];
    const to = offsets[i + 1];
    if (from === to || to - from > 9) return false;
    let n = 0;
    for (let p = from; p < to; p++) {
      const digit = bytes[p] ^ 0x30;
      if (digit > 9) return false;
      n = n * 10 + digit;
    }
    if (n < least) least = n;
    if (n > most) most = n;
  }
  return count > 0 && least <= 1 && most <= count * 1.1 + 20;
}
