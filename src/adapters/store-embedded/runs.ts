// Runs in SQLite, one row each; every change is guarded by the status that it starts from.

import type { FinishedStage, Run, RunFailure, RunStatus } from '../../core/records/run.ts';
import type { Runs } from '../../ports/runs.ts';
import type { Keys } from './keys.ts';
import type { Database } from './sqlite.ts';
import type { Synchronous } from './synchronous.ts';

type Row = {
  run_id: string;
  tenant: string;
  partner: string;
  session: string;
  parameters: string;
  status: string;
  stages: string;
  materialised: number;
  failure: string | null;
  started_at: number;
  finished_at: number | null;
};

const SELECT = `select run_id, tenant, partner, session.session, parameters, status, stages, materialised, failure,
  started_at, finished_at from run join session on session.id = run.session`;

export function runOperations(db: Database, keys: Keys): Synchronous<Runs> {
  const get = (runId: string): Run | null => {
    const row = db.get<Row>(`${SELECT} where run_id = ?`, runId);
    return row && toRun(row);
  };
  return {
    get,
    start: ({ runId, key, parameters, startedAt }) =>
      db.transaction(() => {
        db.run(
          `insert into run (run_id, session, parameters, status, started_at) values (?, ?, ?, 'running', ?)
             on conflict (run_id) do nothing`,
          runId,
          keys.session(key),
          JSON.stringify(parameters),
          startedAt,
        );
        return get(runId)!;
      }),
    latest(key) {
      const session = keys.knownSession(key);
      if (session === null) return null;
      const row = db.get<Row>(`${SELECT} where run.session = ? order by run.id desc limit 1`, session);
      return row && toRun(row);
    },
    stageDone: (runId, stage) =>
      db.transaction(() => {
        const run = get(runId);
        if (run?.status !== 'running') return null;
        if (run.stages.some(({ name }) => name === stage.name)) return run;
        const stages: FinishedStage[] = [...run.stages, stage];
        db.run('update run set stages = ? where run_id = ?', JSON.stringify(stages), runId);
        return { ...run, stages };
      }),
    materialised(runId) {
      const changed = db.run(`update run set materialised = 1 where run_id = ? and status = 'running'`, runId);
      return changed === 1 ? get(runId) : null;
    },
    finish(runId, end) {
      const changed = db.run(
        `update run set status = ?, finished_at = ?, failure = ? where run_id = ? and status = 'running'`,
        end.status,
        end.finishedAt,
        end.status === 'failed' ? JSON.stringify(end.failure) : null,
        runId,
      );
      return changed === 1 ? get(runId) : null;
    },
    unfinished: () => db.all<Row>(`${SELECT} where status in ('accepted', 'running') order by run.id`).map(toRun),
  };
}

function toRun(row: Row): Run {
  return {
    runId: row.run_id,
    key: { tenant: row.tenant, partner: row.partner, session: row.session },
    parameters: JSON.parse(row.parameters),
    status: row.status as RunStatus,
    stages: JSON.parse(row.stages),
    materialised: row.materialised === 1,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as RunFailure),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
