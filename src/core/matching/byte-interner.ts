// Gives each distinct byte string a dense number, exactly: a hash finds the place, the bytes decide. Numbers follow
// first appearance, so they must never order anything that is shown.

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** For a caller that folds the hash while it scans: h = SEED, then hashStep for each byte, then hashEnd. */
export const HASH_SEED = FNV_OFFSET;
export const hashStep = (h: number, byte: number): number => Math.imul(h ^ byte, FNV_PRIME);
export function hashEnd(h: number): number {
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  return h ^ (h >>> 15);
}

export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let h = HASH_SEED;
  for (let i = from; i < to; i++) h = Math.imul(h ^ bytes[i]!, FNV_PRIME);
  return hashEnd(h);
}

export class ByteInterner {
  /** Two words a slot: the hash, and the number plus one (0: free). They lie together so that a miss costs once. */
  private slots: Int32Array;
  private mask: number;
  private limit: number;
  /** Text of id i is store[start[i] .. start[i + 1]). */
  store: Uint8Array;
  start: Uint32Array;
  count = 0;

  constructor(expected: number) {
    let capacity = 1024;
    while (capacity < expected * 2) capacity *= 2;
    this.slots = new Int32Array(capacity * 2);
    this.mask = capacity - 1;
    this.limit = capacity >> 1;
    this.start = new Uint32Array(this.limit + 1);
    this.store = new Uint8Array(capacity * 4);
  }

  /** The number of bytes[from..to), -1 when it was never interned. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    const { slots, mask } = this;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = slots[2 * slot + 1]! - 1;
      if (id < 0 || (slots[2 * slot] === hash && this.equals(id, bytes, from, to))) return id;
    }
  }

  /** The number of bytes[from..to), a new one when it is met for the first time. */
  intern(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const { slots, mask } = this;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = slots[2 * slot + 1]! - 1;
      if (id < 0) {
        slots[2 * slot] = hash;
        slots[2 * slot + 1] = this.count + 1;
        return this.append(bytes, from, to);
      }
      if (slots[2 * slot] === hash && this.equals(id, bytes, from, to)) return id;
    }
  }

  length(id: number): number {
    return this.start[id + 1]! - this.start[id]!;
  }

  private append(bytes: Uint8Array, from: number, to: number): number {
    const id = this.count++;
    const at = this.start[id]!;
    const length = to - from;
    if (at + length > this.store.length) this.store = grown(this.store, at + length);
    const { store } = this;
    for (let i = 0; i < length; i++) store[at + i] = bytes[from + i]!;
    this.start[id + 1] = at + length;
    if (this.count === this.limit) this.rehash();
    return id;
  }

  private equals(id: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { store } = this;
    let at = this.start[id]!;
    if (this.start[id + 1]! - at !== to - from) return false;
    for (let i = from; i < to; i++, at++) if (store[at] !== bytes[i]) return false;
    return true;
  }

  private rehash(): void {
    const old = this.slots;
    const capacity = (this.mask + 1) * 2;
    this.mask = capacity - 1;
    this.limit = capacity >> 1;
    this.slots = new Int32Array(capacity * 2);
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] === 0) continue;
      let slot = old[at]! & this.mask;
      while (this.slots[2 * slot + 1] !== 0) slot = (slot + 1) & this.mask;
      this.slots[2 * slot] = old[at]!;
      this.slots[2 * slot + 1] = old[at + 1]!;
    }
    const start = new Uint32Array(this.limit + 1);
    start.set(this.start.subarray(0, this.count + 1));
    this.start = start;
  }
}

function grown(bytes: Uint8Array, needed: number): Uint8Array {
  const larger = new Uint8Array(Math.max(needed, bytes.length * 2));
  larger.set(bytes);
  return larger;
}
