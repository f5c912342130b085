// Rows shaped like entries that were not understood: cut at another delimiter than the file's, or with a spoiled date
// or amount. They are never a heading or footer.

import { readsAsDay, readsAsMoney } from '../../../core/reading/cells/cell-profile.ts';
import { rowWords } from '../../../core/reading/titles/row-words.ts';
import type { FieldColumns } from '../../../core/reading/titles/target-fields.ts';
import { cutByOther } from '../columns/row-reasons.ts';
import type { Layout } from '../layout/table-layout.ts';
import { DELIMITERS } from '../rows/delimiters.ts';

/**
 * Why a line was not read, if it is an entry at another delimiter, or at the file's own with the whole line in one
 * quoted cell; else null.
 */
export function cutOtherwise(cells: readonly string[], { delimiter, titles, proposal }: Layout): string | null {
  if (delimiter === null) return null;
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  const line = cells.slice(0, filled).join(delimiter);
  const tried = DELIMITERS.filter((d) => line.includes(d) && (d !== delimiter || filled === 1));
  const other = tried.find((d) => isEntry(line.split(d), titles.length, proposal.columns));
  return other === undefined ? null : cutByOther(other, delimiter);
}

function isEntry(parts: readonly string[], width: number, columns: FieldColumns): boolean {
  if (parts.length > width) return false;
  const cells = parts.map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
  if (cells.some((cell) => rowWords(cell) !== null) || !readsAsDay(cells[columns.booking_date] ?? '')) return false;
  return moneyOf(cells, columns).some((cell) => /\d/.test(cell) && readsAsMoney(cell));
}

const moneyOf = (cells: readonly string[], { amount, debit, credit }: FieldColumns): string[] =>
  [amount, debit, credit].flatMap((i) => (i >= 0 && (cells[i] ?? '') !== '' ? [cells[i]] : []));

/** A text in the form of a date: digits with separators, perhaps with a time. */
const WRITTEN_DATE = /^(\d{1,2}([-/.])\d{1,2}\2(\d{2}|\d{4})|\d{4}([-/.])\d{1,2}\4\d{1,2})( \d{1,2}:\d{2}(:\d{2})?)?$/;
/** A value that a spreadsheet spoiled: ########, #N/A, #REF! */
const SPOILED = /^#{2,}$|^#[A-Z/0]+[!?]?$/;

/** Whether a failed date stands beside something in an amount column. */
export function isSpoiledEntry(cells: readonly string[], columns: FieldColumns): boolean {
  const date = cells[columns.booking_date] ?? '';
  const money = moneyOf(cells, columns);
  if (WRITTEN_DATE.test(date)) return money.length > 0;
  return SPOILED.test(date) && money.some((cell) => /[\d#]/.test(cell));
}
