// Group blocks of runs, numbered in canonical order. They count only while a session names their run.

import type { GroupBlockHeader, PackedGroupBlock } from '../core/records/groups.ts';

export interface NumberedGroupBlock {
  readonly n: number;
  readonly block: PackedGroupBlock;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface GroupBlocks {
  /** Stores those blocks that are not there yet, each whole; answers how many. Throws internal for an unknown run. */
  put(runId: string, blocks: readonly NumberedGroupBlock[]): Promise<number>;

  /** Removes the blocks of an earlier attempt of a run that no session names; answers how many. */
  discard(runId: string): Promise<number>;

  headers(runId: string): Promise<readonly { readonly n: number; readonly header: GroupBlockHeader }[]>;

  /**
   * The named blocks in the order of the numbers. Throws store_damaged when one is not there, and content_pruned when it
   * was removed after its time.
   */
  read(runId: string, numbers: readonly number[]): Promise<readonly PackedGroupBlock[]>;
}
