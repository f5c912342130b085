// Runs in SQLite: the work that has a session, and what is shown of it. Who works on it is said in work.ts.

import { NOTHING_REPORTED, type Run, type RunStatus, runOf } from '../../../core/records/documents/run.ts';
import type { WorkFailure } from '../../../core/records/documents/work.ts';
import type { NewRun, Runs } from '../../../ports/runs.ts';
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
  accepted_at: number;
  started_at: number | null;
  finished_at: number | null;
};

const SELECT = `select run.id, run_id, tenant, partner, session.session, kind, command_version, parameters, status, report, materialised,
  failure, failures, interruptions, accepted_at, started_at, finished_at
  from run join session on session.id = run.session`;

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
    putWork(db, { ...run, id: runId, session: keys.session(key), lane: null, command: JSON.stringify(parameters) });
  return {
    get,
    accept: ({ keepExisting, ...run }) =>
      db.transaction(() => {
        const isNew = get(run.runId) === null;
        const latest = keepExisting && isNew ? ofSession(run.key, 'and kind = ? order by run.id desc', run.kind) : null;
        if (latest !== null && latest.status !== 'failed') return { run: latest, accepted: false };
        const accepted = add(run) !== null;
        return { run: get(run.runId)!, accepted };
      }),
    start: (run, lease) =>
      db.transaction(() => {
        add(run);
        const open = db.get<{ id: number }>(
          `select id from run where run_id = ? and status in ('accepted', 'running')`,
          run.runId,
        );
        if (open === null) return null;
        const { claim } = claimWork(db, open.id, { ...lease, at: run.acceptedAt });
        return { run: get(run.runId)!, claim: runOf(claim) };
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

function toRun(row: Row): Run {
  return {
    runId: row.run_id,
    key: { tenant: row.tenant, partner: row.partner, session: row.session },
    kind: row.kind,
    version: row.command_version,
    parameters: JSON.parse(row.parameters),
    status: row.status as RunStatus,
    report: row.report === null ? NOTHING_REPORTED : JSON.parse(row.report),
    materialised: row.materialised === 1,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as WorkFailure),
    failures: row.failures,
    interruptions: row.interruptions,
    acceptedAt: row.accepted_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
