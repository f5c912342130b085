// The rows of one side that have a known reference in their reference field, by reference, and how near their amounts
// are to another amount. A batch's name may be the reference of thousands of rows, so rows are sorted by amount and
// found by binary search. Rules: docs/decisions/matching-definitions.md, "Known references".

import type { RowColumns, Side } from '../../records/rows/columns.ts';
import { CARRY_REFERENCE } from '../reading/identifier-pieces.ts';
import type { Residue } from './residue.ts';

/** The known reference does not count. */
export const FAR = 0;
/** It counts, but after other identifiers. */
export const NEAR = 1;
/** It counts like other identifiers. */
const SAME = 2;

interface Asked {
  /** Signed minor units. */
  readonly amount: number;
  /** Index into the currencies of this side's rows; -1: none of theirs. */
  readonly currency: number;
}

/** Two amounts of one reference are near if the larger is at most this many times the smaller: a digit too many. */
export const MOST_TIMES = 10;

export class KnownFields {
  private readonly columns: RowColumns;
  /** Rows with identifier id: places start[id] .. start[id + 1) of the two lists. */
  private readonly start: Uint32Array;
  /** Sorted by magnitude; and by currency and sign, then magnitude. */
  private readonly bySize: Uint32Array;
  private readonly byBand: Uint32Array;

  /** `wanted`: by identifier 1 for known references that were found in texts. */
  constructor(
    residue: Residue,
    { side, columns, wanted }: { readonly side: Side; readonly columns: RowColumns; readonly wanted: Uint8Array },
  ) {
    this.columns = columns;
    const start = new Uint32Array(wanted.length + 2);
    eachField(residue, side, wanted, (id) => start[id + 2]++);
    for (let id = 0; id < wanted.length; id++) start[id + 2] += start[id + 1];
    this.bySize = new Uint32Array(start[wanted.length + 1]);
    eachField(residue, side, wanted, (id, row) => {
      this.bySize[start[id + 1]++] = row;
    });
    this.start = start.subarray(0, wanted.length + 1);
    this.byBand = this.bySize.slice();
    for (let id = 0; id < wanted.length; id++) {
      if (this.count(id) < 2) continue;
      this.rowsOf(this.bySize, id).sort((a, b) => this.size(a) - this.size(b));
      this.rowsOf(this.byBand, id).sort((a, b) => this.band(a) - this.band(b) || this.size(a) - this.size(b));
    }
  }

  count(id: number): number {
    return this.start[id + 1] - this.start[id];
  }

  /** The first row that has an identifier. */
  firstOf(id: number): number {
    return this.bySize[this.start[id]];
  }

  /** SAME: a row has the magnitude; NEAR: one of its sign and currency is not far from it. */
  nearness(id: number, { amount, currency }: Asked): number {
    const size = Math.abs(amount);
    const all = this.rowsOf(this.bySize, id);
    const same = firstWhere(all, (row) => this.size(row) >= size);
    if (same < all.length && this.size(all[same]) === size) return SAME;
    if (currency < 0) return FAR;
    const banded = this.rowsOf(this.byBand, id);
    const band = bandOf(currency, amount);
    const reaches = (row: number): boolean => this.size(row) * MOST_TIMES >= size;
    const near = firstWhere(banded, (row) => this.band(row) > band || (this.band(row) === band && reaches(row)));
    if (near === banded.length || this.band(banded[near]) !== band) return FAR;
    return this.size(banded[near]) <= size * MOST_TIMES ? NEAR : FAR;
  }

  private rowsOf(list: Uint32Array, id: number): Uint32Array {
    return list.subarray(this.start[id], this.start[id + 1]);
  }

  private size(row: number): number {
    return Math.abs(this.columns.amount[row]);
  }

  private band(row: number): number {
    return bandOf(this.columns.currency[row], this.columns.amount[row]);
  }
}

const bandOf = (currency: number, amount: number): number => currency * 2 + (amount > 0 ? 1 : 0);

/** The first place whose row fulfils the condition, or the length if none does. All rows after it fulfil it too. */
function firstWhere(rows: Uint32Array, holds: (row: number) => boolean): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(rows[middle])) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Rows of a side with a wanted identifier for their reference field, those settled at sight too. */
function eachField(residue: Residue, side: Side, wanted: Uint8Array, tell: (id: number, row: number) => void): void {
  const { carried } = residue;
  const { identifiers, row, n } = residue[side];
  const { ids, idStart, carry } = identifiers;
  for (let i = 0; i < n; i++) {
    for (let e = idStart[i]; e < idStart[i + 1]; e++) {
      if ((carry[e] & 3) === CARRY_REFERENCE && wanted[ids[e]]) tell(ids[e], row[i]);
    }
  }
  for (let k = 0; k < carried.ids.length; k++) if (wanted[carried.ids[k]]) tell(carried.ids[k], carried[side][k]);
}
