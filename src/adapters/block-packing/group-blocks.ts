// Group blocks as stores keep them: encoded by core and compressed, in compute threads.

import { decodeOpenRows, encodeOpenRows, type StoredOpenRows } from '../../core/classification/open-block.ts';
import { BLOCK_ROWS } from '../../core/limits.ts';
import { decodeGroupBlocks, encodeGroupBlock } from '../../core/records/blocks/group-codec.ts';
import type { GroupAmount, GroupColumns, PackedGroupBlock } from '../../core/records/groups/groups.ts';
import type { Range } from '../../core/records/rows/range.ts';
import { orDamaged } from './row-blocks.ts';
import { compress, decompress, shareTogether } from './zstd.ts';

/** Encodes and compresses groups of one tier; the content is in shared memory. */
export function packGroupBlock(
  groups: GroupColumns,
  block: { readonly range: Range; readonly amounts: readonly GroupAmount[] },
): PackedGroupBlock {
  const { header, content } = encodeGroupBlock(groups, block);
  const [packed] = shareTogether([compress(content)]);
  return { header, packed };
}

/** The groups of the blocks, in the order of the blocks. Throws store_damaged. */
export function unpackGroupBlocks(blocks: readonly PackedGroupBlock[]): GroupColumns {
  return orDamaged(() =>
    decodeGroupBlocks(blocks.map(({ header, packed }) => ({ header, content: decompress(packed) }))),
  );
}

/** Open rows, with the groups that left them open, in blocks of the same form. */
export function packOpenRows(open: StoredOpenRows): PackedGroupBlock[] {
  const blocks = encodeOpenRows(open, BLOCK_ROWS);
  const packed = shareTogether(blocks.map(({ content }) => compress(content)));
  return blocks.map(({ header }, n) => ({ header, packed: packed[n] }));
}

/** Throws store_damaged. */
export function unpackOpenRows(blocks: readonly PackedGroupBlock[]): StoredOpenRows {
  return orDamaged(() => decodeOpenRows(blocks.map(({ header, packed }) => ({ header, content: decompress(packed) }))));
}
