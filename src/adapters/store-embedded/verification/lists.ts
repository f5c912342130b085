// Lists for screening in SQLite.

import type { ListHead } from '../../../core/records/documents/watchlist.ts';
import type { Lists } from '../../../ports/verification/lists.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type StoredList = {
  name: string;
  version: string;
  format: string;
  entities: number;
  blocks: number;
  loaded_at: number;
  published_at: number;
  names: number;
  warnings: string;
};

const COLUMNS = 'name, version, format, entities, blocks, loaded_at, published_at, names, warnings';

export function listOperations(db: Database): Synchronous<Lists> {
  return {
    heads: () =>
      db.all<StoredList>(`select ${COLUMNS} from list order by name`).map(
        ({ loaded_at: loadedAt, published_at: publishedAt, warnings, ...head }): ListHead => ({
          ...{ ...head, loadedAt, publishedAt, warnings: JSON.parse(warnings) },
        }),
      ),
    putBlock({ name, version, n }, packed) {
      db.run(
        `insert into list_block (name, version, n, packed) values (?, ?, ?, ?)
           on conflict (name, version, n) do update set packed = excluded.packed`,
        ...[name, version, n],
        packed,
      );
    },
    block({ name, version, n }) {
      const row = db.get<{ packed: Uint8Array }>(
        'select packed from list_block where name = ? and version = ? and n = ?',
        ...[name, version, n],
      );
      return row?.packed ?? null;
    },
    swap: (head, before) =>
      db.transaction(() => {
        const { name, version, format, entities, blocks, loadedAt, publishedAt, names, warnings } = head;
        const there = db.get<{ version: string }>('select version from list where name = ?', name);
        if ((there?.version ?? null) !== before) return false;
        db.run(
          `insert or replace into list (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[name, version, format, entities, blocks, loadedAt, publishedAt, names, JSON.stringify(warnings)],
        );
        db.run('delete from list_block where name = ? and version <> ?', name, version);
        return true;
      }),
    forget: (name) =>
      db.transaction(() => {
        db.run('delete from list_block where name = ?', name);
        return db.run('delete from list where name = ?', name) === 1;
      }),
  };
}
