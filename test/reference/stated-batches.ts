// What files state of batches (matching-definitions.md, "Sums"): rows that name their payments, and rows of one batch.

import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { type AccountState, openClasses } from './account-state.ts';
import { canonical, type RefRow, type Sides } from './ref-row.ts';
import { inWindow, reachOf, sumsAgree, takeGroup } from './sums.ts';

const other = (side: Side): Side => (side === 'gl' ? 'bank' : 'gl');
const openRows = (state: AccountState, side: Side): RefRow[] =>
  openClasses(state, side)
    .flatMap(({ open }) => [...open])
    .toSorted(canonical);
const grouped = (side: Side, row: RefRow, parts: readonly RefRow[]): Sides<readonly RefRow[]> =>
  side === 'gl' ? { gl: [row], bank: parts } : { gl: parts, bank: [row] };
const isOf = (state: AccountState, rows: Sides<readonly RefRow[]>): boolean =>
  new Set([...rows.gl, ...rows.bank].map(({ currency }) => currency)).size === 1 &&
  sumsAgree(state, rows) &&
  inWindow(state, rows);

/** Tier 7: a row with the references of its payments. */
export function takeNamedPayments(state: AccountState): void {
  for (const side of SIDES) {
    const rowsOfSide = openRows(state, side);
    for (const row of rowsOfSide) {
      const parts = (row.payments ?? []).flatMap((reference) => {
        const carry = openRows(state, other(side)).filter((one) => one.reference === reference);
        const names = rowsOfSide.filter(({ payments = [] }) => payments.includes(reference));
        return carry.length === 1 && names.length === 1 ? carry : [];
      });
      const rows = grouped(side, row, parts.toSorted(canonical));
      if (parts.length > 1 && isOf(state, rows)) takeGroup(state, 7, rows);
    }
  }
}

interface Found {
  readonly side: Side;
  readonly row: RefRow;
  readonly parts: readonly RefRow[];
  readonly isLikely: boolean;
}

/** Tier 8: rows of one batch and the only row of their sum. Answers what is not taken. */
export function takeStatedBatches(state: AccountState): readonly Found[] {
  const found = SIDES.flatMap((side) => {
    const own = openRows(state, side);
    const others = openRows(state, other(side));
    const batches = [...Map.groupBy(own, ({ batch, currency }) => (batch ? `${batch} ${currency}` : ''))];
    return batches.flatMap(([name, parts]): Found[] => {
      const total = Math.abs(parts.reduce((sum, { amount }) => sum + amount, 0));
      if (name === '' || parts.length < 2 || total === 0) return [];
      const rows = others.filter((row) => isOf(state, grouped(other(side), row, parts)));
      const rivals = own.filter(
        (one) => !parts.includes(one) && rows.some((row) => isOf(state, grouped(other(side), row, [one]))),
      );
      const common = parts.reduce((divisor, { amount }) => gcd(divisor, Math.abs(amount)), total);
      const width = 2 * Number(reachOf({ sample: { ...parts[0]!, amount: total } }, state.parameters)) + 1;
      const isLikely = rows.length === 1 && rivals.length === 0 && others.length * Math.max(common, width) * 5 <= total;
      return rows.map((row) => ({ side: other(side), row, parts, isLikely }));
    });
  });
  return found.filter(({ side, row, parts, isLikely }, at) => {
    const isDisputed = found.some(
      (one, b) => b !== at && [one.row, ...one.parts].some((used) => used === row || parts.includes(used)),
    );
    const isTaken = isLikely && !isDisputed;
    if (isTaken) takeGroup(state, 8, grouped(side, row, parts));
    return !isTaken;
  });
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
