// Removes content that no session names (rows of ingestions, groups of runs), and content whose time is over.

import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { ROW_PARTS } from '../../core/records/blocks/row-block.ts';
import { rowLease } from '../../ports/leases.ts';
import type { Upkeep } from '../../ports/store.ts';
import type { Database } from './connection/sqlite.ts';
import type { Synchronous } from './connection/synchronous.ts';
import { PARTS_PER_BLOCK, PRUNED } from './rows/row-blocks.ts';
import { removeWindowResults } from './rows/window-results.ts';

/** Sessions with an unfinished run: recovery decides about them first. */
const BUSY = `select session from run where status in ('accepted', 'running') and session is not null`;

export function upkeepOperations(db: Database): Synchronous<Upkeep> {
  return {
    sweepUnnamed: () =>
      db.transaction(() => {
        const ingestions = db
          .all<Unnamed>(
            `select ingestion.id, tenant, partner, session.session from ingestion
               join session on session.id = ingestion.session
               where session.id not in (${BUSY}) and not exists
                 (select 1 from json_each(session.ingestions) as named where named.value = ingestion.ingestion_id)`,
          )
          .filter((unnamed) => !isBeingIngested(db, unnamed));
        for (const { id } of ingestions) removeIngestion(db, id);
        const runs = db.all<{ id: number }>(
          `select distinct run.id from run join group_block on group_block.run = run.id
             join session on session.id = run.session
             where run.session not in (${BUSY}) and session.run is not run.id`,
        );
        for (const { id } of runs) db.run('delete from group_block where run = ?', id);
        removeWindowResults(db);
        return { ingestions: ingestions.length, runs: runs.length };
      }),
    prune: ({ rowsBefore, runsBefore }) =>
      db.transaction(() => ({
        sessions: rowsBefore === null ? 0 : pruneSessions(db, rowsBefore),
        runs: runsBefore === null ? 0 : pruneRuns(db, runsBefore),
      })),
  };
}

type Unnamed = { id: number; tenant: string; partner: string; session: string };

/** A document has no run while it is ingested, but its process holds the partner's row lease. */
const isBeingIngested = (db: Database, { session, ...of }: Unnamed): boolean =>
  isAdHoc(session) && db.get('select 1 from lease where name = ? and held_until > ?', rowLease(of), db.now()) !== null;

/** Removes the content of blocks, except fingerprints. Answers how many sessions had some. */
function pruneSessions(db: Database, before: number): number {
  const sessions = db.all<{ id: number; run: number }>(
    `select id, run from session where version > 0 and updated_at < ? and id not in (${BUSY})`,
    before,
  );
  let changed = 0;
  for (const { id, run } of sessions) {
    let emptied = db.run(`update group_block set packed = ${PRUNED} where run = ? and packed <> ${PRUNED}`, run);
    const blocks = db.all<{ id: number }>(
      `select row_block.id from row_block join ingestion on ingestion.id = row_block.ingestion where session = ?`,
      id,
    );
    for (const block of blocks) {
      const first = block.id * PARTS_PER_BLOCK;
      emptied += db.run(
        `update row_part set bytes = ${PRUNED} where id between ? and ? and id <> ? and bytes <> ${PRUNED}`,
        first,
        first + PARTS_PER_BLOCK - 1,
        first + ROW_PARTS.indexOf('fingerprint'),
      );
    }
    if (emptied > 0) changed++;
  }
  return changed;
}

const pruneRuns = (db: Database, before: number): number =>
  db.run(
    `delete from run where status = 'succeeded' and finished_at < ?
       and id not in (select run from session where run is not null)
       and id <> (select max(id) from run as other where other.session = run.session)
       and session not in (${BUSY})`,
    before,
  );

function removeIngestion(db: Database, ingestion: number): void {
  for (const { id } of db.all<{ id: number }>('select id from row_block where ingestion = ?', ingestion)) {
    db.run('delete from row_part where id between ? and ?', id * PARTS_PER_BLOCK, (id + 1) * PARTS_PER_BLOCK - 1);
  }
  db.run('delete from row_block where ingestion = ?', ingestion);
  db.run('delete from ingestion where id = ?', ingestion);
}
