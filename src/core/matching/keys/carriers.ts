// Which rows carry which identifier, and which identifiers count. An identifier that too many rows carry is no key. The
// text of a reference column that holds no references (at-sight.ts) is no identifier, nor is a part that several
// numbers have in common. Rules: docs/decisions/matching-definitions.md.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountColumns } from '../account-source.ts';
import type { Calibration } from '../calibration.ts';
import { CARRY_EMBEDDED, CARRY_KNOWN, CARRY_REFERENCE, CARRY_WEAK } from '../reading/identifier-pieces.ts';
import { NEAR } from './known-fields.ts';
import { knownThatCount } from './known-links.ts';
import { type CommonIdentifiers, withoutProvenBatches } from './proven-batches.ts';
import type { Residue, ResidueSide } from './residue.ts';

/** A side with, for each entry of its identifier list, how it is carried; 0 for entries that are dropped. */
export interface Carrying {
  readonly side: ResidueSide;
  readonly carry: Uint8Array;
  /** For each identifier: rows of the side that carry it, and the ways in which some row does. */
  readonly rows: Uint32Array;
  readonly ways: Uint8Array;
}

/** The entry is a known reference that is confirmed only by an amount near the row's. */
export const CARRY_NEAR = 128;

const AS_FIELD = 1;
const AS_STRONG = 2;
const AS_WEAK = 4;
const AS_KNOWN = 8;

export function carryingOf(
  residue: Residue,
  input: AccountColumns,
  calibration: Calibration,
): { gl: Carrying; bank: Carrying } {
  const bounds = { gl: boundOf(residue, residue.gl, calibration), bank: boundOf(residue, residue.bank, calibration) };
  const common = withoutProvenBatches(residue, input, commonOnes(residue, bounds));
  const known = knownThatCount(residue, input, { common, bounds });
  const dropped = { common, stems: stemsOf(residue), references: !residue.referencesTrusted };
  const side = (name: Side): Carrying => carrying(residue, residue[name], { ...dropped, known: known[name] });
  return { gl: side('gl'), bank: side('bank') };
}

/** The most rows of a side that may carry an identifier that is a key. */
function boundOf({ atSight }: Residue, { unsettled }: ResidueSide, { keyRows, keyShare }: Calibration): number {
  return Math.max(keyRows, Math.floor((keyShare * (unsettled + atSight)) / 10_000));
}

/** Whether a row that carries `id` so is linked to the other side. */
export function isLinked(carry: number, id: number, other: Carrying): boolean {
  if ((carry & 3) !== CARRY_EMBEDDED) return other.ways[id] !== 0;
  return (other.ways[id] & (carry & CARRY_WEAK ? AS_FIELD : AS_FIELD | AS_STRONG)) !== 0;
}

/** Whether some row of the side carries it in another way than as a known reference found in its text. */
export const isCarriedByLooks = (id: number, { ways }: Carrying): boolean => (ways[id] & ~AS_KNOWN) !== 0;

interface Dropped {
  readonly common: Uint8Array;
  readonly stems: Uint8Array;
  /** True: the reference columns hold no references, and their texts are dropped. */
  readonly references: boolean;
  /** For each entry NEAR or SAME if it is a known reference that counts; null if none does. */
  readonly known: Uint8Array | null;
}

function carrying({ carried }: Residue, side: ResidueSide, dropped: Dropped): Carrying {
  const { identifiers } = side;
  const carry = new Uint8Array(identifiers.ids.length);
  const rows = new Uint32Array(dropped.common.length);
  const ways = new Uint8Array(dropped.common.length);
  for (let e = 0; e < carry.length; e++) {
    const id = identifiers.ids[e];
    const how = identifiers.carry[e];
    if (dropped.common[id] || (dropped.references && (how & 3) === CARRY_REFERENCE)) continue;
    if (identifiers.partOf[e] !== 0 && dropped.stems[id]) continue;
    if (how & CARRY_KNOWN && !dropped.known?.[e]) continue;
    carry[e] = how & CARRY_KNOWN && dropped.known?.[e] === NEAR ? how | CARRY_NEAR : how;
    rows[id]++;
    if ((how & 3) !== CARRY_EMBEDDED) ways[id] |= AS_FIELD;
    else if (how & CARRY_KNOWN) ways[id] |= AS_KNOWN;
    else ways[id] |= how & CARRY_WEAK ? AS_WEAK : AS_STRONG;
  }
  for (const id of carried.ids) {
    if (dropped.common[id]) continue;
    rows[id]++;
    ways[id] |= AS_FIELD;
  }
  return { side, carry, rows, ways };
}

/** 1 for identifiers that are a part of several longer ones: PV2605 of PV2605-001 and of PV2605-017. */
function stemsOf({ gl, bank, texts }: Residue): Uint8Array {
  const stems = new Uint8Array(texts.count);
  const first = new Int32Array(texts.count);
  for (const { identifiers } of [gl, bank]) {
    const { ids, partOf } = identifiers;
    for (let e = 0; e < ids.length; e++) {
      if (partOf[e] === 0) continue;
      if (first[ids[e]] === 0) first[ids[e]] = partOf[e];
      else if (first[ids[e]] !== partOf[e]) stems[ids[e]] = 1;
    }
  }
  return stems;
}

/** Identifiers that more rows of a side carry than a key may. Known references found in texts do not count. */
function commonOnes(residue: Residue, bounds: Readonly<Record<Side, number>>): CommonIdentifiers {
  const common = new Uint8Array(residue.texts.count);
  const rows = { gl: new Uint32Array(common.length), bank: new Uint32Array(common.length) };
  for (const name of SIDES) {
    for (const id of residue.carried.ids) rows[name][id]++;
    const { ids, carry } = residue[name].identifiers;
    for (let e = 0; e < ids.length; e++) {
      if (carry[e] & CARRY_KNOWN) continue;
      if (++rows[name][ids[e]] > bounds[name]) common[ids[e]] = 1;
    }
  }
  return { common, rows, bounds };
}
