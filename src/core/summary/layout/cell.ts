// Cells of a list that is written as CSV or as a sheet: each keeps what it is, a text, a number or a day, so that each
// format writes it in its own way.

import { formatDay, NO_DAY } from '../../money/calendar.ts';
import { exponentOf, formatMinor } from '../../money/money.ts';

export type LaidOutCell =
  | { readonly is: 'text'; readonly text: string }
  /** Digits with a point, as `-12.50`. */
  | { readonly is: 'number'; readonly digits: string }
  /** Day number; NO_DAY for a row without one. */
  | { readonly is: 'day'; readonly day: number };

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** Null: no line of titles. */
  readonly titles: readonly string[] | null;
  readonly lines: Iterable<readonly LaidOutCell[]>;
  /** How days are shown, as `dd/mm/yyyy`. */
  readonly dayFormat: string;
  /** Whether the titles stay in sight, each with a filter. */
  readonly isFiltered?: boolean;
  /** Widths of the first columns, in characters. */
  readonly widths?: readonly number[];
  /** Words that the cells of a column choose from, by its title. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
}

export const textCell = (text: string | null): LaidOutCell => ({ is: 'text', text: text ?? '' });
export const dayCell = (day: number | null): LaidOutCell => ({ is: 'day', day: day ?? NO_DAY });
export const numberCell = (value: number | null): LaidOutCell =>
  value === null ? textCell('') : { is: 'number', digits: String(value) };
export const moneyCell = (minor: number | bigint, currency: string): LaidOutCell => ({
  is: 'number',
  digits: formatMinor(minor, exponentOf(currency)),
});

/** The cell as a text, days as YYYY-MM-DD. */
export function cellText(cell: LaidOutCell): string {
  if (cell.is === 'text') return cell.text;
  return cell.is === 'number' ? cell.digits : (formatDay(cell.day) ?? '');
}

/** ISO, which every spreadsheet of the world reads alike. */
export const ISO_DAYS = 'yyyy-mm-dd';

/** The name of a column, from 0: A, B ... Z, AA ... */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnLetters(Math.floor(column / 26) - 1)}${last}`;
}
