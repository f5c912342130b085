// What the values of a ledger's and a statement's columns have in common: references that are met on the other side say
// which column of each is the reference, whatever they are called. Only single words with digits count, which hardly
// come twice by chance; amounts, days and counters do.

import { type ColumnProfile, readsAsDay } from '../reading/cells/cell-profile.ts';

/** Different values that two columns must share, and the share of the smaller one's that they must be. */
const LEAST = 3;
const LEAST_SHARE = 0.1;

/** A column of a side, by its file and its number. */
interface ColumnPlace {
  readonly file: number;
  readonly column: number;
}

export interface CommonValues {
  readonly gl: ColumnPlace;
  readonly bank: ColumnPlace;
  /** Different values that both have, and those of the column that has fewer. */
  readonly values: number;
  readonly of: number;
}

/** The different values of a column that may refer to something; empty where they count rows or are money or days. */
export function referringValues(cells: readonly string[], profile: ColumnProfile): ReadonlySet<string> {
  const none = new Set<string>();
  if (profile.filled === 0 || profile.days >= profile.filled * 0.5 || profile.moneyDressed > 0) return none;
  const values = new Set<string>();
  for (const cell of cells) {
    const value = cell.trim().replace(/^'/, '').toUpperCase();
    if (/^[A-Z0-9/_.:-]{5,64}$/.test(value) && /\d{3}/.test(value) && !readsAsDay(value)) values.add(value);
  }
  // What few rows share is an account or a batch; numbers that follow each other only count.
  if (values.size < LEAST || values.size < profile.filled * 0.3 || isCounted([...values])) return none;
  return values;
}

function isCounted(values: readonly string[]): boolean {
  if (!values.every((value) => /^\d{1,9}$/.test(value))) return false;
  const numbers = values.map(Number).sort((a, b) => a - b);
  return numbers.at(-1)! - numbers[0] < numbers.length * 2;
}

export interface ReferringColumn extends ColumnPlace {
  readonly values: ReadonlySet<string>;
}

/** Pairs of columns that have values in common, those with most first. */
export function commonValues(gl: readonly ReferringColumn[], bank: readonly ReferringColumn[]): CommonValues[] {
  const holders = new Map<string, number[]>();
  for (const [at, { values }] of gl.entries()) {
    for (const value of values) holders.set(value, [...(holders.get(value) ?? []), at]);
  }
  const found: CommonValues[] = [];
  for (const { file, column, values } of bank) {
    const shared = new Map<number, number>();
    for (const value of values) for (const at of holders.get(value) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    for (const [at, count] of shared) {
      const other = gl[at];
      const of = Math.min(values.size, other.values.size);
      if (count < LEAST || count < of * LEAST_SHARE) continue;
      found.push({
        gl: { file: other.file, column: other.column },
        bank: { file, column },
        values: count,
        of,
      });
    }
  }
  return found.sort((a, b) => b.values - a.values);
}
