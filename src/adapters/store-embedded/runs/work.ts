// The queue in SQLite: one row for each piece of work, in the table of the runs, because a run is one. A write under a
// claim is guarded by the claim's fence and the expected status. A run's fence is counted by its session, so that a
// claim of any of its runs ends the one before; other work's by one counter, because its row is removed when it is
// done.

import type { ClaimedWork, Work } from '../../../core/records/documents/work.ts';
import { inTurn, roundAfter } from '../../../core/records/documents/work-turns.ts';
import type { KnownKind, Lease, WorkQueue } from '../../../ports/work.ts';
import type { Database, SqlValue } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type Row = {
  id: number;
  run_id: string;
  session: number | null;
  tenant: string | null;
  partner: string | null;
  session_name: string | null;
  kind: string;
  command_version: number;
  parameters: string;
  status: string;
  failure: string | null;
  failures: number;
  interruptions: number;
  fence: number;
};

/** Open work that is first in its session or lane. */
const NEXT = `status in ('accepted', 'running') and behind = 0`;

interface Candidate {
  readonly id: number;
  readonly runId: string;
  readonly status: string;
  readonly kind: string;
  readonly round: number;
  readonly due: number;
}

/** Work of one kind that could be claimed at the time `by`, in the order of turns. */
function candidates(
  db: Database,
  { kind, versions }: KnownKind,
  { by, limit }: { readonly by: number; readonly limit: number },
): Candidate[] {
  return db.all<Record<string, never> & Candidate>(
    `select id, run_id as runId, status, kind, round, due from run
       where ${NEXT} and kind = ? and due <= ? and command_version in (select value from json_each(?))
       order by round, id limit ?`,
    kind,
    by,
    JSON.stringify(versions),
    limit,
  );
}

const roundOf = (db: Database, kind: string): number =>
  db.get<{ round: number }>('select round from work_round where kind = ?', kind)?.round ?? 0;

/** The work whose turn is next. */
function nextOf(db: Database, knows: readonly KnownKind[]): Candidate | null {
  const by = db.now();
  const firsts = knows.flatMap((known) => candidates(db, known, { by, limit: 1 }));
  const rounds = new Map(firsts.map(({ kind }) => [kind, roundOf(db, kind)]));
  const [next] = inTurn(firsts, {
    turnOf: ({ kind, round, due, id }) => ({ kind, round, dueAt: due, order: id }),
    roundOf: (kind) => rounds.get(kind)!,
  });
  return next ?? null;
}

function newRound(db: Database, { kind, tenant }: { readonly kind: string; readonly tenant: string }): number {
  const own = db.get<{ last: number | null }>(
    `select max(round) as last from run where kind = ? and of_tenant = ? and status in ('accepted', 'running')`,
    kind,
    tenant,
  )!;
  return roundAfter({ ofTenant: own.last, ofKind: roundOf(db, kind) });
}

const HELD = `run_id = ? and fence = ? and status = 'running'`;

/** Inserts work and answers its row; null if its id is stored. */
export function putWork(
  db: Database,
  work: {
    readonly id: string;
    readonly session: number | null;
    readonly tenant: string;
    readonly lane: string | null;
    readonly kind: string;
    readonly version: number;
    readonly command: string;
    readonly caller?: string | null;
    readonly acceptedAt: number;
  },
): number | null {
  return db.insert(
    `insert into run (run_id, session, of_tenant, round, lane, kind, command_version, parameters, status, not_before,
         caller, accepted_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, 'accepted', ?, ?, ?) on conflict (run_id) do nothing`,
    work.id,
    work.session,
    work.tenant,
    newRound(db, work),
    work.lane,
    work.kind,
    work.version,
    work.command,
    db.now(),
    work.caller ?? null,
    work.acceptedAt,
  );
}

/** Claims work from any holder, under a new highest fence. The work waits for its next turn. */
export function claimWork(db: Database, id: number, { worker, leaseMs, at }: Lease & { at: number }): ClaimedWork {
  const fence = nextFence(db, id);
  db.run(
    `insert into work_round (kind, round) select kind, round from run where id = ? on conflict (kind)
       do update set round = max(round, excluded.round)`,
    id,
  );
  db.run(
    `update run set status = 'running', worker = ?, lease_until = ?, started_at = coalesce(started_at, ?), fence = ?,
       round = 1 + (select round from work_round where work_round.kind = run.kind) where id = ?`,
    worker,
    db.now() + leaseMs,
    at,
    fence,
    id,
  );
  const row = db.get<Row>(
    `select run.*, tenant, partner, session.session as session_name
       from run left join session on session.id = run.session where run.id = ?`,
    id,
  )!;
  return { work: toWork(row), claim: { workId: row.run_id, fence } };
}

/** A run's fence comes from its session, because the session's commit checks it. */
function nextFence(db: Database, id: number): number {
  const { session } = db.get<{ session: number | null }>('select session from run where id = ?', id)!;
  if (session === null) return db.get<{ last: number }>('update work_fence set last = last + 1 returning last')!.last;
  return db.get<{ fence: number }>('update session set fence = fence + 1 where id = ? returning fence', session)!.fence;
}

export function workOperations(db: Database): Synchronous<WorkQueue> {
  /** False: the claim is lost, but its worker lives, so the interruption that was counted for it is taken back. */
  const held = (changed: number, { workId, fence }: { workId: string; fence: number }): boolean => {
    if (changed === 1) return true;
    db.run(
      `update run set interruptions = interruptions - 1, lapsed_fence = null where run_id = ? and lapsed_fence = ?`,
      workId,
      fence,
    );
    return false;
  };
  return {
    put: ({ workId, command, ...work }) =>
      putWork(db, { ...work, id: workId, session: null, command: JSON.stringify(command) }) !== null,
    claimNext: ({ knows, ...lease }) =>
      db.transaction(() => {
        const next = nextOf(db, knows);
        if (next === null) return null;
        if (next.status === 'running') {
          db.run('update run set interruptions = interruptions + 1, lapsed_fence = fence where id = ?', next.id);
        }
        return claimWork(db, next.id, lease);
      }),
    renew: (claim, leaseMs) =>
      held(
        db.run(`update run set lease_until = ? where ${HELD}`, db.now() + leaseMs, claim.workId, claim.fence),
        claim,
      ),
    retake: (claim, leaseMs) =>
      db.transaction(() => {
        const { workId, fence } = claim;
        const row = db.get<{ id: number; worker: string }>(`select id, worker from run where ${HELD}`, workId, fence);
        if (row === null) {
          held(0, claim);
          return null;
        }
        return claimWork(db, row.id, { worker: row.worker, leaseMs, at: 0 }).claim;
      }),
    release: (claim, pauseMs, because) =>
      held(
        db.run(
          `update run set status = 'accepted', not_before = ?, failure = coalesce(?, failure), worker = null where ${HELD}`,
          db.now() + pauseMs,
          because === undefined ? null : JSON.stringify(because),
          claim.workId,
          claim.fence,
        ),
        claim,
      ),
    fail: (claim, { at, failure, pauseMs }) => {
      if (pauseMs === null) {
        const other = db.run(`delete from run where ${HELD} and session is null`, claim.workId, claim.fence);
        if (other === 1) return true;
      }
      const end: SqlValue[] = pauseMs === null ? ['failed', at, 0] : ['accepted', null, db.now() + pauseMs];
      return held(
        db.run(
          `update run set failures = failures + 1, failure = ?, worker = null, status = ?, finished_at = ?,
             not_before = ? where ${HELD}`,
          JSON.stringify(failure),
          ...end,
          claim.workId,
          claim.fence,
        ),
        claim,
      );
    },
    finish: (claim, at) =>
      db.transaction(() => {
        const { workId, fence } = claim;
        const row = db.get<{ id: number; session: number | null }>(
          `select id, session from run where ${HELD}`,
          workId,
          fence,
        );
        if (row === null) return held(0, claim);
        if (row.session === null) db.run('delete from run where id = ?', row.id);
        else {
          db.run(
            `update run set status = 'succeeded', finished_at = ?, failure = null, worker = null where id = ?`,
            at,
            row.id,
          );
        }
        return true;
      }),
    waiting({ knows, forMs, limit }) {
      const by = db.now() - forMs;
      const found =
        knows === null
          ? db.all<Pick<Candidate, 'id' | 'runId'> & Record<string, never>>(
              `select id, run_id as runId from run where ${NEXT} and due <= ? order by due limit ?`,
              by,
              limit,
            )
          : knows.flatMap((known) => candidates(db, known, { by, limit }));
      return found
        .toSorted((a, b) => a.id - b.id)
        .slice(0, limit)
        .map(({ runId }) => runId);
    },
    count: ({ kind, tenant, limit }) =>
      db.get<{ open: number }>(
        `select count(*) as open from (select 1 from run
           where kind = ? and of_tenant = ? and status in ('accepted', 'running') limit ?)`,
        kind,
        tenant,
        limit,
      )!.open,
  };
}

function toWork(row: Row): Work {
  return {
    workId: row.run_id,
    kind: row.kind,
    version: row.command_version,
    command: JSON.parse(row.parameters),
    session: row.session === null ? null : { tenant: row.tenant!, partner: row.partner!, session: row.session_name! },
    failure: row.failure === null ? null : JSON.parse(row.failure),
    failures: row.failures,
    interruptions: row.interruptions,
  };
}
