// Sums of the entries read so far, for comparison with totals that the file states. Entries are added only when the
// sums are asked for, so files without totals lose no time.

import { ROW_PENDING } from '../../../core/records/rows/columns.ts';
import type { ColumnBuilder } from './column-builder.ts';

/** Money in and out, both positive. */
export interface Sums {
  readonly inflow: number;
  readonly outflow: number;
}

/** Sums of the entries so far, in minor units, with the pending part. */
export interface SumsSoFar extends Sums {
  readonly entries: number;
  /** Entries that bring money in; the others take it out. */
  readonly incoming: number;
  readonly pendingIn: number;
  readonly pendingOut: number;
}

export class RunningSums {
  private readonly builder: ColumnBuilder;
  private readonly sums = { entries: 0, incoming: 0, inflow: 0, outflow: 0, pendingIn: 0, pendingOut: 0 };

  constructor(builder: ColumnBuilder) {
    this.builder = builder;
  }

  soFar(): SumsSoFar {
    const { sums } = this;
    const { amount, flags, count } = this.builder;
    for (; sums.entries < count; sums.entries++) {
      const minor = amount[sums.entries];
      const isPending = (flags[sums.entries] & ROW_PENDING) !== 0;
      if (minor > 0) {
        sums.inflow += minor;
        sums.incoming++;
      } else sums.outflow -= minor;
      if (isPending && minor > 0) sums.pendingIn += minor;
      else if (isPending) sums.pendingOut -= minor;
    }
    return { ...sums };
  }
}
