// Whether equal values of one kind name one transaction, learned from the month at hand. Of the values that one row of
// each side has it is counted in how many the amounts of the two rows agree, and in how many they would by chance. Days
// say nothing here, because each side's own numbers follow its days.
// Rules: docs/decisions/matching-definitions.md, "Trust".

import { otherSide, type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountColumns } from '../account-source.ts';

/** The least share that is trusted: of equal values for a pair, of values that meet against those that do not. */
export const areMost = (some: number, all: number): boolean => 2 * some >= all;

/** Fewer values than this teach nothing: one other pair says nothing about chance. */
const LEAST = 3;
/** Before a month is read, this many values are taken to name one transaction. */
const PRIOR = 2;
/** One in ten pairs of one transaction has amounts that are not alike. */
const UNLIKE_ONE_IN = 10;
/** A row whose amount the other side has nowhere counts a quarter against a value: the amount may be wrong. */
const ALONE_ONE_IN = 4;

/** Sizes up to 2^53 in sixteenths of an octave. */
const STEPS = 16;
const SIZES = 54 * STEPS;
/** Amounts are alike up to so many steps apart: about a tenth. */
const STEPS_APART = 2;

/** Pairs of rows in which values of one kind meet. */
export class MetValues {
  #met = 0;
  #alike = 0;
  #alikeInSize = 0;
  readonly #sizes: Readonly<Record<Side, Float64Array>> = {
    gl: new Float64Array(SIZES),
    bank: new Float64Array(SIZES),
  };

  /** A value that one row a side has, with the amounts of the two rows. */
  add(gl: number, bank: number, isOneCurrency: boolean): void {
    const x = sizeOf(gl);
    const y = gl === bank ? x : sizeOf(bank);
    this.#met++;
    this.#sizes.gl[x]++;
    this.#sizes.bank[y]++;
    if (Math.abs(x - y) > STEPS_APART) return;
    this.#alikeInSize++;
    if (isOneCurrency) this.#alike++;
  }

  /** Whether at least half of the values name one transaction. `pairs`: the rows that were added, asked for if needed. */
  areTrusted(input: AccountColumns, pairs: () => Iterable<readonly [gl: number, bank: number]>): boolean {
    if (this.#met < LEAST) return true;
    const unlike = 2 * (this.#met - this.#alike);
    if (this.#areMost(unlike, 0)) return true;
    if (!this.#areMost(0, unlike)) return false;
    const alone = aloneAmong(input, pairs());
    return this.#areMost(unlike - alone, alone);
  }

  /** `elsewhere` and `alone`: rows in pairs of unlike amounts whose amount other rows have, or none. */
  #areMost(elsewhere: number, alone: number): boolean {
    const others = this.#met - 1;
    const sides = 2 * ALONE_ONE_IN;
    const speakFor = (this.#alike + PRIOR) * UNLIKE_ONE_IN + this.#met;
    const speakAgainst = elsewhere * ALONE_ONE_IN + alone;
    // Both in the same unit, which leaves no fraction.
    return (
      speakFor * others * sides >= this.#byChance() * UNLIKE_ONE_IN * sides + speakAgainst * others * UNLIKE_ONE_IN
    );
  }

  /** In how many pairs of other rows amounts are alike; divided by the values met but one: in how many by chance. */
  #byChance(): number {
    const { gl, bank } = this.#sizes;
    let pairs = -this.#alikeInSize;
    for (let size = 0; size < SIZES; size++) {
      if (gl[size] === 0) continue;
      for (let other = Math.max(0, size - STEPS_APART); other <= size + STEPS_APART; other++)
        pairs += gl[size] * (bank[other] ?? 0);
    }
    return pairs;
  }
}

/** Which sixteenth of which octave a magnitude lies in. */
function sizeOf(amount: number): number {
  let size = Math.abs(amount);
  let octave = 0;
  for (; size > 0x7fffffff; size = Math.floor(size / 2)) octave++;
  const zeros = Math.clz32(size);
  return (octave + 31 - zeros) * STEPS + (((size << zeros) >>> 27) & (STEPS - 1));
}

/** Rows in pairs of unlike amounts whose currency and magnitude no row of the other side has. */
function aloneAmong(input: AccountColumns, pairs: Iterable<readonly [gl: number, bank: number]>): number {
  const amounts = { gl: amountsOf(input.gl, input.rows.gl), bank: amountsOf(input.bank, input.rows.bank) };
  let alone = 0;
  for (const [gl, bank] of pairs) {
    const row = { gl, bank };
    const isOneCurrency = currencyOf(input.gl, gl) === currencyOf(input.bank, bank);
    if (isOneCurrency && areAlike(input.gl.amount[gl], input.bank.amount[bank])) continue;
    for (const side of SIDES) {
      const columns = input[side];
      const theirs = amounts[otherSide(side)].get(currencyOf(columns, row[side]));
      if (!theirs?.has(Math.abs(columns.amount[row[side]]))) alone++;
    }
  }
  return alone;
}

const areAlike = (x: number, y: number): boolean => Math.abs(sizeOf(x) - sizeOf(y)) <= STEPS_APART;

/** Magnitudes by currency. */
function amountsOf(columns: RowColumns, rows: Uint32Array): Map<string, Set<number>> {
  const amounts = new Map<string, Set<number>>();
  for (const row of rows) {
    const code = currencyOf(columns, row);
    const ofCode = amounts.get(code) ?? new Set();
    amounts.set(code, ofCode);
    ofCode.add(Math.abs(columns.amount[row]));
  }
  return amounts;
}

const currencyOf = ({ currencies, currency }: RowColumns, row: number): string => currencies[currency[row]];
