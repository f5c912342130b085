// Finds open rows that repeat a matched row of their side: an entry posted twice, a line sent twice. Rules:
// docs/decisions/matching-definitions.md ("Open rows", duplicateOf).

import type { Side } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { rowsByKey } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { CARRY_KNOWN } from '../reading/identifier-pieces.ts';
import type { SideIdentifiers } from '../reading/row-identifiers.ts';
import { MATCHED, MATCHED_LATE, OPEN } from '../side-numbers.ts';

/**
 * For each open row a matched row of its side with the same key, amount and currency, as a row of the columns: the one
 * settled at sight, else the first in canonical order; -1 when there is none. A netted row does not count: it was
 * undone, and the open row is the entry posted anew.
 */
export function duplicates({ account, keys, parameters, source }: Matching, name: Side): Int32Array {
  const side = account[name];
  const duplicateOf = new Int32Array(side.n).fill(-1);
  const { carried, [name]: residue } = account.residue;
  const settled = new Int32Array(keys[name].texts.count).fill(-1);
  carried.ids.forEach((id, p) => {
    settled[id] = p;
  });
  const listed = rowsByKey(side, { key: keys[name].key, count: settled.length, has: () => true });
  const reach = Math.max(parameters.daysBack, parameters.daysForward);
  for (let i = 0; i < side.n; i++) {
    const key = keys[name].key[i];
    if (side.state[i] !== OPEN || key < 0) continue;
    // A member's or a flat's number comes again with the next payment.
    const isFound = isFoundOnly(residue.identifiers, side.place[i], key);
    const mayBe = (day: number): boolean => !isFound || Math.abs(day - side.day[i]) <= reach;
    const p = settled[key];
    if (
      p >= 0 &&
      mayBe(dayOf(source[name], carried[name][p])) &&
      carried.amount[p] === side.amount[i] &&
      carried.currency[p] === account.currencies[side.currency[i]]
    ) {
      duplicateOf[i] = carried[name][p];
      continue;
    }
    for (let k = listed.start[key]; k < listed.start[key + 1]; k++) {
      const j = listed.rows[k];
      const isMatched = side.state[j] === MATCHED || side.state[j] === MATCHED_LATE;
      if (!isMatched || side.amount[j] !== side.amount[i] || side.currency[j] !== side.currency[i]) continue;
      if (!mayBe(side.day[j])) continue;
      duplicateOf[i] = side.row[j];
      break;
    }
  }
  return duplicateOf;
}

/** Whether the row at a place has an identifier only as a known reference found in its texts. */
function isFoundOnly({ ids, idStart, carry }: SideIdentifiers, place: number, id: number): boolean {
  for (let e = idStart[place]; e < idStart[place + 1]; e++) if (ids[e] === id) return (carry[e] & CARRY_KNOWN) !== 0;
  return false;
}
