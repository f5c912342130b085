// Pools as classes of interchangeable rows, and the work that their sums cost. Many rows, above all those of one day,
// have the same pool, so the sums of a pool are kept for the next row.

import { otherSide, type Side } from '../../records/rows/columns.ts';
import { type Classes, classesOf, firstRow, sizeOf } from '../classes.ts';
import type { Matching } from '../matching.ts';
import { SumsOfPool } from './subset-sum.ts';

export interface ClassedPool {
  readonly classes: Classes;
  readonly sums: SumsOfPool;
}

/** The most sums that are kept, some fifty megabytes. */
const MOST_KEPT = 4_000_000;

export class PoolClasses {
  readonly #matching: Matching;
  readonly #kept = new Map<readonly number[], ClassedPool>();
  #keptSums = 0;

  constructor(matching: Matching) {
    this.#matching = matching;
  }

  /** `pool`: rows of the side that is not the target's. Equal pools are one list (pools.ts). */
  of(side: Side, pool: readonly number[]): ClassedPool {
    let classed = this.#kept.get(pool);
    if (classed === undefined) {
      classed = this.#classed(otherSide(side), pool);
      this.#keptSums += classed.sums.work;
      if (this.#keptSums > MOST_KEPT) {
        this.#kept.clear();
        this.#keptSums = classed.sums.work;
      }
      this.#kept.set(pool, classed);
    }
    return classed;
  }

  #classed(side: Side, pool: readonly number[]): ClassedPool {
    const { account, keys } = this.#matching;
    const classes = classesOf(account[side], keys[side].key, Uint32Array.from(pool));
    const amounts = Array.from({ length: classes.count }, (_, c) => ({
      amount: Math.abs(account[side].amount[firstRow(classes, c)]),
      count: sizeOf(classes, c),
    }));
    return { classes, sums: new SumsOfPool(amounts) };
  }
}
