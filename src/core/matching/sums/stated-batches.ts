// Tier 8, for batches that a file states: the payments of one entry of a statement, or of one group of orders, against
// one open row of the other side with their sum. Nothing is chosen, so that any number of payments may be tried; but the
// row must be the only one, the batch its only one, and the amount one that is not met by chance. Rules:
// docs/decisions/matching-definitions.md, "Sums".

import { otherSide, type RowColumns, SIDES, type Side, textAt } from '../../records/rows/columns.ts';
import type { NumbersMatching } from '../matching.ts';
import { OPEN } from '../side-numbers.ts';
import { commonDivisor } from './chance.ts';
import { inGroupWindow } from './group-window.ts';
import { type GroupRows, sumOf, sumsAgree, takeGroup } from './take-group.ts';

/** The column that says to which batch of its file a row belongs; '' for none. */
const BATCH = 'batch';
/** A batch is taken if at most one in so many would meet a row of its amount by chance. */
const MOST_BY_CHANCE = 5;
/** Most open rows of about the amount: a more common one tells nothing. */
const MOST_NEAR = 25;

export interface StatedBatch {
  /** The side of the one row. */
  readonly side: Side;
  readonly row: number;
  /** The batch's rows, of the other side. */
  readonly parts: readonly number[];
}

/** Answers the batches that could as well be there by chance, or are disputed. */
export function takeStatedBatches(
  matching: NumbersMatching,
  columns: Readonly<Record<Side, RowColumns>>,
): readonly StatedBatch[] {
  const batches = { gl: batchesOf(matching, 'gl', columns.gl), bank: batchesOf(matching, 'bank', columns.bank) };
  if (batches.gl.length + batches.bank.length === 0) return [];
  const bySize = { gl: sizesOf(matching, 'gl'), bank: sizesOf(matching, 'bank') };
  const found: StatedBatch[] = [];
  const likely = new Set<StatedBatch>();
  for (const side of SIDES) {
    const others = otherSide(side);
    for (const parts of batches[side]) {
      const { amount, currency } = matching.account[side];
      const total = Math.abs(Number(sumOf(amount, parts)));
      if (total === 0 || !Number.isSafeInteger(total)) continue;
      const reach = matching.agreement.reachOfSum(total, currency[parts[0]!]!);
      const near = bySize[others].between(total - reach, total + reach);
      if (near.length > MOST_NEAR) continue;
      const rows = near.filter((row) => isOf(matching, groupOf(others, row, parts)));
      const isAlone = rows.length === 1 && !hasRival(matching, bySize[side], { side: others, row: rows[0]!, parts });
      const step = parts.reduce((divisor, i) => commonDivisor(divisor, Math.abs(amount[i]!)), total);
      const isUnlikely = bySize[others].count * Math.max(step, 2 * reach + 1) * MOST_BY_CHANCE <= total;
      for (const row of rows) {
        const one = { side: others, row, parts };
        found.push(one);
        if (isAlone && isUnlikely) likely.add(one);
      }
    }
  }
  const wanted = { gl: new Map<number, number>(), bank: new Map<number, number>() };
  const count = (side: Side, row: number) => wanted[side].set(row, (wanted[side].get(row) ?? 0) + 1);
  for (const { side, row, parts } of found) {
    count(side, row);
    for (const part of parts) count(otherSide(side), part);
  }
  return found.filter((one) => {
    const { side, row, parts } = one;
    const isOnly = wanted[side].get(row) === 1 && parts.every((part) => wanted[otherSide(side)].get(part) === 1);
    const isTaken = isOnly && likely.has(one);
    if (isTaken) takeGroup(matching, groupOf(side, row, parts), { tier: 8 });
    return !isTaken;
  });
}

const groupOf = (side: Side, row: number, parts: readonly number[]): GroupRows =>
  side === 'gl' ? { gl: [row], bank: parts } : { gl: parts, bank: [row] };

function isOf(matching: NumbersMatching, rows: GroupRows): boolean {
  const { gl, bank } = matching.account;
  const isOneCurrency = gl.currency[rows.gl[0]!] === bank.currency[rows.bank[0]!];
  return isOneCurrency && sumsAgree(matching, rows) && inGroupWindow(matching, rows);
}

/** Open rows of two and more, of one currency, in canonical order. */
function batchesOf({ account }: NumbersMatching, side: Side, columns: RowColumns): readonly (readonly number[])[] {
  const texts = columns.named?.find(({ name }) => name === BATCH)?.texts;
  if (texts === undefined) return [];
  const { n, row, state, currency } = account[side];
  const batches = new Map<string, number[]>();
  for (let i = 0; i < n; i++) {
    if (state[i] !== OPEN) continue;
    const batch = textAt(texts, row[i]!);
    if (batch === '') continue;
    const name = `${columns.file[row[i]!]} ${currency[i]} ${batch}`;
    const known = batches.get(name);
    if (known === undefined) batches.set(name, [i]);
    else known.push(i);
  }
  return [...batches.values()].filter((rows) => rows.length > 1);
}

interface BySize {
  readonly count: number;
  readonly between: (least: number, most: number) => readonly number[];
}

/** Open rows of a side by their size. */
function sizesOf({ account }: NumbersMatching, side: Side): BySize {
  const { n, amount, state } = account[side];
  const rows = Array.from({ length: n }, (_, i) => i)
    .filter((i) => state[i] === OPEN)
    .sort((a, b) => Math.abs(amount[a]!) - Math.abs(amount[b]!) || a - b);
  const firstFrom = (least: number): number => {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Math.abs(amount[rows[middle]!]!) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    count: rows.length,
    between: (least, most) => rows.slice(firstFrom(least), firstFrom(most + 1)),
  };
}

/** A single open row of the batch's side that could be the row's as well; of more than MOST_NEAR one is taken to be. */
function hasRival(matching: NumbersMatching, ofSide: BySize, { side, row, parts }: StatedBatch): boolean {
  const { amount, currency } = matching.account[side];
  const size = Math.abs(amount[row]!);
  const reach = matching.agreement.reachOfSum(size, currency[row]!);
  const ofBatch = new Set(parts);
  const near = ofSide.between(size - reach, size + reach);
  return near.length > MOST_NEAR || near.some((i) => !ofBatch.has(i) && isOf(matching, groupOf(side, row, [i])));
}
