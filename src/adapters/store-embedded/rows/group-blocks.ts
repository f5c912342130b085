// Group blocks in SQLite. The header column comes before the content, so that reading headers reads no content. The
// transaction that writes checks the claim.

import { headerFromJson, headerToJson } from '../../../core/records/blocks/header-json.ts';
import type { RunClaim } from '../../../core/records/documents/run.ts';
import type { GroupBlockHeader } from '../../../core/records/groups/groups.ts';
import { missing } from '../../../ports/every-store/failures.ts';
import type { GroupBlocks } from '../../../ports/group-blocks.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { requireKept } from './row-blocks.ts';

export function groupBlockOperations(db: Database, keys: Keys): Synchronous<GroupBlocks> {
  /** The run's row; null if the claim no longer holds. */
  const heldRun = ({ runId, fence }: RunClaim): number | null => {
    const run = keys.run(runId);
    const held = db.get(`select 1 from run where id = ? and fence = ? and status = 'running'`, run, fence);
    return held && run;
  };
  return {
    put: (claim, blocks) =>
      db.transaction(() => {
        const run = heldRun(claim);
        if (run === null) return null;
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
    discard: (claim) =>
      db.transaction(() => {
        const run = heldRun(claim);
        if (run === null) return null;
        return db.run(
          'delete from group_block where run = ?1 and not exists (select 1 from session where run = ?1)',
          run,
        );
      }),
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
        if (row === null) throw missing(`group block ${n} of run ${runId}`);
        requireKept(row.packed);
        return { header: headerFromJson<GroupBlockHeader>(row.header), packed: row.packed };
      });
    },
  };
}
