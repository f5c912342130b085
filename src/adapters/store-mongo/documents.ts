// The collections and what a document of each looks like. Names and fields are those that an operator reads in a shell;
// digests (record and cluster ids) are 16 bytes, which mongosh looks up as HexData(0, '…'), days are day numbers since
// 1970 as everywhere in Tieout, instants are dates. Texts that may be long are kept as long-texts.ts says.
//
// Shard keys (docs/operations.md): what grows with rows carries tenant and partner in every document, in every filter
// and first in an index, so that a cluster can be sharded by both and no operation leaves the partner's shard. What has
// a document for each run, file or partner alone is not sharded; it is also what is looked up by a single id.

import type { Collection, Db, ObjectId } from 'mongodb';
import type { OutboxDestination, OutboxTopic } from '../../core/records/documents/outbox.ts';
import type { RunStatus } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/documents/session.ts';
import type { WorkFailure } from '../../core/records/documents/work.ts';
import type {
  AuditDocument,
  AuditLinkDocument,
  ClusterDocument,
  OperationDocument,
  PatternDocument,
} from './decision-documents.ts';
import type {
  ContentDocument,
  FormatDocument,
  GroupBlockDocument,
  IngestionDocument,
  LateGroupDocument,
  LongText,
  OpenItemDocument,
  RowBlockDocument,
  SummaryDocument,
  TextDocument,
} from './row-documents.ts';
import type {
  CheckDocument,
  ListBlockDocument,
  ListDocument,
  SubjectDocument,
  UsedTokenDocument,
} from './verification-documents.ts';

/** One for each session that anything refers to; version 0 says that no run was committed, and it is not shown. */
export interface SessionDocument extends SessionKey {
  readonly _id: ObjectId;
  /** Its place among the sessions, in the order in which they came to be. */
  readonly order: number;
  readonly version: number;
  readonly run_id: string | null;
  /** What it is of. Documents of former versions have none of the three. */
  readonly kind?: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  readonly method?: string | null;
  readonly ingestions: readonly string[];
  /** The latest claim of any of its runs; no other may commit. */
  readonly fence: number;
  /** Counts whatever may have left content that nothing names; the next claim's fence is its next value. */
  readonly touched: number;
  /** Only where that was not looked for since. */
  readonly unswept?: true;
  /** Only from a commit until everything that follows from it was written. */
  readonly unmaterialised?: true;
  /** The latest taking of the row lease that is known here; nobody commits under an earlier one. */
  readonly row_fence?: number;
  /** Of the rows and groups that it names: there, going, or gone after their time. */
  readonly rows: 'kept' | 'pruning' | 'pruned';
  /** The latest removal of its rows, a value of `touched`. Documents of former versions have none, which counts as 0. */
  readonly removal?: number;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
}

/**
 * A piece of work. Most are runs (RunDocument), and the collection has their name: one version of the program would not
 * find what another one accepts meanwhile if it had a new one.
 */
export interface WorkDocument {
  readonly _id: string;
  /** Of what is no run and is done one after the other: of which row it is one, and its place there. */
  readonly lane?: string;
  readonly turn?: number;
  /** Of a run its place among the runs of its session, of other work that among all; no two have the same one. */
  readonly place: number;
  /** Its place among all work. */
  readonly order: number;
  readonly kind: string;
  /** Of the command's form. Documents of former versions have none: theirs was the first. */
  readonly command_version?: number;
  /** The command. */
  readonly parameters: LongText;
  readonly status: RunStatus;
  /** Only while it is accepted or running. */
  readonly open?: true;
  /** By the server's clock: from when on accepted work, or work that is done and was not renewed, may be claimed. */
  readonly due_at: Date | null;
  readonly worker: string | null;
  readonly fence: number;
  readonly failure: WorkFailure | null;
  readonly failures: number;
  readonly interruptions: number;
  /** Of the claim that lapsed last and whose worker was not heard of since. */
  readonly lapsed_fence?: number | null;
  readonly accepted_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** A run: work on a session, of which something is shown. */
export interface RunDocument extends SessionKey, WorkDocument {
  readonly report: LongText | null;
  readonly materialised: boolean;
  /** Only once an operator wants it to end. */
  readonly cancelled?: true;
}

/** One for each name that was ever taken: it stays, so that fences only grow. */
interface LeaseDocument {
  readonly _id: string;
  readonly fence: number;
  readonly holder: string;
  /** Whether the holder before never gave it back. */
  readonly after_lapse: boolean;
  readonly held_until: Date;
}

/** A row of numbers that only grow. */
interface CounterDocument {
  readonly _id: string;
  readonly last: number;
  /** When the last one was taken, by the server's clock. */
  readonly at: Date;
}

/** Messages for the bus that were stored by one call. What is said of the i-th stands at i. */
export interface OutboxDocument {
  /** Its place among all of them. */
  readonly _id: number;
  /** `{operation_id}/{range}` or `{operation_id}:{part}` (outbox-bundles.ts), no two of them alike in the collection. */
  readonly claims: readonly string[];
  /** Where they go. What a process of a former version stores has none, and is given the bus by whoever prunes. */
  readonly destination?: OutboxDestination;
  /** Only of a document with one message. */
  readonly order_key?: string;
  /** Which messages these are. */
  readonly spans: readonly OutboxSpan[];
  /** What they say, one after the other, and where each ends. */
  readonly payload: Uint8Array;
  readonly ends: readonly number[];
  /** How often somebody wanted each published. */
  readonly n: readonly number[];
  readonly count: number;
  /** delivered: all of them. in_order: a message with an order key that waits, for those before it as well. */
  readonly state: 'waiting' | 'in_order' | 'delivered';
  /** When the first of those that wait is due. */
  readonly due_at: Date;
  /** Which of them were delivered, while others wait. */
  readonly delivered: readonly number[];
  /** Which of them were refused, and until when each is not due; of those that wait. */
  readonly held: readonly HeldMessage[];
  /** When the last of them was. */
  readonly delivered_at: Date | null;
}

/** Parts of one operation that follow each other. */
export interface OutboxSpan {
  readonly operation: string;
  readonly topic: OutboxTopic;
  readonly first: number;
  readonly count: number;
}

interface HeldMessage {
  readonly i: number;
  readonly until: Date;
  readonly refusals: number;
  readonly refusal: string;
}

/** One document: the version of the schema that the database has, and whose the database is (TIEOUT_ENV). */
interface SchemaDocument {
  readonly _id: 'tieout';
  /** Not there before the first step has ended. */
  readonly version?: number;
  /** Databases of former versions have none until they are started again. */
  readonly environment?: string;
}

/** A date window that somebody said is finished. */
interface WindowDocument extends SessionKey {
  readonly _id: ObjectId;
  readonly start_day: number;
  readonly end_day: number;
  readonly branch_id: string | null;
  readonly said_at: Date;
  /** Until what follows from it is done. */
  readonly open?: true;
}

/** A piece of what was found out about a window of a run that was cut, or that all of its pieces are there (n is -1). */
export interface WindowResultDocument {
  readonly _id: ObjectId;
  readonly run_id: string;
  readonly window_id: string;
  readonly n: number;
  readonly bytes?: Uint8Array;
  /** How many there are. */
  readonly pieces?: number;
}

interface Documents {
  readonly schema: SchemaDocument;
  readonly counters: CounterDocument;
  readonly leases: LeaseDocument;
  readonly sessions: SessionDocument;
  readonly runs: RunDocument;
  readonly date_windows: WindowDocument;
  readonly window_results: WindowResultDocument;
  readonly ingestions: IngestionDocument;
  readonly row_blocks: RowBlockDocument;
  readonly group_blocks: GroupBlockDocument;
  readonly block_contents: ContentDocument;
  readonly long_texts: TextDocument;
  readonly open_items: OpenItemDocument;
  readonly banking_clusters: ClusterDocument;
  readonly commercial_clusters: ClusterDocument;
  readonly asset_clusters: ClusterDocument;
  readonly operations: OperationDocument;
  readonly exception_resolution: AuditDocument;
  readonly audit_chain: AuditLinkDocument;
  readonly resolution_intelligence: PatternDocument;
  readonly late_groups: LateGroupDocument;
  readonly summaries: SummaryDocument;
  readonly outbox: OutboxDocument;
  readonly formats: FormatDocument;
  readonly checks: CheckDocument;
  readonly subjects: SubjectDocument;
  readonly used_tokens: UsedTokenDocument;
  readonly lists: ListDocument;
  readonly list_blocks: ListBlockDocument;
}

export type CollectionName = keyof Documents;
export type Collections = { readonly [Name in CollectionName]: Collection<Documents[Name]> };

/** Null: not sharded, with the reason. */
export const SHARD_KEYS: Readonly<Record<CollectionName, readonly string[] | null>> = {
  schema: null,
  counters: null,
  leases: null,
  sessions: null,
  runs: null,
  date_windows: null,
  window_results: null,
  ingestions: null,
  outbox: null,
  operations: null,
  formats: null,
  checks: null,
  subjects: null,
  used_tokens: null,
  lists: null,
  list_blocks: null,
  resolution_intelligence: null,
  audit_chain: null,
  row_blocks: ['tenant', 'partner'],
  group_blocks: ['tenant', 'partner'],
  block_contents: ['tenant', 'partner'],
  long_texts: ['tenant', 'partner'],
  open_items: ['tenant', 'partner'],
  banking_clusters: ['tenant', 'partner'],
  commercial_clusters: ['tenant', 'partner'],
  asset_clusters: ['tenant', 'partner'],
  exception_resolution: ['tenant', 'partner'],
  late_groups: ['tenant', 'partner'],
  summaries: ['tenant', 'partner'],
};

export const COLLECTION_NAMES = Object.keys(SHARD_KEYS) as readonly CollectionName[];

export function collectionsOf(db: Db): Collections {
  return Object.fromEntries(COLLECTION_NAMES.map((name) => [name, db.collection(name)])) as unknown as Collections;
}
