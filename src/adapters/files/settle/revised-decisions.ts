// Judges the sample's decisions by the whole columns: each is kept, or revised, and then the file is read again.

import type { DayOrder, DayReader } from '../../../core/reading/cells/day-text.ts';
import { wordlessBalances } from '../../../core/reading/leave-out.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import { usualSigns } from '../../../core/reading/proof/usual-signs.ts';
import { decimalMarks } from '../columns/decimal-marks.ts';
import { type Decisions, unmarkedOf } from '../layout/decisions.ts';
import type { RowReader } from '../scan/read-rows.ts';

/** Better decisions, if the whole file contradicts those it was read by; else null. */
export function revisedDecisions(
  reader: RowReader,
  made: Decisions,
  balances: readonly AccountBalance[],
): Decisions | null {
  const { given } = reader.layout;
  const revised: Decisions = {
    ...made,
    bookingOrder: given.dateOrder ?? orderOf(reader.booking),
    valueOrder: given.dateOrder ?? orderOf(reader.value),
    decimals:
      given.decimal !== undefined
        ? made.decimals
        : decimalMarks(reader.cash.readers, reader.labels.exponentOfEntries()),
    usual: reader.layout.proposal.usualSigns ?? usualSigns(reader.cash.signs),
    unmarked: unmarkedOf(reader.cash),
    byBalance: made.byBalance && reader.signsGiven !== null,
    reversed: made.reversed || isReversed(reader, balances),
  };
  return JSON.stringify(revised) === JSON.stringify(made) ? null : revised;
}

/** Decisions that give entries without a day the one above, or no more; null for those that were made. */
export function withDaysCarried(
  { odd: { undated } }: RowReader,
  made: Decisions,
  balances: readonly AccountBalance[],
): Decisions | null {
  if (made.carriesDays === null && undated.mayCarry) return { ...made, carriesDays: true };
  return made.carriesDays === true && !undated.isProven(balances) ? { ...made, carriesDays: false } : null;
}

/** Decisions that count all dated totals as entries, if some were left out wrongly; else null. Ask after all others. */
export const withTotalsEntered = (reader: RowReader, made: Decisions): Decisions | null =>
  reader.odd.sums.dated.leftOutWrongly ? { ...made, totalsAreEntries: true } : null;

/** Decisions that count unproven balances as entries; null if there are none. */
export function withBalancesEntered({ odd }: RowReader, made: Decisions): Decisions | null {
  const unproven = odd.figures.unproven();
  if (unproven.length === 0) return null;
  return { ...made, enteredLines: [...new Set([...made.enteredLines, ...unproven])].sort((a, b) => a - b) };
}

/** Decisions that count the first and last row as balances, if the file's figures prove that; else null. */
export function withBalancesByFigures({ builder: b, layout, odd }: RowReader, made: Decisions): Decisions | null {
  const { columns } = layout.proposal;
  const isOne = b.count > 0 && b.count <= MOST_ROWS && odd.figures.balances().length === 0;
  if (made.balanceLines !== null || columns.balance >= 0 || !isOne) return null;
  for (let i = 1; i < b.count; i++) if (b.account[i] !== b.account[0] || b.currency[i] !== b.currency[0]) return null;
  const found = wordlessBalances(b.amount.subarray(0, b.count));
  if (found === null) return null;
  const line = (row: number) => b.line[row];
  return {
    ...made,
    balanceLines: { opening: line(found.opening), closing: line(found.closing), sums: found.sums.map(line) },
  };
}

/** Most rows for which the figures of the first and last are examined. */
const MOST_ROWS = 100_000;

function orderOf({ order, dayFirstOnly, monthFirstOnly }: DayReader): DayOrder {
  if (order === 'year-first' || dayFirstOnly === monthFirstOnly) return order;
  return monthFirstOnly > dayFirstOnly ? 'month-first' : 'day-first';
}

/** Rows in which the balance must contradict the sign before it is reversed. */
const PROOFS = 3;

/** Whether the balance falls at positive amounts of a single signed column. */
function isReversed(reader: RowReader, balances: readonly AccountBalance[]): boolean {
  if (reader.layout.proposal.columns.amount < 0 || reader.cash.marks.in + reader.cash.marks.out > 0) return false;
  let straight = 0;
  let inverse = 0;
  let checks = 0;
  for (const b of balances) {
    straight += b.straight;
    inverse += b.inverse;
    checks += b.checks;
  }
  return checks >= PROOFS && inverse >= checks * 0.9 && straight <= checks * 0.1;
}
