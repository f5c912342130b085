// Row blocks of ingestions. A block is written once. Packing and unpacking are done outside this port.

import type {
  PackedRowBlock,
  PartialPackedRowBlock,
  RowBlockHeader,
  RowPart,
} from '../core/records/blocks/row-block.ts';

/** Block number n of an ingestion, from 0. */
export interface NumberedRowBlock {
  readonly n: number;
  readonly block: PackedRowBlock;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface RowBlocks {
  /**
   * Stores blocks that are new or whose content was removed after its time, each whole; answers how many. Throws
   * internal for an unknown ingestion.
   */
  put(ingestionId: string, blocks: readonly NumberedRowBlock[]): Promise<number>;

  /** The numbers of the blocks that have their content, in order. */
  stored(ingestionId: string): Promise<readonly number[]>;

  /**
   * Headers in order of n, with the number, because a block may be missing while an ingestion is being written. A
   * header stays when the content is removed.
   */
  headers(ingestionId: string): Promise<readonly { readonly n: number; readonly header: RowBlockHeader }[]>;

  /**
   * The named blocks in the order of the numbers, with the parts asked for (all by default; row-block.ts says which
   * parts are read together). Throws store_damaged if one is missing, and content_pruned if it was removed after its
   * time.
   */
  read(
    ingestionId: string,
    which: { readonly numbers: readonly number[]; readonly parts?: readonly RowPart[] },
  ): Promise<readonly PartialPackedRowBlock[]>;

  /** Only fingerprint parts, in the order of the numbers. Throws store_damaged if one is missing. */
  fingerprints(
    ingestionId: string,
    numbers: readonly number[],
  ): Promise<readonly { readonly rows: number; readonly packed: Uint8Array }[]>;
}
