// The decimal mark of money columns, by all cells of a file: cells that only one mark makes readable, then the
// currency, then the form of most such cells.

import type { AmountReader, DecimalMark } from '../../../core/reading/cells/amount-text.ts';
import type { AmountReaders } from './cash-effect.ts';

/** Decimals of the currencies that write 1.234 for a little more than one. */
const THREE = 3;

/** The decimal mark of each column of money, by all of their cells. `exponent`: decimals of the currency. */
export function decimalMarks(
  readers: AmountReaders,
  exponent: number,
): Readonly<Record<keyof AmountReaders, DecimalMark>> {
  const common = commonMark(readers);
  const asDecimals = common === null && isDecimalPoint(readers, exponent);
  const of = (reader: AmountReader): DecimalMark => {
    const { decimal, forMark, againstMark } = reader;
    if (forMark + againstMark > 0) return againstMark <= forMark ? decimal : otherMark(decimal);
    const met = markMet(reader);
    if (met === null) return decimal;
    // 15.000 alone: as in the file's other amounts, else as the digits of all such cells suggest.
    if (common !== null) return common;
    return (met === '.' ? asDecimals : exponent === THREE) ? met : otherMark(met);
  };
  return {
    amount: of(readers.amount),
    debit: of(readers.debit),
    credit: of(readers.credit),
    balance: of(readers.balance),
  };
}

/** The mark that stands before three digits in most of a column's cells; null when none of them has any. */
function markMet({ decimal, asDecimals, asThousands }: AmountReader): DecimalMark | null {
  if (asDecimals + asThousands === 0) return null;
  return asDecimals >= asThousands ? decimal : otherMark(decimal);
}

/**
 * If a tenth of the amounts need all three digits behind the point, a currency with fewer decimals makes them
 * thousands.
 */
const FINE_SHARE = 0.1;

/**
 * Whether 267.080 has decimals, where no cell of the file decides: a currency with three writes so. Else the point
 * is what it is in most files, a decimal one, unless most amounts would be whole, 15.000, or could not be read.
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

/** The decimal mark that the cells which need one agree on, over all columns; null when none does, or they differ. */
function commonMark({ amount, debit, credit, balance }: AmountReaders): DecimalMark | null {
  const decided = [amount, debit, credit, balance].filter(({ forMark, againstMark }) => forMark + againstMark > 0);
  const marks = new Set(decided.map((r) => (r.againstMark <= r.forMark ? r.decimal : otherMark(r.decimal))));
  return marks.size === 1 ? [...marks][0] : null;
}

/**
 * How a point before three digits was read if only custom decides, 15.000, neither another cell nor the currency. Null
 * if no amount has one, or something decides.
 */
export function ambiguousPoint(readers: AmountReaders, exponent: number): 'thousands' | 'decimals' | null {
  const { amount, debit, credit, balance } = readers;
  const open = [amount, debit, credit, balance].filter((r) => markMet(r) === '.');
  if (open.length === 0 || exponent === 0 || exponent === THREE || commonMark(readers) !== null) return null;
  return open.some((r) => r.decimal === ',') ? 'thousands' : 'decimals';
}

const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');
