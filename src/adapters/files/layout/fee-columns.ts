// The columns of fees that a mapping names: what an entry moves the account by is its amount less these. A fee is charged
// as a positive figure, or as a negative one if most of its column are; the opposite is a fee that came back.

import { TieoutError } from '../../../core/errors.ts';
import { type ColumnProfile, profileCells } from '../../../core/reading/cells/cell-profile.ts';
import type { GivenReading } from '../../../core/reading/columns/given-reading.ts';
import { columnsCalled } from '../../../core/reading/columns/kept-columns.ts';

export interface FeeColumn {
  readonly column: number;
  /** The column's own decimal mark; null if its cells do not show it. */
  readonly decimal: ColumnProfile['decimal'] | null;
  /** The effect on the account of a positive figure: -1 money out. */
  readonly effect: 1 | -1;
}

/** Throws mapping_invalid for a column that the file does not have, or that is named for a field. */
export function feeColumns(
  { fees = [] }: GivenReading,
  of: {
    readonly titles: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly isNamed: (column: number) => boolean;
    readonly file: string;
  },
): FeeColumn[] {
  const { titles, rows, isNamed, file } = of;
  const invalid = (sentence: string) => new TieoutError('mapping_invalid', sentence, { file });
  const columns = fees.flatMap((fee) => {
    const called = columnsCalled(fee, titles);
    if (called.length === 1 && !isNamed(called[0])) return called;
    throw invalid(
      called.length === 0
        ? `there is no column "${fee}", which the mapping has among the fees; the columns are ${titles.filter((t) => t !== '').join(', ')}.`
        : called.length === 1
          ? `"${fee}" is given to a field and to the fees.`
          : `several columns are called "${fee}"; name that of the fees by its number.`,
    );
  });
  return [...new Set(columns)].map((column) => {
    const { negative, nonZero, moneyDressed, decimal } = profileCells(rows.map((row) => row[column] ?? ''));
    return { column, decimal: moneyDressed > 0 ? decimal : null, effect: negative * 2 > nonZero ? 1 : -1 };
  });
}
