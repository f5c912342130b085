// Numbers the different byte strings of a column with few values (accounts, currencies, marks, states) without making a
// string for each row. The last result is tried first: such columns seldom change from row to row.

const decoder = new TextDecoder();

export class ByteDictionary {
  readonly texts: string[] = [];
  private readonly keys: Uint8Array[] = [];
  private slots = new Int32Array(64).fill(-1);
  private last = -1;

  /**
   * The number of from[start..end) without spaces around it and a leading apostrophe. An unseen one gets a new number.
   */
  lookup(from: Uint8Array, start: number, end: number): number {
    while (start < end && from[start] <= 0x20) start++;
    while (end > start && from[end - 1] <= 0x20) end--;
    if (from[start] === 0x27 && end - start > 1) start++;
    if (this.last >= 0 && equals(this.keys[this.last], from, start, end)) return this.last;
    let hash = end - start;
    for (let p = start; p < end; p++) hash = Math.imul(hash ^ from[p], 0x01000193);
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const at = this.slots[slot];
      if (at < 0) break;
      if (equals(this.keys[at], from, start, end)) {
        this.last = at;
        return at;
      }
      slot = (slot + 1) & mask;
    }
    return this.add(from.slice(start, end), slot);
  }

  private add(key: Uint8Array, slot: number): number {
    const at = this.keys.length;
    this.keys.push(key);
    this.texts.push(decoder.decode(key));
    this.slots[slot] = at;
    this.last = at;
    if (this.keys.length * 2 > this.slots.length) this.rehash();
    return at;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    this.keys.forEach((key, at) => {
      let hash = key.length;
      for (const c of key) hash = Math.imul(hash ^ c, 0x01000193);
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = at;
    });
    this.slots = slots;
  }
}

function equals(key: Uint8Array, from: Uint8Array, start: number, end: number): boolean {
  if (key.length !== end - start) return false;
  for (let i = 0; i < key.length; i++) if (key[i] !== from[start + i]) return false;
  return true;
}
