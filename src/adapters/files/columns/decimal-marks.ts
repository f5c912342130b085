// Finds the decimal mark of money columns from all cells of a file. Cells that only one mark makes readable decide
// first, then the currency, then the form of most cells with three digits behind a mark.

import type { AmountReader, DecimalMark } from '../../../core/reading/cells/amount-text.ts';
import type { AmountReaders } from './cash-effect.ts';

/** Decimals of the currencies that write 1.234 for an amount between 1 and 2. */
const THREE = 3;

/** The decimal mark of each money column, from all of their cells. `exponent`: decimals of the currency. */
export function decimalMarks(
  readers: AmountReaders,
  exponent: number,
): Readonly<Record<keyof AmountReaders, DecimalMark>> {
  const common = commonMark(readers);
  const asDecimals = common === null && isDecimalPoint(readers, exponent);
  const markOf = (reader: AmountReader): DecimalMark => {
    const { decimal, forMark, againstMark } = reader;
    if (forMark + againstMark > 0) return againstMark <= forMark ? decimal : otherMark(decimal);
    const mark = markMet(reader);
    if (mark === null) return decimal;
    // Only cells like 15.000: as in the file's other amounts, else by the digits of all such cells.
    if (common !== null) return common;
    return (mark === '.' ? asDecimals : exponent === THREE) ? mark : otherMark(mark);
  };
  return {
    amount: markOf(readers.amount),
    debit: markOf(readers.debit),
    credit: markOf(readers.credit),
    balance: markOf(readers.balance),
  };
}

/** The mark before three digits in most of a column's cells; null if no cell has one. */
function markMet({ decimal, asDecimals, asThousands }: AmountReader): DecimalMark | null {
  if (asDecimals + asThousands === 0) return null;
  return asDecimals >= asThousands ? decimal : otherMark(decimal);
}

/**
 * From this share of amounts that need all three digits on, a currency with fewer decimals makes the mark a thousands
 * one.
 */
const FINE_SHARE = 0.1;

/**
 * Whether the point in 267.080 is a decimal one, when no cell decides. With a currency of three decimals it is.
 * Otherwise it is too, as in most files, unless most amounts end in 000 (15.000) or a tenth need all three digits.
 */
function isDecimalPoint({ amount, debit, credit, balance }: AmountReaders, exponent: number): boolean {
  if (exponent === THREE || exponent === 0) return exponent === THREE;
  let [cells, zeros, fine] = [0, 0, 0];
  for (const reader of [amount, debit, credit, balance]) {
    if (reader.forMark + reader.againstMark > 0 || markMet(reader) !== '.') continue;
    cells += reader.asDecimals + reader.asThousands;
    zeros += reader.threeZeros;
    fine += reader.threeFine;
  }
  return fine < cells * FINE_SHARE && zeros * 2 <= cells;
}

/** The decimal mark of all cells that need one, over all columns; null if none does or they differ. */
function commonMark({ amount, debit, credit, balance }: AmountReaders): DecimalMark | null {
  const decided = [amount, debit, credit, balance].filter(({ forMark, againstMark }) => forMark + againstMark > 0);
  const marks = new Set(decided.map((r) => (r.againstMark <= r.forMark ? r.decimal : otherMark(r.decimal))));
  return marks.size === 1 ? [...marks][0] : null;
}

/**
 * How a point before three digits (15.000) was read if only custom decides. Null if no amount has one, or if another
 * cell or the currency decides.
 */
export function ambiguousPoint(readers: AmountReaders, exponent: number): 'thousands' | 'decimals' | null {
  const { amount, debit, credit, balance } = readers;
  const open = [amount, debit, credit, balance].filter((r) => markMet(r) === '.');
  if (open.length === 0 || exponent === 0 || exponent === THREE || commonMark(readers) !== null) return null;
  return open.some((r) => r.decimal === ',') ? 'thousands' : 'decimals';
}

const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');
