// The tables of the embedded store, and how those of an older one become them. Rows refer to each other by integer;
// names that recur (accounts, files, rules) are kept once in label. Large things lie in tables of their own, so that
// reading a header reads no block.

import { TieoutError } from '../../core/errors.ts';
import type { Database } from './connection/sqlite.ts';

const FIRST_TABLES = `
create table label (id integer primary key, text text not null unique);

create table session (
  id integer primary key, tenant text not null, partner text not null, session text not null,
  version integer not null default 0, run integer, ingestions text not null default '[]',
  created_at integer, updated_at integer,
  unique (tenant, partner, session));

create table run (
  id integer primary key, run_id text not null unique, session integer not null, parameters text not null,
  status text not null, stages text not null default '[]', materialised integer not null default 0,
  failure text, started_at integer not null, finished_at integer);
create index run_by_session on run (session);
create index run_unfinished on run (status) where status in ('accepted', 'running');

create table ingestion (
  id integer primary key, ingestion_id text not null unique, session integer not null,
  header text not null, rejected text not null);
create index ingestion_by_session on ingestion (session);

create table row_block (
  id integer primary key, ingestion integer not null, n integer not null, header text not null,
  unique (ingestion, n));
-- A part's id is its block's id times 8 plus the part's place in ROW_PARTS.
create table row_part (id integer primary key, bytes blob not null);

create table group_block (
  id integer primary key, run integer not null, n integer not null, header text not null, packed blob not null,
  unique (run, n));

-- state: 0 open, 1 claimed. The keys are hashes of 48 bits (text-hash.ts). content: see item-content.ts.
create table open_item (
  id integer primary key, record_id blob not null, session integer not null, run integer not null,
  scope integer not null, side integer not null, state integer not null default 0, claimed_by blob,
  ingestion integer not null, ordinal integer not null, cluster_id blob,
  amount integer not null, booking_day integer not null, value_day integer not null,
  account integer not null, currency integer not null, flags integer not null,
  file integer not null, line integer not null, reference_key integer, settlement_key integer,
  content blob not null);
create unique index open_item_by_record on open_item (record_id);
create index open_item_by_session on open_item (session, side) where state = 0;
create index open_item_by_day on open_item (scope, side, booking_day, amount) where state = 0;
create index open_item_by_reference on open_item (reference_key, scope)
  where state = 0 and reference_key is not null;
create index open_item_by_settlement on open_item (settlement_key, amount, scope)
  where state = 0 and settlement_key is not null;

-- status: the place in DECISION_STATUSES of clusters.ts. members: see clusters.ts.
create table cluster (
  id integer primary key, cluster_id blob not null unique, session integer not null, run integer not null,
  domain integer not null, branch integer, type integer not null, rule integer not null, reason blob not null,
  status integer not null default 0, voided_at integer, void_reason integer,
  sample_gl_day integer, sample_bank_day integer, delta_days integer, amount_delta integer,
  amount integer not null, currency integer not null, members blob not null,
  created_at integer not null, updated_at integer not null);
create index cluster_by_session on cluster (session, type, status) where voided_at is null;

create table summary (
  id integer primary key, session integer not null, recalculation_count integer not null, cause text not null,
  created_at integer not null, summary text not null,
  unique (session, recalculation_count), unique (session, cause));
`;

// Runs are accepted before they start, claimed under a lease, and tried again. The times of leases and pauses are the
// store's own (not_before, lease_until); those of the run's life are its caller's. fence: see ports/runs.ts.
const RUNS_THAT_SURVIVE = `
alter table session add column fence integer not null default 0;
create index session_by_name on session (session);

create table run_2 (
  id integer primary key, run_id text not null unique, session integer not null, kind text not null,
  parameters text not null, status text not null, report text, materialised integer not null default 0,
  failure text, failures integer not null default 0, interruptions integer not null default 0,
  not_before integer not null default 0, worker text, fence integer not null default 0,
  lease_until integer not null default 0, accepted_at integer not null, started_at integer, finished_at integer);
insert into run_2 (id, run_id, session, kind, parameters, status, materialised, failure, accepted_at, started_at,
    finished_at)
  select id, run_id, session, 'local', parameters, status, materialised, failure, started_at, started_at, finished_at
    from run;
drop table run;
alter table run_2 rename to run;
create index run_by_session on run (session);
create index run_unfinished on run (session, id) where status in ('accepted', 'running');

create table lease (name text primary key, fence integer not null, held_until integer not null) without rowid;
`;

// Messages for the bus. due: still to be published. not_before and delivered_at are the store's own times. What a
// message says lies beside it: marking it writes a few bytes and not all of them again.
const OUTBOX = `
create table outbox (
  id integer primary key, operation_id text not null, part integer not null, topic text not null,
  n integer not null default 1, due integer not null default 1, not_before integer not null,
  refusals integer not null default 0, refusal text, delivered_at integer,
  unique (operation_id, part));
create table outbox_payload (id integer primary key, payload blob not null);
create index outbox_due on outbox (not_before, id) where due = 1;
create index outbox_delivered on outbox (delivered_at) where due = 0;
`;

// service: of commercial clusters, a label; null for those of before and of others.
const SERVICES = `
alter table cluster add column service integer;
`;

// A run is one kind of work: the table keeps every piece of it, under the name that it had when runs were all there was.
// Work that is no run has no session; what is done one after the other without one has a lane. command_version: of
// its form. lapsed_fence: of the claim that lapsed last and whose worker was not heard of since.
const WORK_BELOW_RUNS = `
create table run_3 (
  id integer primary key, run_id text not null unique, session integer, lane text, kind text not null,
  command_version integer not null default 1, parameters text not null, status text not null, report text,
  materialised integer not null default 0, failure text, failures integer not null default 0,
  interruptions integer not null default 0, lapsed_fence integer, not_before integer not null default 0, worker text,
  fence integer not null default 0, lease_until integer not null default 0, accepted_at integer not null,
  started_at integer, finished_at integer);
insert into run_3 (id, run_id, session, kind, parameters, status, report, materialised, failure, failures,
    interruptions, not_before, worker, fence, lease_until, accepted_at, started_at, finished_at)
  select id, run_id, session, kind, parameters, status, report, materialised, failure, failures, interruptions,
    not_before, worker, fence, lease_until, accepted_at, started_at, finished_at from run;
drop table run;
alter table run_3 rename to run;
create index run_by_session on run (session);
create index run_unfinished on run (session, id) where status in ('accepted', 'running');
create index run_in_lane on run (lane, id) where status in ('accepted', 'running') and lane is not null;

create table work_fence (last integer not null);
insert into work_fence (last) values (0);
`;

// The kind, flow and method of a session; null for earlier sessions.
const NATURES = `
alter table session add column of_kind text;
alter table session add column flow text;
alter table session add column method text;
`;

// Each destination is relayed by itself, and of messages with an order key the first of those that are due.
const DESTINATIONS = `
alter table outbox add column destination text not null default 'bus';
alter table outbox add column order_key text;
drop index outbox_due;
create index outbox_due on outbox (destination, not_before, id) where due = 1;
create index outbox_lane on outbox (destination, order_key, id) where due = 1 and order_key is not null;
`;

// Hints for a cluster's row, as JSON; null in earlier clusters and if there are none.
const HINTS = `
alter table cluster add column looks_like text;
`;

// Whether an operator wants a run that is being done to end.
const CANCELLING = `
alter table run add column cancelled integer not null default 0;
`;

// Decisions. A stamp says that an operation changed a cluster and that not all that follows is written yet. What is the
// same for all audit rows of a call is told once, in audit_batch. Flags are null in clusters of before. status: as in
// cluster. ids: 16 bytes each. metadata and operation: JSON.
const DECISIONS = `
alter table cluster add column is_reconciled integer;
alter table cluster add column agent_invoked integer;

create table operation (
  id integer primary key, operation_id text not null unique, operation text not null, begun_at integer not null,
  finished integer not null default 0);
create index operation_unfinished on operation (begun_at) where finished = 0;
create table stamp (
  operation integer not null, cluster integer not null, status_before integer not null, status_after integer not null,
  reconciled_before integer, primary key (operation, cluster)) without rowid;

create table audit_batch (
  id integer primary key, operation_id text not null unique, request text not null, scope integer not null,
  common text not null, digest text not null);
create index audit_batch_by_request on audit_batch (scope, request);
create table audit (
  id integer primary key, audit_id blob not null unique, batch integer not null, ordinal integer not null,
  scope integer not null, cluster blob not null, session integer not null, branch integer, type integer not null,
  status_before integer not null, status_after integer not null, method integer not null, resolved integer not null,
  matched integer not null, note text, learned integer, learned_currency integer, gl_ids blob not null,
  bank_ids blob not null);
create index audit_by_scope on audit (scope);
create index audit_by_cluster on audit (cluster);
create index audit_by_session on audit (session);
create index audit_by_batch on audit (batch, ordinal);
`;

// Groups that were made after the runs of their rows, with all of their content. state: 0 proposed, 1 confirmed, 2 void.
// An open item that is claimed (state 1) names the group that has it in claimed_by.
const LATE_GROUPS = `
create table late_group (
  id integer primary key, group_id blob not null unique, scope integer not null, operation text not null,
  state integer not null default 0, content text not null, settled_at integer, void_reason integer);
create index late_group_unsettled on late_group (scope, id) where state = 0;
create index late_group_of_operation on late_group (scope, operation, id) where state = 1;
create table late_group_session (
  scope integer not null, session text not null, late_group integer not null,
  primary key (scope, session, late_group)) without rowid;
`;

// How files of a layout are read for a partner (core/reading/remembered-format.ts), as JSON.
const FORMATS = `
create table format (
  id integer primary key, tenant text not null, partner text not null, format_id text not null,
  remembered_at integer not null, format text not null,
  unique (tenant, partner, format_id));
create index format_by_age on format (remembered_at desc, format_id);
`;

// Patterns that people's approvals taught (core/records/documents/patterns.ts), as JSON.
const PATTERNS = `
create table pattern (
  tenant text not null, partner text not null, domain text not null, type text not null, pattern_id text not null,
  version integer not null, pattern text not null, primary key (tenant, partner, domain, type)) without rowid;
create unique index pattern_by_id on pattern (tenant, partner, pattern_id);
create index audit_recurring on audit (scope, type) where learned is not null;
`;

// Which sweep, an operation, gave a cluster its status; null where a person did, or nobody.
const SWEEPS = `
alter table cluster add column swept_by integer;
alter table stamp add column swept_before integer;
create index cluster_swept on cluster (swept_by) where swept_by is not null;
`;

// Checks of the verification service, the subjects that are screened again, and tokens that were used. answer, subject
// and hits: JSON.
const VERIFICATION = `
create table kept_check (
  id integer primary key, tenant text not null, partner text not null, check_id text not null, route text not null,
  digest text not null, subject_ref text, created_at integer not null, expires_at integer not null,
  answer text not null, unique (tenant, partner, check_id));
create index kept_check_by_subject on kept_check (tenant, partner, subject_ref, created_at)
  where subject_ref is not null;
create index kept_check_by_expiry on kept_check (expires_at);
create table subject (
  id integer primary key autoincrement, tenant text not null, partner text not null, subject_ref text not null,
  created_at integer not null, updated_at integer not null, screened_at integer, subject text not null,
  hits text not null, unique (tenant, partner, subject_ref));
create table used_token (token text primary key, expires_at integer not null) without rowid;
create index used_token_by_expiry on used_token (expires_at);
`;

// Date windows that somebody said are finished. settled: what followed from them is done.
const WINDOWS = `
create table date_window (
  id integer primary key, session integer not null, start_day integer not null, end_day integer not null, branch text,
  said_at integer not null, settled integer not null default 0,
  unique (session, start_day, end_day));
create index date_window_open on date_window (said_at) where settled = 0;
`;

// Lists that are screened against, and what subjects are looked up by. screened_by: the versions that were asked last.
const LISTS = `
create table list (
  name text primary key, version text not null, format text not null, entities integer not null,
  blocks integer not null, loaded_at integer not null) without rowid;
create table list_block (
  id integer primary key, name text not null, version text not null, n integer not null, packed blob not null,
  unique (name, version, n));
alter table subject add column screened_by text;
create table subject_key (
  tenant text not null, partner text not null, key text not null, subject integer not null,
  primary key (tenant, partner, key, subject)) without rowid;
create index subject_key_by_subject on subject_key (subject);
`;

// Results for windows of a run that was cut, until it has ended.
const WINDOW_RESULTS = `
create table window_result (
  run_id text not null, window_id text not null, n integer not null, bytes blob not null,
  primary key (run_id, window_id, n));
`;

// The chain over the audit (core/records/documents/audit-chain.ts): link is JSON, n its place in the tenant's chain.
const AUDIT_CHAIN = `
create table audit_link (
  tenant text not null, n integer not null, partner text not null, operation_id text not null, link text not null,
  primary key (tenant, n)) without rowid;
create unique index audit_link_of_batch on audit_link (operation_id, tenant, partner);
`;

// An open item's row uid, equal in every session; null in earlier items.
const ROW_UIDS = `
alter table open_item add column uid blob;
`;

// Rows that late groups hold, by day: whether a run's row is matched in another session is asked of these.
const CLAIMED_ITEMS = `
create index open_item_claimed on open_item (scope, booking_day, claimed_by) where state = 1;
`;

// Nobody looks for an open item by its texts; the columns of their keys stay, empty in rows of now.
const NO_TEXT_KEYS = `
drop index open_item_by_reference;
drop index open_item_by_settlement;
`;

// The record ids of a late group's rows, 16 bytes each, by which they are claimed; null in groups of before.
const LATE_ROW_IDS = `
alter table late_group add column record_ids blob;
`;

// Operations are held as work is: fence and held_until as there. decided: its call wrote all that it had to. queued: work
// brings it to its end. Those of before are held by nobody.
const HELD_OPERATIONS = `
alter table operation add column fence integer not null default 0;
alter table operation add column held_until integer not null default 0;
alter table operation add column decided integer not null default 0;
alter table operation add column queued integer not null default 0;
drop index operation_unfinished;
create index operation_unfinished on operation (queued, begun_at) where finished = 0;
`;

// The basis of a summary's figures, by which an unchanged summary is found.
const SUMMARIES_BY_BASIS = `
create index summary_by_basis on summary (session, json_extract(summary, '$.scope.basis'), recalculation_count);
`;

// Tenants take turns, of each kind of work. round: when a piece's turn is, counted in pieces of its tenant; work_round:
// the latest that was claimed of a kind. behind: another piece of its lane, or run of its session, comes first. That is
// kept by triggers, so that whoever ends work need not think of the next. due: from when on it can be claimed; what was
// interrupted too often rests (limits.ts).
const TURNS = `
alter table run add column of_tenant text;
alter table run add column round integer not null default 0;
alter table run add column behind integer not null default 0;
alter table run add column due integer as (case status when 'accepted' then not_before
  else lease_until + case when interruptions >= 3 then 60000 else 0 end end) virtual;
update run set of_tenant = (select tenant from session where session.id = run.session)
  where status in ('accepted', 'running');
update run set behind = 1 where status in ('accepted', 'running') and exists (select 1 from run as other
  where (other.session = run.session or other.lane = run.lane) and other.id < run.id
    and other.status in ('accepted', 'running'));
create table work_round (kind text primary key, round integer not null) without rowid;
create index run_next on run (kind, round, id) where status in ('accepted', 'running') and behind = 0;
create index run_due on run (due) where status in ('accepted', 'running') and behind = 0;
create index run_of_tenant on run (kind, of_tenant, round) where status in ('accepted', 'running');

create trigger run_behind after insert on run begin
  update run set behind = 1 where id = new.id and (
    exists (select 1 from run as other indexed by run_unfinished
    where other.session = new.session and other.id < new.id
      and other.status in ('accepted', 'running'))
    or exists (select 1 from run as other indexed by run_in_lane
    where other.lane = new.lane and other.lane is not null and other.id < new.id
      and other.status in ('accepted', 'running')));
end;
create trigger run_ended after update of status on run
  when old.status in ('accepted', 'running') and new.status not in ('accepted', 'running') begin
  update run set behind = 0 where id = (select min(id) from run as other indexed by run_unfinished
    where other.session = new.session and other.status in ('accepted', 'running'));
  update run set behind = 0 where id = (select min(id) from run as other indexed by run_in_lane
    where other.lane = new.lane and other.lane is not null and other.status in ('accepted', 'running'));
end;
create trigger run_gone after delete on run when old.status in ('accepted', 'running') begin
  update run set behind = 0 where id = (select min(id) from run as other indexed by run_unfinished
    where other.session = old.session and other.status in ('accepted', 'running'));
  update run set behind = 0 where id = (select min(id) from run as other indexed by run_in_lane
    where other.lane = old.lane and other.lane is not null and other.status in ('accepted', 'running'));
end;
`;

// Windows that are not settled are looked at session by session.
const WINDOWS_BY_SESSION = `
create index date_window_unsettled on date_window (session, said_at) where settled = 0;
drop index date_window_open;
`;

// Audit rows are listed by when their call was made.
const AUDIT_BY_CALL = `
alter table audit add column at integer not null default 0;
update audit set at = (select json_extract(common, '$.createdAt') from audit_batch where audit_batch.id = audit.batch);
drop index audit_by_scope;
drop index audit_by_cluster;
drop index audit_by_session;
create index audit_by_scope on audit (scope, at, id);
create index audit_by_cluster on audit (cluster, at, id);
create index audit_by_session on audit (session, at, id);
`;

/** From each version of the tables to the next; a new store goes through all of them. Steps that were released stay. */
export const SCHEMA_STEPS: readonly string[] = [
  FIRST_TABLES,
  RUNS_THAT_SURVIVE,
  OUTBOX,
  SERVICES,
  WORK_BELOW_RUNS,
  NATURES,
  DESTINATIONS,
  HINTS,
  CANCELLING,
  DECISIONS,
  LATE_GROUPS,
  FORMATS,
  PATTERNS,
  SWEEPS,
  VERIFICATION,
  WINDOWS,
  LISTS,
  WINDOW_RESULTS,
  AUDIT_CHAIN,
  ROW_UIDS,
  CLAIMED_ITEMS,
  NO_TEXT_KEYS,
  LATE_ROW_IDS,
  HELD_OPERATIONS,
  SUMMARIES_BY_BASIS,
  TURNS,
  WINDOWS_BY_SESSION,
  AUDIT_BY_CALL,
];
export const SCHEMA_VERSION = SCHEMA_STEPS.length;

/**
 * Makes the tables of a new store and brings those of an older one up to date, all steps or none. Throws
 * store_unavailable for a store that a newer Tieout wrote.
 */
export function prepareSchema(db: Database, directory: string): void {
  const version = db.get<{ user_version: number }>('pragma user_version')!.user_version;
  if (version > SCHEMA_VERSION) {
    throw new TieoutError(
      'store_unavailable',
      `The store in ${directory} was written by a newer Tieout (schema ${version}, this one knows ${SCHEMA_VERSION}): use that version, or name another directory.`,
    );
  }
  if (version === SCHEMA_VERSION) return;
  db.transaction(() => {
    for (const step of SCHEMA_STEPS.slice(version)) db.exec(step);
    db.exec(`pragma user_version = ${SCHEMA_VERSION}`);
  });
}

/**
 * This process alone holds the store: former lease holders are gone, and their work can be claimed at once. So can
 * paused work: the former process's clock counted its pause.
 */
export function voidLeases(db: Database): void {
  db.transaction(() => {
    const now = db.now();
    db.run(`update run set lease_until = ?1 where status = 'running' and lease_until > ?1`, now);
    db.run(`update run set not_before = ?1 where status = 'accepted' and not_before > ?1`, now);
    db.run('update outbox set not_before = ?1 where due = 1 and not_before > ?1', now);
    db.run('update lease set held_until = 0 where held_until > 0');
    db.run('update operation set held_until = 0 where finished = 0 and held_until > 0');
  });
}
