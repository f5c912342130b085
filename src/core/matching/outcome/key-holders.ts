// Finds the rows of the other side that carry an open row's key, and their state (open, matched or netted), so that
// reasons can name it. A row may carry several identifiers, one of which is its key; here all of them count, and so
// does a cut form that stands for the key.

import { canonicalPlaces } from '../../records/rows/canonical-order.ts';
import { otherSide, type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Matching } from '../matching.ts';
import { CARRY_KNOWN } from '../reading/identifier-pieces.ts';
import { MATCHED, MATCHED_AFTER_NETTING, OPEN, REVERSED } from '../side-numbers.ts';
import {
  FACT_HOLDER_CUT,
  FACT_HOLDER_MATCHED,
  FACT_HOLDER_NETTED,
  FACT_HOLDER_OPEN,
  FACT_KEY,
  FACT_KEY_LINKED,
} from './outcome.ts';

/** For each local row a row of the other side's columns that carries its key, or -1. */
export type KeyHolders = Readonly<Record<Side, Int32Array>>;

const FACT_OF_STATE: Readonly<Record<number, number>> = {
  [OPEN]: FACT_HOLDER_OPEN,
  [MATCHED]: FACT_HOLDER_MATCHED,
  [MATCHED_AFTER_NETTING]: FACT_HOLDER_MATCHED,
  [REVERSED]: FACT_HOLDER_NETTED,
};

/**
 * Sets the FACT_HOLDER_* bits of `facts` (by local row). The row named is, in this order: an open row with the key, an
 * open row that carries it beside its own key, a netted row, a matched row; the first in canonical order.
 */
export function keyHolders(matching: Matching, facts: Readonly<Record<Side, Uint16Array>>): KeyHolders {
  const holders = { gl: new Int32Array(0), bank: new Int32Array(0) };
  // A known reference found beside an unlike amount links nothing, but a reason still says where it is.
  const { gl, bank } = matching.account.residue;
  const isLookedFor = [gl, bank].some(({ identifiers }) => identifiers.carry.some((how) => how & CARRY_KNOWN));
  const unlinked = isLookedFor ? FACT_KEY : 0;
  for (const side of SIDES) {
    holders[side] = new Int32Array(facts[side].length).fill(-1);
    const wanted = wantedKeys(matching, side, facts[side], unlinked);
    if (wanted === null) continue;
    const other = otherSide(side);
    const holding = inRank(holdingOf(matching, other, wanted), matching.source[other]);
    nameHolders(matching, side, { holding, facts: facts[side], holders: holders[side] });
  }
  return holders;
}

/** 1 for the keys to look up; null when there are none. */
function wantedKeys({ keys }: Matching, side: Side, facts: Uint16Array, unlinked: number): Uint8Array | null {
  const { key, texts } = keys[side];
  let wanted: Uint8Array | null = null;
  for (let i = 0; i < facts.length; i++) {
    if ((facts[i] & (FACT_KEY_LINKED | unlinked)) === 0) continue;
    wanted ??= new Uint8Array(texts.count);
    wanted[key[i]] = 1;
  }
  return wanted;
}

interface Holder {
  readonly key: number;
  /** Row of the side's columns. */
  readonly row: number;
  readonly state: number;
  /** Whether it is the row's own key. */
  readonly own: boolean;
  /** Whether the row carries it, or a cut form that stands for it. */
  readonly carried: boolean;
}

function holdingOf({ account, keys }: Matching, side: Side, wanted: Uint8Array): Holder[] {
  const { residue } = account;
  const found: Holder[] = [];
  const note = (holder: Holder): void => {
    if (wanted[holder.key] !== 0) found.push(holder);
  };
  const { n, row, identifiers } = residue[side];
  // Rows that are not local were settled before words were read, by their key.
  const state = new Uint8Array(n).fill(MATCHED);
  const keyAt = new Int32Array(n).fill(-1);
  const { place } = account[side];
  for (let i = 0; i < place.length; i++) {
    state[place[i]] = account[side].state[i];
    keyAt[place[i]] = keys[side].key[i];
  }
  for (let p = 0; p < n; p++) {
    let hasOwn = keyAt[p] < 0;
    for (let e = identifiers.idStart[p]; e < identifiers.idStart[p + 1]; e++) {
      const key = identifiers.ids[e];
      hasOwn ||= key === keyAt[p];
      note({ key, row: row[p], state: state[p], own: key === keyAt[p], carried: true });
    }
    if (!hasOwn) note({ key: keyAt[p], row: row[p], state: state[p], own: true, carried: false });
  }
  residue.carried.ids.forEach((key, p) => {
    note({ key, row: residue.carried[side][p], state: MATCHED, own: true, carried: true });
  });
  return found;
}

const RANKS: Readonly<Record<number, number>> = { [OPEN]: 0, [REVERSED]: 2, [MATCHED]: 3, [MATCHED_AFTER_NETTING]: 3 };
const rankOf = ({ state, own }: Holder): number => RANKS[state] + (state === OPEN && !own ? 1 : 0);

/** The holders of each key, the preferred one first. */
function inRank(found: readonly Holder[], columns: RowColumns): Map<number, Holder[]> {
  const byKey = new Map<number, Holder[]>();
  for (const k of canonicalPlaces(
    columns,
    Uint32Array.from(found, ({ row }) => row),
  )) {
    const holder = found[k];
    const known = byKey.get(holder.key);
    if (known === undefined) byKey.set(holder.key, [holder]);
    // One holder of each rank is enough.
    else if (!known.some((one) => rankOf(one) === rankOf(holder))) known.push(holder);
  }
  for (const holders of byKey.values()) holders.sort((a, b) => rankOf(a) - rankOf(b));
  return byKey;
}

function nameHolders(
  { account, keys }: Matching,
  side: Side,
  { holding, facts, holders }: { holding: Map<number, Holder[]>; facts: Uint16Array; holders: Int32Array },
): void {
  const { ids, idStart } = account.residue[side].identifiers;
  for (let i = 0; i < facts.length; i++) {
    if ((facts[i] & FACT_KEY) === 0) continue;
    const key = keys[side].key[i];
    const known = holding.get(key);
    if (known === undefined) continue;
    holders[i] = known[0].row;
    if ((facts[i] & FACT_KEY_LINKED) === 0) continue;
    for (const { state } of known) facts[i] |= FACT_OF_STATE[state];
    const place = account[side].place[i];
    const isCut = !known[0].carried || !ids.subarray(idStart[place], idStart[place + 1]).includes(key);
    if (isCut) facts[i] |= FACT_HOLDER_CUT;
  }
}
