// Open items: the rows that stay unmatched, each a document of its own, with all of its content, so that later work
// (another month, a decision) finds it without its block. In memory they are columns, with the position, the ids and
// the cluster of each row beside it.

import type { RowColumns, Side } from '../rows/columns.ts';
import { DIGEST_ID_BYTES } from '../rows/digest-ids.ts';

/** Row i of `rows` is item i; the ids are 16 bytes each (digest-ids.ts). */
export interface OpenItemColumns {
  readonly side: Side;
  readonly rows: RowColumns;
  /** Index into ingestions. */
  readonly ingestion: Uint32Array;
  readonly ordinal: Uint32Array;
  /** Ingestion ids that `ingestion` indexes. */
  readonly ingestions: readonly string[];
  /** The session of each ingestion; absent if all are of the session that was read. */
  readonly sessions?: readonly string[];
  readonly recordId: Uint8Array;
  /** The row's uid, equal in all sessions. All zeros: stored by a version without uids. */
  readonly uid: Uint8Array;
  /** All zeros: no cluster. */
  readonly clusterId: Uint8Array;
}

/** An id of all zeros. */
export const NO_ID = '0'.repeat(2 * DIGEST_ID_BYTES);

/** Open items that agree in all four, as an aggregate counts them. */
export interface OpenItemTotal {
  readonly side: Side;
  readonly account: string;
  readonly currency: string;
  readonly bookingDay: number;
  readonly rows: number;
  readonly amountMinor: bigint;
}
