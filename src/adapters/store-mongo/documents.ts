// The collections. Files beside this one have the types of their documents. Digests (record and cluster ids) are 16
// bytes, which mongosh finds as HexData(0, '…'). Days are day numbers since 1970, instants are dates. Long texts:
// long-texts.ts. Clusters, patterns and the audit have the contract's names and types instead (contract-names.ts),
// because other programs read them too.
//
// Shard keys (docs/indexes.md): collections that grow with rows have tenant and partner in every document, in every
// filter and first in an index. So they can be sharded by both, and no operation leaves the partner's shard. Collections
// with a document for each run, file or partner are not sharded; their documents are also found by a single id.

import type { Collection, Db } from 'mongodb';
import type {
  AuditDocument,
  AuditLinkDocument,
  ClusterDocument,
  OperationDocument,
  PatternDocument,
} from './decision-documents.ts';
import type { OutboxDocument } from './outbox-documents.ts';
import type {
  ActDocument,
  ContentDocument,
  FormatDocument,
  GroupBlockDocument,
  IngestionDocument,
  JournalBatchDocument,
  JournalEventDocument,
  JournalRowDocument,
  KeptStatementDocument,
  LateGroupDocument,
  OpenItemDocument,
  PartnerTermsDocument,
  RowBlockDocument,
  SummaryDocument,
  TextDocument,
} from './row-documents.ts';
import type {
  CounterDocument,
  KeptAnswerDocument,
  LeaseDocument,
  RunDocument,
  SchemaDocument,
  SessionDocument,
  WindowDocument,
  WindowResultDocument,
} from './session-documents.ts';
import type {
  CaseDocument,
  CheckDocument,
  ListBlockDocument,
  ListDocument,
  SubjectDocument,
  UsedTokenDocument,
} from './verification-documents.ts';

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
  readonly kept_statements: KeptStatementDocument;
  readonly outbox: OutboxDocument;
  readonly formats: FormatDocument;
  readonly journals: JournalRowDocument;
  readonly journal_events: JournalEventDocument;
  readonly journal_batches: JournalBatchDocument;
  readonly acts: ActDocument;
  readonly partner_terms: PartnerTermsDocument;
  readonly kept_answers: KeptAnswerDocument;
  readonly checks: CheckDocument;
  readonly subjects: SubjectDocument;
  readonly cases: CaseDocument;
  readonly used_tokens: UsedTokenDocument;
  readonly lists: ListDocument;
  readonly list_blocks: ListBlockDocument;
}

export type CollectionName = keyof Documents;

export type Collections = { readonly [Name in CollectionName]: Collection<Documents[Name]> };

/** Null: not sharded. */
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
  partner_terms: null,
  kept_answers: null,
  checks: null,
  subjects: null,
  cases: null,
  used_tokens: null,
  lists: null,
  list_blocks: null,
  resolution_intelligence: null,
  audit_chain: null,
  acts: null,
  row_blocks: ['tenant', 'partner'],
  group_blocks: ['tenant', 'partner'],
  block_contents: ['tenant', 'partner'],
  long_texts: ['tenant', 'partner'],
  open_items: ['tenant', 'partner'],
  banking_clusters: ['tenant_id', 'partner_id'],
  commercial_clusters: ['tenant_id', 'partner_id'],
  asset_clusters: ['tenant_id', 'partner_id'],
  exception_resolution: ['tenant_id', 'partner_id'],
  late_groups: ['tenant', 'partner'],
  summaries: ['tenant', 'partner'],
  kept_statements: ['tenant', 'partner'],
  journals: ['tenant', 'partner'],
  journal_events: ['tenant', 'partner'],
  journal_batches: ['tenant', 'partner'],
};

export const COLLECTION_NAMES = Object.keys(SHARD_KEYS) as readonly CollectionName[];

export function collectionsOf(db: Db): Collections {
  return Object.fromEntries(COLLECTION_NAMES.map((name) => [name, db.collection(name)])) as unknown as Collections;
}
