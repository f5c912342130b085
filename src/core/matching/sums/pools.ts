// The pools of an open row (the target): open rows of the other side that may be its parts. They have its currency and
// direction, are no larger, lie in its window, and share a rare word or the day with it. Reversals are no part of a
// batch, nor are rows whose reference an open row of the other side carries.

import { otherSide, type Side } from '../../records/rows/columns.ts';
import { radixOrder } from '../../records/rows/radix-order.ts';
import { type Classes, classesOf, firstRow, sizeOf } from '../classes.ts';
import type { Matching } from '../matching.ts';
import { OPEN } from '../side-numbers.ts';
import { tokensOf } from '../texts/row-words.ts';
import { daysInWindow, OUTSIDE } from '../window.ts';
import { MOST_POOL, SumsOfPool } from './subset-sum.ts';

/** A pool as classes of interchangeable rows. */
interface ClassedPool {
  readonly classes: Classes;
  readonly sums: SumsOfPool;
}

/** The most sums that are kept, some fifty megabytes. */
const MOST_KEPT = 4_000_000;

export class Pools {
  readonly #matching: Matching;
  readonly #eligible: Readonly<Record<Side, Uint8Array>>;
  readonly #byDay: Readonly<Record<Side, Map<number, number[]>>>;
  readonly #byWord: Readonly<Record<Side, Map<number, number[]>>>;
  readonly #known: Readonly<Record<Side, Map<number, number[][]>>> = { gl: new Map(), bank: new Map() };
  readonly #classed = new Map<readonly number[], ClassedPool>();
  #keptSums = 0;

  constructor(matching: Matching, marked: Readonly<Record<Side, Uint8Array>>) {
    this.#matching = matching;
    const open = { gl: openKeys(matching, 'gl'), bank: openKeys(matching, 'bank') };
    const eligible = (side: Side): Uint8Array => {
      const { state } = matching.account[side];
      const { key } = matching.keys[side];
      return state.map((one, i) =>
        one === OPEN && marked[side][i] === 0 && !(key[i] >= 0 && open[otherSide(side)].has(key[i])) ? 1 : 0,
      );
    };
    this.#eligible = { gl: eligible('gl'), bank: eligible('bank') };
    this.#byDay = { gl: this.#listed('gl', daysOf), bank: this.#listed('bank', daysOf) };
    this.#byWord = { gl: this.#listed('gl', wordsOf), bank: this.#listed('bank', wordsOf) };
  }

  /** Rows that may be targets, in canonical order. */
  targets(side: Side): number[] {
    return [...this.#eligible[side].keys()].filter((i) => this.#eligible[side][i] === 1);
  }

  /**
   * The pool of shared words, then the pool of the day. Rows are in canonical order, at most MOST_POOL + 1. Equal pools
   * are one list.
   */
  of(side: Side, row: number): readonly (readonly number[])[] {
    const { account } = this.#matching;
    const band = bandOf(account[side], row);
    const other = otherSide(side);
    const sharing = wordsOf(account[side], row)
      .map((word) => this.#byWord[other].get(keyOf(band, word)) ?? [])
      .filter((rows) => rows.length <= MOST_POOL);
    const ofDays = daysOf(account[side], row).map((day) => this.#byDay[other].get(keyOf(band, day)) ?? []);
    return [sharing, ofDays].map((lists) => this.#once(other, this.#parts(side, row, lists)));
  }

  /** The classes and sums of a pool of a row of the side. They are kept, because many rows have the same pool. */
  classed(side: Side, pool: readonly number[]): ClassedPool {
    const known = this.#classed.get(pool);
    if (known !== undefined) return known;
    const { account, keys } = this.#matching;
    const other = otherSide(side);
    const classes = classesOf(account[other], keys[other].key, Uint32Array.from(pool));
    const amounts = Array.from({ length: classes.count }, (_, c) => ({
      amount: Math.abs(account[other].amount[firstRow(classes, c)]),
      count: sizeOf(classes, c),
    }));
    const classed = { classes, sums: new SumsOfPool(amounts) };
    this.#keptSums += classed.sums.work;
    if (this.#keptSums > MOST_KEPT) {
      this.#classed.clear();
      this.#keptSums = classed.sums.work;
    }
    this.#classed.set(pool, classed);
    return classed;
  }

  /** Makes equal pools one list; most rows of a day have the same pool. */
  #once(side: Side, pool: number[]): readonly number[] {
    const hash = pool.reduce((all, i) => (Math.imul(all, 0x01000193) ^ i) >>> 0, pool.length);
    const alike = this.#known[side].get(hash) ?? [];
    this.#known[side].set(hash, alike);
    const same = alike.find((one) => one.length === pool.length && one.every((i, at) => i === pool[at]));
    if (same === undefined) alike.push(pool);
    return same ?? pool;
  }

  #parts(side: Side, row: number, lists: readonly (readonly number[])[]): number[] {
    const { account, agreement, parameters } = this.#matching;
    const size = Math.abs(account[side].amount[row]);
    const most = size + agreement.reachOfSum(size, account[side].currency[row]);
    const other = account[otherSide(side)];
    const inWindow = (i: number): boolean => {
      const [g, b] = side === 'gl' ? [row, i] : [i, row];
      return daysInWindow(account.gl, g, account.bank, b, parameters) !== OUTSIDE;
    };
    const parts = new Set<number>();
    for (const list of lists) {
      for (const i of list) {
        if (Math.abs(other.amount[i]) > most || parts.size > MOST_POOL) break;
        if (inWindow(i)) parts.add(i);
      }
    }
    return [...parts].sort((a, b) => a - b);
  }

  #listed(side: Side, namesOf: typeof daysOf): Map<number, number[]> {
    const rows = this.#matching.account[side];
    const listed = new Map<number, number[]>();
    const targets = this.targets(side);
    const sizes = Float64Array.from(targets, (i) => Math.abs(rows.amount[i]));
    // The smallest first, so that a search ends at the first row that is too large.
    for (const at of radixOrder([sizes], sizes.length)) {
      const i = targets[at]!;
      for (const name of namesOf(rows, i)) {
        const key = keyOf(bandOf(rows, i), name);
        const list = listed.get(key) ?? [];
        listed.set(key, list);
        list.push(i);
      }
    }
    return listed;
  }
}

/** Number of bands: a currency's number is a byte, times two directions. */
const BANDS = 512;
const keyOf = (band: number, name: number): number => name * BANDS + band;

type Rows = Matching['account'][Side];

/** Rows of one currency and direction. */
const bandOf = ({ currency, amount }: Rows, i: number): number => currency[i] * 2 + (amount[i] > 0 ? 1 : 0);

const daysOf = ({ day, valueDay }: Rows, i: number): number[] =>
  day[i] === valueDay[i] ? [day[i]] : [day[i], valueDay[i]];

const wordsOf = ({ text }: Rows, i: number): number[] => [...tokensOf(text, i)];

function openKeys({ account, keys }: Matching, side: Side): ReadonlySet<number> {
  const open = new Set<number>();
  for (let i = 0; i < account[side].n; i++) {
    if (account[side].state[i] === OPEN && keys[side].key[i] >= 0) open.add(keys[side].key[i]);
  }
  return open;
}
