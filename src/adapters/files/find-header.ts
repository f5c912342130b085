// Which row of a sample is the header: by the titles that are known, by those that a mapping names, or by the contrast
// of words above days and amounts.

import { readsAsDay, readsAsMoney } from '../../core/mapping/cell-profile.ts';
import { type ColumnMappingFile, mappedTitles } from '../../core/mapping/column-mapping.ts';
import { plainTitle, titleMeanings } from '../../core/mapping/header-synonyms.ts';
import { isPendingWord } from '../../core/mapping/row-words.ts';
import type { Side } from '../../core/records/columns.ts';

export interface SampleRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** A header stands among the first lines: real preambles have under 30. */
export const HEADER_ROWS = 120;

export const isBlank = (row: SampleRow) => row.cells.every((c) => c === '');

/** The header: the row with most known titles, among them a date or money, none of its cells a value itself. */
export function findHeader(
  rows: readonly SampleRow[],
  mapping: ColumnMappingFile | undefined,
  side: Side,
): SampleRow | null {
  let best: SampleRow | null = null;
  let bestScore = 0;
  const wanted = mapping && mappedTitles(mapping, side).map(plainTitle);
  for (const row of rows.slice(0, HEADER_ROWS)) {
    const score = wanted ? mappedScore(row, wanted) : headerScore(row);
    if (score > bestScore) {
      best = row;
      bestScore = score;
    }
  }
  return best ?? headerByContrast(rows);
}

function mappedScore(row: SampleRow, wanted: readonly string[]): number {
  const titles = row.cells.map(plainTitle);
  const found = wanted.filter((title) => titles.includes(title)).length;
  return found > 0 ? found + headerScore(row) / 1000 : 0;
}

function headerScore(row: SampleRow): number {
  const filled = row.cells.filter((c) => c !== '');
  if (filled.length < 2 || filled.some(isValue)) return 0;
  let known = 0;
  let date = 0;
  let money = 0;
  for (const cell of filled) {
    const meanings = titleMeanings(cell);
    if (meanings.length === 0 || cell.length > 60) continue;
    known += meanings.some((m) => m.weight >= 1) ? 1 : 0.5;
    if (meanings.some((m) => m.field.endsWith('_date'))) date = 1;
    if (meanings.some((m) => m.field === 'amount' || m.field === 'debit' || m.field === 'credit')) money = 1;
  }
  if (known < 2 || date + money === 0) return 0;
  return known + 5 * date + 5 * money;
}

/** A cell that is a value rather than a title: a day, or money with decimals. */
function isValue(cell: string): boolean {
  return isDayCell(cell) || (/\d/.test(cell) && readsAsMoney(cell));
}

const isDayCell = (cell: string): boolean => readsAsDay(cell) && !isPendingWord(cell);

/** Titles that say nothing still differ from what stands under them: words above days and amounts. */
function headerByContrast(rows: readonly SampleRow[]): SampleRow | null {
  const first = rows.findIndex((row) => row.cells.length > 1 && row.cells.some(isDayCell));
  if (first <= 0) return null;
  for (let i = first - 1; i >= 0; i--) {
    const { cells } = rows[i];
    if (isBlank(rows[i])) continue;
    const filled = cells.filter((c) => c !== '');
    const likely = filled.length >= 2 && filled.length >= rows[first].cells.length * 0.6 && !filled.some(isValue);
    return likely && new Set(filled).size === filled.length ? rows[i] : null;
  }
  return null;
}
