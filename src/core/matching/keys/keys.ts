// Chooses the key of each row: the identifier by which it is linked to the other side.
// Rules: docs/decisions/matching-definitions.md, "Links and the key of a row".

import type { AccountColumns } from '../account-source.ts';
import type { Calibration } from '../calibration.ts';
import type { ByteInterner } from '../reading/byte-interner.ts';
import { CARRY_EMBEDDED, CARRY_REFERENCE, CARRY_SESSION } from '../reading/identifier-pieces.ts';
import { CARRY_NEAR, type Carrying, carryingOf, isCarriedByLooks, isLinked } from './carriers.ts';
import { cutLinks } from './cut-links.ts';
import type { Residue } from './residue.ts';
import type { SideKeys } from './side-keys.ts';
import { areMost } from './trust.ts';

export interface Keys {
  readonly gl: SideKeys;
  readonly bank: SideKeys;
  /** Whether the keys or transaction numbers of two rows conflict. Takes row numbers of the sides. */
  conflict(glRow: number, bankRow: number): boolean;
  /** Whether two keys differ and neither is a cut form of the other. */
  differ(a: number, b: number): boolean;
}

/** Keys of the residue's rows. */
export function chooseKeys(residue: Residue, input: AccountColumns, calibration: Calibration): Keys {
  const { texts } = residue;
  const carrying = carryingOf(residue, input, calibration);
  const total = (id: number): number => carrying.gl.rows[id] + carrying.bank.rows[id];
  const better = (a: number, b: number): boolean =>
    (total(a) - total(b) || texts.length(b) - texts.length(a) || compareIdentifiers(texts, a, b)) < 0;
  const gl = linkedKeys(carrying.gl, carrying.bank, { texts, better });
  const bank = linkedKeys(carrying.bank, carrying.gl, { texts, better });
  cutLinks(texts, { gl: { ...carrying.gl, keys: gl }, bank: { ...carrying.bank, keys: bank } });
  giveUnlinkedFields(carrying.gl, gl, linkedShares(carrying.gl, carrying.bank, residue));
  giveUnlinkedFields(carrying.bank, bank, linkedShares(carrying.bank, carrying.gl, residue));
  const speak =
    transactionsSpeak(carrying.gl, carrying.bank, residue) && transactionsSpeak(carrying.bank, carrying.gl, residue);
  return keysOf(speak ? gl : silent(gl), speak ? bank : silent(bank));
}

/** Without transaction numbers: each side has its own, so they are no conflict. */
const silent = (side: SideKeys): SideKeys => ({
  ...side,
  transaction: new Int32Array(side.transaction.length).fill(-1),
});

/** Whether the other side has at least half of a side's transaction numbers. */
function transactionsSpeak({ side }: Carrying, other: Carrying, { atSight }: Residue): boolean {
  const { transaction, ids, idStart, carry } = side.identifiers;
  let all = 0;
  let met = 0;
  let inField = false;
  for (let i = 0; i < side.n; i++) {
    // Rows settled at sight are counted below.
    if (transaction[i] < 0 || side.settled[i] === 1) continue;
    all++;
    if (other.ways[transaction[i]] !== 0) met++;
    const e = idStart[i];
    inField ||= ids[e] === transaction[i] && (carry[e] & 3) === CARRY_REFERENCE;
  }
  const settled = inField ? atSight : 0;
  return areMost(met + settled, all + settled);
}

/** The keys of some of the rows, in another order: the new row i is the old row places[i]. */
export function keysAt({ gl, bank }: Keys, places: { readonly gl: Uint32Array; readonly bank: Uint32Array }): Keys {
  return keysOf(sideAt(gl, places.gl), sideAt(bank, places.bank));
}

function sideAt({ key, linked, hard, transaction, texts }: SideKeys, places: Uint32Array): SideKeys {
  const n = places.length;
  const at = { key: new Int32Array(n), linked: new Uint8Array(n), transaction: new Int32Array(n), texts };
  const hardAt = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    at.key[i] = key[places[i]];
    at.linked[i] = linked[places[i]];
    hardAt[i] = hard[places[i]];
    at.transaction[i] = transaction[places[i]];
  }
  return { ...at, hard: hardAt };
}

function keysOf(gl: SideKeys, bank: SideKeys): Keys {
  const differ = (a: number, b: number): boolean => a !== b && !isAffix(gl.texts, a, b);
  return {
    gl,
    bank,
    conflict: (g, b) =>
      (gl.hard[g] === 1 && bank.hard[b] === 1 && differ(gl.key[g], bank.key[b])) ||
      areOfTwo(gl.transaction[g], bank.transaction[b]),
    differ,
  };
}

/** Whether the key of a row is a reference that its side has only as a known reference found in texts. */
export const isByKnown = ({ linked, hard }: SideKeys, i: number): boolean => linked[i] === 1 && hard[i] === 0;

/** Whether two transaction numbers (or -1) are those of two transactions. */
export const areOfTwo = (a: number, b: number): boolean => a >= 0 && b >= 0 && a !== b;

/**
 * For each row the first linked field, else its best linked embedded identifier. Identifiers with CARRY_NEAR come last.
 */
function linkedKeys(
  own: Carrying,
  other: Carrying,
  { texts, better }: { texts: ByteInterner; better: (a: number, b: number) => boolean },
): SideKeys {
  const { side, carry } = own;
  const key = new Int32Array(side.n).fill(-1);
  const linked = new Uint8Array(side.n);
  const hard = new Uint8Array(side.n);
  const { ids, idStart } = side.identifiers;
  for (let i = 0; i < side.n; i++) {
    let chosen = -1;
    let chosenNear = 0;
    for (let e = idStart[i]; e < idStart[i + 1]; e++) {
      const id = ids[e];
      if (carry[e] === 0 || !isLinked(carry[e], id, other)) continue;
      if ((carry[e] & 3) !== CARRY_EMBEDDED) {
        chosen = id;
        break;
      }
      const near = carry[e] & CARRY_NEAR;
      if (chosen >= 0 && (near === chosenNear ? !better(id, chosen) : near > chosenNear)) continue;
      chosen = id;
      chosenNear = near;
    }
    if (chosen < 0) continue;
    key[i] = chosen;
    linked[i] = 1;
    // A known reference that was only found in texts is evidence for a pair, and conflicts with none.
    hard[i] = isCarriedByLooks(chosen, own) ? 1 : 0;
  }
  return { key, linked, hard, transaction: side.identifiers.transaction, texts };
}

/** Whether at least half of the field identifiers of each kind are linked. Index: CARRY_REFERENCE, CARRY_SESSION. */
function linkedShares({ side, carry }: Carrying, other: Carrying, { atSight }: Residue): boolean[] {
  // Rows settled at sight were linked by their reference.
  const all = [0, atSight, 0];
  const met = [0, atSight, 0];
  for (let e = 0; e < carry.length; e++) {
    const way = carry[e] & 3;
    if (way !== CARRY_REFERENCE && way !== CARRY_SESSION) continue;
    all[way]++;
    if (isCarriedByLooks(side.identifiers.ids[e], other)) met[way]++;
  }
  return all.map((count, way) => areMost(met[way], count));
}

function giveUnlinkedFields({ side, carry }: Carrying, keys: SideKeys, speaks: readonly boolean[]): void {
  const { ids, idStart } = side.identifiers;
  for (let i = 0; i < side.n; i++) {
    if (keys.key[i] >= 0) continue;
    for (let e = idStart[i]; e < idStart[i + 1]; e++) {
      const way = carry[e] & 3;
      if (way !== CARRY_REFERENCE && way !== CARRY_SESSION) continue;
      keys.key[i] = ids[e];
      keys.hard[i] = speaks[way] ? 1 : 0;
      break;
    }
  }
}

function compareIdentifiers({ store, start }: ByteInterner, a: number, b: number): number {
  let i = start[a];
  let j = start[b];
  for (; i < start[a + 1] && j < start[b + 1]; i++, j++) if (store[i] !== store[j]) return store[i] - store[j];
  return start[a + 1] - i - (start[b + 1] - j);
}

/** Whether the shorter one is a prefix or suffix of the longer. */
function isAffix(texts: ByteInterner, a: number, b: number): boolean {
  const { store, start } = texts;
  const [short, long] = texts.length(a) <= texts.length(b) ? [a, b] : [b, a];
  const size = texts.length(short);
  const s = start[short];
  const l = start[long];
  const end = start[long + 1] - size;
  let prefix = true;
  let suffix = true;
  for (let k = 0; k < size && (prefix || suffix); k++) {
    prefix &&= store[s + k] === store[l + k];
    suffix &&= store[s + k] === store[end + k];
  }
  return prefix || suffix;
}
