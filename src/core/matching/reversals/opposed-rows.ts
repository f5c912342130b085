// The open rows of one side that could take each other back by their key: one key, currency and magnitude, money in and
// money out.

import { type KeyListing, type ListedSide, rowsByKey, rowsOf } from '../keys/rows-by-key.ts';
import { partsOf } from '../parts.ts';
import type { SideNumbers } from '../side-numbers.ts';

interface OpposedRows {
  readonly plus: Uint32Array;
  readonly minus: Uint32Array;
}

/** In the order that rowsByKey has. A step may take rows of the part at hand. */
export function* opposedRows(side: SideNumbers & ListedSide, keys: KeyListing): Generator<OpposedRows> {
  const { amount, currency } = side;
  const nameOf = (i: number): string => `${currency[i]} ${Math.abs(amount[i])}`;
  const open = rowsByKey(side, keys);
  for (let key = 0; key < keys.count; key++) {
    if (open.start[key + 1] - open.start[key] < 2) continue;
    const rows = rowsOf(open, key);
    const plus = rows.filter((i) => amount[i] > 0);
    const minus = rows.filter((i) => amount[i] < 0);
    if (plus.length === 0 || minus.length === 0) continue;
    for (const { left, right } of partsOf(plus, minus, { left: nameOf, right: nameOf })) {
      yield { plus: Uint32Array.from(left), minus: Uint32Array.from(right) };
    }
  }
}
