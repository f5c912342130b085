// Sessions in SQLite. A session has a row as soon as anything refers to it. Version 0 means that nothing was committed;
// such a session is not shown.

import { NO_NATURE, type Session, type SessionNature } from '../../../core/records/documents/session.ts';
import type { SessionKey } from '../../../core/records/session-key.ts';
import { contentPruned, requireAllBlocks } from '../../../ports/every-store/failures.ts';
import { type CommittedSession, isCommitted, type Sessions } from '../../../ports/sessions.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { IS_PRUNED } from '../rows/row-blocks.ts';
import { underLease } from './leases.ts';
import { pageOfSessions } from './list-sessions.ts';
import { windowOperations } from './windows.ts';

type Row = {
  tenant: string;
  partner: string;
  session: string;
  version: number;
  run_id: string | null;
  of_kind: string | null;
  flow: string | null;
  method: string | null;
  period_start: number | null;
  period_end: number | null;
  ingestions: string;
  materialised: number | null;
  created_at: number;
  updated_at: number;
};

const COLUMNS = `tenant, partner, session.session, version, run_id, ingestions, materialised, of_kind, flow, method,
  period_start, period_end, created_at, updated_at`;
const COMMITTED = `select ${COLUMNS} from session left join run on run.id = session.run where version > 0`;

export function sessionOperations(db: Database, keys: Keys): Synchronous<Sessions> {
  const get = (key: SessionKey): Session | null => {
    const row = db.get<Row>(
      `${COMMITTED} and tenant = ? and partner = ? and session.session = ?`,
      key.tenant,
      key.partner,
      key.session,
    );
    return row && toSession(row);
  };
  return {
    get,
    list: ({ tenant, partner }) =>
      db.all<Row>(`${COMMITTED} and tenant = ? and partner = ? order by session.id`, tenant, partner).map(toSession),
    scopes: () =>
      db.all<{ tenant: string; partner: string; sessions: number }>(
        'select tenant, partner, count(*) as sessions from session group by tenant, partner order by tenant, partner',
      ),
    page: (asked) => pageOfSessions(db, asked),
    commit: (key, { expectVersion, ingestions, run, nature, under, at }) =>
      underLease(db, under, () => {
        const shown = get(key);
        if (shown !== null && isCommitted(shown, { run, ingestions })) return { outcome: 'committed', session: shown };
        for (const id of ingestions) requireWhole(db, keys.ingestion(id), id);
        const changed = db.run(
          `update session set version = version + 1, run = coalesce(?, run), ingestions = ?, updated_at = ?,
             created_at = coalesce(created_at, ?), of_kind = ?, flow = ?, method = ?, period_start = ?, period_end = ?
             where id = ? and version = ? and fence = coalesce(?, fence)`,
          run === null ? null : keys.run(run.runId),
          JSON.stringify(ingestions),
          at,
          at,
          ...natureOf(nature ?? shown ?? NO_NATURE),
          keys.session(key),
          expectVersion,
          run === null ? null : run.fence,
        );
        return changed === 1 ? { outcome: 'committed', session: get(key)! } : { outcome: 'conflict', session: shown };
      }),
    ...windowOperations(db, keys),
    // Each commit checks its lease in its own transaction, so there is no fence to raise here.
    unmaterialised: ({ tenant, partner }, under) =>
      underLease(db, under, () => {
        return db
          .all<Row>(
            `${COMMITTED} and tenant = ? and partner = ? and materialised = 0 order by session.id`,
            tenant,
            partner,
          )
          .map((row) => toSession(row) as CommittedSession);
      }),
    materialised: (key, { runId, under }) =>
      underLease(db, under, () => {
        const [session, run] = [keys.knownSession(key), keys.run(runId)];
        const named = 'exists (select 1 from session where session.id = ? and session.run = run.id)';
        return db.run(`update run set materialised = 1 where id = ? and ${named}`, run, session) === 1;
      }),
  };
}

/** Throws content_pruned too. */
function requireWhole(db: Database, ingestion: number, id: string): void {
  const counts = db.get<{ missing: number; pruned: number }>(
    `select json_extract(header, '$.blocks') - (select count(*) from row_block where row_block.ingestion = ingestion.id)
       as missing,
       (select count(*) from row_block where row_block.ingestion = ingestion.id and ${IS_PRUNED}) as pruned
       from ingestion where id = ?`,
    ingestion,
  )!;
  requireAllBlocks(id, counts.missing);
  if (counts.pruned !== 0) throw contentPruned();
}

const natureOf = ({ kind, flow, method, periodStart, periodEnd }: SessionNature) =>
  [kind, flow, method, periodStart, periodEnd] as const;

function toSession(row: Row): Session {
  return {
    key: { tenant: row.tenant, partner: row.partner, session: row.session },
    ingestions: JSON.parse(row.ingestions),
    runId: row.run_id,
    materialised: row.materialised !== 0,
    kind: row.of_kind,
    flow: row.flow as Session['flow'],
    method: row.method,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
