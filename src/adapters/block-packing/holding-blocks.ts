// Blocks of holdings as the stores keep them: like row blocks, of which they have the format.

import { decodeHoldingBlocks, encodeHoldingBlock } from '../../core/records/blocks/holding-codec.ts';
import type { PackedRowBlock, PartialPackedRowBlock } from '../../core/records/blocks/row-block.ts';
import type { HoldingColumns } from '../../core/records/holdings/holding-columns.ts';
import type { Range } from '../../core/records/rows/range.ts';
import { packed, understood, unpacked } from './row-blocks.ts';

/** Encodes and compresses a range of positions; the parts lie on shared memory. */
export const packHoldingBlock = (columns: HoldingColumns, range: Range): PackedRowBlock =>
  packed(encodeHoldingBlock(columns, range));

/** The positions of the blocks, as unpackRowBlocks has rows. Throws store_damaged, for a block of rows too. */
export const unpackHoldingBlocks = (blocks: readonly PartialPackedRowBlock[]): HoldingColumns =>
  understood(() => decodeHoldingBlocks(blocks.map(unpacked)));
