// Every index of the store, with the queries that it serves. A test explains each query and checks that it finds its
// index (test/adapters/store-mongo/contract.test.ts).

import type { IndexDirection } from 'mongodb';
import type { CollectionName } from './documents.ts';

export interface IndexDeclaration {
  readonly name: string;
  readonly key: Readonly<Record<string, IndexDirection>>;
  readonly unique?: true;
  /** The index leaves out documents without the field. */
  readonly sparse?: true;
  /** The index has only documents with these values. */
  readonly partialFilterExpression?: Readonly<Record<string, unknown>>;
  /** Why it is there: no index without a query. */
  readonly serves: string;
}

const PARTNER = { tenant: 1, partner: 1 } as const;
const SESSION = { ...PARTNER, session: 1 } as const;
/** A partner under the contract's names. */
const NAMED_PARTNER = { tenant_id: 1, partner_id: 1 } as const;
const NAMED_SESSION = { ...NAMED_PARTNER, session_id: 1 } as const;
const CLUSTER_FILTERS = { voided: 1, domain: 1, cluster_type: 1, decision_status: 1 } as const;
/** The index of a collection in which every query names the domain. */
const OF_DOMAIN = { domain: 1, seq: 1, voided: 1, cluster_type: 1, decision_status: 1 } as const;

/** Partial, because another program's documents may lack the id. */
const BY_CLUSTER_ID: IndexDeclaration = {
  name: 'by_cluster_id',
  key: { ...NAMED_PARTNER, cluster_id: 1 },
  unique: true,
  partialFilterExpression: { cluster_id: { $gt: '' } },
  serves: 'clusters by their ids',
};

/** Partial, because people note something on few clusters. */
const FOLLOWED_UP: IndexDeclaration = {
  name: 'followed_up',
  key: { ...NAMED_PARTNER, seq: 1, session_id: 1, 'follow_up.owner': 1, 'follow_up.due_day': 1 },
  partialFilterExpression: { 'follow_up.v': { $gt: 0 } },
  serves: 'clusters by their owner, due day and notes',
};

/** The indexes by which a decision finds its scope, and the clusters that it changed. */
const FOR_DECISIONS: readonly IndexDeclaration[] = [
  {
    name: 'by_type',
    key: { ...NAMED_PARTNER, domain: 1, cluster_type: 1, decision_status: 1, voided: 1 },
    serves: 'the scope of a decision',
  },
  BY_CLUSTER_ID,
  FOLLOWED_UP,
  {
    name: 'by_stamp',
    key: { ...NAMED_PARTNER, 'stamps.op': 1, seq: 1 },
    partialFilterExpression: { 'stamps.op': { $gt: '' } },
    serves: 'clusters that an operation changed, until everything that follows is written',
  },
];

/** The indexes of a collection with one domain. */
const OWN_CLUSTERS: readonly IndexDeclaration[] = [
  {
    name: 'by_session',
    key: { ...NAMED_SESSION, seq: 1, ...CLUSTER_FILTERS },
    serves: 'pages, counts and the voiding of a session’s clusters',
  },
  {
    name: 'by_partner',
    key: { ...NAMED_PARTNER, seq: 1, ...CLUSTER_FILTERS },
    serves: 'pages and counts of a partner',
  },
];
const DECIDED_CLUSTERS = [...OWN_CLUSTERS, ...FOR_DECISIONS];

export const INDEXES: Readonly<Record<CollectionName, readonly IndexDeclaration[]>> = {
  schema: [],
  counters: [],
  leases: [],
  sessions: [
    { name: 'by_key', key: SESSION, unique: true, serves: 'a session, its commit and its claims' },
    { name: 'by_partner', key: { ...PARTNER, order: 1 }, serves: 'the sessions of a partner' },
    { name: 'by_name', key: { session: 1, order: 1 }, serves: 'sessions of any tenant by their id' },
    {
      name: 'unswept',
      key: { unswept: 1 },
      partialFilterExpression: { unswept: true },
      serves: 'sessions that may have content that no session names',
    },
    {
      name: 'unmaterialised',
      key: { ...PARTNER, unmaterialised: 1 },
      partialFilterExpression: { unmaterialised: true },
      serves: 'sessions of a partner whose commit is not materialised',
    },
    { name: 'by_age', key: { rows: 1, updated_at: 1 }, serves: 'sessions whose rows are to be pruned' },
  ],
  runs: [
    {
      name: 'by_session',
      key: { ...SESSION, place: 1 },
      unique: true,
      serves: 'the latest run of a session; one run for each place',
    },
    {
      name: 'in_lane',
      key: { lane: 1, turn: 1 },
      unique: true,
      sparse: true,
      serves: 'the first and the latest work of a lane; one piece for each turn',
    },
    {
      name: 'open',
      key: { order: 1 },
      partialFilterExpression: { open: true },
      serves: 'runs and other work that are accepted or running, oldest first',
    },
    {
      name: 'next',
      key: { behind: 1, kind: 1, round: 1, order: 1 },
      partialFilterExpression: { open: true },
      serves: 'the next piece of a kind of work, by turns',
    },
    {
      name: 'due',
      key: { behind: 1, due_at: 1 },
      partialFilterExpression: { open: true },
      serves: 'work that has been due longest',
    },
    {
      name: 'of_tenant',
      key: { kind: 1, of_tenant: 1, round: 1 },
      partialFilterExpression: { open: true },
      serves: 'the turn of a tenant’s next piece of a kind',
    },
    {
      name: 'open_of_session',
      key: { session: 1, tenant: 1, partner: 1, place: 1 },
      partialFilterExpression: { open: true },
      serves: 'the first unfinished run of a session',
    },
    { name: 'newest', key: { order: -1 }, serves: 'runs of all tenants, newest first' },
    { name: 'newest_of_tenant', key: { tenant: 1, order: -1 }, sparse: true, serves: 'runs of a tenant, newest first' },
    {
      name: 'newest_of_session',
      key: { session: 1, order: -1 },
      sparse: true,
      serves: 'runs of a session id of any tenant, newest first',
    },
    {
      name: 'succeeded',
      key: { status: 1, finished_at: 1 },
      partialFilterExpression: { status: 'succeeded' },
      serves: 'runs to be pruned',
    },
  ],
  date_windows: [
    {
      name: 'by_session',
      key: { ...SESSION, start_day: 1, end_day: 1 },
      unique: true,
      serves: 'the finished windows of a session',
    },
    {
      name: 'open_of_session',
      key: SESSION,
      partialFilterExpression: { open: true },
      serves: 'sessions with unsettled windows, in order',
    },
  ],
  ingestions: [
    { name: 'by_id', key: { ingestion_id: 1 }, unique: true, sparse: true, serves: 'an ingestion' },
    { name: 'by_session', key: SESSION, serves: 'the ingestions of a session, for sweeping' },
    {
      name: 'unswept',
      key: { unswept: 1 },
      partialFilterExpression: { unswept: true },
      serves: 'ingestions that were added after their session was swept',
    },
  ],
  outbox: [
    {
      name: 'by_claim',
      key: { claims: 1 },
      unique: true,
      sparse: true,
      serves: 'whether a message is stored',
    },
    {
      name: 'by_destination',
      key: { state: 1, destination: 1, due_at: 1, _id: 1 },
      partialFilterExpression: { state: 'waiting' },
      serves: 'due messages of a destination, the first due first',
    },
    {
      name: 'by_order',
      key: { state: 1, destination: 1, order_key: 1, _id: 1, due_at: 1 },
      partialFilterExpression: { state: 'in_order' },
      serves: 'the first undelivered message of each order key',
    },
    {
      name: 'delivered',
      key: { state: 1, delivered_at: 1, count: 1 },
      partialFilterExpression: { state: 'delivered' },
      serves: 'delivered messages, to publish again, remove or count',
    },
  ],
  row_blocks: [
    { name: 'by_ingestion', key: { ...PARTNER, ingestion: 1, n: 1 }, unique: true, serves: 'blocks by their number' },
  ],
  group_blocks: [
    {
      name: 'by_run',
      key: { ...PARTNER, run_id: 1, fence: -1, n: 1 },
      unique: true,
      serves: 'blocks by number, the latest attempt first',
    },
    {
      name: 'by_session',
      key: { ...SESSION, run_id: 1 },
      serves: 'the runs of a session that have blocks, for sweeping',
    },
  ],
  block_contents: [
    {
      name: 'by_owner',
      key: { ...SESSION, owner: 1, part: 1 },
      serves: 'contents of an ingestion or a run, for removal',
    },
  ],
  long_texts: [
    { name: 'by_owner', key: { ...PARTNER, owner: 1 }, serves: 'texts of a run or an ingestion, for removal' },
  ],
  open_items: [
    {
      name: 'by_session',
      key: { ...SESSION, side: 1, state: 1, seq: 1 },
      serves: 'pages, figures and the removal of a session’s open items',
    },
    {
      name: 'by_day',
      key: { ...PARTNER, side: 1, state: 1, booking_day: 1, amount_minor: 1 },
      serves: 'open items of a partner by booking day',
    },
  ],
  banking_clusters: DECIDED_CLUSTERS,
  asset_clusters: [...OWN_CLUSTERS, BY_CLUSTER_ID, FOLLOWED_UP],
  commercial_clusters: [
    {
      name: 'by_session',
      key: { ...NAMED_SESSION, ...OF_DOMAIN },
      serves: 'pages, counts and the voiding of a session’s clusters of a domain',
    },
    {
      name: 'by_partner',
      key: { ...NAMED_PARTNER, ...OF_DOMAIN },
      serves: 'pages and counts of a partner, of a domain',
    },
    ...FOR_DECISIONS,
  ],
  operations: [
    {
      name: 'unfinished',
      key: { unfinished: 1, begun_at: 1 },
      partialFilterExpression: { unfinished: true },
      serves: 'unfinished operations',
    },
    {
      name: 'by_partner',
      key: { ...PARTNER, begun_at: -1, _id: -1 },
      serves: 'past operations of a partner, the latest first',
    },
  ],
  exception_resolution: [
    { name: 'by_seq', key: { ...NAMED_PARTNER, seq: 1 }, serves: 'rows of other programs, which have no place yet' },
    {
      name: 'by_partner',
      key: { ...NAMED_PARTNER, created_at: 1, seq: 1 },
      serves: 'pages and counts of a partner’s audit',
    },
    { name: 'by_session', key: { ...NAMED_SESSION, created_at: 1, seq: 1 }, serves: 'audit rows of a session' },
    {
      name: 'by_cluster',
      key: { ...NAMED_PARTNER, cluster_id: 1, created_at: 1, seq: 1 },
      serves: 'audit rows of a cluster',
    },
    {
      name: 'by_request',
      key: { ...NAMED_PARTNER, resolution_request_id: 1, created_at: 1, seq: 1 },
      serves: 'audit rows of a request',
    },
    {
      name: 'by_type',
      key: { ...NAMED_PARTNER, cluster_type: 1, created_at: 1, seq: 1 },
      serves: 'audit rows of a class, for back-tests of patterns',
    },
    {
      name: 'by_lesson',
      key: {
        ...NAMED_PARTNER,
        domain: 1,
        cluster_type: 1,
        learned_currency: 1,
        'metadata.learned_value': 1,
        created_at: 1,
      },
      partialFilterExpression: { is_recurring: true },
      serves: 'the values that a pattern learns from',
    },
    {
      name: 'by_operation',
      key: { ...NAMED_PARTNER, operation_id: 1, seq: 1 },
      serves: 'audit rows of a call, for chaining and verifying',
    },
  ],
  audit_chain: [
    { name: 'by_place', key: { tenant: 1, n: 1 }, unique: true, serves: 'the chain of a tenant in its order' },
    { name: 'by_batch', key: { ...PARTNER, operation_id: 1 }, unique: true, serves: 'the link of one call' },
  ],
  resolution_intelligence: [
    {
      name: 'by_key',
      key: { ...NAMED_PARTNER, domain: 1, intelligence_type: 1 },
      unique: true,
      serves: 'a pattern, and those of a partner',
    },
  ],
  late_groups: [
    {
      name: 'by_session',
      key: { ...PARTNER, sessions: 1, state: 1, seq: 1 },
      serves: 'the late groups that hold rows of a session',
    },
    {
      name: 'by_operation',
      key: { ...PARTNER, operation: 1, state: 1, seq: 1 },
      serves: 'the late groups that an operation made',
    },
    {
      name: 'unsettled',
      key: { ...PARTNER, state: 1, seq: 1 },
      partialFilterExpression: { state: { $in: ['proposed', 'voiding'] } },
      serves: 'late groups that are not settled',
    },
  ],
  checks: [
    { name: 'by_id', key: { ...PARTNER, check_id: 1 }, unique: true, serves: 'a check' },
    {
      name: 'by_subject',
      key: { ...PARTNER, subject_ref: 1, created_at: -1, check_id: 1 },
      serves: 'the checks about a subject',
    },
    {
      name: 'by_time',
      key: { tenant: 1, created_at: -1, check_id: 1 },
      serves: 'checks of a tenant, the newest first',
    },
    {
      name: 'of_batch',
      key: { ...PARTNER, batch_id: 1, created_at: -1, check_id: 1 },
      serves: 'the checks of a batch',
    },
    {
      name: 'unfinished',
      key: { route: 1, created_at: 1, check_id: 1 },
      partialFilterExpression: { state: 'in_progress' },
      serves: 'batches that are not finished',
    },
    { name: 'by_expiry', key: { expires_at: 1 }, serves: 'checks to be removed' },
  ],
  subjects: [
    {
      name: 'by_time',
      key: { tenant: 1, updated_at: -1, subject_id: 1 },
      serves: 'subjects of a tenant, the last kept first',
    },
    { name: 'by_ref', key: { ...PARTNER, subject_ref: 1 }, unique: true, serves: 'a subject, and those of a partner' },
    {
      name: 'by_keys',
      key: { ...PARTNER, keys: 1 },
      serves: 'subjects by the sounds of their names and by identifiers',
    },
  ],
  cases: [
    { name: 'by_id', key: { tenant: 1, case_id: 1 }, unique: true, serves: 'a case, and those of a tenant' },
    {
      name: 'of_subject',
      key: { ...PARTNER, subject_ref: 1, list: 1, entity_id: 1 },
      unique: true,
      partialFilterExpression: { subject_ref: { $type: 'string' } },
      serves: 'the cases of a subject, one for each entity of a list',
    },
    {
      name: 'newest',
      key: { ...PARTNER, opened_at: -1, case_id: -1 },
      partialFilterExpression: { subject_ref: { $type: 'string' } },
      serves: 'pages and counts of a partner’s cases',
    },
    {
      name: 'of_status',
      key: { ...PARTNER, status: 1, opened_at: -1, case_id: -1 },
      partialFilterExpression: { subject_ref: { $type: 'string' } },
      serves: 'pages and counts of the cases that are undecided, or decided so',
    },
    {
      name: 'lapsing',
      key: { until: 1 },
      partialFilterExpression: { until: { $type: 'string' } },
      serves: 'decisions whose last day is over',
    },
    {
      name: 'unchained',
      key: { is_unchained: 1 },
      partialFilterExpression: { is_unchained: true },
      serves: 'cases with steps that are not in the audit chain',
    },
  ],
  lists: [],
  list_blocks: [
    {
      name: 'by_key',
      key: { name: 1, version: 1, n: 1 },
      unique: true,
      serves: 'a block of a list, and all of a list',
    },
  ],
  kept_answers: [{ name: 'by_expiry', key: { expires_at: 1 }, serves: 'answers to be removed' }],
  used_tokens: [{ name: 'by_expiry', key: { expires_at: 1 }, serves: 'tokens to be removed' }],
  summaries: [
    {
      name: 'by_session',
      key: { ...SESSION, recalculation_count: 1 },
      unique: true,
      serves: 'the latest summary and all of them',
    },
    {
      name: 'by_basis',
      key: { ...SESSION, basis: 1, recalculation_count: 1 },
      serves: 'the latest summary with figures of a basis',
    },
    { name: 'by_cause', key: { ...SESSION, cause: 1 }, unique: true, serves: 'one summary for each cause' },
  ],
  kept_statements: [{ name: 'by_digest', key: { ...SESSION, digest: 1 }, unique: true, serves: 'a kept statement' }],
  journals: [
    {
      name: 'by_id',
      key: { ...PARTNER, journal_id: 1 },
      unique: true,
      serves: 'the rows that journals are made for',
    },
    { name: 'by_day', key: { ...PARTNER, day: 1 }, serves: 'journals that a ledger may have' },
  ],
  journal_events: [
    {
      name: 'by_version',
      key: { ...PARTNER, journal_id: 1, version: 1 },
      unique: true,
      serves: 'what happened to journals, one event for each version',
    },
    {
      name: 'by_reference',
      key: { ...PARTNER, reference: 1 },
      partialFilterExpression: { reference: { $gt: '' } },
      serves: 'journals by what the ledger calls them',
    },
  ],
  acts: [
    {
      name: 'by_version',
      key: { ...PARTNER, kind: 1, thing: 1, version: 1 },
      unique: true,
      serves: 'what people did to a thing, one act for each version',
    },
  ],
  journal_batches: [{ name: 'by_id', key: { ...PARTNER, batch_id: 1 }, unique: true, serves: 'a batch of journals' }],
  window_results: [
    {
      name: 'by_run',
      key: { run_id: 1, n: 1, window_id: 1 },
      unique: true,
      serves: 'results for the windows of a run',
    },
  ],
  formats: [
    { name: 'by_key', key: { ...PARTNER, format_id: 1 }, unique: true, serves: 'a remembered format' },
    {
      name: 'by_partner',
      key: { ...PARTNER, remembered_at: -1, format_id: 1 },
      serves: 'formats of a partner, the latest first',
    },
    { name: 'by_age', key: { remembered_at: -1, format_id: 1 }, serves: 'formats of all partners, the latest first' },
  ],
  partner_terms: [
    {
      name: 'by_version',
      key: { ...PARTNER, name: 1, version: -1 },
      unique: true,
      serves: 'the latest terms of a partner, and one version of them',
    },
  ],
};
