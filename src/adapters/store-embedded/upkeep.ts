// Removing what nothing names: the rows of ingestions and the groups of runs that no session says count.

import type { Upkeep } from '../../ports/store.ts';
import { PARTS_PER_BLOCK } from './row-blocks.ts';
import type { Database } from './sqlite.ts';
import type { Synchronous } from './synchronous.ts';

// Sessions that a process was working on: recovery decides about them first.
const BUSY = `select session from run where status in ('accepted', 'running')`;

export function upkeepOperations(db: Database): Synchronous<Upkeep> {
  return {
    sweepUnnamed: () =>
      db.transaction(() => {
        const ingestions = db.all<{ id: number }>(
          `select id from ingestion where session not in (${BUSY}) and not exists
             (select 1 from session, json_each(session.ingestions) as named
                where session.id = ingestion.session and named.value = ingestion.ingestion_id)`,
        );
        for (const { id } of ingestions) removeIngestion(db, id);
        const runs = db.all<{ id: number }>(
          `select distinct run.id from run join group_block on group_block.run = run.id
             join session on session.id = run.session
             where run.session not in (${BUSY}) and session.run is not run.id`,
        );
        for (const { id } of runs) db.run('delete from group_block where run = ?', id);
        return { ingestions: ingestions.length, runs: runs.length };
      }),
  };
}

function removeIngestion(db: Database, ingestion: number): void {
  for (const { id } of db.all<{ id: number }>('select id from row_block where ingestion = ?', ingestion)) {
    db.run('delete from row_part where id between ? and ?', id * PARTS_PER_BLOCK, (id + 1) * PARTS_PER_BLOCK - 1);
  }
  db.run('delete from row_block where ingestion = ?', ingestion);
  db.run('delete from ingestion where id = ?', ingestion);
}
