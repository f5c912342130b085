// Row blocks as stores keep them: encoded by core, each part compressed. Packing runs in compute threads, so a store
// only writes.

import { TieoutError } from '../../core/errors.ts';
import { decodeRowBlocks, encodeRowBlock } from '../../core/records/blocks/block-codec.ts';
import {
  type PackedRowBlock,
  type PartialPackedRowBlock,
  type PartialRowBlock,
  partsOf,
} from '../../core/records/blocks/row-block.ts';
import type { RowColumns } from '../../core/records/rows/columns.ts';
import type { Range } from '../../core/records/rows/range.ts';
import { compress, decompress, shareTogether } from './zstd.ts';

/** Encodes and compresses a range of rows; the parts are in shared memory. */
export function packRowBlock(columns: RowColumns, range: Range): PackedRowBlock {
  return packed(encodeRowBlock(columns, range));
}

/** Compresses the parts of an encoded block. */
function packed({ header, parts }: PartialRowBlock): PackedRowBlock {
  const names = partsOf(header);
  const shared = shareTogether(names.map((part) => compress(parts[part]!)));
  return { header, packed: Object.fromEntries(names.map((part, i) => [part, shared[i]])) };
}

/**
 * The rows of the blocks, in order; columns of parts that were not read are zeros and empty texts. Throws
 * store_damaged.
 */
export function unpackRowBlocks(blocks: readonly PartialPackedRowBlock[]): RowColumns {
  return orDamaged(() => decodeRowBlocks(blocks.map(unpacked)));
}

/** Decompresses the parts of a block. Throws store_damaged. */
function unpacked({ header, packed }: PartialPackedRowBlock): PartialRowBlock {
  return {
    header,
    parts: Object.fromEntries(Object.entries(packed).map(([part, bytes]) => [part, decompress(bytes)])),
  };
}

/** Runs a decoder. Its RangeError is thrown as store_damaged, an error for people. */
export function orDamaged<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TieoutError('store_damaged', `A stored block cannot be read back: ${error.message}.`);
  }
}
