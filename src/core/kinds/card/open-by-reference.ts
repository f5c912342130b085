// Lists open card rows by retrieval reference, so that a transaction stands beside its charge or its parts.

import type { KeyedRows, Taken } from '../../matching/by-keys/keyed-rows.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { CardKeys } from './card-keys.ts';

/** The open rows of each retrieval reference and currency, in the order of time. */
export function openByReference(
  rows: KeyedRows,
  taken: Taken,
  keys: CardKeys,
): ReadonlyMap<string, Record<Side, number[]>> {
  const found = new Map<string, Record<Side, number[]>>();
  for (const side of SIDES) {
    for (const row of rows.inTime[side]) {
      const name = taken.isOpen(side, row) ? referenceOf(rows, keys, side, row) : null;
      if (name === null) continue;
      const known = found.get(name) ?? { gl: [], bank: [] };
      found.set(name, known);
      known[side].push(row);
    }
  }
  return found;
}

export function referenceOf(rows: KeyedRows, keys: CardKeys, side: Side, row: number): string | null {
  const rrn = keys.rrn(side, row);
  return rrn === '' ? null : `${rrn} ${rows.currency(side, row)}`;
}
