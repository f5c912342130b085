// The rows of one side of an exception or a match in one cell: their text and their sum, which is made in minor units.

import type { Row } from '../../../gen/tieout/reporting/v1/rows_pb.ts';
import { minorOf, money, unitsOf } from './money.ts';

/** The text of the first row, and the number of rows. `all`: that number, where not all rows are here. */
export const textsOf = (rows: readonly Pick<Row, 'narration' | 'reference'>[], all = rows.length): string =>
  rows.length === 0 ? '–' : `${all > 1 ? `${all} rows: ` : ''}${rows[0]!.narration ?? rows[0]!.reference ?? ''}`;

export function sumOf(rows: readonly Pick<Row, 'amount' | 'currency'>[]): string {
  const currency = rows[0]?.currency;
  if (currency === undefined) return '';
  const minor = rows.reduce((sum, { amount }) => sum + minorOf(amount, currency), 0);
  return money(unitsOf(minor, currency), currency);
}
