// Row blocks in SQLite: a small row with the header, and a row for each part, with a computed id.

import { headerFromJson, headerToJson } from '../../../core/records/blocks/header-json.ts';
import { partsOf, ROW_PARTS, type RowBlockHeader, type RowPart } from '../../../core/records/blocks/row-block.ts';
import { contentPruned, missing } from '../../../ports/every-store/failures.ts';
import type { RowBlocks } from '../../../ports/row-blocks.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';

export const PARTS_PER_BLOCK = 8;

export function rowBlockOperations(db: Database, keys: Keys): Synchronous<RowBlocks> {
  const find = (ingestionId: string, n: number): { id: number; header: RowBlockHeader } => {
    const row = db.get<{ id: number; header: string }>(
      'select id, header from row_block where ingestion = ? and n = ?',
      keys.ingestion(ingestionId),
      n,
    );
    if (row === null) throw missing(`block ${n} of ingestion ${ingestionId}`);
    return { id: row.id, header: headerFromJson(row.header) };
  };
  const part = (block: number, name: RowPart): Uint8Array => {
    const id = block * PARTS_PER_BLOCK + ROW_PARTS.indexOf(name);
    const row = db.get<{ bytes: Uint8Array }>('select bytes from row_part where id = ?', id);
    if (row === null) throw missing(`a ${name} column`);
    requireKept(row.bytes);
    return row.bytes;
  };
  /** The new row's id; null if the block is stored. */
  const addBlock = (ingestion: number, n: number, header: string): number | null =>
    db.insert(
      'insert into row_block (ingestion, n, header) values (?, ?, ?) on conflict do nothing',
      ingestion,
      n,
      header,
    );
  const pruned = (ingestion: number) =>
    db.all<{ id: number; n: number }>(`select id, n from row_block where ingestion = ? and ${IS_PRUNED}`, ingestion);
  return {
    put: (ingestionId, blocks) =>
      db.transaction(() => {
        const ingestion = keys.ingestion(ingestionId);
        let added = 0;
        const gone = new Map(pruned(ingestion).map(({ id, n }) => [n, id]));
        for (const { n, block } of blocks) {
          const header = headerToJson(block.header);
          const old = gone.get(n);
          if (old !== undefined) db.run('update row_block set header = ? where id = ?', header, old);
          const id = old ?? addBlock(ingestion, n, header);
          if (id === null) continue;
          added++;
          for (const name of partsOf(block.header)) {
            const place = ROW_PARTS.indexOf(name);
            db.run('insert or replace into row_part values (?, ?)', id * PARTS_PER_BLOCK + place, block.packed[name]!);
          }
        }
        return added;
      }),
    stored: (ingestionId) =>
      db
        .all<{ n: number }>(
          `select n from row_block where ingestion = ? and not ${IS_PRUNED} order by n`,
          keys.ingestion(ingestionId),
        )
        .map(({ n }) => n),
    headers: (ingestionId) =>
      db
        .all<{ n: number; header: string }>(
          'select n, header from row_block where ingestion = ? order by n',
          keys.ingestion(ingestionId),
        )
        .map(({ n, header }) => ({ n, header: headerFromJson<RowBlockHeader>(header) })),
    read: (ingestionId, { numbers, parts = ROW_PARTS }) =>
      numbers.map((n) => {
        const { id, header } = find(ingestionId, n);
        const there = partsOf(header).filter((name) => parts.includes(name));
        return { header, packed: Object.fromEntries(there.map((name) => [name, part(id, name)])) };
      }),
    fingerprints: (ingestionId, numbers) =>
      numbers.map((n) => {
        const { id, header } = find(ingestionId, n);
        return { rows: header.rows, packed: part(id, 'fingerprint') };
      }),
  };
}

/** The literal in place of pruned content: one zero byte. Packed content never is that. */
export const PRUNED = `x'00'`;

/**
 * Whether the content of a row_block was pruned. One part tells for all, except fingerprints. SQLite knows the length
 * without reading the bytes.
 */
export const IS_PRUNED = `exists (select 1 from row_part
  where row_part.id = row_block.id * ${PARTS_PER_BLOCK} + ${ROW_PARTS.indexOf('figures')}
    and length(bytes) = 1 and bytes = ${PRUNED})`;

/** Throws content_pruned. */
export function requireKept(bytes: Uint8Array): void {
  if (bytes.length === 1 && bytes[0] === 0) throw contentPruned();
}
