// Results of windows in SQLite: a row for each piece, written in one transaction.

import type { WindowResults } from '../../../ports/window-results.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

export function windowResultOperations(db: Database): Synchronous<WindowResults> {
  return {
    put: ({ runId, windowId, pieces }) =>
      db.transaction(() => {
        for (const [n, bytes] of pieces.entries()) {
          db.run(
            'insert into window_result (run_id, window_id, n, bytes) values (?, ?, ?, ?) on conflict do nothing',
            runId,
            windowId,
            n,
            bytes,
          );
        }
      }),
    done: (runId) =>
      db
        .all<{ window_id: string }>('select distinct window_id from window_result where run_id = ?', runId)
        .map(({ window_id: windowId }) => windowId),
    read({ runId, windowId }) {
      const pieces = db.all<{ bytes: Uint8Array }>(
        'select bytes from window_result where run_id = ? and window_id = ? order by n',
        runId,
        windowId,
      );
      return pieces.length === 0 ? null : pieces.map(({ bytes }) => bytes);
    },
  };
}

/** Removes results of runs that have ended. */
export function removeWindowResults(db: Database): void {
  db.run(
    `delete from window_result where run_id not in (select run_id from run where status in ('accepted', 'running'))`,
  );
}
