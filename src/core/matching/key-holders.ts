// What has become of the rows of the other side that carry an open row's key: whether one is open, matched or netted,
// and which row that is, so that a reason can say the state that is true. A row carries several identifiers and has one
// of them for its key; here every one counts. It looks only after keys that no open row of the other side has for its own.

import { canonicalPlaces } from '../records/canonical-order.ts';
import { otherSide, type RowColumns, SIDES, type Side } from '../records/columns.ts';
import { MATCHED, OPEN, REVERSED } from './account.ts';
import type { Matching } from './key-tiers.ts';
import {
  FACT_HOLDER_MATCHED,
  FACT_HOLDER_NETTED,
  FACT_HOLDER_OPEN,
  FACT_KEY_LINKED,
  FACT_KEY_OPEN_ELSEWHERE,
} from './outcome.ts';

/** By local row a row of the other side's columns that carries its key, or -1. */
export type KeyHolders = Readonly<Record<Side, Int32Array>>;

const FACT_OF_STATE: Readonly<Record<number, number>> = {
  [OPEN]: FACT_HOLDER_OPEN,
  [MATCHED]: FACT_HOLDER_MATCHED,
  [REVERSED]: FACT_HOLDER_NETTED,
};

/** Sets the FACT_HOLDER_* bits of `facts` (by local row); the row named is an open one before a netted or matched one. */
export function keyHolders(
  matching: Matching,
  columns: Readonly<Record<Side, RowColumns>>,
  facts: Readonly<Record<Side, Uint16Array>>,
): KeyHolders {
  const holders = { gl: new Int32Array(0), bank: new Int32Array(0) };
  for (const side of SIDES) {
    holders[side] = new Int32Array(facts[side].length).fill(-1);
    const wanted = wantedKeys(matching, side, facts[side]);
    if (wanted === null) continue;
    const other = otherSide(side);
    nameHolders(matching, side, {
      holding: holdersOf(matching, other, { wanted, columns: columns[other] }),
      facts: facts[side],
      holders: holders[side],
    });
  }
  return holders;
}

/** 1 for the keys to look after; null when there are none. */
function wantedKeys({ keys }: Matching, side: Side, facts: Uint16Array): Uint8Array | null {
  const { key, texts } = keys[side];
  let wanted: Uint8Array | null = null;
  for (let i = 0; i < facts.length; i++) {
    if ((facts[i]! & (FACT_KEY_LINKED | FACT_KEY_OPEN_ELSEWHERE)) !== FACT_KEY_LINKED) continue;
    wanted ??= new Uint8Array(texts.count);
    wanted[key[i]!] = 1;
  }
  return wanted;
}

interface Holding {
  /** By key the row to name for each state, or absent. */
  readonly [state: number]: Map<number, number>;
}

function holdersOf(
  { account, keys }: Matching,
  side: Side,
  { wanted, columns }: { wanted: Uint8Array; columns: RowColumns },
): Holding {
  const { residue } = account;
  const found = { key: [] as number[], row: [] as number[], state: [] as number[] };
  const note = (key: number, row: number, state: number): void => {
    if (wanted[key] === 0) return;
    found.key.push(key);
    found.row.push(row);
    found.state.push(state);
  };
  const { n, row, identifiers } = residue[side];
  // What is no local row was settled before words were read.
  const state = new Uint8Array(n).fill(MATCHED);
  const { place } = account[side];
  for (let i = 0; i < place.length; i++) state[place[i]!] = account[side].state[i]!;
  for (let p = 0; p < n; p++) {
    for (let e = identifiers.idStart[p]!; e < identifiers.idStart[p + 1]!; e++)
      note(identifiers.ids[e]!, row[p]!, state[p]!);
  }
  // A cut form stands for the whole without carrying it.
  for (let i = 0; i < place.length; i++) {
    if (keys[side].key[i]! >= 0) note(keys[side].key[i]!, account[side].row[i]!, account[side].state[i]!);
  }
  residue.carried.ids.forEach((id, p) => {
    note(id, residue.carried[side][p]!, MATCHED);
  });
  const firsts = { [OPEN]: new Map(), [MATCHED]: new Map(), [REVERSED]: new Map() };
  for (const k of canonicalPlaces(columns, Uint32Array.from(found.row))) {
    const of: Map<number, number> = firsts[found.state[k]! as keyof typeof firsts];
    if (!of.has(found.key[k]!)) of.set(found.key[k]!, found.row[k]!);
  }
  return firsts;
}

function nameHolders(
  { keys }: Matching,
  side: Side,
  { holding, facts, holders }: { holding: Holding; facts: Uint16Array; holders: Int32Array },
): void {
  for (let i = 0; i < facts.length; i++) {
    if ((facts[i]! & (FACT_KEY_LINKED | FACT_KEY_OPEN_ELSEWHERE)) !== FACT_KEY_LINKED) continue;
    for (const state of [OPEN, REVERSED, MATCHED]) {
      const row = holding[state]!.get(keys[side].key[i]!);
      if (row === undefined) continue;
      facts[i]! |= FACT_OF_STATE[state]!;
      if (holders[i] === -1) holders[i] = row;
    }
  }
}
