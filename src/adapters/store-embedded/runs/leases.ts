// Leases in SQLite, one row for each name that was ever taken: the row stays, so that fences only grow.

import type { Leases } from '../../../ports/leases.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

export function leaseOperations(db: Database): Synchronous<Leases> {
  return {
    take: (name, leaseMs) =>
      db.transaction(() => {
        const now = Date.now();
        const taken = db.run(
          `insert into lease (name, fence, held_until) values (?1, 1, ?2) on conflict (name)
             do update set fence = fence + 1, held_until = ?2 where held_until <= ?3`,
          name,
          now + leaseMs,
          now,
        );
        if (taken === 0) return null;
        return { name, fence: db.get<{ fence: number }>('select fence from lease where name = ?', name)!.fence };
      }),
    renew: ({ name, fence }, leaseMs) =>
      db.run(
        'update lease set held_until = ? where name = ? and fence = ? and held_until <> 0',
        Date.now() + leaseMs,
        name,
        fence,
      ) === 1,
    release: ({ name, fence }) =>
      db.run('update lease set held_until = 0 where name = ? and fence = ?', name, fence) === 1,
  };
}
