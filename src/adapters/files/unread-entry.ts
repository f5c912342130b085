// Rows that are shaped like entries and were not understood: cut at another delimiter than the file's, or with something
// under date and amount that a spreadsheet or a typist spoiled. They are no heading and no footer wherever they stand.

import { readsAsDay, readsAsMoney } from '../../core/mapping/cell-profile.ts';
import type { FieldColumns } from '../../core/mapping/propose-columns.ts';
import { rowWords } from '../../core/mapping/row-words.ts';

const DELIMITERS = [',', ';', '\t', '|', '~', '^'] as const;
/** Cells that a row has at least. */
const LEAST_CELLS = 3;

/** The delimiter at which the line reads as an entry, when it is not the file's; null when there is none. */
export function otherDelimiterOf(cells: readonly string[], delimiter: string): string | null {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  const line = cells.slice(0, filled).join(delimiter);
  return DELIMITERS.find((d) => d !== delimiter && line.includes(d) && isEntry(line.split(d))) ?? null;
}

function isEntry(parts: readonly string[]): boolean {
  const cells = parts.map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
  if (cells.length < LEAST_CELLS || cells.some((cell) => rowWords(cell) !== null)) return false;
  // The day stands among the first; money has decimals, for nearly any number reads as money.
  const day = cells.findIndex(readsAsDay);
  return day >= 0 && day < LEAST_CELLS && cells.some((cell) => /\d[.,]\d{2}$/.test(cell) && readsAsMoney(cell));
}

/** What a spreadsheet leaves of a value, and what is written like a date: digits and what stands between them. */
const SPOILED_DATE = /^#{2,}$|^#[A-Z/0]+[!?]?$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/;

/** Whether something that was to be a date stands beside something under the amount. */
export function isSpoiledEntry(cells: readonly string[], columns: FieldColumns): boolean {
  const money = [columns.amount, columns.debit, columns.credit].some((i) => i >= 0 && (cells[i] ?? '') !== '');
  return money && SPOILED_DATE.test(cells[columns.booking_date] ?? '');
}
