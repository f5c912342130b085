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

/** A call or a sweep that decided, with what it did in the session. */
export interface DecidedCall {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** Id of the caller; null where nobody is known. */
  readonly by: string | null;
  readonly decision: string;
  /** Classes of the exceptions, in order of the audit. */
  readonly types: readonly string[];
  readonly clusters: number;
  readonly note: string | null;
  /** Whether a pattern's sweep decided. */
  readonly byPattern: boolean;
}

export interface Reported {
  readonly stated: Stated;
  /** The kind of run (core/kinds). */
  readonly kind: string;
  readonly files: readonly ReportedFile[];
  /** How many rows of each side are of the period's own files; the opening rows follow. */
  readonly ownRows: Readonly<Record<Side, number>>;
  readonly narrative: string;
  /** What was decided of the session, in order. */
  readonly decided: readonly DecidedCall[];
  /** Who signed a statement of the session, a line each. */
  readonly signed: readonly string[];
  readonly warnings: readonly string[];
  /** The reason of a cluster, by its place in the set. */
  readonly reasonOf: (cluster: number) => string;
}

export const SIDE_WORDS: Readonly<Record<Side, string>> = { gl: 'ledger', bank: 'bank' };
export const HOLDINGS_SIDE_WORDS: Readonly<Record<Side, string>> = { gl: 'books', bank: 'custodian' };
