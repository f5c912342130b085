// Documents of rows: ingestions, blocks, long texts, open items, late groups, summaries, formats and terms of partners.

import type { ObjectId } from 'mongodb';
import type { ActKind } from '../../core/people/act.ts';
import type { RowPart } from '../../core/records/blocks/row-block.ts';
import type { JournalEventKind } from '../../core/records/journal-life.ts';
import type { PartnerTermsName } from '../../core/records/partner-terms.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { ColumnDefinition } from '../../core/records/rows/kind-columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';

export type Scope = Pick<SessionKey, 'tenant' | 'partner'>;

/** A text that may be long (connection/long-texts.ts): the text itself, or the ids of its pieces in order. */
export type LongText = string | readonly ObjectId[];

export interface IngestionDocument extends SessionKey {
  /** Blocks refer to this id. An ingestion that is removed and added again has a new one, and new blocks. */
  readonly _id: ObjectId;
  /** Absent once the ingestion is being removed. */
  readonly ingestion_id?: string;
  readonly blocks: number;
  readonly header: LongText;
  readonly rejected: LongText;
  /** The mark of a sweep that may remove the ingestion. Adding the ingestion again removes the mark. */
  readonly doomed?: string;
  /** The latest removal of its rows (retention.ts). Only blocks that were stored after it count. */
  readonly removal?: number;
  /** Set until a sweep has found that the session names the ingestion. */
  readonly unswept?: true;
}

/** A block's header. It is written after its contents (block_contents), so that a stored header has them all. */
export interface RowBlockDocument extends Scope {
  readonly _id: ObjectId;
  readonly ingestion: ObjectId;
  readonly n: number;
  readonly header: LongText;
  readonly parts: Readonly<Record<string, readonly ObjectId[]>>;
  /** The removal after which the block was stored again. */
  readonly after?: number;
}

export interface GroupBlockDocument extends SessionKey {
  readonly _id: ObjectId;
  readonly run_id: string;
  /** The fence of the attempt that wrote the block. The blocks of the latest attempt are the run's. */
  readonly fence: number;
  readonly n: number;
  readonly header: LongText;
  readonly content: readonly ObjectId[];
}

/** Bytes of a block. */
export interface ContentDocument extends SessionKey {
  readonly _id: ObjectId;
  /** A run's id, or an ingestion's _id in hexadecimal. */
  readonly owner: string;
  /** The fence of the attempt, if the owner is a run. */
  readonly fence?: number;
  /** The removal after which the bytes were stored again, if the owner is an ingestion. */
  readonly after?: number;
  readonly part: RowPart | 'groups';
  readonly bytes: Uint8Array;
}

/** A piece of a text that is too long for its document. The owner's removal also removes it. */
export interface TextDocument extends Scope {
  readonly _id: ObjectId;
  readonly owner: string;
  readonly text: string;
}

/** Bytes if they are not UTF-8. */
type ItemText = string | Uint8Array;

export interface NamedDocument extends ColumnDefinition {
  readonly value: ItemText;
}

export interface OpenItemDocument extends SessionKey {
  /** The record id. */
  readonly _id: Uint8Array;
  readonly side: Side;
  readonly state: 'open' | 'claimed';
  /** The place among the partner's open items and clusters, in order of creation. */
  readonly seq: number;
  readonly run_id: string;
  /** The place of the run (superseded.ts). Documents of former versions have none. */
  readonly run_place?: number;
  /** The fence of the row lease under which the item was last written (superseded.ts). */
  readonly row_fence?: number;
  readonly ingestion_id: string;
  readonly ordinal: number;
  /** The row's uid, equal in every session. Documents of former versions have none. */
  readonly uid?: Uint8Array;
  readonly cluster_id: Uint8Array | null;
  /** The late group that holds the item; only in a claimed one. */
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
  /** Values of columns of the row's kind; absent if there are none. */
  readonly named?: readonly NamedDocument[];
}

/** A late group. Its rows are claimed in open_items. */
export interface LateGroupDocument extends Scope {
  /** The group id. */
  readonly _id: Uint8Array;
  /** The place among the partner's open items, clusters and late groups. */
  readonly seq: number;
  readonly sessions: readonly string[];
  readonly operation: string;
  /** voiding: the group's rows are being freed. */
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
  /** The basis of the figures; empty if the summary has none. Former versions did not write it. */
  readonly basis?: string;
}

/** A statement that was kept. */
export interface KeptStatementDocument extends SessionKey {
  readonly _id: ObjectId;
  readonly digest: string;
  readonly content_type: string;
  readonly position: number;
  readonly kept_at: Date;
  readonly text: LongText;
}

/** The row that a journal is made for. */
export interface JournalRowDocument extends Scope {
  readonly _id: ObjectId;
  readonly journal_id: string;
  readonly session: string;
  readonly record_id: string;
  readonly uid: string;
  readonly cluster_id: string | null;
  readonly side: Side;
  /** Day number. */
  readonly day: number;
  /** Signed minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** What happened to a journal. */
export interface JournalEventDocument extends Scope {
  readonly _id: ObjectId;
  readonly journal_id: string;
  readonly version: number;
  readonly kind: JournalEventKind;
  readonly at: Date;
  readonly by: string | null;
  readonly batch_id: string | null;
  readonly reference: string | null;
  /** Day number. */
  readonly posted_on: number | null;
  /** Absent in events of older versions, as is the row. */
  readonly session?: string | null;
  readonly record_id?: string | null;
}

/** What a person did to a thing (core/people/act.ts). */
export interface ActDocument extends Scope {
  readonly _id: ObjectId;
  readonly kind: ActKind;
  readonly thing: string;
  readonly version: number;
  readonly verb: string;
  readonly operation: string;
  readonly at: Date;
  readonly by: string | null;
  /** JSON. */
  readonly content: string;
}

/** What an export asked for. */
export interface JournalBatchDocument extends Scope {
  readonly _id: ObjectId;
  readonly batch_id: string;
  readonly session: string;
  readonly at: Date;
  readonly by: string | null;
  readonly content: LongText;
}

/** A remembered format. */
export interface FormatDocument extends Scope {
  readonly _id: ObjectId;
  readonly format_id: string;
  readonly remembered_at: Date;
  /** JSON. */
  readonly format: string;
}

/** A version of what a partner's people set. */
export interface PartnerTermsDocument extends Scope {
  readonly _id: ObjectId;
  readonly name: PartnerTermsName;
  readonly version: number;
  readonly set_at: Date;
  readonly set_by: string | null;
  /** JSON. */
  readonly terms: string;
}
