// Finds identifiers that are keys although too many rows of a side carry them: the few rows of the other side have
// exactly the sum of the many, in each currency and direction. So a payroll of forty entries in a small file is a key;
// a word that half of the rows have is none. One pass over the rows that carry such identifiers.

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountColumns } from '../account-source.ts';
import { CARRY_KNOWN } from '../reading/identifier-pieces.ts';
import type { Residue } from './residue.ts';

export interface CommonIdentifiers {
  /** 1 for identifiers that too many rows of a side carry. */
  readonly common: Uint8Array;
  /** For each side and identifier how many rows carry it. */
  readonly rows: Readonly<Record<Side, Uint32Array>>;
  readonly bounds: Readonly<Record<Side, number>>;
}

/** Removes proven batches from `common`. */
export function withoutProvenBatches(residue: Residue, input: AccountColumns, of: CommonIdentifiers): Uint8Array {
  const { common, rows, bounds } = of;
  const asked = common.map((one, id) => {
    const isFew = SIDES.some((side) => {
      const few = rows[otherSide(side)][id];
      return rows[side][id] > bounds[side] && few > 0 && few <= bounds[otherSide(side)];
    });
    return one === 1 && isFew ? 1 : 0;
  });
  if (!asked.includes(1)) return common;
  /** Ledger less bank for each identifier, currency and direction. */
  const sums = new Map<number, Map<string, bigint>>();
  for (const side of SIDES) {
    const { row, n, identifiers } = residue[side];
    const { amount, currency, currencies } = input[side];
    for (let i = 0; i < n; i++) {
      for (let e = identifiers.idStart[i]; e < identifiers.idStart[i + 1]; e++) {
        const id = identifiers.ids[e];
        if (asked[id] === 0 || identifiers.carry[e] & CARRY_KNOWN || residue[side].settled[i] === 1) continue;
        const size = amount[row[i]];
        const name = `${currencies[currency[row[i]]]} ${size > 0}`;
        const ofId = sums.get(id) ?? new Map<string, bigint>();
        sums.set(id, ofId);
        ofId.set(name, (ofId.get(name) ?? 0n) + BigInt(side === 'gl' ? size : -size));
      }
    }
  }
  const isProven = (id: number): boolean => [...(sums.get(id)?.values() ?? [1n])].every((sum) => sum === 0n);
  return common.map((one, id) => (asked[id] === 1 && isProven(id) ? 0 : one));
}
