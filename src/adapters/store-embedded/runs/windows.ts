// Finished date windows of sessions in SQLite.

import type { Sessions } from '../../../ports/sessions.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';

type Windows = Pick<
  Synchronous<Sessions>,
  'addWindow' | 'windows' | 'withOpenWindows' | 'settleWindows' | 'dropWindows'
>;

export function windowOperations(db: Database, keys: Keys): Windows {
  return {
    addWindow: (key, { start, end, branchId, saidAt }) =>
      db.transaction(() => {
        db.run(
          `insert into date_window (session, start_day, end_day, branch, said_at) values (?, ?, ?, ?, ?)
             on conflict (session, start_day, end_day)
             do update set branch = excluded.branch, said_at = excluded.said_at, settled = 0`,
          keys.session(key),
          start,
          end,
          branchId,
          saidAt,
        );
      }),
    windows: (key) =>
      db
        .all<{ start_day: number; end_day: number; branch: string | null; said_at: number }>(
          'select start_day, end_day, branch, said_at from date_window where session = ? order by start_day, end_day',
          keys.knownSession(key),
        )
        .map((row) => ({ start: row.start_day, end: row.end_day, branchId: row.branch, saidAt: row.said_at })),
    withOpenWindows: ({ after, limit }) => {
      const rows = db.all<{ id: number; tenant: string; partner: string; session: string }>(
        `select session.id, tenant, partner, session.session from session where id in (select distinct session
           from date_window where settled = 0 and session > ? order by session limit ?) order by session.id`,
        Number(after ?? 0),
        limit,
      );
      const sessions = rows.map(({ tenant, partner, session }) => ({ tenant, partner, session }));
      return { sessions, next: rows.length < limit ? null : String(rows.at(-1)!.id) };
    },
    dropWindows: (notSaidSince) =>
      db.transaction(() => {
        const dropped = db.all<{ session: number }>(
          `select session from date_window where settled = 0 group by session having max(said_at) < ?`,
          notSaidSince,
        );
        for (const { session } of dropped) db.run('delete from date_window where session = ? and settled = 0', session);
        return dropped.length;
      }),
    settleWindows: (key, saidUntil) => {
      db.run(
        'update date_window set settled = 1 where session = ? and said_at <= ?',
        keys.knownSession(key),
        saidUntil,
      );
    },
  };
}
