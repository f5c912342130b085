// Numbers of keys that are a few words each, fingerprints or digest ids, in order of first use: an open-addressing table
// in typed arrays, which takes a tenth of what a map of texts takes for a million rows.

import { DIGEST_ID_BYTES } from './digest-ids.ts';

/** Words of a fingerprint and of a digest id. */
export const FINGERPRINT_WORDS = 2;
export const DIGEST_ID_WORDS = DIGEST_ID_BYTES / 4;

export class KeyNumbers {
  readonly #width: number;
  #keys: Uint32Array;
  /** Number of the key at a slot, or -1. */
  #slots: Int32Array;
  #size = 0;

  /** `width`: words of a key, which are evenly distributed as a digest's are. */
  constructor(width: number, expected = 0) {
    this.#width = width;
    let slots = 16;
    while (slots < 2 * expected) slots *= 2;
    this.#slots = new Int32Array(slots).fill(-1);
    this.#keys = new Uint32Array((slots / 2) * width);
  }

  get size(): number {
    return this.#size;
  }

  /** Number of the key that is key number i of `words`; -1 where it has none. */
  of(words: Uint32Array, i: number): number {
    return this.#slots[this.#slotOf(words, i)];
  }

  /** The number of a key; a new key has the next number. */
  add(words: Uint32Array, i: number): number {
    const slot = this.#slotOf(words, i);
    const known = this.#slots[slot];
    if (known >= 0) return known;
    const number = this.#size++;
    for (let k = 0; k < this.#width; k++) this.#keys[number * this.#width + k] = words[i * this.#width + k];
    this.#slots[slot] = number;
    if (2 * this.#size >= this.#slots.length) this.#grow();
    return number;
  }

  #slotOf(words: Uint32Array, i: number): number {
    const [slots, width] = [this.#slots, this.#width];
    const mask = slots.length - 1;
    const at = i * width;
    for (let slot = (words[at] ^ words[at + 1]) & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot];
      if (number < 0 || this.#isKey(number, words, at)) return slot;
    }
  }

  #isKey(number: number, words: Uint32Array, at: number): boolean {
    const from = number * this.#width;
    for (let k = 0; k < this.#width; k++) if (this.#keys[from + k] !== words[at + k]) return false;
    return true;
  }

  #grow(): void {
    const keys = new Uint32Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let number = 0; number < this.#size; number++) this.#slots[this.#slotOf(keys, number)] = number;
  }
}

/** Packed digest ids as words, four each. */
export const digestIdWords = (ids: Uint8Array): Uint32Array =>
  ids.byteOffset % 4 === 0
    ? new Uint32Array(ids.buffer, ids.byteOffset, ids.length / 4)
    : new Uint32Array(ids.slice().buffer);
