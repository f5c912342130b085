// Who carries which identifier, and which identifiers count at all: one that too many rows carry is no key, and reference
// columns that agree as strangers' numberings would are no references. Rules: docs/decisions/matching-definitions.md.

import type { Account, AccountSide } from './account.ts';
import type { Calibration } from './calibration.ts';
import { CARRY_EMBEDDED, CARRY_REFERENCE, CARRY_WEAK } from './text-pieces.ts';

const LEAST_SAMPLES_OF_TRUST = 20;
const LEAST_AGREEING_SHARE = 5; // one in five
const CLOSE_AMOUNT = 10; // a tenth

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
  const dropped = { common, references: !referencesAreTrusted(account, common) };
  return { gl: carrying(account.gl, dropped), bank: carrying(account.bank, dropped) };
}

/** Whether a row that carries `id` so is linked to the other side. */
export function isLinked(carry: number, id: number, other: Carrying): boolean {
  if ((carry & 3) !== CARRY_EMBEDDED) return other.ways[id] !== 0;
  return (other.ways[id]! & (carry & CARRY_WEAK ? AS_FIELD : AS_FIELD | AS_STRONG)) !== 0;
}

function carrying(side: AccountSide, dropped: { common: Uint8Array; references: boolean }): Carrying {
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
  return { side, carry, rows, ways };
}

/** 1 for identifiers that more rows of a side carry than a key may. */
function commonOnes(account: Account, calibration: Calibration): Uint8Array {
  const common = new Uint8Array(account.reader.texts.count);
  for (const side of [account.gl, account.bank]) {
    const bound = Math.max(calibration.keyRows, Math.floor((calibration.keyShare * side.n) / 10_000));
    const rows = new Uint32Array(common.length);
    const { ids } = side.text;
    for (let e = 0; e < ids.length; e++) if (++rows[ids[e]!]! > bound) common[ids[e]!] = 1;
  }
  return common;
}

/** False when equal reference numbers stand beside unlike amounts: each side numbered its own rows. */
function referencesAreTrusted({ gl, bank }: Account, common: Uint8Array): boolean {
  const only = { gl: onlyRows(gl, common), bank: onlyRows(bank, common) };
  let shared = 0;
  let agreeing = 0;
  for (let id = 0; id < common.length; id++) {
    const g = only.gl[id]!;
    const b = only.bank[id]!;
    if (g < 0 || b < 0) continue;
    shared++;
    const x = gl.amount[g]!;
    const y = bank.amount[b]!;
    const close = Math.abs(x - y) * CLOSE_AMOUNT <= Math.max(Math.abs(x), Math.abs(y));
    if (close && x > 0 === y > 0 && gl.currency[g] === bank.currency[b]) agreeing++;
  }
  return shared < LEAST_SAMPLES_OF_TRUST || agreeing * LEAST_AGREEING_SHARE >= shared;
}

/** By identifier the only row that carries it as a field; negative when there is none or several. */
function onlyRows({ n, text }: AccountSide, common: Uint8Array): Int32Array {
  const rowOf = new Int32Array(common.length).fill(-1);
  for (let i = 0; i < n; i++) {
    for (let e = text.idStart[i]!; e < text.idStart[i + 1]!; e++) {
      const id = text.ids[e]!;
      if ((text.carry[e]! & 3) !== CARRY_EMBEDDED && !common[id]) rowOf[id] = rowOf[id] === -1 ? i : -2;
    }
  }
  return rowOf;
}
