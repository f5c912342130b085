// Chooses the key of each row: the identifier by which it is linked to the other side. Counts who carries what,
// drops what too many carry, asks whether the reference columns are references at all, and links cut references.
// Rules: docs/decisions/matching-definitions.md, "Links and the key of a row".

import type { Account, AccountSide } from './account.ts';
import type { Calibration } from './calibration.ts';
import { cutLinks } from './cut-links.ts';
import { CARRY_EMBEDDED, CARRY_REFERENCE, CARRY_SESSION, CARRY_WEAK } from './text-pieces.ts';

export interface SideKeys {
  /** Identifier number of each row's key, or -1. */
  readonly key: Int32Array;
  /** 1 when the other side carries the key too. */
  readonly linked: Uint8Array;
  /** 1 when a different key of the other side speaks against a pair. */
  readonly hard: Uint8Array;
}

export interface Keys {
  readonly gl: SideKeys;
  readonly bank: SideKeys;
  /** Whether two rows' keys speak against each other. Local row numbers. */
  conflict(glRow: number, bankRow: number): boolean;
  /** Whether two keys are different, and not one a cut form of the other. */
  differ(a: number, b: number): boolean;
}

/** How many rows of a side carry each identifier, by the way they carry it. */
export interface Carriers {
  readonly rows: Uint32Array;
  readonly field: Uint32Array;
  readonly strong: Uint32Array;
  readonly weak: Uint32Array;
}

const LEAST_SAMPLES_OF_TRUST = 20;
const LEAST_AGREEING_SHARE = 5; // one in five
const CLOSE_AMOUNT = 10; // a tenth
const LEAST_AFFIX = 4;

/** A row's entry of its identifier list as link rules see it: dropped ones answer 0. */
export type CarryOf = (side: AccountSide, entry: number) => number;

function countCarriers(side: AccountSide, ids: number, carryOf: CarryOf): Carriers {
  const rows = new Uint32Array(ids);
  const field = new Uint32Array(ids);
  const strong = new Uint32Array(ids);
  const weak = new Uint32Array(ids);
  const list = side.text.ids;
  for (let e = 0; e < list.length; e++) {
    const carry = carryOf(side, e);
    if (carry === 0) continue;
    const id = list[e]!;
    rows[id]!++;
    const way = carry & 3;
    if (way === CARRY_REFERENCE || way === CARRY_SESSION) field[id]!++;
    else if (carry & CARRY_WEAK) weak[id]!++;
    else strong[id]!++;
  }
  return { rows, field, strong, weak };
}

/** Whether a row that carries `id` so is linked to the other side. */
function isLinked(carry: number, id: number, other: Carriers): boolean {
  if ((carry & 3) !== CARRY_EMBEDDED) return other.rows[id]! > 0;
  if (carry & CARRY_WEAK) return other.field[id]! > 0;
  return other.field[id]! + other.strong[id]! > 0;
}

/** Identifiers that more rows of a side carry than a key may. */
function commonOnes(account: Account, calibration: Calibration, ids: number): Uint8Array {
  const common = new Uint8Array(ids);
  for (const side of [account.gl, account.bank]) {
    const bound = Math.max(calibration.keyRows, Math.floor((calibration.keyShare * side.n) / 10_000));
    const rows = new Uint32Array(ids);
    for (const id of side.text.ids) if (++rows[id]! > bound) common[id] = 1;
  }
  return common;
}

/** False when the reference columns agree as strangers' numberings would: equal numbers, unlike amounts. */
function referencesAreTrusted({ gl, bank }: Account, ids: number, common: Uint8Array): boolean {
  const only = [gl, bank].map((side) => {
    const rowOf = new Int32Array(ids).fill(-1);
    for (let i = 0; i < side.n; i++) {
      for (let e = side.text.idStart[i]!; e < side.text.idStart[i + 1]!; e++) {
        const id = side.text.ids[e]!;
        if ((side.text.carry[e]! & 3) !== CARRY_EMBEDDED && !common[id]) rowOf[id] = rowOf[id] === -1 ? i : -2;
      }
    }
    return rowOf;
  });
  let shared = 0;
  let agreeing = 0;
  for (let id = 0; id < ids; id++) {
    const [g, b] = [only[0]![id]!, only[1]![id]!];
    if (g < 0 || b < 0) continue;
    shared++;
    const [x, y] = [gl.amount[g]!, bank.amount[b]!];
    const close = Math.abs(x - y) * CLOSE_AMOUNT <= Math.max(Math.abs(x), Math.abs(y));
    if (close && x > 0 === y > 0 && gl.currency[g] === bank.currency[b]) agreeing++;
  }
  return shared < LEAST_SAMPLES_OF_TRUST || agreeing * LEAST_AGREEING_SHARE >= shared;
}

export function chooseKeys(account: Account, calibration: Calibration): Keys {
  const { texts: identifiers } = account.reader;
  const ids = identifiers.count;
  const common = commonOnes(account, calibration, ids);
  const trusted = referencesAreTrusted(account, ids, common);
  const carryOf: CarryOf = (side, entry) => {
    const carry = side.text.carry[entry]!;
    return common[side.text.ids[entry]!] || (!trusted && (carry & 3) === CARRY_REFERENCE) ? 0 : carry;
  };
  const carriers = { gl: countCarriers(account.gl, ids, carryOf), bank: countCarriers(account.bank, ids, carryOf) };
  const total = (id: number): number => carriers.gl.rows[id]! + carriers.bank.rows[id]!;
  const better = (a: number, b: number): boolean =>
    (total(a) - total(b) || identifiers.length(b) - identifiers.length(a) || compareIdentifiers(account, a, b)) < 0;

  const gl = linkedKeys(account.gl, carriers.bank, carryOf, better);
  const bank = linkedKeys(account.bank, carriers.gl, carryOf, better);
  cutLinks({ account, carryOf, gl, bank });
  for (const [side, keys, other] of [
    [account.gl, gl, carriers.bank],
    [account.bank, bank, carriers.gl],
  ] as const) {
    giveUnlinkedFields(side, keys, carryOf, linkedShares(side, other, carryOf));
  }
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
  side: AccountSide,
  other: Carriers,
  carryOf: CarryOf,
  better: (a: number, b: number) => boolean,
): SideKeys {
  const key = new Int32Array(side.n).fill(-1);
  const linked = new Uint8Array(side.n);
  const { ids, idStart } = side.text;
  for (let i = 0; i < side.n; i++) {
    let chosen = -1;
    for (let e = idStart[i]!; e < idStart[i + 1]!; e++) {
      const carry = carryOf(side, e);
      const id = ids[e]!;
      if (carry === 0 || !isLinked(carry, id, other)) continue;
      if ((carry & 3) !== CARRY_EMBEDDED) {
        chosen = id;
        break;
      }
      if (chosen < 0 || better(id, chosen)) chosen = id;
    }
    if (chosen < 0) continue;
    key[i] = chosen;
    linked[i] = 1;
  }
  return { key, linked, hard: linked.slice() };
}

/** Of the field identifiers of each kind, whether at least half are linked; by CARRY_REFERENCE, CARRY_SESSION. */
function linkedShares(side: AccountSide, other: Carriers, carryOf: CarryOf): boolean[] {
  const all = [0, 0, 0];
  const met = [0, 0, 0];
  for (let e = 0; e < side.text.ids.length; e++) {
    const carry = carryOf(side, e);
    const way = carry & 3;
    if (way !== CARRY_REFERENCE && way !== CARRY_SESSION) continue;
    all[way]!++;
    if (isLinked(carry, side.text.ids[e]!, other)) met[way]!++;
  }
  return all.map((count, way) => count > 0 && met[way]! * 2 >= count);
}

function giveUnlinkedFields(side: AccountSide, keys: SideKeys, carryOf: CarryOf, speaks: boolean[]): void {
  const { ids, idStart } = side.text;
  for (let i = 0; i < side.n; i++) {
    if (keys.key[i]! >= 0) continue;
    for (let e = idStart[i]!; e < idStart[i + 1]!; e++) {
      const way = carryOf(side, e) & 3;
      if (way !== CARRY_REFERENCE && way !== CARRY_SESSION) continue;
      keys.key[i] = ids[e]!;
      keys.hard[i] = speaks[way] ? 1 : 0;
      break;
    }
  }
}

export function compareIdentifiers({ reader }: Account, a: number, b: number): number {
  const { store, start } = reader.texts;
  let i = start[a]!;
  let j = start[b]!;
  for (; i < start[a + 1]! && j < start[b + 1]!; i++, j++) if (store[i] !== store[j]) return store[i]! - store[j]!;
  return start[a + 1]! - i - (start[b + 1]! - j);
}

/** Whether the shorter one is a prefix or suffix of the longer and long enough to mean something. */
function isAffix({ reader }: Account, a: number, b: number): boolean {
  const { texts: identifiers } = reader;
  const { store, start } = identifiers;
  const [short, long] = identifiers.length(a) <= identifiers.length(b) ? [a, b] : [b, a];
  const size = identifiers.length(short);
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
