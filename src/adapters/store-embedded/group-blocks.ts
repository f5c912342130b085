// Group blocks in SQLite: the header before the content, so that reading headers reads no content.

import { TieoutError } from '../../core/errors.ts';
import type { GroupBlockHeader } from '../../core/records/groups.ts';
import { headerFromJson, headerToJson } from '../../core/records/header-json.ts';
import type { GroupBlocks } from '../../ports/group-blocks.ts';
import type { Keys } from './keys.ts';
import { requireKept } from './row-blocks.ts';
import type { Database } from './sqlite.ts';
import type { Synchronous } from './synchronous.ts';

export function groupBlockOperations(db: Database, keys: Keys): Synchronous<GroupBlocks> {
  return {
    put: (runId, blocks) =>
      db.transaction(() => {
        const run = keys.run(runId);
        let added = 0;
        for (const { n, block } of blocks) {
          added += db.run(
            'insert into group_block (run, n, header, packed) values (?, ?, ?, ?) on conflict do nothing',
            run,
            n,
            headerToJson(block.header),
            block.packed,
          );
        }
        return added;
      }),
    discard: (runId) =>
      db.transaction(() =>
        db.run(
          'delete from group_block where run = ?1 and not exists (select 1 from session where run = ?1)',
          keys.run(runId),
        ),
      ),
    headers: (runId) =>
      db
        .all<{ n: number; header: string }>(
          'select n, header from group_block where run = ? order by n',
          keys.run(runId),
        )
        .map(({ n, header }) => ({ n, header: headerFromJson<GroupBlockHeader>(header) })),
    read(runId, numbers) {
      const run = keys.run(runId);
      return numbers.map((n) => {
        const row = db.get<{ header: string; packed: Uint8Array }>(
          'select header, packed from group_block where run = ? and n = ?',
          run,
          n,
        );
        if (row === null) {
          throw new TieoutError(
            'store_damaged',
            `The store is damaged: group block ${n} of run ${runId} is missing; restore it from a backup.`,
          );
        }
        requireKept(row.packed);
        return { header: headerFromJson<GroupBlockHeader>(row.header), packed: row.packed };
      });
    },
  };
}
