// What a report is made of.

import type { Side } from '../records/rows/columns.ts';
import type { Stated } from '../summary/statement/stated.ts';

export interface ReportedFile {
  readonly side: Side;
  readonly name: string;
  /** Of the file's bytes, hex. */
  readonly sha256: string;
  /** Rows that were read, those that another file of the side has too among them. */
  readonly rows: number;
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
}

export interface Reported {
  readonly stated: Stated;
  /** The kind of run (core/kinds). */
  readonly kind: string;
  readonly files: readonly ReportedFile[];
  /** How many rows of each side are of the period's own files; the opening rows follow. */
  readonly ownRows: Readonly<Record<Side, number>>;
  readonly narrative: string;
  /** Who signed a statement of the session, a line each. */
  readonly signed: readonly string[];
  readonly warnings: readonly string[];
  /** The reason of a cluster, by its place in the set. */
  readonly reasonOf: (cluster: number) => string;
}

export const SIDE_WORDS: Readonly<Record<Side, string>> = { gl: 'ledger', bank: 'bank' };
export const HOLDINGS_SIDE_WORDS: Readonly<Record<Side, string>> = { gl: 'books', bank: 'custodian' };
