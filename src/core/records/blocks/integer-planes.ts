// Integers as byte planes: the lowest bytes of all values, then the next, as many planes as the largest value needs. A
// plane of high bytes is nearly constant, so a compressor needs bits only for the planes that vary. A column is one
// byte with the number of planes, and the planes.

const TWO_32 = 4_294_967_296;

/** Appends columns of integers to one growing array of bytes. */
export interface PlaneWriter {
  /** Unsigned 32-bit values. */
  unsigned(values: Uint32Array): void;
  /** Signed 32-bit values; those near zero need fewer planes. */
  signed(values: Int32Array): void;
  /** Integers up to 2^53 in magnitude. */
  wide(values: Float64Array): void;
  bytes(): Uint8Array;
}

export function planeWriter(): PlaneWriter {
  const chunks: Uint8Array[] = [];
  const planes = (low: Uint32Array, high: Uint32Array | undefined) => {
    const count = low.length;
    const highBits = high === undefined ? 0 : bitsOf(high);
    const width = highBits !== 0 ? 4 + bytesOf(highBits) : bytesOf(bitsOf(low));
    const out = new Uint8Array(1 + width * count);
    out[0] = width;
    for (let plane = 0; plane < width; plane++) {
      writePlane(plane < 4 ? low : high!, { shift: (plane % 4) * 8, out, at: 1 + plane * count });
    }
    chunks.push(out);
  };
  return {
    unsigned: (values) => planes(values, undefined),
    signed: (values) => planes(folded(values), undefined),
    wide(values) {
      const low = new Uint32Array(values.length);
      const high = new Uint32Array(values.length);
      split(values, low, high);
      planes(low, high);
    },
    bytes: () => concatenate(chunks),
  };
}

// Each loop is a function of its own, which V8 compiles once. A nested loop would be compiled while it runs, discarded
// when it ends, and compiled again for the next column.

function bitsOf(values: Uint32Array): number {
  let bits = 0;
  for (let i = 0; i < values.length; i++) bits |= values[i];
  return bits >>> 0;
}

/** Writes the byte at `shift` of every value. */
function writePlane(
  values: Uint32Array,
  { shift, out, at }: { readonly shift: number; readonly out: Uint8Array; readonly at: number },
): void {
  for (let i = 0; i < values.length; i++) out[at + i] = values[i] >>> shift;
}

function folded(values: Int32Array): Uint32Array {
  const out = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) out[i] = (values[i] << 1) ^ (values[i] >> 31);
  return out;
}

/** Splits values into two words; the lowest bit is the sign. */
function split(values: Float64Array, low: Uint32Array, high: Uint32Array): void {
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]);
    const lower = magnitude >>> 0;
    low[i] = (lower << 1) | (values[i] < 0 ? 1 : 0);
    high[i] = (((magnitude - lower) / TWO_32) << 1) | (lower >>> 31);
  }
}

/** Reads columns of `count` values, in the order in which they were written. */
export interface PlaneReader {
  unsigned(count: number): Uint32Array;
  signed(count: number): Int32Array;
  wide(count: number): Float64Array;
  /** The bytes after the columns read so far. */
  rest(): Uint8Array;
}

/** Throws RangeError if the bytes end inside a column. */
export function planeReader(bytes: Uint8Array): PlaneReader {
  let next = 0;
  const planes = (count: number, low: Uint32Array, high: Uint32Array | undefined) => {
    const width = bytes[next];
    const at = next + 1;
    next = at + width * count;
    if (width === undefined || next > bytes.length || width > (high ? 8 : 4))
      throw new RangeError('a column of integers is cut off');
    for (let plane = 0; plane < width; plane++) {
      const into = plane < 4 ? low : high!;
      const shift = (plane % 4) * 8;
      const from = at + plane * count;
      for (let i = 0; i < count; i++) into[i] |= bytes[from + i] << shift;
    }
  };
  return {
    unsigned(count) {
      const low = new Uint32Array(count);
      planes(count, low, undefined);
      return low;
    },
    signed(count) {
      const low = new Uint32Array(count);
      planes(count, low, undefined);
      const values = new Int32Array(count);
      for (let i = 0; i < count; i++) values[i] = (low[i] >>> 1) ^ -(low[i] & 1);
      return values;
    },
    wide(count) {
      const low = new Uint32Array(count);
      const high = new Uint32Array(count);
      planes(count, low, high);
      const values = new Float64Array(count);
      for (let i = 0; i < count; i++) {
        const magnitude = (high[i] >>> 1) * TWO_32 + (((low[i] >>> 1) | (high[i] << 31)) >>> 0);
        values[i] = (low[i] & 1) === 1 ? -magnitude : magnitude;
      }
      return values;
    },
    rest: () => bytes.subarray(next),
  };
}

function bytesOf(bits: number): number {
  if (bits === 0) return 0;
  return Math.ceil((32 - Math.clz32(bits)) / 8);
}

/** The chunks joined in order. */
export function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const chunk of chunks) length += chunk.length;
  const out = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** Each value minus the one before it, in wrapping 32-bit arithmetic; the first is unchanged. */
export function deltas(values: Int32Array | Uint32Array): Int32Array {
  const out = new Int32Array(values.length);
  let before = 0;
  for (let i = 0; i < values.length; i++) {
    out[i] = values[i] - before;
    before = values[i];
  }
  return out;
}

/** The inverse of deltas. */
export function sums(values: Int32Array): Int32Array {
  for (let i = 1; i < values.length; i++) values[i] += values[i - 1];
  return values;
}
