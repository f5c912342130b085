// Finds the reference fields that exactly one row a side carries, without giving texts numbers: every reference is
// hashed where it lies, hashes are dealt into parts that fit the nearest cache, and each part is counted in a small
// table. Equal hashes are no proof: the caller compares the texts (`sameField`). Rules:
// docs/decisions/matching-definitions.md, "At sight" and "Identifiers of a row" (field).

import type { RowColumns, TextColumn } from '../../records/rows/columns.ts';
import { ByteInterner, mix } from '../reading/byte-interner.ts';
import { CARRY_REFERENCE, IdentifierPieces } from '../reading/identifier-pieces.ts';
import { KnownReferences } from '../reading/known-references.ts';
import { BATCH } from '../reading/pieces.ts';

/** Hashes of a side's reference fields, by place in the account's rows: two numbers each, absent where has[k] is 0. */
export interface FieldHashes {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly has: Uint8Array;
}

/** Reads fields as identifiers, without giving them numbers. */
export class FieldReader {
  private readonly cutter = new IdentifierPieces();
  private readonly hasher = new ByteInterner(1);
  /** References among the fields hashed so far that are looked for in texts. */
  readonly known = new KnownReferences();

  hashes({ reference }: RowColumns, rows: Uint32Array): FieldHashes {
    const n = rows.length;
    const out = { low: new Int32Array(n), high: new Int32Array(n), has: new Uint8Array(n) };
    if (reference.bytes.length === 0) return out;
    for (let first = 0; first < n; first += BATCH) this.hashBatch(reference, rows, first, out);
    return out;
  }

  private hashBatch(reference: TextColumn, rows: Uint32Array, first: number, out: FieldHashes): void {
    const { cutter, hasher } = this;
    const { pieces } = cutter;
    const last = Math.min(rows.length, first + BATCH);
    pieces.prefetch(reference, rows.subarray(first, last));
    for (let k = first; k < last; k++) {
      pieces.clear();
      cutter.addField(reference, rows[k], CARRY_REFERENCE);
      if (pieces.count === 0) continue;
      hasher.key(pieces.folded, pieces.from[0], pieces.to[0]);
      out.low[k] = hasher.low;
      out.high[k] = hasher.high;
      out.has[k] = 1;
      if (cutter.needsLookup) this.known.add(reference, rows[k]);
    }
  }

  /** Prefetches the memory that a comparison of the rows at some places reads; places below 0 are skipped. */
  prefetch({ reference, amount, bookingDay, valueDay }: RowColumns, rows: Uint32Array, places: Int32Array): void {
    let sum = 0;
    for (let k = 0; k < places.length; k++) {
      if (places[k] < 0) continue;
      const row = rows[places[k]];
      sum += reference.bytes[reference.offsets[row]] + amount[row] + bookingDay[row] + valueDay[row];
    }
    // Kept, so that it is not optimised away.
    this.cutter.pieces.touched ^= sum & 1;
  }

  /** Whether two fields are one identifier. */
  sameField(a: TextColumn, i: number, b: TextColumn, j: number): boolean {
    const from = a.offsets[i];
    const other = b.offsets[j];
    const length = a.offsets[i + 1] - from;
    if (length === b.offsets[j + 1] - other) {
      let k = 0;
      while (k < length && a.bytes[from + k] === b.bytes[other + k]) k++;
      if (k === length) return true;
    }
    return this.sameWhenNormalised(a, i, b, j);
  }

  private sameWhenNormalised(a: TextColumn, i: number, b: TextColumn, j: number): boolean {
    const { pieces } = this.cutter;
    pieces.clear();
    this.cutter.addField(a, i, CARRY_REFERENCE);
    this.cutter.addField(b, j, CARRY_REFERENCE);
    if (pieces.count !== 2) return false;
    const { folded, from, to } = pieces;
    if (to[0] - from[0] !== to[1] - from[1]) return false;
    for (let p = from[0], q = from[1]; p < to[0]; p++, q++) if (folded[p] !== folded[q]) return false;
    return true;
  }

  /** The number of a row's reference field among the texts, -1 if none of them is equal. */
  find(texts: ByteInterner, { reference }: RowColumns, row: number): number {
    const { pieces } = this.cutter;
    pieces.clear();
    this.cutter.addField(reference, row, CARRY_REFERENCE);
    return pieces.count === 0 ? -1 : texts.find(pieces.folded, pieces.from[0], pieces.to[0]);
  }
}

/** Entries of one part: its table takes a quarter of a megabyte. */
const PART = 8192;
/** Numbers in an entry: hash low and high, place (the bank's places follow the ledger's). */
const ENTRY = 3;
/**
 * Numbers in a slot: hash low and high, ledger place plus one, bank place plus one (0: none, SEVERAL: more than one).
 */
const SLOT = 4;
const SEVERAL = -1;

/** For each ledger place the bank place with the same hash if no other row of either side has it, else -1. */
export function onlyMates(gl: FieldHashes, bank: FieldHashes): Int32Array {
  const places = gl.has.length;
  const mates = new Int32Array(places).fill(-1);
  const { start, entries } = dealt(gl, bank);
  const table = new Int32Array(SLOT * capacityFor(start));
  for (let part = 0; part + 1 < start.length; part++) {
    table.fill(0);
    count(table, entries.subarray(ENTRY * start[part], ENTRY * start[part + 1]), places);
    pairUp(table, mates);
  }
  return mates;
}

/** Joins the places of the slots that have one of each side. */
function pairUp(table: Int32Array, mates: Int32Array): void {
  for (let slot = 0; slot < table.length; slot += SLOT) {
    if (table[slot + 2] > 0 && table[slot + 3] > 0) mates[table[slot + 2] - 1] = table[slot + 3] - 1;
  }
}

/** A power of two that leaves half of the slots free in the largest part. */
function capacityFor(start: Uint32Array): number {
  let largest = 1;
  for (let part = 0; part + 1 < start.length; part++) largest = Math.max(largest, start[part + 1] - start[part]);
  let capacity = 2;
  while (capacity < largest * 2) capacity *= 2;
  return capacity;
}

/** The entries of both sides by part, which the first bits of their hash choose; slots are chosen by the last ones. */
function dealt(gl: FieldHashes, bank: FieldHashes): { start: Uint32Array; entries: Int32Array } {
  const all = gl.has.length + bank.has.length;
  let bits = 0;
  while (PART << bits < all) bits++;
  const start = new Uint32Array((1 << bits) + 1);
  for (const side of [gl, bank]) {
    for (let k = 0; k < side.has.length; k += BATCH) countParts(side, k, start);
  }
  for (let part = 0; part < 1 << bits; part++) start[part + 1] += start[part];
  const deal = { entries: new Int32Array(ENTRY * start[1 << bits]), fill: start.slice() };
  for (let k = 0; k < gl.has.length; k += BATCH) dealBatch(gl, k, { ...deal, before: 0 });
  for (let k = 0; k < bank.has.length; k += BATCH) dealBatch(bank, k, { ...deal, before: gl.has.length });
  return { start, entries: deal.entries };
}

/**
 * The part that the first bits of an entry's hash name. `parts`: a power of two. The shift is in two steps, because a
 * single part needs a shift by all 32 bits, which the language takes for none.
 */
const partOf = ({ low, high }: FieldHashes, k: number, parts: number): number =>
  (mix(low[k], high[k]) >>> 1) >>> (Math.clz32(parts - 1) - 1);

/** Counts the entries of a batch, each at the part after its own. */
function countParts(side: FieldHashes, first: number, start: Uint32Array): void {
  const last = Math.min(side.has.length, first + BATCH);
  for (let k = first; k < last; k++) if (side.has[k]) start[partOf(side, k, start.length - 1) + 1]++;
}

interface Deal {
  readonly entries: Int32Array;
  /** Where the next entry of each part goes. */
  readonly fill: Uint32Array;
  /** How many places come before the side's own: the ledger's for the bank, none for the ledger. */
  readonly before: number;
}

function dealBatch(side: FieldHashes, first: number, { entries, fill, before }: Deal): void {
  const last = Math.min(side.has.length, first + BATCH);
  for (let k = first; k < last; k++) {
    if (!side.has[k]) continue;
    const at = ENTRY * fill[partOf(side, k, fill.length - 1)]++;
    entries[at] = side.low[k];
    entries[at + 1] = side.high[k];
    entries[at + 2] = before + k;
  }
}

/** Counts a part's entries by hash and side. */
function count(table: Int32Array, entries: Int32Array, glPlaces: number): void {
  const mask = table.length / SLOT - 1;
  for (let e = 0; e < entries.length; e += ENTRY) {
    const low = entries[e];
    const high = entries[e + 1];
    const place = entries[e + 2];
    let slot = (mix(low, high) & mask) * SLOT;
    // A slot in use has a place of one side or of both.
    while ((table[slot + 2] | table[slot + 3]) !== 0 && (table[slot] !== low || table[slot + 1] !== high)) {
      slot = (slot + SLOT) & (mask * SLOT);
    }
    table[slot] = low;
    table[slot + 1] = high;
    const side = place < glPlaces ? slot + 2 : slot + 3;
    table[side] = table[side] === 0 ? (place < glPlaces ? place : place - glPlaces) + 1 : SEVERAL;
  }
}
