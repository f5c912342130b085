// Gives each distinct byte string a dense number, without collisions. Up to eight bytes the string itself is the key,
// as two numbers in the slot; a longer one is found by two hashes and decided by its bytes. Numbers follow first
// appearance, so nothing that is shown may be ordered by them.

import { grown } from './growing.ts';

const SHORT = 8;
/** Numbers in a slot: key (or hashes) low and high, number plus one (0: free), length. They lie in one cache line. */
const SLOT = 4;

/** Spreads the two key numbers of a string over 32 bits. */
export function mix(low: number, high: number): number {
  let h = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ Math.imul(high ^ (high >>> 13), 0x297a2d39);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return h ^ (h >>> 15);
}

export class ByteInterner {
  private slots: Int32Array;
  private mask: number;
  private limit: number;
  /** The key of the string that is being looked up. */
  low = 0;
  high = 0;
  /** Text of id i is store[start[i] .. start[i + 1]). */
  store: Uint8Array;
  start: Uint32Array;
  count = 0;

  constructor(expected: number) {
    let capacity = 64;
    while (capacity < expected * 2) capacity *= 2;
    this.slots = new Int32Array(capacity * SLOT);
    this.mask = capacity - 1;
    this.limit = capacity >> 1;
    this.start = new Uint32Array(this.limit + 1);
    this.store = new Uint8Array(capacity * 4);
  }

  /** The number of bytes[from..to), -1 when it was never interned. */
  find(bytes: Uint8Array, from: number, to: number): number {
    this.key(bytes, from, to);
    return this.slots[this.slotOf(bytes, from, to) + 2] - 1;
  }

  /**
   * Works out the key of bytes[from..to), leaves it in low and high, and reads the slot where the search will
   * begin. Slots of a large table are rarely in the cache. If this is called for many strings first, the processor
   * fetches their slots in parallel, and `intern` then finds them in the cache.
   */
  touch(bytes: Uint8Array, from: number, to: number): number {
    this.key(bytes, from, to);
    return this.slots[(mix(this.low, this.high) & this.mask) * SLOT + 2];
  }

  /** False: no string has this key. True: one probably has. */
  mayHold(low: number, high: number): boolean {
    const { slots, mask } = this;
    for (let slot = (mix(low, high) & mask) * SLOT; ; slot = (slot + SLOT) & (mask * SLOT)) {
      if (slots[slot + 2] === 0) return false;
      if (slots[slot] === low && slots[slot + 1] === high) return true;
    }
  }

  /** The number of a string whose key is in low and high (see touch), a new one when it is met first. */
  intern(bytes: Uint8Array, from: number, to: number): number {
    const slot = this.slotOf(bytes, from, to);
    const known = this.slots[slot + 2] - 1;
    return known >= 0 ? known : this.add(slot, bytes, from, to);
  }

  /** Four bytes of the store as one number. */
  wordAt(at: number): number {
    const { store } = this;
    return (store[at] << 24) | (store[at + 1] << 16) | (store[at + 2] << 8) | store[at + 3];
  }

  length(id: number): number {
    return this.start[id + 1] - this.start[id];
  }

  /** Sets low and high to the key of bytes[from..to). */
  key(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    let low = 0;
    let high = 0;
    if (length <= SHORT) {
      const middle = length > 4 ? from + 4 : to;
      for (let i = from; i < middle; i++) low = (low << 8) | bytes[i];
      for (let i = middle; i < to; i++) high = (high << 8) | bytes[i];
    } else {
      low = length;
      high = 0x9e3779b9 | 0;
      let i = from;
      for (; i + 4 <= to; i += 4) {
        const four = (bytes[i] << 24) | (bytes[i + 1] << 16) | (bytes[i + 2] << 8) | bytes[i + 3];
        low = Math.imul(low ^ four, 0x85ebca6b) ^ (low >>> 15);
        high = Math.imul(high, 0x01000193) ^ four;
      }
      for (; i < to; i++) {
        low = Math.imul(low ^ bytes[i], 0x85ebca6b);
        high = Math.imul(high, 0x01000193) ^ bytes[i];
      }
    }
    this.low = low;
    this.high = high;
  }

  /** Where the slot begins that holds the string with the key in low and high, or would take it. */
  private slotOf(bytes: Uint8Array, from: number, to: number): number {
    const { slots, mask, low, high } = this;
    const length = to - from;
    for (let slot = (mix(low, high) & mask) * SLOT; ; slot = (slot + SLOT) & (mask * SLOT)) {
      const id = slots[slot + 2] - 1;
      if (id < 0) return slot;
      if (slots[slot] !== low || slots[slot + 1] !== high || slots[slot + 3] !== length) continue;
      if (length <= SHORT || this.equals(id, bytes, from, to)) return slot;
    }
  }

  private add(slot: number, bytes: Uint8Array, from: number, to: number): number {
    const id = this.count++;
    this.slots[slot] = this.low;
    this.slots[slot + 1] = this.high;
    this.slots[slot + 2] = id + 1;
    this.slots[slot + 3] = to - from;
    this.append(id, bytes, from, to);
    return id;
  }

  private append(id: number, bytes: Uint8Array, from: number, to: number): void {
    const at = this.start[id];
    const length = to - from;
    if (at + length > this.store.length)
      this.store = grown(this.store, new Uint8Array(Math.max(at + length, this.store.length * 2)));
    const { store } = this;
    for (let i = 0; i < length; i++) store[at + i] = bytes[from + i];
    this.start[id + 1] = at + length;
    if (this.count === this.limit) this.rehash();
  }

  private equals(id: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { store } = this;
    for (let i = from, at = this.start[id]; i < to; i++, at++) if (store[at] !== bytes[i]) return false;
    return true;
  }

  private rehash(): void {
    const old = this.slots;
    const capacity = (this.mask + 1) * 2;
    this.mask = capacity - 1;
    this.limit = capacity >> 1;
    this.slots = new Int32Array(capacity * SLOT);
    for (let at = 0; at < old.length; at += SLOT) {
      if (old[at + 2] === 0) continue;
      let slot = (mix(old[at], old[at + 1]) & this.mask) * SLOT;
      while (this.slots[slot + 2] !== 0) slot = (slot + SLOT) & (this.mask * SLOT);
      for (let k = 0; k < SLOT; k++) this.slots[slot + k] = old[at + k];
    }
    const start = new Uint32Array(this.limit + 1);
    start.set(this.start.subarray(0, this.count + 1));
    this.start = start;
  }
}
