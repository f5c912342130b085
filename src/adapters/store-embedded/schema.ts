// The tables of the embedded store, as steps from each version to the next. Rows refer to each other by integer, and
// recurring names (accounts, files, rules) are kept once, in label. Large values have tables of their own, so that
// reading a header reads no block.

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
-- A part's id is 8 times its block's id, plus the part's place in ROW_PARTS.
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

-- status: the place in DECISION_STATUSES (clusters.ts). members: member-codec.ts.
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

// Runs are accepted before they start, claimed under a lease, and tried again. not_before and lease_until are by the
// store's clock, the other times by the caller's. fence: ports/runs.ts.
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

// Messages for the bus. due: not published yet. not_before and delivered_at are by the store's clock. The payload has its
// own table, so that marking a message writes only a few bytes.
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

// The service of a commercial cluster, a label; null for other and earlier clusters.
const SERVICES = `
alter table cluster add column service integer;
`;

// The table of runs keeps all work; a run is one kind of it. Other work has no session, and a lane if it is done in
// order. command_version: the version of the command's form. lapsed_fence: the fence of the last lapsed claim whose
// worker has not answered since.
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

// Each destination is relayed independently. Of the due messages with one order key, only the first is relayed.
const DESTINATIONS = `
alter table outbox add column destination text not null default 'bus';
alter table outbox add column order_key text;
drop index outbox_due;
create index outbox_due on outbox (destination, not_before, id) where due = 1;
create index outbox_lane on outbox (destination, order_key, id) where due = 1 and order_key is not null;
`;

// A cluster's hints, as JSON; null if there are none, and in earlier clusters.
const HINTS = `
alter table cluster add column looks_like text;
`;

// Whether an operator cancelled the run.
const CANCELLING = `
alter table run add column cancelled integer not null default 0;
`;

// Decisions. A stamp says that an operation changed a cluster, until everything that follows is written. audit_batch has
// the fields that all audit rows of a call share. Flags are null in earlier clusters. status: as in cluster. ids: 16
// bytes each. operation and common: JSON.
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

// Late groups, with their content as JSON. state: 0 proposed, 1 confirmed, 2 void. A claimed open item (state 1) names
// its group in claimed_by.
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

// Remembered formats (core/reading/remembered-format.ts), as JSON.
const FORMATS = `
create table format (
  id integer primary key, tenant text not null, partner text not null, format_id text not null,
  remembered_at integer not null, format text not null,
  unique (tenant, partner, format_id));
create index format_by_age on format (remembered_at desc, format_id);
`;

// Learned patterns (core/records/documents/patterns.ts), as JSON.
const PATTERNS = `
create table pattern (
  tenant text not null, partner text not null, domain text not null, type text not null, pattern_id text not null,
  version integer not null, pattern text not null, primary key (tenant, partner, domain, type)) without rowid;
create unique index pattern_by_id on pattern (tenant, partner, pattern_id);
create index audit_recurring on audit (scope, type) where learned is not null;
`;

// The sweep (an operation) that gave a cluster its status; null if a person did, or nobody.
const SWEEPS = `
alter table cluster add column swept_by integer;
alter table stamp add column swept_before integer;
create index cluster_swept on cluster (swept_by) where swept_by is not null;
`;

// Checks of the verification service, subjects of ongoing screening, and used tokens. answer, subject and hits: JSON.
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

// Finished date windows of sessions. settled: everything that follows from the window is done.
const WINDOWS = `
create table date_window (
  id integer primary key, session integer not null, start_day integer not null, end_day integer not null, branch text,
  said_at integer not null, settled integer not null default 0,
  unique (session, start_day, end_day));
create index date_window_open on date_window (said_at) where settled = 0;
`;

// Lists for screening, and the keys by which subjects are found. screened_by: the lists' versions at the last screening.
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

// Results for windows of a run that was cut, kept until the run has ended.
const WINDOW_RESULTS = `
create table window_result (
  run_id text not null, window_id text not null, n integer not null, bytes blob not null,
  primary key (run_id, window_id, n));
`;

// The chain over the audit (core/records/documents/audit-chain.ts). link: JSON. n: its place in the tenant's chain.
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

// The index for rows that late groups hold, by day: a run asks whether its rows are matched in another session.
const CLAIMED_ITEMS = `
create index open_item_claimed on open_item (scope, booking_day, claimed_by) where state = 1;
`;

// No query finds open items by their texts any more. The columns of the keys stay, and are empty in new rows.
const NO_TEXT_KEYS = `
drop index open_item_by_reference;
drop index open_item_by_settlement;
`;

// The record ids of a late group's rows, 16 bytes each, by which they are claimed; null in earlier groups.
const LATE_ROW_IDS = `
alter table late_group add column record_ids blob;
`;

// Operations are held under a fence until held_until. decided: the call wrote the change and the audit. queued: work in
// the queue finishes the operation. Nobody holds earlier operations.
const HELD_OPERATIONS = `
alter table operation add column fence integer not null default 0;
alter table operation add column held_until integer not null default 0;
alter table operation add column decided integer not null default 0;
alter table operation add column queued integer not null default 0;
drop index operation_unfinished;
create index operation_unfinished on operation (queued, begun_at) where finished = 0;
`;

// The index by which an unchanged summary is found: the basis of its figures.
const SUMMARIES_BY_BASIS = `
create index summary_by_basis on summary (session, json_extract(summary, '$.scope.basis'), recalculation_count);
`;

// Tenants take turns in each kind of work. round: the turn of a piece, counted in pieces of its tenant. work_round: the
// latest round that was claimed of a kind. behind: an earlier piece of the lane or session is unfinished; triggers keep
// it up to date. due: when the work can be claimed. Work that was interrupted too often rests first (limits.ts).
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

// Unsettled windows are read session by session.
const WINDOWS_BY_SESSION = `
create index date_window_unsettled on date_window (session, said_at) where settled = 0;
drop index date_window_open;
`;

// Audit rows are listed by the time of their call.
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

// The caller who ordered a run; null where nobody is known, and in earlier runs. The period of a session, in day
// numbers; null: no bound, and in earlier sessions. kept_answer: calls with a key of the caller's own; told, JSON, is
// null until the call has ended.
const CALLERS = `
alter table run add column caller text;
alter table session add column period_start integer;
alter table session add column period_end integer;
create table kept_answer (
  caller text not null, key text not null, digest text not null, attempt text not null, begun_at integer not null,
  expires_at integer not null, told text, packed blob,
  primary key (caller, key));
create index kept_answer_by_expiry on kept_answer (expires_at);
`;

// Terms of partners (core/records/partner-terms.ts), a row for each version, as JSON.
const PARTNER_TERMS = `
create table partner_terms (
  tenant text not null, partner text not null, name text not null, version integer not null, terms text not null,
  set_at integer not null, set_by text, primary key (tenant, partner, name, version)) without rowid;
`;

// When a list was published, how many names it has, and sentences about what it lacks, as JSON.
const PUBLISHED_LISTS = `
alter table list add column published_at integer not null default 0;
alter table list add column names integer not null default 0;
alter table list add column warnings text not null default '[]';
update list set published_at = loaded_at;
`;

// Statements that were kept (core/records/kept-statement.ts).
const KEPT_STATEMENTS = `
create table kept_statement (
  id integer primary key, session integer not null, digest text not null, content_type text not null,
  position integer not null, kept_at integer not null, text text not null,
  unique (session, digest));
`;

// The life of journals (core/records/journal-life.ts).
const JOURNALS = `
create table journal_event (
  tenant text not null, partner text not null, journal_id text not null, version integer not null, kind text not null,
  made_at integer not null, made_by text, batch_id text, reference text, posted_on integer,
  primary key (tenant, partner, journal_id, version)) without rowid;
create table journal_batch (
  tenant text not null, partner text not null, batch_id text not null, session text not null, made_at integer not null,
  made_by text, content text not null, primary key (tenant, partner, batch_id)) without rowid;
`;

// Personal texts hold all that is kept of people (verification/personal.ts). Checks have what they are listed by,
// subjects an id of ours.
const PERSONAL = `
create table personal (id integer primary key, room blob not null, content text not null) without rowid;
alter table kept_check rename to old_check;
create table kept_check (
  id integer primary key, tenant text not null, partner text not null, check_id text not null, route text not null,
  ref_key integer, created_at integer not null, expires_at integer not null, status text, state text, actor text,
  batch_id text, unique (tenant, partner, check_id));
insert into kept_check (id, tenant, partner, check_id, route, ref_key, created_at, expires_at)
  select id, tenant, partner, check_id, route,
    case when subject_ref is null then null else find_key(tenant, partner, subject_ref) end, created_at, expires_at
  from old_check;
insert into personal (id, room, content)
  select id, zeroblob(1002), json_object('digest', digest, 'subject_ref', subject_ref, 'answer', json(answer))
  from old_check;
drop table old_check;
create index kept_check_by_ref on kept_check (tenant, partner, ref_key) where ref_key is not null;
create index kept_check_by_expiry on kept_check (expires_at);
create index kept_check_by_time on kept_check (tenant, created_at desc, check_id);
create index kept_check_in_progress on kept_check (route, created_at) where state = 'in_progress';
create index kept_check_of_batch on kept_check (tenant, partner, batch_id, created_at desc, check_id)
  where batch_id is not null;
alter table subject rename to old_subject;
alter table subject_key rename to old_subject_key;
drop index subject_key_by_subject;
create table subject (
  id integer primary key autoincrement, subject_id text not null unique, tenant text not null, partner text not null,
  ref_key integer not null, created_at integer not null, updated_at integer not null, screened_at integer,
  screened_by text, hit_count integer not null, actor text);
insert into subject (id, subject_id, tenant, partner, ref_key, created_at, updated_at, screened_at, screened_by,
    hit_count)
  select id, lower(hex(randomblob(16))), tenant, partner, find_key(tenant, partner, subject_ref), created_at,
    updated_at, screened_at, screened_by, json_array_length(hits)
  from old_subject order by id;
insert into personal (id, room, content)
  select -id, zeroblob(1002), json_object('subject_ref', subject_ref, 'subject', json(subject), 'hits', json(hits),
    'keys', (select json_group_array(key order by key) from old_subject_key where subject = old_subject.id))
  from old_subject;
create index subject_by_ref on subject (tenant, partner, ref_key);
create index subject_by_time on subject (tenant, updated_at desc, subject_id);
create table subject_key (
  tenant text not null, partner text not null, key integer not null, subject integer not null,
  primary key (tenant, partner, key, subject)) without rowid;
insert or ignore into subject_key (tenant, partner, key, subject)
  select tenant, partner, find_key(key), subject from old_subject_key;
create index subject_key_by_subject on subject_key (subject);
drop table old_subject_key;
drop table old_subject;
`;

// Acts of people (core/people/act.ts). content: JSON.
const ACTS = `
create table act (
  tenant text not null, partner text not null, kind text not null, thing text not null, version integer not null,
  verb text not null, operation text not null, made_at integer not null, made_by text, content text not null,
  primary key (tenant, partner, kind, thing, version)) without rowid;
`;

// The rows that journals are made for, and where runs found their entries.
const JOURNAL_ROWS = `
create table journal (
  tenant text not null, partner text not null, journal_id text not null, session text not null, record_id text not null,
  uid text not null, cluster_id text, side text not null, day integer not null, amount integer not null,
  currency text not null, primary key (tenant, partner, journal_id)) without rowid;
create index journal_by_day on journal (tenant, partner, day);
alter table journal_event add column session text;
alter table journal_event add column record_id text;
`;

// Cases of kept subjects (core/screening/cases). What they and their steps say of people is in personal texts; ref_key is
// null once their subject is deleted. chained: the number of the last step in the audit chain.
const CASES = `
create table screening_case (
  id integer primary key autoincrement, tenant text not null, partner text not null, case_id text not null unique,
  subject_id text not null, ref_key integer, list text not null, entity_id text not null, status text not null,
  assignee_key integer, opened_at integer not null, until text, version integer not null, chained integer not null);
create index screening_case_of_subject on screening_case (tenant, partner, ref_key, list, entity_id)
  where ref_key is not null;
create index screening_case_newest on screening_case (tenant, partner, opened_at, case_id) where ref_key is not null;
create index screening_case_of_status on screening_case (tenant, partner, status, opened_at, case_id)
  where ref_key is not null;
create index screening_case_lapsing on screening_case (until) where until is not null;
create index screening_case_unchained on screening_case (id) where chained < version;
create table screening_case_step (
  id integer primary key autoincrement, of_case integer not null, n integer not null, step text not null,
  unique (of_case, n));
`;

// What people noted on a cluster. owner: a label. follow_up: JSON (core/records/follow-up.ts); the columns before
// it are searched by. Null: nobody noted anything.
const FOLLOW_UPS = `
alter table cluster add column owner integer;
alter table cluster add column due_day integer;
alter table cluster add column has_note integer not null default 0;
alter table cluster add column follow_up text;
create index cluster_followed on cluster (session) where follow_up is not null and voided_at is null;
`;

// Things that people act on, the newest first.
const ACTED_THINGS = `
create index act_newest on act (tenant, kind, made_at, thing) where version = 1;
`;

// Operations of a partner, the latest first.
const OPERATIONS_OF_PARTNERS = `
create index operation_of_partner on operation
  (json_extract(operation, '$.tenant'), json_extract(operation, '$.partner'), begun_at, id);
`;

// The operation that gave a cluster its status; null if nobody decided on it, or before this was kept.
const DECIDED_BY = `
alter table cluster add column decided_by integer;
create index audit_by_type on audit (scope, type, at, id);
`;

// Journals by what the ledger calls them.
const JOURNAL_REFERENCES = `
create index journal_event_by_reference on journal_event (tenant, partner, reference) where reference is not null;
`;

/** One step from each version to the next. A new store goes through all of them. Released steps never change. */
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
  CALLERS,
  PARTNER_TERMS,
  PUBLISHED_LISTS,
  KEPT_STATEMENTS,
  JOURNALS,
  PERSONAL,
  ACTS,
  JOURNAL_ROWS,
  CASES,
  FOLLOW_UPS,
  ACTED_THINGS,
  OPERATIONS_OF_PARTNERS,
  DECIDED_BY,
  JOURNAL_REFERENCES,
];
/** The first version in which people are in personal texts. */
export const PERSONAL_VERSION = SCHEMA_STEPS.indexOf(PERSONAL) + 1;
export const SCHEMA_VERSION = SCHEMA_STEPS.length;
