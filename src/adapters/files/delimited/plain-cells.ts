// Copies the texts of the fast lane, byte by byte and, where it pays, four bytes at once. Small functions over one
// buffer, each answering where its cell ends: the engine keeps their few variables in registers, which makes them fast.

/** The scanner's buffer, as bytes and as words of four. */
export interface Span {
  readonly buffer: Uint8Array;
  readonly view: DataView;
  readonly delimiter: number;
}

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const SPACE = 0x20;

/** Where the unquoted cell at p ends. */
export function endOfPlain({ buffer, delimiter }: Span, p: number): number {
  let c = buffer[p];
  while (c > CR ? c !== delimiter : c !== delimiter && c !== LF && c !== CR) c = buffer[++p];
  return p;
}

/** Where the closing quote, or a control byte that a plain cell has not, stands. */
export function endOfQuoted({ buffer }: Span, p: number): number {
  let c = buffer[p];
  while (c !== QUOTE && c >= SPACE) c = buffer[++p];
  return p;
}

/** Bytes from the lowest of a word up to the first that has its highest bit in `marks`. */
export const bytesBefore = (marks: number): number => (31 - Math.clz32(marks & -marks)) >> 3;

/**
 * Copies the unquoted cell at p behind `used`, four bytes at once; where it ends. Up to three bytes behind the copy are
 * written too, which the next one overwrites.
 */
export function copyPlain({ buffer, view, delimiter }: Span, p: number, toView: DataView, used: number): number {
  const wide = Math.imul(delimiter, 0x01010101);
  for (;;) {
    const word = view.getInt32(p, true);
    const x = word ^ wide;
    toView.setInt32(used, word, true);
    // A byte below 14 (any line end), or the delimiter: the classical tests for a small and for a zero byte, of which
    // the lowest hit is always a true one.
    const hits = (((word - 0x0e0e0e0e) & ~word) | ((x - 0x01010101) & ~x)) & 0x80808080;
    if (hits === 0) {
      p += 4;
      used += 4;
      continue;
    }
    const before = bytesBefore(hits);
    p += before;
    const c = buffer[p];
    if (c === delimiter || c === LF || c === CR) return p;
    // Another control byte, which belongs to the cell.
    used += before + 1;
    p++;
  }
}
