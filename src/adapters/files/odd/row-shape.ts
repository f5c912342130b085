// The form of a row by its cells alone: a repeated header, labels with figures, a single text. Nothing here knows the
// rows above; odd-rows.ts does, and asks in its own order.

import { type RowWords, rowWords } from '../../../core/reading/titles/row-words.ts';
import { plainTitle } from '../../../core/reading/words/plain-title.ts';
import type { Layout } from '../layout/table-layout.ts';

/** Whether each label is followed by its figure (Total Debit, 500.00), or one cell has both. */
export function isLabelled(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.every((cell, i) =>
    filled.length === 1 ? cell.includes(':') : /\p{L}{2}/u.test(cell) === (i % 2 === 0),
  );
}

/** Whether the row has at least two cells, all of them words without a digit. */
export function areWords(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length >= 2 && filled.every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell));
}

/** Whether the cells are figures below titles, at least one of which names a balance or a total. */
export function areFiguresUnder(cells: readonly string[], titles: readonly string[]): boolean {
  const filled = cells.flatMap((cell, i) => (cell === '' ? [] : [i]));
  const isSummary = filled.some((i) => {
    const words = rowWords(titles[i] ?? '');
    return words === 'opening' || words === 'closing' || words === 'total';
  });
  return isSummary && filled.every((i) => /^[-+(]?[\d.,' ]+\)?$/.test(cells[i]) && (titles[i] ?? '') !== '');
}

/** The text of a row with a single filled cell; null for any other row. */
export function loneText(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length === 1 && /\p{L}/u.test(filled[0]) ? filled[0] : null;
}

/** The meaning of the first cell that has words of a balance, a total or an end. */
export function firstWords(cells: readonly string[]): RowWords {
  for (const cell of cells) {
    const words = rowWords(cell);
    if (words !== null) return words;
  }
  return null;
}

/** Whether the row repeats the header, as on top of every page, or one of its two lines. */
export function isHeaderAgain(cells: readonly string[], { titles, headerLine }: Layout): boolean {
  if (headerLine === 0) return false;
  if (titles.every((title, i) => (cells[i] ?? '') === title.trim())) return true;
  const isPart = (cell: string, i: number) => ` ${titles[i] ?? ''} `.includes(` ${cell} `);
  return cells.filter((cell) => cell !== '').length > 1 && cells.every((cell, i) => cell === '' || isPart(cell, i));
}

/**
 * Whether the row is the header with its titles, the date's among them, in other places: rows below would read wrongly.
 */
export function isHeaderReordered(cells: readonly string[], { titles, headerLine, proposal }: Layout): boolean {
  if (headerLine === 0) return false;
  const known = titles.map(plainTitle);
  const row = cells.map(plainTitle);
  const filled = row.flatMap((title, i) => (title === '' ? [] : [i]));
  const hasDate = row.includes(known[proposal.columns.booking_date]);
  if (!hasDate || filled.length < 3 || !filled.every((i) => known.includes(row[i]))) return false;
  return filled.some((i) => known[i] !== row[i] && proposal.fields[known.indexOf(row[i])] !== null);
}

/** Whether only columns of the narration are filled. */
export const isNarrationAlone = (cells: readonly string[], narration: readonly number[]): boolean =>
  cells.every((cell, i) => cell === '' || narration.includes(i));
