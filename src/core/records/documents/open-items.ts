// Open items: rows that stay unmatched, each stored with all its content, so that later work (another month, a
// decision) finds it without its block. In memory they are columns, with position, ids and cluster of each row.

import type { RowColumns, Side } from '../rows/columns.ts';
import { DIGEST_ID_BYTES } from '../rows/digest-ids.ts';

/** Item i is row i of `rows`; ids are 16 bytes each (digest-ids.ts). */
export interface OpenItemColumns {
  readonly side: Side;
  readonly rows: RowColumns;
  /** Index into ingestions. */
  readonly ingestion: Uint32Array;
  readonly ordinal: Uint32Array;
  /** Ids to which `ingestion` refers. */
  readonly ingestions: readonly string[];
  /** The session of each ingestion; absent if all are of the session that was read. */
  readonly sessions?: readonly string[];
  readonly recordId: Uint8Array;
  /** The row's uid, equal in all sessions; all zeros if stored by a version without uids. */
  readonly uid: Uint8Array;
  /** All zeros if it has no cluster. */
  readonly clusterId: Uint8Array;
}

/** An id of all zeros. */
export const NO_ID = '0'.repeat(2 * DIGEST_ID_BYTES);

/** A count and sum of open items that agree in side, account, currency and day. */
export interface OpenItemTotal {
  readonly side: Side;
  readonly account: string;
  readonly currency: string;
  readonly bookingDay: number;
  readonly rows: number;
  readonly amountMinor: bigint;
}
