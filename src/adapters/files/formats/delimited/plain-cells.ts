// Finds the ends of the fast path's cells and copies their texts, four bytes at once where that is faster. The functions
// are small and work on one buffer: V8 keeps their few variables in registers.

/** The scanner's buffer, readable by bytes and by four bytes at once. */
export interface Span {
  readonly buffer: Uint8Array;
  readonly view: DataView;
  /** Its byte. */
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

/** Where the quoted cell at p, behind its opening quote, ends: at a quote, or at a control byte, which is not plain. */
export function endOfQuoted({ buffer }: Span, p: number): number {
  let c = buffer[p];
  while (c !== QUOTE && c >= SPACE) c = buffer[++p];
  return p;
}

/** How many bytes of `marks`, from the lowest, come before the first one with its highest bit set. */
export const bytesBefore = (marks: number): number => (31 - Math.clz32(marks & -marks)) >> 3;

/**
 * Copies the unquoted cell at p to `used`, four bytes at once; answers where the cell ends. Writes up to three bytes
 * more, which the next copy overwrites.
 */
export function copyPlain({ buffer, view, delimiter }: Span, p: number, toView: DataView, used: number): number {
  const wide = Math.imul(delimiter, 0x01010101);
  for (;;) {
    const four = view.getInt32(p, true);
    // A delimiter becomes a zero byte.
    const x = four ^ wide;
    toView.setInt32(used, four, true);
    // Finds a byte below 14 (any line end) or the delimiter by the usual tests for a small and for a zero byte; the
    // lowest hit is always a true one.
    const hits = (((four - 0x0e0e0e0e) & ~four) | ((x - 0x01010101) & ~x)) & 0x80808080;
    if (hits === 0) {
      p += 4;
      used += 4;
      continue;
    }
    const before = bytesBefore(hits);
    p += before;
    const c = buffer[p];
    if (c === delimiter || c === LF || c === CR) return p;
    // Another byte below 14, such as a tab, is part of the cell.
    used += before + 1;
    p++;
  }
}
