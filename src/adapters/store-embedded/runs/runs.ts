// Runs in SQLite, one row each. What is done under a claim is guarded by the claim's fence and the status that it
// starts from; the fence itself is counted by the session, so that a claim of any of its runs ends the one before.

import { NOTHING_REPORTED, type Run, type RunFailure, type RunStatus } from '../../../core/records/documents/run.ts';
import { pauseAfter, worn } from '../../../core/records/documents/run-attempts.ts';
import type { NewRun, Runs } from '../../../ports/runs.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';

type Row = {
  id: number;
  run_id: string;
  tenant: string;
  partner: string;
  session: string;
  kind: string;
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

const SELECT = `select run.id, run_id, tenant, partner, session.session, kind, parameters, status, report, materialised,
  failure, failures, interruptions, accepted_at, started_at, finished_at
  from run join session on session.id = run.session`;

/** The oldest unfinished run of each session that nobody works on since a moment, ?1. */
const CLAIMABLE = `from run where status in ('accepted', 'running')
  and id = (select min(id) from run as other where other.session = run.session and status in ('accepted', 'running'))
  and case status when 'accepted' then not_before <= ?1 else lease_until <= ?1 end`;

const HELD = `run_id = ? and fence = ? and status = 'running'`;

export function runOperations(db: Database, keys: Keys): Synchronous<Runs> {
  const get = (runId: string): Run | null => {
    const row = db.get<Row>(`${SELECT} where run_id = ?`, runId);
    return row && toRun(row);
  };
  const ofSession = (key: NewRun['key'], which: string): Run | null => {
    const row = db.get<Row>(`${SELECT} where run.session = ? ${which} limit 1`, keys.knownSession(key));
    return row && toRun(row);
  };
  const add = ({ runId, key, kind, parameters, acceptedAt }: NewRun): boolean =>
    db.insert(
      `insert into run (run_id, session, kind, parameters, status, not_before, accepted_at)
         values (?, ?, ?, ?, 'accepted', ?, ?) on conflict (run_id) do nothing`,
      runId,
      keys.session(key),
      kind,
      JSON.stringify(parameters),
      Date.now(),
      acceptedAt,
    ) !== null;
  const claim = (id: number, lease: { worker: string; leaseMs: number; at: number }) => {
    db.run('update session set fence = fence + 1 where id = (select session from run where id = ?)', id);
    db.run(
      `update run set status = 'running', worker = ?, lease_until = ?, started_at = coalesce(started_at, ?),
         fence = (select fence from session where session.id = run.session) where id = ?`,
      lease.worker,
      Date.now() + lease.leaseMs,
      lease.at,
      id,
    );
    const row = db.get<Row & { fence: number }>(
      `${SELECT.replace('select', 'select run.fence,')} where run.id = ?`,
      id,
    )!;
    return { run: toRun(row), claim: { runId: row.run_id, fence: row.fence } };
  };
  return {
    get,
    accept: ({ keepExisting, ...run }) =>
      db.transaction(() => {
        const latest = keepExisting && get(run.runId) === null ? ofSession(run.key, 'order by run.id desc') : null;
        if (latest !== null && latest.status !== 'failed') return { run: latest, accepted: false };
        const accepted = add(run);
        return { run: get(run.runId)!, accepted };
      }),
    start: (run, lease) =>
      db.transaction(() => {
        add(run);
        const open = db.get<{ id: number }>(
          `select id from run where run_id = ? and status in ('accepted', 'running')`,
          run.runId,
        );
        return open && claim(open.id, { ...lease, at: run.acceptedAt });
      }),
    claimNext: (lease) =>
      db.transaction(() => {
        for (;;) {
          const next = db.get<{ id: number; status: string; interruptions: number }>(
            `select id, status, interruptions ${CLAIMABLE} order by interruptions, id limit 1`,
            Date.now(),
          );
          if (next === null) return null;
          if (next.status === 'accepted') return claim(next.id, lease);
          const failure = worn(next.interruptions + 1);
          db.run('update run set interruptions = interruptions + 1 where id = ?', next.id);
          if (failure === null) return claim(next.id, lease);
          // Whoever had it may be only slow, and must commit no more.
          db.run('update session set fence = fence + 1 where id = (select session from run where id = ?)', next.id);
          db.run(
            `update run set status = 'failed', finished_at = ?, failure = ? where id = ?`,
            lease.at,
            JSON.stringify(failure),
            next.id,
          );
        }
      }),
    renew: ({ runId, fence }, leaseMs) =>
      db.run(`update run set lease_until = ? where ${HELD}`, Date.now() + leaseMs, runId, fence) === 1,
    release({ runId, fence }) {
      const changed = db.run(
        `update run set status = 'accepted', not_before = ?, worker = null where ${HELD}`,
        Date.now(),
        runId,
        fence,
      );
      return changed === 1 ? get(runId) : null;
    },
    report: ({ runId, fence }, report) =>
      db.run(`update run set report = ? where ${HELD}`, JSON.stringify(report), runId, fence) === 1,
    finish({ runId, fence }, end) {
      const changed = db.run(
        `update run set status = ?, finished_at = ?, failure = ? where ${HELD}`,
        end.status,
        end.finishedAt,
        end.status === 'failed' ? JSON.stringify(end.failure) : null,
        runId,
        fence,
      );
      return changed === 1 ? get(runId) : null;
    },
    failAttempt: ({ runId, fence }, { at, failure }) =>
      db.transaction(() => {
        const failed = db.run(
          `update run set failures = failures + 1, failure = ? where ${HELD}`,
          JSON.stringify(failure),
          runId,
          fence,
        );
        if (failed === 0) return null;
        const pause = pauseAfter(get(runId)!.failures);
        if (pause === null) db.run(`update run set status = 'failed', finished_at = ? where run_id = ?`, at, runId);
        else {
          db.run(
            `update run set status = 'accepted', not_before = ?, worker = null where run_id = ?`,
            Date.now() + pause,
            runId,
          );
        }
        return get(runId);
      }),
    latest: (key) => ofSession(key, 'order by run.id desc'),
    active: (key) => ofSession(key, `and status = 'running'`),
    waiting: (forMs) =>
      db.all<{ run_id: string }>(`select run_id ${CLAIMABLE} order by id`, Date.now() - forMs).map((row) => row.run_id),
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
    version: 1,
    parameters: JSON.parse(row.parameters),
    status: row.status as RunStatus,
    report: row.report === null ? NOTHING_REPORTED : JSON.parse(row.report),
    materialised: row.materialised === 1,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as RunFailure),
    failures: row.failures,
    interruptions: row.interruptions,
    acceptedAt: row.accepted_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
