// Copies the texts of the fast lane, byte by byte or four bytes at once. Small functions over one buffer, each
// answering where its cell ends: the engine keeps their few variables in registers, which makes them fast.

/** The scanner's buffer, readable by bytes and by words of four. */
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

/** Where the closing quote stands, or a control byte, which plain cells do not have. */
export function endOfQuoted({ buffer }: Span, p: number): number {
  let c = buffer[p];
  while (c !== QUOTE && c >= SPACE) c = buffer[++p];
  return p;
}

/** Bytes below the first one whose highest bit is set in `marks`. */
export const bytesBefore = (marks: number): number => (31 - Math.clz32(marks & -marks)) >> 3;

/**
 * Copies the unquoted cell at p to `used`, four bytes at once; answers where the cell ends. Writes up to three bytes
 * more, which the next copy overwrites.
 */
export function copyPlain({ buffer, view, delimiter }: Span, p: number, toView: DataView, used: number): number {
  const wide = Math.imul(delimiter, 0x01010101);
  for (;;) {
    const word = view.getInt32(p, true);
    const x = word ^ wide;
    toView.setInt32(used, word, true);
    // Finds a byte below 14 (any line end) or the delimiter by the usual tests for a small and for a zero byte; the
    // lowest hit is always a true one.
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
    // Another control byte is part of the cell.
    used += before + 1;
    p++;
  }
}
