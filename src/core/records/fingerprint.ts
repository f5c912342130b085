// The 64-bit fingerprint of a row's content, by which a row that is known already is recognised without reading it.
// It takes the fields of row identity (design/resolution.md) and nothing else: not the file, the line, the position
// or the flags. Equal fingerprints are a hint that content verifies; the hash is not cryptographic. Every text goes
// in with its length, so that "AB","C" and "A","BC" differ.

import type { RowColumns, TextColumn } from './columns.ts';

const encoder = new TextEncoder();

// Odd constants of murmur3 and of xxHash32: two lanes with different multipliers make the two words.
const M1 = 0xcc9e2d51 | 0;
const M2 = 0x85ebca77 | 0;
const M3 = 0x9e3779b1 | 0;
const M4 = 0xc2b2ae3d | 0;

let low = 0;
let high = 0;

function mix(word: number): void {
  low = Math.imul(low ^ word, M1);
  low ^= low >>> 15;
  high = Math.imul(high + word, M2) | 0;
  high ^= high >>> 13;
}

function mixText({ bytes, offsets }: TextColumn, view: DataView, i: number): void {
  let p = offsets[i];
  const to = offsets[i + 1];
  let a = Math.imul(low ^ (to - p), M1);
  let b = Math.imul(high + (to - p), M2) | 0;
  a ^= a >>> 15;
  b ^= b >>> 13;
  for (const end = to - 3; p < end; p += 4) {
    const word = view.getInt32(p, true);
    a = Math.imul(a ^ word, M1);
    a ^= a >>> 15;
    b = Math.imul(b + word, M2) | 0;
    b ^= b >>> 13;
  }
  if (p < to) {
    let rest = 0;
    for (; p < to; p++) rest = (rest << 8) | bytes[p];
    a = Math.imul(a ^ rest, M1);
    a ^= a >>> 15;
    b = Math.imul(b + rest, M2) | 0;
    b ^= b >>> 13;
  }
  low = a;
  high = b;
}

function mixString(text: string): void {
  const bytes = encoder.encode(text);
  mix(bytes.length);
  for (const byte of bytes) mix(byte);
}

const finish = (h: number, m: number) => {
  h ^= h >>> 16;
  h = Math.imul(h, M3);
  h ^= h >>> 13;
  h = Math.imul(h, m);
  return (h ^ (h >>> 16)) >>> 0;
};

const viewOf = ({ bytes }: TextColumn) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Fills columns.fingerprint for all rows. includeSourceId is false when the file numbers its rows 1, 2, 3…: such a
 * number is no part of a row's identity. Deterministic across machines and runs; independent of position and file.
 */
export function fingerprintRows(columns: RowColumns, { includeSourceId }: { includeSourceId: boolean }): void {
  const { count, amount, bookingDay, valueDay, account, currency, fingerprint } = columns;
  const { reference, settlementSession, narration, sourceId } = columns;
  const accountSeeds = columns.accounts.map(seedOf);
  const currencySeeds = columns.currencies.map(seedOf);
  const referenceView = viewOf(reference);
  const sessionView = viewOf(settlementSession);
  const narrationView = viewOf(narration);
  const sourceView = viewOf(sourceId);
  const hasSessions = settlementSession.offsets[count] > 0;
  for (let i = 0; i < count; i++) {
    const [accountLow, accountHigh] = accountSeeds[account[i]];
    const [currencyLow, currencyHigh] = currencySeeds[currency[i]];
    low = accountLow ^ Math.imul(currencyLow, M4);
    high = accountHigh ^ Math.imul(currencyHigh, M3);
    mix(bookingDay[i]);
    mix(valueDay[i]);
    const minor = amount[i];
    mix(minor | 0);
    mix(Math.floor(minor / 0x1_0000_0000) | 0);
    mixText(reference, referenceView, i);
    if (hasSessions) mixText(settlementSession, sessionView, i);
    else mix(0);
    mixText(narration, narrationView, i);
    if (includeSourceId) mixText(sourceId, sourceView, i);
    else mix(0);
    fingerprint[2 * i] = finish(low ^ (high >>> 7), M4);
    fingerprint[2 * i + 1] = finish(high, M1);
  }
}

function seedOf(text: string): readonly [low: number, high: number] {
  low = 0x2545f491;
  high = 0x4f6cdd1d;
  mixString(text);
  return [low, high];
}

/**
 * Whether a file's row ids only count its rows: whole numbers from 0 or 1 up to about the number of rows (rows left
 * out, such as totals, may leave gaps). Says nothing of order, so that a sorted or shuffled export is treated alike.
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
