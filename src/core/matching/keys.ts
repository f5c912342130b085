// Chooses the key of each row: the identifier by which it is linked to the other side.
// Rules: docs/decisions/matching-definitions.md, "Links and the key of a row".

import type { Account } from './account.ts';
import type { ByteInterner } from './byte-interner.ts';
import type { Calibration } from './calibration.ts';
import { type Carrying, carryingOf, isLinked } from './carriers.ts';
import { cutLinks } from './cut-links.ts';
import { CARRY_EMBEDDED, CARRY_REFERENCE, CARRY_SESSION } from './text-pieces.ts';

export interface SideKeys {
  /** Identifier number of each row's key, or -1. */
  readonly key: Int32Array;
  /** 1 when the other side carries the key too. */
  readonly linked: Uint8Array;
  /** 1 when a different key of the other side speaks against a pair. */
  readonly hard: Uint8Array;
  /** What keys are numbers of. */
  readonly texts: ByteInterner;
}

export interface Keys {
  readonly gl: SideKeys;
  readonly bank: SideKeys;
  /** Whether two rows' keys speak against each other. Local row numbers. */
  conflict(glRow: number, bankRow: number): boolean;
  /** Whether two keys are different, and not one a cut form of the other. */
  differ(a: number, b: number): boolean;
}

const LEAST_AFFIX = 4;

export function chooseKeys(account: Account, calibration: Calibration): Keys {
  const { texts } = account.reader;
  const carrying = carryingOf(account, calibration);
  const total = (id: number): number => carrying.gl.rows[id]! + carrying.bank.rows[id]!;
  const better = (a: number, b: number): boolean =>
    (total(a) - total(b) || texts.length(b) - texts.length(a) || compareIdentifiers(account, a, b)) < 0;
  const gl = linkedKeys(carrying.gl, carrying.bank, { texts, better });
  const bank = linkedKeys(carrying.bank, carrying.gl, { texts, better });
  cutLinks(account, { gl: { ...carrying.gl, keys: gl }, bank: { ...carrying.bank, keys: bank } });
  giveUnlinkedFields(carrying.gl, gl, linkedShares(carrying.gl, carrying.bank, account));
  giveUnlinkedFields(carrying.bank, bank, linkedShares(carrying.bank, carrying.gl, account));
  const differ = (a: number, b: number): boolean => a !== b && !isAffix(account, a, b);
  return {
    gl,
    bank,
    conflict: (g, b) => gl.hard[g] === 1 && bank.hard[b] === 1 && differ(gl.key[g]!, bank.key[b]!),
    differ,
  };
}

/** The first linked field, else the best linked embedded identifier of each row. */
function linkedKeys(
  { side, carry }: Carrying,
  other: Carrying,
  { texts, better }: { texts: ByteInterner; better: (a: number, b: number) => boolean },
): SideKeys {
  const key = new Int32Array(side.n).fill(-1);
  const linked = new Uint8Array(side.n);
  const { ids, idStart } = side.text;
  for (let i = 0; i < side.n; i++) {
    let chosen = -1;
    for (let e = idStart[i]!; e < idStart[i + 1]!; e++) {
      const id = ids[e]!;
      if (carry[e] === 0 || !isLinked(carry[e]!, id, other)) continue;
      if ((carry[e]! & 3) !== CARRY_EMBEDDED) {
        chosen = id;
        break;
      }
      if (chosen < 0 || better(id, chosen)) chosen = id;
    }
    if (chosen < 0) continue;
    key[i] = chosen;
    linked[i] = 1;
  }
  return { key, linked, hard: linked.slice(), texts };
}

/** Of the field identifiers of each kind, whether at least half are linked; by CARRY_REFERENCE, CARRY_SESSION. */
function linkedShares({ side, carry }: Carrying, other: Carrying, { atSight }: Account): boolean[] {
  // What was settled at sight was linked by its reference.
  const all = [0, atSight.references.length, 0];
  const met = [0, atSight.references.length, 0];
  for (let e = 0; e < carry.length; e++) {
    const way = carry[e]! & 3;
    if (way !== CARRY_REFERENCE && way !== CARRY_SESSION) continue;
    all[way]!++;
    if (isLinked(carry[e]!, side.text.ids[e]!, other)) met[way]!++;
  }
  return all.map((count, way) => count > 0 && met[way]! * 2 >= count);
}

function giveUnlinkedFields({ side, carry }: Carrying, keys: SideKeys, speaks: readonly boolean[]): void {
  const { ids, idStart } = side.text;
  for (let i = 0; i < side.n; i++) {
    if (keys.key[i]! >= 0) continue;
    for (let e = idStart[i]!; e < idStart[i + 1]!; e++) {
      const way = carry[e]! & 3;
      if (way !== CARRY_REFERENCE && way !== CARRY_SESSION) continue;
      keys.key[i] = ids[e]!;
      keys.hard[i] = speaks[way] ? 1 : 0;
      break;
    }
  }
}

function compareIdentifiers({ reader }: Account, a: number, b: number): number {
  const { store, start } = reader.texts;
  let i = start[a]!;
  let j = start[b]!;
  for (; i < start[a + 1]! && j < start[b + 1]!; i++, j++) if (store[i] !== store[j]) return store[i]! - store[j]!;
  return start[a + 1]! - i - (start[b + 1]! - j);
}

/** Whether the shorter one is a prefix or suffix of the longer and long enough to mean something. */
function isAffix({ reader: { texts } }: Account, a: number, b: number): boolean {
  const { store, start } = texts;
  const [short, long] = texts.length(a) <= texts.length(b) ? [a, b] : [b, a];
  const size = texts.length(short);
  if (size < LEAST_AFFIX) return false;
  const [s, l, end] = [start[short]!, start[long]!, start[long + 1]! - size];
  let prefix = true;
  let suffix = true;
  for (let k = 0; k < size && (prefix || suffix); k++) {
    prefix &&= store[s + k] === store[l + k];
    suffix &&= store[s + k] === store[end + k];
  }
  return prefix || suffix;
}
