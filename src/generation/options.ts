// The options of a made-up month, with defaults and limits.

import { MAX_ACCOUNTS, MAX_FILE_ROWS } from '../core/limits.ts';

export interface MonthOptions {
  /** Approximate number of rows on each side, 1 to MAX_FILE_ROWS. */
  readonly rows: number;
  /** Any text; the same text gives the same month. */
  readonly seed: string;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Number of accounts; with more than one the files have an account column. */
  readonly accounts: number;
  /** If false, no reference column has a value and no narration an identifier. */
  readonly references: boolean;
  /** Longest narration at the bank; 0 for any length. */
  readonly narrationWidth: number;
  /** If true, rows are in an order drawn by the seed; each keeps its balance. */
  readonly shuffled: boolean;
  readonly columns: ColumnStyle;
  /** Share of rows on both sides that stay open in truth, in millionths. */
  readonly openPerMillion: number;
  /** Share of events that are batches, in millionths: several entries of one side that the other has as one sum. */
  readonly batchesPerMillion: number;
}

/** plain: ISO dates and bare decimals. renamed: other titles, another order, day-first dates, grouped amounts. */
export type ColumnStyle = 'plain' | 'renamed';
export const COLUMN_STYLES: readonly ColumnStyle[] = ['plain', 'renamed'];

export const DEFAULT_MONTH: Omit<MonthOptions, 'rows' | 'seed'> = {
  year: 2026,
  month: 9,
  accounts: 1,
  references: true,
  narrationWidth: 0,
  shuffled: false,
  columns: 'plain',
  openPerMillion: 30_000,
  batchesPerMillion: 0,
};

export const MAX_GENERATED_ROWS = MAX_FILE_ROWS;
/** Above a half, a month would have more exceptions than entries. */
export const MAX_OPEN_PER_MILLION = 500_000;
/** Drawing by weight is exact up to a sum of 2^21 (weighted.ts), which a thousand accounts do not reach. */
export const MAX_GENERATED_ACCOUNTS = Math.min(1_000, MAX_ACCOUNTS);
