// Whether a cell may be the words for a balance or a total, told by its first letters, so that ordinary narrations need
// not become strings. What it lets through is looked at in full (core/mapping/row-words.ts).

/** First letters of the words for balances, so that ordinary narrations need not become strings. */
const BEGINNINGS = new Set(
  (
    'open begi star init prev old_ brou bala bal_ bal. anfa alte sold sald vori nyit clos endi fina new_ end_ carr curr ledg ' +
    'book neue kont eind nieu tota schl repo amou dail tage day_ s_a_ b/f_ c/f_ b_f_ c_f_ bf__ cf__ b/d_ c/d_ bf_b cf_b b/fw'
  )
    .split(' ')
    .map((word) => code(word.padEnd(4, '_').replaceAll('_', ' '), 0, 4)),
);

function code(text: string, from: number, to: number): number {
  let n = 0;
  for (let i = from; i < to; i++) n = (n << 8) | (text.charCodeAt(i) | 0x20);
  return n;
}

/** Whether a cell begins as the words for a balance do; letters beyond ASCII always may. */
export function mayBeBalance(bytes: Uint8Array, from: number, to: number): boolean {
  let p = from;
  while (p < to && (bytes[p] <= 0x20 || bytes[p] === 0x2a)) p++;
  let n = 0;
  for (let k = 0; k < 4; k++, p++) {
    const c = p < to ? bytes[p] : 0x20;
    if (c >= 0x80) return true;
    n = (n << 8) | (c | 0x20);
  }
  return BEGINNINGS.has(n);
}
