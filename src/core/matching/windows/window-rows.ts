// A copy of the rows of a window for another worker. Instead of files and lines it keeps only their order. A checksum
// over their fingerprints, in order, identifies the rows: the outcome of a window counts for exactly these rows.

import type { RowColumns } from '../../records/rows/columns.ts';
import { pickRows } from '../../records/rows/join-columns.ts';

export function windowRows(columns: RowColumns, rows: Uint32Array): RowColumns {
  const picked = pickRows(columns, rows);
  // File and line tell equal rows apart; for the rows of a window their order does the same.
  const place = Float64Array.from(rows, (_, k) => picked.file[k] * 2 ** 32 + picked.line[k]);
  const places = new Map([...new Set(place.toSorted())].map((one, rank) => [one, rank + 1]));
  for (let k = 0; k < rows.length; k++) {
    picked.line[k] = places.get(place[k])!;
    picked.file[k] = 0;
  }
  return { ...picked, files: [''] };
}

const FIRST = 0x811c9dc5;
const PRIME = 0x01000193;

/** Two words of 32 bits, as text. */
export function windowSum({ fingerprint }: Pick<RowColumns, 'fingerprint'>, rows: Uint32Array): string {
  let low = FIRST;
  let high = FIRST;
  for (const row of rows) {
    low = Math.imul(low ^ fingerprint[2 * row], PRIME) ^ (low >>> 15);
    high = Math.imul(high ^ fingerprint[2 * row + 1], PRIME) ^ (high >>> 13);
  }
  return `${(low >>> 0).toString(16)}-${(high >>> 0).toString(16)}`;
}
