// An ingestion is what one file gave to one session: a header, and row blocks beside it. It is written once and never
// changed; only the session says whether it counts. Its id is derived from its content by the workflow.

import type { Side } from '../rows/columns.ts';
import type { SessionKey } from '../session-key.ts';
import type { AcceptedPlan } from './accepted-plan.ts';

/** A line that could not be understood. */
export interface RejectedRow {
  /** The line in the file as an editor shows it, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** The balances that the file states for one account, in minor units. */
export interface StatedBalance {
  readonly account: string;
  readonly currency: string;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
}

export interface IngestionHeader {
  readonly ingestionId: string;
  readonly key: SessionKey;
  readonly side: Side;
  /** The name as given. */
  readonly file: string;
  /** Digest of the file's bytes, in hexadecimal. */
  readonly fileDigest: string;
  /** Rows kept, which is the sum of the rows of its blocks. */
  readonly rows: number;
  /** Row blocks that belong to it, numbered from 0; the ingestion is whole once all of them are stored. */
  readonly blocks: number;
  /** How many lines were rejected; the list itself is read apart. */
  readonly rejectedRows: number;
  readonly balances: readonly StatedBalance[];
  readonly warnings: readonly string[];
  /**
   * The plan that the file was read by; absent for older ingestions, and for layouts that cannot be recognised again.
   */
  readonly plan?: AcceptedPlan;
  readonly addedAt: number;
}
