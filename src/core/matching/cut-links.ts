// Links references that one side's system cut off: a stump of at least eight bytes stands for the only whole of the
// other side that it is the beginning or the end of. Wholes are asked at the few lengths that stumps have.
// Rules: docs/decisions/matching-definitions.md, "Cut links".

import type { Account, AccountSide } from './account.ts';
import type { CarryOf, SideKeys } from './keys.ts';
import { CARRY_AT_END, CARRY_EMBEDDED, CARRY_REFERENCE, CARRY_WEAK } from './text-pieces.ts';

const LEAST_STUMP = 8;
const STUMP_LENGTHS = 8;
const NONE = -1;
const SEVERAL = -2;

interface CutLinksInput {
  readonly account: Account;
  readonly carryOf: CarryOf;
  /** Keys so far; rows without a linked identifier are filled in. */
  readonly gl: SideKeys;
  readonly bank: SideKeys;
}

export function cutLinks({ account, carryOf, gl, bank }: CutLinksInput): void {
  const stumps = {
    gl: stumpsOf(account, account.gl, gl, carryOf),
    bank: stumpsOf(account, account.bank, bank, carryOf),
  };
  const glStands = wholesOf(account, stumps.gl, account.bank, bank, carryOf);
  const bankStands = wholesOf(account, stumps.bank, account.gl, gl, carryOf);
  const glMeans = (id: number): number => meaning(glStands, bankStands, id);
  const bankMeans = (id: number): number => meaning(bankStands, glStands, id);
  const glNames = stoodFor(stumps.gl, glMeans);
  const bankNames = stoodFor(stumps.bank, bankMeans);
  if (glNames.size + bankNames.size === 0) return;
  fill({ side: account.gl, keys: gl, carryOf, means: glMeans, stoodFor: bankNames });
  fill({ side: account.bank, keys: bank, carryOf, means: bankMeans, stoodFor: glNames });
}

/** What a stump stands for, or NONE: not when that whole is itself a stump that stands for something. */
function meaning(stands: Map<number, number>, otherStands: Map<number, number>, id: number): number {
  const whole = stands.get(id) ?? NONE;
  return whole >= 0 && (otherStands.get(whole) ?? NONE) < 0 ? whole : NONE;
}

const stoodFor = (stumps: ReadonlySet<number>, means: (id: number) => number): Set<number> =>
  new Set([...stumps].map(means).filter((whole) => whole >= 0));

/** The entry of a row that may be a stump: its reference field, and its last embedded identifier at the end. */
function* stumpEntries(side: AccountSide, i: number, carryOf: CarryOf): Generator<number> {
  let lastEmbedded = -1;
  for (let e = side.text.idStart[i]!; e < side.text.idStart[i + 1]!; e++) {
    const carry = carryOf(side, e);
    if ((carry & 3) === CARRY_REFERENCE) yield e;
    if ((side.text.carry[e]! & 3) === CARRY_EMBEDDED) lastEmbedded = e;
  }
  if (lastEmbedded >= 0 && carryOf(side, lastEmbedded) & CARRY_AT_END) yield lastEmbedded;
}

/** Distinct stumps of a side's rows without a linked identifier, of the lengths that are most frequent. */
function stumpsOf(account: Account, side: AccountSide, keys: SideKeys, carryOf: CarryOf): Set<number> {
  const { texts: identifiers } = account.reader;
  const stumps = new Set<number>();
  const frequency = new Map<number, number>();
  for (let i = 0; i < side.n; i++) {
    if (keys.linked[i] || side.text.idStart[i] === side.text.idStart[i + 1]) continue;
    for (const e of stumpEntries(side, i, carryOf)) {
      const id = side.text.ids[e]!;
      const length = identifiers.length(id);
      if (length < LEAST_STUMP) continue;
      stumps.add(id);
      frequency.set(length, (frequency.get(length) ?? 0) + 1);
    }
  }
  const lengths = [...frequency].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, STUMP_LENGTHS);
  const kept = new Set(lengths.map(([length]) => length));
  for (const id of stumps) if (!kept.has(identifiers.length(id))) stumps.delete(id);
  return stumps;
}

/** For each stump the one whole of the other side that it begins or ends, or SEVERAL. */
function wholesOf(
  account: Account,
  stumps: ReadonlySet<number>,
  other: AccountSide,
  keys: SideKeys,
  carryOf: CarryOf,
): Map<number, number> {
  const stands = new Map<number, number>();
  if (stumps.size === 0) return stands;
  const { texts: identifiers } = account.reader;
  const lengths = [...new Set([...stumps].map((id) => identifiers.length(id)))];
  const meets = (stump: number, whole: number): void => {
    if (stump < 0 || !stumps.has(stump)) return;
    const known = stands.get(stump);
    stands.set(stump, known === undefined || known === whole ? whole : SEVERAL);
  };
  const asked = new Uint8Array(identifiers.count);
  for (let i = 0; i < other.n; i++) {
    if (keys.linked[i]) continue;
    for (let e = other.text.idStart[i]!; e < other.text.idStart[i + 1]!; e++) {
      const carry = carryOf(other, e);
      const whole = other.text.ids[e]!;
      if (carry === 0 || carry & CARRY_WEAK || asked[whole]) continue;
      asked[whole] = 1;
      const from = identifiers.start[whole]!;
      const to = identifiers.start[whole + 1]!;
      for (const length of lengths) {
        if (length >= to - from) continue;
        meets(identifiers.find(identifiers.store, from, from + length), whole);
        meets(identifiers.find(identifiers.store, to - length, to), whole);
      }
    }
  }
  return stands;
}

interface Fill {
  readonly side: AccountSide;
  readonly keys: SideKeys;
  readonly carryOf: CarryOf;
  readonly means: (id: number) => number;
  /** Wholes of this side that a stump of the other stands for. */
  readonly stoodFor: ReadonlySet<number>;
}

function fill({ side, keys, carryOf, means, stoodFor: wholes }: Fill): void {
  for (let i = 0; i < side.n; i++) {
    if (keys.linked[i] || side.text.idStart[i] === side.text.idStart[i + 1]) continue;
    const stumps = new Set(stumpEntries(side, i, carryOf));
    for (let e = side.text.idStart[i]!; e < side.text.idStart[i + 1]!; e++) {
      const carry = carryOf(side, e);
      if (carry === 0) continue;
      const id = side.text.ids[e]!;
      const whole = stumps.has(e) ? means(id) : NONE;
      const key = whole >= 0 ? whole : !(carry & CARRY_WEAK) && wholes.has(id) ? id : NONE;
      if (key === NONE) continue;
      keys.key[i] = key;
      keys.linked[i] = 1;
      keys.hard[i] = 1;
      break;
    }
  }
}
