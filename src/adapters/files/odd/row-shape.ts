// The form of a row by its cells alone: empty, a rule, the header again, words below a narration, labels and figures by
// turns, a lone text. Nothing here knows the row above or changes anything; odd-rows.ts does, and asks in its own
// order.

import { type RowWords, rowWords } from '../../../core/reading/titles/row-words.ts';
import { plainTitle } from '../../../core/reading/words/plain-title.ts';
import type { Layout } from '../layout/table-layout.ts';

/** Each label is followed by its figure: Total Debit, 500.00; or both stand in one cell. */
export function isLabelled(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.every((cell, i) =>
    filled.length === 1 ? cell.includes(':') : /\p{L}{2}/u.test(cell) === (i % 2 === 0),
  );
}

/** At least two cells, of words without a digit. */
export function areWords(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length >= 2 && filled.every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell));
}

/** Figures under titles, at least one of which means a balance or a total. */
export function areFiguresUnder(cells: readonly string[], titles: readonly string[]): boolean {
  const filled = cells.flatMap((cell, i) => (cell === '' ? [] : [i]));
  const isSummary = filled.some((i) => {
    const words = rowWords(titles[i] ?? '');
    return words === 'opening' || words === 'closing' || words === 'total';
  });
  return isSummary && filled.every((i) => /^[-+(]?[\d.,' ]+\)?$/.test(cells[i]) && (titles[i] ?? '') !== '');
}

/** The text of a row that has one, null when it has several or none. */
export function loneText(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length === 1 && /\p{L}/u.test(filled[0]) ? filled[0] : null;
}

/** The meaning of the first cell with such words. */
export function firstWords(cells: readonly string[]): RowWords {
  for (const cell of cells) {
    const words = rowWords(cell);
    if (words !== null) return words;
  }
  return null;
}

/** Whether the row is the header, as on top of every page, or one of the two lines of it. */
export function isHeaderAgain(cells: readonly string[], { titles, headerLine }: Layout): boolean {
  if (headerLine === 0) return false;
  if (titles.every((title, i) => (cells[i] ?? '') === title.trim())) return true;
  const isPart = (cell: string, i: number) => ` ${titles[i] ?? ''} `.includes(` ${cell} `);
  return cells.filter((cell) => cell !== '').length > 1 && cells.every((cell, i) => cell === '' || isPart(cell, i));
}

/** Whether the row is the header with its titles in other places, the day's among them: rows below it read wrongly. */
export function isHeaderReordered(cells: readonly string[], { titles, headerLine, proposal }: Layout): boolean {
  if (headerLine === 0) return false;
  const known = titles.map(plainTitle);
  const row = cells.map(plainTitle);
  const filled = row.flatMap((title, i) => (title === '' ? [] : [i]));
  const hasDate = row.includes(known[proposal.columns.booking_date]);
  if (!hasDate || filled.length < 3 || !filled.every((i) => known.includes(row[i]))) return false;
  return filled.some((i) => known[i] !== row[i] && proposal.fields[known.indexOf(row[i])] !== null);
}

/** Words in the columns of the narration and nowhere else. */
export const isNarrationAlone = (cells: readonly string[], narration: readonly number[]): boolean =>
  cells.every((cell, i) => cell === '' || narration.includes(i));
