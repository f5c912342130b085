// A row of a file as cells of the report's tables.

import { formatDay } from '../money/calendar.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';
import { factsOfRow } from '../summary/statement/rows-of-lines.ts';
import { type Cell, figure } from './markup.ts';

export const ROW_TITLES: readonly Cell[] = ['Date', 'Row', 'Reference and narration', 'Currency', figure('Amount')];

export function rowCells(side: Side, columns: RowColumns, row: number): Cell[] {
  const { day, file, line, text } = factsOfRow(side, columns, row);
  const currency = columns.currencies[columns.currency[row]!] ?? '';
  const amount = signed(columns.amount[row]!, currency);
  return [formatDay(day) ?? 'no date', `${file}:${line}`, text, currency, figure(amount)];
}

/** `−1,234.50`, with the sign that typesetting has for it. */
export const signed = (minor: number | bigint, currency: string): string =>
  formatGrouped(minor, exponentOf(currency)).replace('-', '−');
