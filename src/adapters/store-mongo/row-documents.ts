// Documents of rows: ingestions and blocks, texts beside them, open rows and late groups, and summaries. Names and
// fields: documents.ts.

import type { ObjectId } from 'mongodb';
import type { RowPart } from '../../core/records/blocks/row-block.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { ColumnDefinition } from '../../core/records/rows/kind-columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';

export type Scope = Pick<SessionKey, 'tenant' | 'partner'>;

/** A text that may be long (rows/long-texts.ts): itself, or the ids of its pieces in their order. */
export type LongText = string | readonly ObjectId[];

export interface IngestionDocument extends SessionKey {
  /** The id that blocks refer to: an ingestion that was removed and is added again has new blocks. */
  readonly _id: ObjectId;
  /** Not there any more once it is being removed. */
  readonly ingestion_id?: string;
  readonly blocks: number;
  readonly header: LongText;
  readonly rejected: LongText;
  /** Who is about to remove it; adding it again takes that back. */
  readonly doomed?: string;
  /** The latest removal of its rows (retention.ts): of its blocks those count that were stored after it. */
  readonly removal?: number;
  /** Until a sweep has found that its session names it; written with it, so that it is found whenever it comes. */
  readonly unswept?: true;
}

/**
 * A block's header; the content is in block_contents. It is written after them, so that it is there only when they are.
 */
export interface RowBlockDocument extends Scope {
  readonly _id: ObjectId;
  readonly ingestion: ObjectId;
  readonly n: number;
  readonly header: LongText;
  readonly parts: Readonly<Record<string, readonly ObjectId[]>>;
  /** The removal after which it was stored again. */
  readonly after?: number;
}

export interface GroupBlockDocument extends SessionKey {
  readonly _id: ObjectId;
  readonly run_id: string;
  /** The fence of the attempt that wrote it: the blocks of the latest attempt are the run's. */
  readonly fence: number;
  readonly n: number;
  readonly header: LongText;
  readonly content: readonly ObjectId[];
}

/** Bytes of a block. `owner`: the run's id, or the ingestion's _id in hexadecimal. */
export interface ContentDocument extends SessionKey {
  readonly _id: ObjectId;
  readonly owner: string;
  /** The fence of the attempt, where the owner is a run. */
  readonly fence?: number;
  /** The removal after which it was stored again, where the owner is an ingestion. */
  readonly after?: number;
  readonly part: RowPart | 'groups';
  readonly bytes: Uint8Array;
}

/** A piece of a text that is too long for its document. `owner` as above; what has no owner goes with nothing. */
export interface TextDocument extends Scope {
  readonly _id: ObjectId;
  readonly owner: string;
  readonly text: string;
}

/** Bytes only where they are no UTF-8. */
type ItemText = string | Uint8Array;

export interface NamedDocument extends ColumnDefinition {
  readonly value: ItemText;
}

export interface OpenItemDocument extends SessionKey {
  /** The record id. */
  readonly _id: Uint8Array;
  readonly side: Side;
  readonly state: 'open' | 'claimed';
  /** Its place among the partner's open items and clusters, in the order in which they came to be. */
  readonly seq: number;
  readonly run_id: string;
  /** The place of that run (superseded.ts). Documents of former versions have none. */
  readonly run_place?: number;
  /** The taking of the row lease under which it was last written (superseded.ts). */
  readonly row_fence?: number;
  readonly ingestion_id: string;
  readonly ordinal: number;
  /** The row's uid, equal in every session. Documents of former versions have none. */
  readonly uid?: Uint8Array;
  readonly cluster_id: Uint8Array | null;
  /** The late group that has it; only of one that is claimed. */
  readonly claimed_by?: Uint8Array;
  readonly amount_minor: number;
  readonly booking_day: number;
  readonly value_day: number;
  readonly account: string;
  readonly currency: string;
  readonly flags: number;
  readonly file: string;
  readonly line: number;
  readonly fingerprint: Uint8Array;
  readonly reference: ItemText;
  readonly settlement_session: ItemText;
  readonly narration: ItemText;
  readonly source_id: ItemText;
  /** Values of columns of the row's kind; not there where rows have none. */
  readonly named?: readonly NamedDocument[];
}

/** A group that was made after the runs of its rows. Its rows are claimed in open_items. */
export interface LateGroupDocument extends Scope {
  /** The group id. */
  readonly _id: Uint8Array;
  /** Its place among the partner's open items, clusters and late groups. */
  readonly seq: number;
  readonly sessions: readonly string[];
  readonly operation: string;
  /** voiding: its rows are being freed. */
  readonly state: 'proposed' | 'confirmed' | 'voiding' | 'void';
  readonly record_ids: readonly Uint8Array[];
  readonly content: LongText;
  readonly settled_at: Date | null;
  readonly void_reason: string | null;
}

export interface SummaryDocument extends SessionKey {
  readonly _id: ObjectId;
  readonly recalculation_count: number;
  readonly cause: string;
  readonly created_at: Date;
  readonly summary: LongText;
  /** The basis of its figures; empty if it is not stored. Documents of former versions have none until asked. */
  readonly basis?: string;
}

/** How files of a layout are read for a partner. */
export interface FormatDocument extends Scope {
  readonly _id: ObjectId;
  readonly format_id: string;
  readonly remembered_at: Date;
  /** All of it, as JSON. */
  readonly format: string;
}
