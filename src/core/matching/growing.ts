// An append-only list of 32-bit integers without boxing, for lists whose length is known only at their end.

export class GrowingUint32 {
  values: Uint32Array;
  length = 0;

  constructor(expected: number) {
    this.values = new Uint32Array(Math.max(16, expected));
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  /** Pushes the first `count` of `source`. */
  append(source: Uint32Array | Uint8Array, count: number): void {
    for (let i = 0; i < count; i++) this.push(source[i]!);
  }

  /** A view of what was pushed; valid until the next push. */
  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}
