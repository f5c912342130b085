// Gives each distinct byte string a dense number, exactly: a hash finds the place, the bytes decide. Numbers follow
// first appearance, so they must never order anything that is shown.

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export class ByteInterner {
  #slots: Int32Array;
  #hashes: Uint32Array;
  /** Text of id i is store[start[i] .. start[i + 1]). */
  store: Uint8Array;
  start: Uint32Array;
  count = 0;

  constructor(expected: number) {
    let capacity = 1024;
    while (capacity < expected * 2) capacity *= 2;
    this.#slots = new Int32Array(capacity).fill(-1);
    this.#hashes = new Uint32Array(capacity >> 1);
    this.start = new Uint32Array((capacity >> 1) + 1);
    this.store = new Uint8Array(capacity * 4);
  }

  static hash(bytes: Uint8Array, from: number, to: number): number {
    let h = FNV_OFFSET;
    for (let i = from; i < to; i++) h = Math.imul(h ^ bytes[i]!, FNV_PRIME);
    return ByteInterner.finish(h);
  }

  /** For a caller that folds the hash while it scans: start with `seed`, step with `step`, end with `finish`. */
  static readonly seed = FNV_OFFSET;
  static step(h: number, byte: number): number {
    return Math.imul(h ^ byte, FNV_PRIME);
  }
  static finish(h: number): number {
    h ^= h >>> 15;
    h = Math.imul(h, 0x2c1b3c6d);
    h ^= h >>> 12;
    h = Math.imul(h, 0x297a2d39);
    return (h ^ (h >>> 15)) >>> 0;
  }

  /** The number of bytes[from..to), -1 when it was never interned. */
  find(bytes: Uint8Array, from: number, to: number): number {
    return this.#slots[this.#slotOf(bytes, from, to, ByteInterner.hash(bytes, from, to))]!;
  }

  /** The number of bytes[from..to), a new one when it is met for the first time. */
  intern(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const slot = this.#slotOf(bytes, from, to, hash);
    const known = this.#slots[slot]!;
    if (known >= 0) return known;
    const id = this.count++;
    const at = this.start[id]!;
    const length = to - from;
    if (at + length > this.store.length) this.store = grown(this.store, at + length);
    for (let i = 0; i < length; i++) this.store[at + i] = bytes[from + i]!;
    this.start[id + 1] = at + length;
    this.#hashes[id] = hash;
    this.#slots[slot] = id;
    if (this.count === this.#hashes.length) this.#rehash();
    return id;
  }

  length(id: number): number {
    return this.start[id + 1]! - this.start[id]!;
  }

  #slotOf(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]!;
      if (id < 0 || (this.#hashes[id] === hash && this.#equals(id, bytes, from, to))) return slot;
    }
  }

  #equals(id: number, bytes: Uint8Array, from: number, to: number): boolean {
    let at = this.start[id]!;
    if (this.start[id + 1]! - at !== to - from) return false;
    for (let i = from; i < to; i++, at++) if (this.store[at] !== bytes[i]) return false;
    return true;
  }

  #rehash(): void {
    const capacity = this.#slots.length * 2;
    const mask = capacity - 1;
    this.#slots = new Int32Array(capacity).fill(-1);
    const hashes = new Uint32Array(capacity >> 1);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const start = new Uint32Array((capacity >> 1) + 1);
    start.set(this.start);
    this.start = start;
    for (let id = 0; id < this.count; id++) {
      let slot = hashes[id]! & mask;
      while (this.#slots[slot]! >= 0) slot = (slot + 1) & mask;
      this.#slots[slot] = id;
    }
  }
}

function grown(bytes: Uint8Array, needed: number): Uint8Array {
  const larger = new Uint8Array(Math.max(needed, bytes.length * 2));
  larger.set(bytes);
  return larger;
}
