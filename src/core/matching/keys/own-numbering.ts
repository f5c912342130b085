// Decides whether the reference fields of an account are no references, because each side numbers its rows itself:
// equal numbers then have unlike amounts. If only a few numbers are equal, that could be chance or errors. Then the
// amounts are looked up: if they stand beside other numbers, the numbers are wrong. Rules:
// docs/decisions/matching-definitions.md, "Whether the reference field is one".

import type { RowColumns } from '../../records/rows/columns.ts';
import type { AccountColumns } from '../account-source.ts';
import { daysOfRows, OUTSIDE } from '../window.ts';

/** From this many equal numbers on, the share of like amounts decides. */
export const ENOUGH = 20;
/** With fewer equal numbers than this, nothing is decided. */
const LEAST = 3;
/** Own numbering: fewer than one in five equal numbers have like amounts. */
const ALIKE_SHARE = 5;
/** With few equal numbers: fewer than one in two have like amounts. */
const ALIKE_SHARE_OF_FEW = 2;
/** And at most one in five of the other rows has its amount nowhere else. */
const ALONE_SHARE = 5;
const CLOSE_AMOUNT = 10; // a tenth

/**
 * Whether magnitudes differ by at most a tenth of the larger. Signs are ignored: a ledger read as a bank has every sign
 * turned.
 */
export function isAlike(x: number, y: number): boolean {
  const size = Math.abs(x);
  const other = Math.abs(y);
  return Math.abs(size - other) * CLOSE_AMOUNT <= Math.max(size, other);
}

/**
 * `mates`: by ledger place the bank place with the same number, where no other row of either side has it, else -1;
 * `shared`: how many such pairs there are; `alike`: how many of them have like amounts.
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
 * Whether numbers that one row a side has are equal by chance. `met`: how many there are; `alike`: how many of them
 * have like amounts; `pairs`: the rows that they join, needed if there are fewer than ENOUGH.
 */
export function meetByChance(
  input: AccountColumns,
  { met, alike }: { readonly met: number; readonly alike: number },
  pairs: readonly (readonly [gl: number, bank: number])[],
): boolean {
  if (met >= ENOUGH) return alike * ALIKE_SHARE < met;
  return met >= LEAST && alike * ALIKE_SHARE_OF_FEW < met && amountsAreElsewhere(input, pairs);
}

/** Whether nearly all rows in pairs of unlike amounts have their amount in another row of the other side. */
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
