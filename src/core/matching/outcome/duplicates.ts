// Finds open rows that repeat a matched row of their side: an entry posted twice, a line sent twice. Rules:
// docs/decisions/matching-definitions.md ("Open rows", duplicateOf).

import type { Side } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { rowsByKey } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { CARRY_KNOWN } from '../reading/identifier-pieces.ts';
import type { SideIdentifiers } from '../reading/row-identifiers.ts';
import { MATCHED, MATCHED_AFTER_NETTING, OPEN } from '../side-numbers.ts';

/**
 * For each open row a matched row of its side with the same key, amount and currency, as a row of the columns: the one
 * settled at sight, else the first in canonical order; -1 if there is none. A netted row does not count: it was
 * undone, and the open row is the entry posted anew.
 */
export function duplicates({ account, keys, parameters, source }: Matching, side: Side): Int32Array {
  const rows = account[side];
  const { key: keyOf, texts } = keys[side];
  const duplicateOf = new Int32Array(rows.n).fill(-1);
  const { carried, [side]: residue } = account.residue;
  // The place in `carried` of each key that settled a pair at sight, or -1.
  const atSight = new Int32Array(texts.count).fill(-1);
  carried.ids.forEach((id, place) => {
    atSight[id] = place;
  });
  const listed = rowsByKey(rows, { key: keyOf, count: texts.count, has: () => true });
  const reach = Math.max(parameters.daysBack, parameters.daysForward);
  for (let i = 0; i < rows.n; i++) {
    const key = keyOf[i];
    if (rows.state[i] !== OPEN || key < 0) continue;
    // A known reference may be the number of a customer or a contract, which stands in every payment: a row with it is
    // a duplicate only within the window.
    const isKnown = isKnownReference(residue.identifiers, rows.place[i], key);
    const isNear = (day: number): boolean => !isKnown || Math.abs(day - rows.day[i]) <= reach;
    const p = atSight[key];
    if (
      p >= 0 &&
      isNear(dayOf(source[side], carried[side][p])) &&
      carried.amount[p] === rows.amount[i] &&
      carried.currency[p] === account.currencies[rows.currency[i]]
    ) {
      duplicateOf[i] = carried[side][p];
      continue;
    }
    for (let k = listed.start[key]; k < listed.start[key + 1]; k++) {
      const j = listed.rows[k];
      const isMatched = rows.state[j] === MATCHED || rows.state[j] === MATCHED_AFTER_NETTING;
      if (!isMatched || rows.amount[j] !== rows.amount[i] || rows.currency[j] !== rows.currency[i]) continue;
      if (!isNear(rows.day[j])) continue;
      duplicateOf[i] = rows.row[j];
      break;
    }
  }
  return duplicateOf;
}

/** Whether the row at a place of the residue has an identifier only as a known reference found in its texts. */
function isKnownReference({ ids, idStart, carry }: SideIdentifiers, place: number, id: number): boolean {
  for (let e = idStart[place]; e < idStart[place + 1]; e++) if (ids[e] === id) return (carry[e] & CARRY_KNOWN) !== 0;
  return false;
}
