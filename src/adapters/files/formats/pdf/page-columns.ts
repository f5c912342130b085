// Columns of a statement from the places of its runs: in lines with a day and an amount, runs that stand one above the
// other are one column. The line of titles above names them; a title above no run is a column of its own.

import { readsAsDay, readsAsMoney } from '../../../../core/reading/cells/cell-profile.ts';
import { titleMeanings } from '../../../../core/reading/titles/header-synonyms.ts';
import type { Line } from './page-lines.ts';

export interface Column {
  left: number;
  right: number;
}

/** Titles that a line needs at least to be the header. */
const LEAST_TITLES = 3;

/** The columns from left to right; none if no line reads as an entry. */
export function columnsOf(lines: readonly Line[]): Column[] {
  const entries = lines.filter(isEntry);
  if (entries.length === 0) return [];
  const columns: Column[] = [];
  for (const { left, right } of entries.flat().toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last !== undefined && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  for (const { left, right } of lines.find(isTitles) ?? []) {
    if (columns.every((column) => overlap(column, { left, right }) <= 0)) columns.push({ left, right });
  }
  return columns.toSorted((a, b) => a.left - b.left);
}

const isEntry = (line: Line): boolean =>
  line.length >= 3 && line.some(({ text }) => readsAsDay(text)) && line.some(({ text }) => isAmount(text));

/** An amount shows its decimals: other numbers stand in narrations. */
const isAmount = (text: string): boolean => /[.,]\d{2}\D{0,4}$/.test(text) && readsAsMoney(text);

const isTitles = (line: Line): boolean =>
  line.filter(({ text }) => text.length <= 40 && titleMeanings(text).length > 0).length >= LEAST_TITLES;

const overlap = (a: Column, b: Column): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

/** The place of the column in which a run stands: the one that it covers most, else the nearest. */
export function columnAt(columns: readonly Column[], run: Column): number {
  let best = 0;
  for (let i = 1; i < columns.length; i++) if (overlap(columns[i], run) > overlap(columns[best], run)) best = i;
  return best;
}
