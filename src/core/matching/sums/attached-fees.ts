// Adds fee lines to transactions that a kind's own identifiers have matched: open rows with a key of the transaction
// that are the fee due on their side join its group. A line that looks like the fee but has another amount stays open
// with the amount still due. Only the largest transaction of a key has lines. The kind says which rows may be lines and
// what is due.

import { type DueFee, linesOfFee, unpaidLines } from '../../fees/due-fee.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { KeyedRows, PairOfRows } from '../keyed-rows.ts';
import { type KeyArrays, NO_KEY } from '../keys/rows-by-key.ts';
import { MATCHED, OPEN } from '../side-numbers.ts';
import type { LocalGroup } from '../tiers/local-group.ts';
import type { ExpectedFees } from './fee-lines.ts';

export interface AttachedFees<Due extends DueFee> {
  /** The keys of lines, each of one currency, the strongest first. */
  readonly keys: readonly KeyArrays[];
  /** The key of a transaction for lines of a side. */
  readonly keyOf: (keys: KeyArrays, side: Side, pair: PairOfRows) => number;
  /** Whether no transaction has lines if several are the largest of their key; else the first of them has. */
  readonly isAlone: boolean;
  readonly isLine: (side: Side, row: number, pair: PairOfRows) => boolean;
  readonly saysFee: (side: Side, row: number) => boolean;
  readonly dueOf: (side: Side, pair: PairOfRows) => Due | null;
  /** The amount that an unpaid line should have. */
  readonly expected: (side: Side, row: number, unpaid: { readonly due: Due; readonly left: number }) => number;
  /** Changes a group that lines have joined. */
  readonly joined: (group: LocalGroup, due: Due) => void;
}

/** `groups`: pairs in the order of preference. */
export function attachFees<Due extends DueFee>(
  rows: KeyedRows,
  groups: readonly LocalGroup[],
  terms: AttachedFees<Due>,
): ExpectedFees {
  const expected = { gl: new Float64Array(rows.gl.n).fill(-1), bank: new Float64Array(rows.bank.n).fill(-1) };
  const joined = new Map<LocalGroup, Due>();
  for (const side of SIDES) {
    const { amount, state } = rows[side];
    for (const [group, lines] of linesBeside(rows, groups, { ...terms, side })) {
      const due = terms.dueOf(side, pairOf(group));
      if (due === null) continue;
      const size = (row: number): number => Math.abs(amount[row]);
      const beside = { lines, size, saysFee: (row: number) => terms.saysFee(side, row) };
      const paid = linesOfFee(beside, due);
      const unpaid = unpaidLines(beside, due, paid);
      for (const row of unpaid.lines) expected[side][row] = terms.expected(side, row, { due, left: unpaid.due });
      if (paid.length === 0) continue;
      for (const row of paid) state[row] = MATCHED;
      group[side].push(...paid);
      joined.set(group, due);
    }
  }
  for (const [group, due] of joined) terms.joined(group, due);
  return expected;
}

const pairOf = ({ gl, bank }: LocalGroup): PairOfRows => ({ gl: gl[0], bank: bank[0] });

type LineTerms = Pick<AttachedFees<DueFee>, 'keys' | 'keyOf' | 'isAlone' | 'isLine'> & { readonly side: Side };

/** The open rows of a side that may be fees, by transaction, in the order of time. */
function linesBeside(
  rows: KeyedRows,
  groups: readonly LocalGroup[],
  terms: LineTerms,
): ReadonlyMap<LocalGroup, readonly number[]> {
  const { keys, isLine, side } = terms;
  const { inTime, state } = rows[side];
  const open = inTime.filter((row) => state[row] === OPEN && keys.some(({ of }) => of[side][row] !== NO_KEY));
  const lines = new Map<LocalGroup, number[]>();
  if (open.length === 0) return lines;
  const largest = keys.map((each) => largestByKey(rows, groups, { ...terms, keys: each }));
  for (const row of open) {
    const group = keys.map(({ of }, k) => groups[largest[k][of[side][row]]]).find((found) => found !== undefined);
    if (group === undefined || !isLine(side, row, pairOf(group))) continue;
    const known = lines.get(group);
    if (known === undefined) lines.set(group, [row]);
    else known.push(row);
  }
  return lines;
}

const NONE = -1;

/** For each key the place of the largest transaction among the groups, or NONE. */
function largestByKey(
  { gl: { amount } }: KeyedRows,
  groups: readonly LocalGroup[],
  { keys, keyOf, isAlone, side }: Omit<LineTerms, 'keys'> & { readonly keys: KeyArrays },
): Int32Array {
  const largest = new Int32Array(keys.count).fill(NONE);
  const isTied = new Uint8Array(keys.count);
  const size = (g: number): number => Math.abs(amount[groups[g].gl[0]]);
  for (let g = 0; g < groups.length; g++) {
    const key = keyOf(keys, side, pairOf(groups[g]));
    if (key === NO_KEY) continue;
    const more = largest[key] === NONE ? 1 : size(g) - size(largest[key]);
    if (more > 0) largest[key] = g;
    if (more >= 0) isTied[key] = more === 0 ? 1 : 0;
  }
  return isAlone ? largest.map((g, key) => (isTied[key] ? NONE : g)) : largest;
}
