// The keys of rows without those that too many rows of a side carry: they name none of them. The bound is the one of
// accounts (matching/calibration.ts). A column of session ids that holds one batch number would else match any two rows
// of equal amounts.

import type { KeyedRows } from '../matching/keyed-rows.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';

/** `keyOf`: '' for a row without a key; called once for each local row. The answer has '' for common keys too. */
export function keysOfFewRows(
  rows: KeyedRows,
  keyOf: (side: Side, row: number) => string,
): (side: Side, row: number) => string {
  const keys = { gl: [] as string[], bank: [] as string[] };
  const common = new Set<string>();
  for (const side of SIDES) {
    const { n } = rows[side];
    const { keyRows, keyShare } = rows.calibration;
    const most = Math.max(keyRows, Math.floor((keyShare * n) / 10_000));
    const counts = new Map<string, number>();
    for (let row = 0; row < n; row++) {
      const key = keyOf(side, row);
      keys[side].push(key);
      if (key === '') continue;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > most) common.add(key);
    }
  }
  return (side, row) => (common.has(keys[side][row]) ? '' : keys[side][row]);
}
