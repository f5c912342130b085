// Who carries which identifier, and which identifiers count at all: one that too many rows carry is no key, and what
// stands in reference columns that are none (at-sight.ts) is no identifier. Rules: docs/decisions/matching-definitions.md.

import type { Account, AccountSide } from './account.ts';
import type { Calibration } from './calibration.ts';
import { CARRY_EMBEDDED, CARRY_REFERENCE, CARRY_WEAK } from './text-pieces.ts';

/** A side with, for each entry of its identifier list, how it is carried as far as links go: 0 when it is dropped. */
export interface Carrying {
  readonly side: AccountSide;
  readonly carry: Uint8Array;
  /** By identifier: rows of the side that carry it, and the ways in which some row does. */
  readonly rows: Uint32Array;
  readonly ways: Uint8Array;
}

const AS_FIELD = 1;
const AS_STRONG = 2;
const AS_WEAK = 4;

export function carryingOf(account: Account, calibration: Calibration): { gl: Carrying; bank: Carrying } {
  const common = commonOnes(account, calibration);
  const dropped = { common, references: !account.atSight.referencesTrusted };
  return { gl: carrying(account, account.gl, dropped), bank: carrying(account, account.bank, dropped) };
}

/** Whether a row that carries `id` so is linked to the other side. */
export function isLinked(carry: number, id: number, other: Carrying): boolean {
  if ((carry & 3) !== CARRY_EMBEDDED) return other.ways[id] !== 0;
  return (other.ways[id]! & (carry & CARRY_WEAK ? AS_FIELD : AS_FIELD | AS_STRONG)) !== 0;
}

function carrying(
  { atSight }: Account,
  side: AccountSide,
  dropped: { common: Uint8Array; references: boolean },
): Carrying {
  const { text } = side;
  const carry = new Uint8Array(text.ids.length);
  const rows = new Uint32Array(dropped.common.length);
  const ways = new Uint8Array(dropped.common.length);
  for (let e = 0; e < carry.length; e++) {
    const id = text.ids[e]!;
    const how = text.carry[e]!;
    if (dropped.common[id] || (dropped.references && (how & 3) === CARRY_REFERENCE)) continue;
    carry[e] = how;
    rows[id]!++;
    if ((how & 3) !== CARRY_EMBEDDED) ways[id]! |= AS_FIELD;
    else ways[id]! |= how & CARRY_WEAK ? AS_WEAK : AS_STRONG;
  }
  const { references } = atSight;
  for (let p = 0; p < references.length; p++) {
    if (dropped.common[references[p]!]) continue;
    rows[references[p]!]!++;
    ways[references[p]!]! |= AS_FIELD;
  }
  return { side, carry, rows, ways };
}

/** 1 for identifiers that more rows of a side carry than a key may. */
function commonOnes(account: Account, calibration: Calibration): Uint8Array {
  const common = new Uint8Array(account.reader.texts.count);
  for (const side of [account.gl, account.bank]) {
    const all = side.residue + account.atSight.count;
    const bound = Math.max(calibration.keyRows, Math.floor((calibration.keyShare * all) / 10_000));
    const rows = new Uint32Array(common.length);
    const { references } = account.atSight;
    for (let p = 0; p < references.length; p++) rows[references[p]!]!++;
    const { ids } = side.text;
    for (let e = 0; e < ids.length; e++) if (++rows[ids[e]!]! > bound) common[ids[e]!] = 1;
  }
  return common;
}
