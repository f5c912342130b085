// Numbers keys of a few 32-bit words (fingerprints or digest ids), in order of first use. For a million rows, an
// open-addressing table in typed arrays takes a tenth of the memory of a map of texts.

import { DIGEST_ID_BYTES } from './digest-ids.ts';

/** 32-bit words of a fingerprint. */
export const FINGERPRINT_WORDS = 2;
/** 32-bit words of a digest id. */
export const DIGEST_ID_WORDS = DIGEST_ID_BYTES / 4;

export class KeyNumbers {
  readonly #width: number;
  #keys: Uint32Array;
  /** Number of the key in each slot, -1 for none. */
  #slots: Int32Array;
  #size = 0;

  /** `width`: words of a key. Keys must be evenly distributed, as digests are. */
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

  /** Number of key i in `words`; -1 if it was not added. */
  numberOf(words: Uint32Array, i: number): number {
    return this.#slots[this.#slotOf(words, i)];
  }

  /** Number of key i in `words`; a new key gets the next number. */
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

/** Packed digest ids as words, four for each. */
export const digestIdWords = (ids: Uint8Array): Uint32Array =>
  ids.byteOffset % 4 === 0
    ? new Uint32Array(ids.buffer, ids.byteOffset, ids.length / 4)
    : new Uint32Array(ids.slice().buffer);
