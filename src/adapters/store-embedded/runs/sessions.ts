// Sessions in SQLite. A session's row is there as soon as anything refers to it; version 0 says that no run was
// committed, and such a session is not shown.

import { TieoutError } from '../../../core/errors.ts';
import type { Session, SessionKey } from '../../../core/records/documents/session.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { contentPruned, IS_PRUNED } from '../rows/row-blocks.ts';
import { requireLatest } from './leases.ts';

type Row = {
  tenant: string;
  partner: string;
  session: string;
  version: number;
  run_id: string;
  ingestions: string;
  materialised: number;
  created_at: number;
  updated_at: number;
};

const COLUMNS = 'tenant, partner, session.session, version, run_id, ingestions, materialised, created_at, updated_at';
const COMMITTED = `select ${COLUMNS} from session join run on run.id = session.run where version > 0`;

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
    commitRun: (key, { expectVersion, ingestions, runId, fence, under, at }) =>
      db.transaction(() => {
        requireLatest(db, under);
        const shown = get(key);
        if (shown !== null && shows(shown, { runId, ingestions })) return { outcome: 'committed', session: shown };
        for (const id of ingestions) requireWhole(db, keys.ingestion(id), id);
        const changed = db.run(
          `update session set version = version + 1, run = ?, ingestions = ?, updated_at = ?,
             created_at = coalesce(created_at, ?) where id = ? and version = ? and fence = ?`,
          keys.run(runId),
          JSON.stringify(ingestions),
          at,
          at,
          keys.session(key),
          expectVersion,
          fence,
        );
        return changed === 1 ? { outcome: 'committed', session: get(key)! } : { outcome: 'conflict', session: shown };
      }),
    // Each commit asks for its lease in its own transaction: there is nothing to raise.
    unmaterialised: ({ tenant, partner }, under) =>
      db.transaction(() => {
        requireLatest(db, under);
        return db
          .all<Row>(
            `${COMMITTED} and tenant = ? and partner = ? and materialised = 0 order by session.id`,
            tenant,
            partner,
          )
          .map(toSession);
      }),
    materialised: (key, { runId, under }) =>
      db.transaction(() => {
        requireLatest(db, under);
        const [session, run] = [keys.knownSession(key), keys.run(runId)];
        const named = 'exists (select 1 from session where session.id = ? and session.run = run.id)';
        return db.run(`update run set materialised = 1 where id = ? and ${named}`, run, session) === 1;
      }),
  };
}

/** An ingestion counts only with all of its blocks: half a file must never be matched in silence. */
function requireWhole(db: Database, ingestion: number, id: string): void {
  const { missing, pruned } = db.get<{ missing: number; pruned: number }>(
    `select json_extract(header, '$.blocks') - (select count(*) from row_block where row_block.ingestion = ingestion.id)
       as missing,
       (select count(*) from row_block where row_block.ingestion = ingestion.id and ${IS_PRUNED}) as pruned
       from ingestion where id = ?`,
    ingestion,
  )!;
  if (missing !== 0) throw new TieoutError('internal', `The ingestion ${id} lacks ${missing} of its blocks.`);
  if (pruned !== 0) throw contentPruned();
}

function shows(session: Session, { runId, ingestions }: { runId: string; ingestions: readonly string[] }): boolean {
  return session.runId === runId && JSON.stringify(session.ingestions) === JSON.stringify(ingestions);
}

function toSession(row: Row): Session {
  return {
    key: { tenant: row.tenant, partner: row.partner, session: row.session },
    ingestions: JSON.parse(row.ingestions),
    runId: row.run_id,
    materialised: row.materialised === 1,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
