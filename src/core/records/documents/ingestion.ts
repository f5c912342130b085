// An ingestion is what one file gave to one session: a header, with row blocks beside it. It is written once and never
// changed; the session says whether it counts. Its id is derived from its content.

import type { Side } from '../rows/columns.ts';
import type { SessionKey } from '../session-key.ts';
import type { AcceptedPlan } from './accepted-plan.ts';

/** A line that could not be understood. */
export interface RejectedRow {
  /** Line number as in an editor, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** Balances that the file states for one account, in minor units. */
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
  /** Name of the file as given. */
  readonly file: string;
  /** Digest of the file's bytes, in hexadecimal. */
  readonly fileDigest: string;
  /** Number of kept rows, the sum over its blocks. */
  readonly rows: number;
  /** Number of its row blocks, from 0; the ingestion is complete once all are stored. */
  readonly blocks: number;
  /** Number of rejected lines; the list is read separately. */
  readonly rejectedRows: number;
  readonly balances: readonly StatedBalance[];
  readonly warnings: readonly string[];
  /**
   * The plan by which the file was read; absent for older ingestions and for layouts that cannot be recognised again.
   */
  readonly plan?: AcceptedPlan;
  /** True: its rows were open before the session's period; absent for the period's own files. */
  readonly isOpening?: boolean;
  readonly addedAt: number;
}
