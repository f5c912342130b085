// Prepares the database before the store answers: it makes or upgrades the tables, and ends leases of a former
// process.

import { TieoutError } from '../../core/errors.ts';
import type { Database } from './connection/sqlite.ts';
import { PERSONAL_VERSION, SCHEMA_STEPS, SCHEMA_VERSION } from './schema.ts';
import { defineFindKey } from './verification/personal.ts';

/**
 * Makes the tables of a new store, and upgrades those of an older one, in one transaction. Throws store_unavailable for a
 * store that a newer Tieout wrote.
 */
export function prepareSchema(db: Database, directory: string): void {
  const version = db.get<{ user_version: number }>('pragma user_version')!.user_version;
  if (version > SCHEMA_VERSION) {
    throw new TieoutError(
      'store_unavailable',
      `The store in ${directory} was written by a newer Tieout (schema ${version}, this one knows ${SCHEMA_VERSION}): use that version, or name another directory.`,
    );
  }
  if (version === SCHEMA_VERSION) return;
  defineFindKey(db);
  // Remains of what was deleted by a version that overwrote nothing.
  if (version < PERSONAL_VERSION && hasPeople(db)) db.exec('vacuum');
  db.erasing(() => {
    db.emptyLogAfter();
    for (const step of SCHEMA_STEPS.slice(version)) db.exec(step);
    db.exec(`pragma user_version = ${SCHEMA_VERSION}`);
  });
}

/** Whether an older store has, or had, subjects or checks. */
function hasPeople(db: Database): boolean {
  if (db.get(`select 1 as one from sqlite_master where name = 'kept_check'`) === null) return false;
  const old = `select 1 as one from kept_check union all select 1 from sqlite_sequence where name = 'subject' limit 1`;
  return db.get(old) !== null;
}

/**
 * Ends the leases and pauses of a former process. Only one process holds the store, so their holders are gone, and the
 * pauses were counted by another clock.
 */
export function voidLeases(db: Database): void {
  db.transaction(() => {
    const now = db.now();
    db.run(`update run set lease_until = ?1 where status = 'running' and lease_until > ?1`, now);
    db.run(`update run set not_before = ?1 where status = 'accepted' and not_before > ?1`, now);
    db.run('update outbox set not_before = ?1 where due = 1 and not_before > ?1', now);
    db.run('update lease set held_until = 0 where held_until > 0');
    db.run('update operation set held_until = 0 where finished = 0 and held_until > 0');
  });
}
