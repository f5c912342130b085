// What every benchmark is given and what it answers: lines for a person on the way, and at the end its figures under
// stable names.

import type { Inputs } from './inputs.ts';

export interface BenchOptions {
  /** Rows a side when another number than the benchmark's own was asked for. */
  readonly rows: number | null;
  /** The part that is asked for, of those that have parts; null: all. */
  readonly only: string | null;
  /** A file of labelled pairs, where one was named. */
  readonly pairs: string | null;
  readonly inputs: Inputs;
  /** Prints a line, unless only figures were asked for. */
  readonly say: (line: string) => void;
}

/** Seconds, bytes, counts, shares and ratios by name. */
export type Figures = Readonly<Record<string, number>>;
