// Lists of integers without boxing whose length is known only at their end.

/** Copies a list into the beginning of a longer one; answers the longer one. */
export function grown<T extends Int32Array | Uint32Array | Uint8Array>(list: T, longer: T): T {
  longer.set(list);
  return longer;
}

/** Append-only. */
export class GrowingUint32 {
  values: Uint32Array;
  length = 0;

  constructor(expected: number) {
    this.values = new Uint32Array(Math.max(16, expected));
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      this.values = grown(this.values, new Uint32Array(this.values.length * 2));
    }
    this.values[this.length++] = value;
  }

  /** Whether a value stands in the list from a place on. */
  holds(value: number, from: number): boolean {
    for (let i = from; i < this.length; i++) if (this.values[i] === value) return true;
    return false;
  }

  /** A view of what was pushed; valid until the next push. */
  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}
