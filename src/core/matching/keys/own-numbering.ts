// Whether the reference fields of an account are each side's own numbering of its rows, and no references: the same
// numbers meet beside unlike amounts. Where only a few meet, that alone could be chance or errors, and the amounts are
// looked for: when they stand beside other numbers, the numbers are what is wrong.
// Rules: docs/decisions/matching-definitions.md, "Whether the reference field is one".

import type { RowColumns } from '../../records/rows/columns.ts';
import type { AccountColumns } from '../account-source.ts';
import { daysOfRows, OUTSIDE } from '../window.ts';

/** So many meetings speak for themselves; fewer than the least say nothing. */
export const ENOUGH = 20;
const LEAST = 3;
/** Own numbering: fewer than one in so many meet beside amounts that are alike; */
const ALIKE_SHARE = 5;
/** of a few, fewer than one in so many, and all but one in so many of the other rows have their amount elsewhere. */
const ALIKE_SHARE_OF_FEW = 2;
const ALONE_SHARE = 5;
const CLOSE_AMOUNT = 10; // a tenth

/** Whether magnitudes differ by a tenth of the larger at most, for a ledger in the bank's place has every sign turned. */
export function isAlike(x: number, y: number): boolean {
  const size = Math.abs(x);
  const other = Math.abs(y);
  return Math.abs(size - other) * CLOSE_AMOUNT <= Math.max(size, other);
}

/**
 * `mates`: by ledger place the bank place with the same number, where no other row of either side has it, else -1;
 * `shared`: how many there are; `alike`: beside how many of them amounts are alike.
 */
export function isOwnNumbering(
  input: AccountColumns,
  { mates, shared, alike }: { readonly mates: Int32Array; readonly shared: number; readonly alike: number },
): boolean {
  const pairs: [gl: number, bank: number][] = [];
  for (let g = 0; shared < ENOUGH && g < mates.length; g++) {
    if (mates[g] >= 0) pairs.push([input.rows.gl[g], input.rows.bank[mates[g]]]);
  }
  return meetByChance(input, { met: shared, alike }, pairs);
}

/**
 * Whether numbers that stand once on either side meet by chance: `met` of them, `alike` beside amounts that are alike;
 * `pairs`: rows of the columns that they join, needed where there are fewer than ENOUGH.
 */
export function meetByChance(
  input: AccountColumns,
  { met, alike }: { readonly met: number; readonly alike: number },
  pairs: readonly (readonly [gl: number, bank: number])[],
): boolean {
  if (met >= ENOUGH) return alike * ALIKE_SHARE < met;
  return met >= LEAST && alike * ALIKE_SHARE_OF_FEW < met && amountsAreElsewhere(input, pairs);
}

/** Whether nearly all rows of pairs of unlike amounts have theirs on the other side elsewhere. */
function amountsAreElsewhere(
  { gl, bank, rows, parameters }: AccountColumns,
  pairs: readonly (readonly [gl: number, bank: number])[],
): boolean {
  const meet = (i: number, j: number): boolean =>
    gl.amount[i] === bank.amount[j] &&
    currencyOf(gl, i) === currencyOf(bank, j) &&
    daysOfRows(gl, i, bank, j, parameters) !== OUTSIDE;
  let unlike = 0;
  let alone = 0;
  for (const [i, j] of pairs) {
    if (currencyOf(gl, i) === currencyOf(bank, j) && isAlike(gl.amount[i], bank.amount[j])) continue;
    unlike += 2;
    if (!rows.bank.some((other) => meet(i, other))) alone++;
    if (!rows.gl.some((other) => meet(other, j))) alone++;
  }
  return alone * ALONE_SHARE <= unlike;
}

const currencyOf = ({ currencies, currency }: RowColumns, row: number): string => currencies[currency[row]];
