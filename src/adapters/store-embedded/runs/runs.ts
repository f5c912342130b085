// Runs in SQLite: work that has a session, and what is shown of it. work.ts has its claims.

import {
  NOTHING_REPORTED,
  type Run,
  type RunState,
  type RunStatus,
  retryAtOf,
  runClaimOf,
} from '../../../core/records/documents/run.ts';
import type { WorkFailure } from '../../../core/records/documents/work.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { NewRun, RunScope, Runs } from '../../../ports/runs.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { claimWork, putWork } from './work.ts';

type Row = {
  id: number;
  run_id: string;
  tenant: string;
  partner: string;
  session: string;
  kind: string;
  command_version: number;
  parameters: string;
  status: string;
  report: string | null;
  materialised: number;
  failure: string | null;
  failures: number;
  interruptions: number;
  worker: string | null;
  not_before: number;
  caller: string | null;
  accepted_at: number;
  started_at: number | null;
  finished_at: number | null;
};

const FROM = 'from run join session on session.id = run.session';
const SELECT = `select run.id, run_id, tenant, partner, session.session, kind, command_version, parameters, status, report, materialised,
  failure, failures, interruptions, worker, not_before, caller, accepted_at, started_at, finished_at ${FROM}`;
/** The columns of a list: without parameters, which may be long. */
const LISTED = SELECT.replace(' parameters,', ` '{}' as parameters,`);
const IS_CANCELLED = `json_extract(failure, '$.code') = 'cancelled'`;

export const IN_STATE: Readonly<Record<RunState, string>> = {
  waiting: `status = 'accepted'`,
  running: `status = 'running'`,
  succeeded: `status = 'succeeded'`,
  failed: `status = 'failed' and not ${IS_CANCELLED}`,
  cancelled: `status = 'failed' and ${IS_CANCELLED}`,
};

const HELD = `run_id = ? and fence = ? and status = 'running'`;

export function runOperations(db: Database, keys: Keys): Synchronous<Runs> {
  const get = (runId: string): Run | null => {
    const row = db.get<Row>(`${SELECT} where run_id = ?`, runId);
    return row && toRun(row);
  };
  const ofSession = (key: NewRun['key'], which: string, ...values: string[]): Run | null => {
    const row = db.get<Row>(`${SELECT} where run.session = ? ${which} limit 1`, keys.knownSession(key), ...values);
    return row && toRun(row);
  };
  const add = ({ runId, key, parameters, ...run }: NewRun): number | null =>
    putWork(db, {
      ...run,
      id: runId,
      session: keys.session(key),
      tenant: key.tenant,
      lane: null,
      command: JSON.stringify(parameters),
    });
  return {
    get,
    accept: ({ keepExisting, follows, ...run }) =>
      db.transaction(() => {
        const isNew = get(run.runId) === null;
        if (isNew && follows !== undefined) {
          const last = ofSession(run.key, 'order by run.id desc');
          if (last !== null && last.runId !== follows) return { run: last, accepted: false };
        }
        const latest = keepExisting && isNew ? ofSession(run.key, 'and kind = ? order by run.id desc', run.kind) : null;
        if (latest !== null && latest.status !== 'failed') return { run: latest, accepted: false };
        const accepted = add(run) !== null;
        return { run: get(run.runId)!, accepted };
      }),
    cancel: (runId, { at, failure }) =>
      db.transaction(() => {
        const isNamed = `exists (select 1 from session where session.id = run.session and session.run = run.id)`;
        const open = `run_id = ? and session is not null and not ${isNamed}`;
        db.run(`update run set cancelled = 1 where status = 'running' and ${open}`, runId);
        db.run(
          `update run set cancelled = 1, status = 'failed', failure = ?, finished_at = ?, worker = null
             where status = 'accepted' and ${open}`,
          JSON.stringify(failure),
          at,
          runId,
        );
        return get(runId);
      }),
    isCancelled: (runId) =>
      db.get<{ cancelled: number }>('select cancelled from run where run_id = ?', runId)?.cancelled === 1,
    list: ({ state, after, limit, ...scope }) => {
      const { where, values } = scopeClause(scope);
      const inState = state === undefined ? where : `${where} and ${IN_STATE[state]}`;
      const { total } = db.get<{ total: number }>(`select count(*) as total ${FROM} where ${inState}`, ...values)!;
      const rows = db.all<Row>(
        `${LISTED} where ${inState} and run.id < ? order by run.id desc limit ?`,
        ...values,
        after ?? Number.MAX_SAFE_INTEGER,
        limit + 1,
      );
      const { rows: shown, last } = pageOf(rows, limit);
      const runs = shown.map(toRun).map(({ parameters: _, ...run }) => run);
      return { runs, next: last?.id ?? null, total };
    },
    queue: (scope) => {
      const { where, values } = scopeClause(scope);
      return db.get<{ waiting: number; running: number; oldestWaiting: number | null }>(
        `select count(*) filter (where status = 'accepted') as waiting, count(*) filter (where status = 'running') as running,
           min(accepted_at) filter (where status = 'accepted') as oldestWaiting
           ${FROM} where status in ('accepted', 'running') and ${where}`,
        ...values,
      )!;
    },
    start: (run, lease) =>
      db.transaction(() => {
        add(run);
        const open = db.get<{ id: number }>(
          `select id from run where run_id = ? and status in ('accepted', 'running')`,
          run.runId,
        );
        if (open === null) return null;
        const { claim } = claimWork(db, open.id, { ...lease, at: run.acceptedAt });
        return { run: get(run.runId)!, claim: runClaimOf(claim) };
      }),
    report: ({ runId, fence }, report) =>
      db.run(`update run set report = ? where ${HELD}`, JSON.stringify(report), runId, fence) === 1,
    latest: (key) => ofSession(key, 'order by run.id desc'),
    active: (key) => ofSession(key, `and status = 'running'`),
    unfinished: () => db.all<Row>(`${SELECT} where status in ('accepted', 'running') order by run.id`).map(toRun),
    sessionsNamed: (session) =>
      db.all<{ tenant: string; partner: string; session: string }>(
        `select tenant, partner, session from session
           where session = ? and exists (select 1 from run where run.session = session.id) order by id`,
        session,
      ),
  };
}

/** The condition for runs of a scope, and its values. */
function scopeClause({ tenant, partner, session, kinds, caller }: RunScope): {
  readonly where: string;
  readonly values: string[];
} {
  const parts: [string, readonly string[]][] = [['true', []]];
  if (tenant !== undefined) parts.push(['tenant = ?', [tenant]]);
  if (partner !== undefined) parts.push(['partner = ?', [partner]]);
  if (session !== undefined) parts.push(['session.session = ?', [session]]);
  if (caller !== undefined) parts.push(['caller = ?', [caller]]);
  if (kinds !== undefined) parts.push([`kind in (${kinds.map(() => '?').join(', ')})`, kinds]);
  return { where: parts.map(([part]) => part).join(' and '), values: parts.flatMap(([, values]) => values) };
}

function toRun(row: Row): Run {
  const status = row.status as RunStatus;
  const failure = row.failure === null ? null : (JSON.parse(row.failure) as WorkFailure);
  return {
    runId: row.run_id,
    key: { tenant: row.tenant, partner: row.partner, session: row.session },
    kind: row.kind,
    version: row.command_version,
    parameters: JSON.parse(row.parameters),
    status,
    report: row.report === null ? NOTHING_REPORTED : JSON.parse(row.report),
    materialised: row.materialised === 1,
    failure,
    failures: row.failures,
    interruptions: row.interruptions,
    worker: row.worker,
    caller: row.caller,
    acceptedAt: row.accepted_at,
    retryAt: retryAtOf({ status, failure }, row.not_before),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
