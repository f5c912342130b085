// Pairs rows of one account of which each is the only one of its side with that key, currency and amount. A small hash
// table, for keys that several rows carry.

/** Rows of one side, column by column. */
interface KeyedAmounts {
  readonly key: Int32Array;
  /** Signed minor units. */
  readonly amount: Float64Array;
  /** Number in the account's currencies. */
  readonly currency: Uint8Array;
}

const NONE = -1;
const SEVERAL = -2;

/** For each ledger row the bank row with its key, currency and amount, if no other row has them; else -1. */
export function onlyOnesOfAmount(gl: KeyedAmounts, bank: KeyedAmounts): Int32Array {
  const rows = gl.key.length;
  const mates = new Int32Array(rows).fill(NONE);
  const bits = Math.ceil(Math.log2(Math.max(2, rows * 2)));
  const table = { gl: new Int32Array(1 << bits).fill(NONE), sole: new Uint8Array(1 << bits) };
  const mask = (1 << bits) - 1;
  const slotOf = (side: KeyedAmounts, k: number): number => {
    let slot = hashOf(side, k) & mask;
    while (table.gl[slot] !== NONE && !same(gl, table.gl[slot], side, k)) slot = (slot + 1) & mask;
    return slot;
  };
  for (let k = 0; k < rows; k++) {
    const slot = slotOf(gl, k);
    table.sole[slot] = table.gl[slot] === NONE ? 1 : 0;
    if (table.gl[slot] === NONE) table.gl[slot] = k;
  }
  for (let k = 0; k < bank.key.length; k++) {
    const slot = slotOf(bank, k);
    const g = table.gl[slot];
    if (g !== NONE && table.sole[slot] === 1) mates[g] = mates[g] === NONE ? k : SEVERAL;
  }
  for (let k = 0; k < rows; k++) if (mates[k] === SEVERAL) mates[k] = NONE;
  return mates;
}

function hashOf({ key, amount, currency }: KeyedAmounts, k: number): number {
  const size = amount[k];
  const high = Math.floor(size / 0x100000000);
  let h = Math.imul(key[k] ^ (key[k] >>> 15), 0x2c1b3c6d) ^ Math.imul((size - high * 0x100000000) | 0, 0x297a2d39);
  h = Math.imul(h ^ (h >>> 16) ^ high, 0x45d9f3b) ^ currency[k];
  return h ^ (h >>> 15);
}

const same = (a: KeyedAmounts, i: number, b: KeyedAmounts, j: number): boolean =>
  a.key[i] === b.key[j] && a.amount[i] === b.amount[j] && a.currency[i] === b.currency[j];
