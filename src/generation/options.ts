// What can be asked of a made-up month, with its defaults and the limits of each answer.

import { MAX_ACCOUNTS, MAX_FILE_ROWS } from '../core/limits.ts';

export interface MonthOptions {
  /** About so many rows a side, from 1 to MAX_FILE_ROWS. */
  readonly rows: number;
  /** Any text; the same text gives the same month. */
  readonly seed: string;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** With more than one the files carry an account column. */
  readonly accounts: number;
  /** False: no reference column holds a value and no narration an identifier. */
  readonly references: boolean;
  /** Characters that the bank keeps of a narration; 0 keeps all. */
  readonly narrationWidth: number;
  /** True: the rows of both files stand in an order drawn by the seed; each row's balance stays with it. */
  readonly shuffled: boolean;
  readonly columns: ColumnStyle;
  /** Share of the rows of both sides that stay open in truth, in parts per million. */
  readonly openPerMillion: number;
  /** How many of a million events are batches: several entries of one side that the other has in one sum. */
  readonly batchesPerMillion: number;
}

/** `plain`: ISO dates and bare decimals. `renamed`: other titles, another order, day-first dates, grouped amounts. */
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
/** Above half, a month would have more exceptions than entries. */
export const MAX_OPEN_PER_MILLION = 500_000;
/** The draw by weight is exact up to a sum of 2^21 (weighted.ts), which a thousand accounts stay below. */
export const MAX_GENERATED_ACCOUNTS = Math.min(1_000, MAX_ACCOUNTS);
