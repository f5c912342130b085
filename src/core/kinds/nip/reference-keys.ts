// The reference of a row as a key: upper case, without separators, known prefixes and leading zeros; none where it is a
// placeholder, a long number that a spreadsheet cut, or a text that many rows of a side carry.

import { type KeyedRows, readersOf } from '../../matching/keyed-rows.ts';
import { isPlaceholder, isScientific, normalisedStart } from '../../matching/reading/identifier-shape.ts';
import type { Side } from '../../records/rows/columns.ts';
import { SIDES } from '../../records/rows/columns.ts';

const encoder = new TextEncoder();
const SHORTEST = 3;
/** A key that more rows of a side carry than this identifies none of them (docs/matching.md). */
const MOST = 20;
const SHARE = 0.005;

/** null for a text that names nothing. */
function referenceKey(text: string): string | null {
  if (text === '') return null;
  const raw = encoder.encode(text);
  if (isScientific(raw, 0, raw.length)) return null;
  const joined = text.toUpperCase().replace(/[^A-Z0-9\u0080-\uffff]/g, '');
  const bytes = encoder.encode(joined);
  const start = normalisedStart(bytes, 0, bytes.length);
  if (bytes.length - start < SHORTEST || isPlaceholder(bytes, start, bytes.length)) return null;
  return start === 0 ? joined : new TextDecoder().decode(bytes.subarray(start));
}

/** For each side and row. */
export function referenceKeys(rows: KeyedRows): Readonly<Record<Side, readonly (string | null)[]>> {
  const texts = readersOf(rows, 'reference');
  const keysOf = (side: Side): (string | null)[] => {
    const keys: (string | null)[] = new Array(rows[side].n).fill(null);
    for (let row = 0; row < keys.length; row++) keys[row] = referenceKey(texts[side](row));
    return keys;
  };
  const keys = { gl: keysOf('gl'), bank: keysOf('bank') };
  const common = new Set(SIDES.flatMap((side) => commonOf(keys[side])));
  if (common.size === 0) return keys;
  const without = (side: Side) => keys[side].map((key) => (key !== null && common.has(key) ? null : key));
  return { gl: without('gl'), bank: without('bank') };
}

function commonOf(keys: readonly (string | null)[]): string[] {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  const most = Math.max(MOST, keys.length * SHARE);
  return [...counts].flatMap(([key, count]) => (count > most ? [key] : []));
}
