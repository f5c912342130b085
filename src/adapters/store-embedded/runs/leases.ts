// Leases in SQLite, one row for each name that was ever taken. The row stays, so that fences only grow.

import { rowsTaken } from '../../../ports/every-store/failures.ts';
import type { Fenced, Leases } from '../../../ports/leases.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

export function leaseOperations(db: Database): Synchronous<Leases> {
  return {
    take: (name, leaseMs) =>
      db.transaction(() => {
        const now = db.now();
        const before = db.get<{ held_until: number }>('select held_until from lease where name = ?', name);
        const taken = db.run(
          `insert into lease (name, fence, held_until) values (?1, 1, ?2) on conflict (name)
             do update set fence = fence + 1, held_until = ?2 where held_until <= ?3`,
          name,
          now + leaseMs,
          now,
        );
        if (taken === 0) return null;
        const { fence } = db.get<{ fence: number }>('select fence from lease where name = ?', name)!;
        return { name, fence, afterLapse: (before?.held_until ?? 0) !== 0 };
      }),
    renew: ({ name, fence }, leaseMs) =>
      db.run(
        'update lease set held_until = ? where name = ? and fence = ? and held_until <> 0',
        db.now() + leaseMs,
        name,
        fence,
      ) === 1,
    release: ({ name, fence }) =>
      db.run('update lease set held_until = 0 where name = ? and fence = ?', name, fence) === 1,
  };
}

/** Writes in one transaction, under the row lease. Throws session_busy if somebody took the lease later. */
export const underLease = <T>(db: Database, under: Fenced | undefined, write: () => T): T =>
  db.transaction(() => {
    requireLatest(db, under);
    return write();
  });

function requireLatest(db: Database, under: Fenced | undefined): void {
  if (under === undefined) return;
  const { name, fence } = under;
  if (db.get('select 1 from lease where name = ? and fence = ?', name, fence) === null) throw rowsTaken();
}
