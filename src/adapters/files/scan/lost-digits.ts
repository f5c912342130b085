// Identifiers whose digits a spreadsheet lost: it keeps fifteen of them, and writes 5.8E+28. Such a cell is no key. The
// thirty digits of a settlement session are looked for in the row's other cells.

import { sessionId } from '../../../core/reading/cells/session-id.ts';
import { cellText } from '../rows/cell-text.ts';
import type { Rows } from '../rows/rows.ts';

/** Whether a spreadsheet turned digits into a float: then the cell is only text, not a key. */
export function isFloat(buffer: Uint8Array, from: number, to: number): boolean {
  // It ends in E+nn; no identifier has a plus sign there.
  const plus = to - 3;
  if (buffer[plus] !== 0x2b || (buffer[plus - 1] | 0x20) !== 0x65) return false;
  for (let p = from; p < plus - 1; p++) {
    const c = buffer[p];
    if ((c < 0x30 || c > 0x39) && c !== 0x2e && c !== 0x2c) return false;
  }
  return true;
}

/** Digits of a session id without the leading zeros that its institution may have, less one: the power of ten. */
const isSessionPower = (power: number): boolean => power >= 24 && power <= 29;
const SESSION = /(?<!\d)\d{25,30}(?!\d)/g;
/** Letters of what is left: seventeen digits and a point. */
const MOST_KNOWN = 18;
const TAIL = /^'?\d{12}$/;

/**
 * What the row has of the session id that was turned into a float in that cell: all of it; '' if a cell of its own has
 * twelve digits, as the last ones are often given; null for nothing. Of other identifiers it answers ''.
 */
export function sessionInRow(rows: Rows, column: number): string | null {
  const [digits, power] = cellText(rows, column).toUpperCase().split('E+');
  if (!isSessionPower(Number(power))) return '';
  const known = digits
    .slice(0, MOST_KNOWN)
    .replace(/[.,]/, '')
    .replace(/0{1,20}$/, '');
  const found = new Set<string>();
  let hasTail = false;
  for (let c = 0; c < rows.count; c++) {
    if (c === column) continue;
    const text = cellText(rows, c);
    hasTail ||= TAIL.test(text);
    for (const [run] of text.matchAll(SESSION)) if (isOf(run, known) && sessionId(run) !== null) found.add(run);
  }
  if (found.size === 1) return [...found][0];
  return hasTail ? '' : null;
}

/** Whether a number has these first digits, of which the last may be rounded up. */
function isOf(run: string, known: string): boolean {
  const own = run.replace(/^0+/, '').slice(0, known.length + 1);
  return own.startsWith(known) || (Number(own.at(-1)) >= 5 && String(BigInt(own.slice(0, -1)) + 1n) === known);
}
