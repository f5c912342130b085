// Group blocks of runs, numbered in canonical order. They count only while a session names their run. An attempt writes
// them under its claim. When a claim is taken over, later writes and removals of the old attempt do not touch the
// blocks of the new one, which may have read other files.

import type { RunClaim } from '../core/records/documents/run.ts';
import type { GroupBlockHeader, PackedGroupBlock } from '../core/records/groups/groups.ts';

export interface NumberedGroupBlock {
  readonly n: number;
  readonly block: PackedGroupBlock;
}

/**
 * Every operation may throw store_unavailable or store_damaged. An operation under a claim answers null once the claim
 * was taken over or the run has ended, and changes nothing that a later claim reads.
 */
export interface GroupBlocks {
  /** Stores new blocks, each whole; answers how many. Throws internal for an unknown run. */
  put(claim: RunClaim, blocks: readonly NumberedGroupBlock[]): Promise<number | null>;

  /** Removes the blocks that this attempt and earlier ones wrote, if no session names the run; answers how many. */
  discard(claim: RunClaim): Promise<number | null>;

  headers(runId: string): Promise<readonly { readonly n: number; readonly header: GroupBlockHeader }[]>;

  /**
   * The named blocks in the order of the numbers. Throws store_damaged if one is missing, and content_pruned if it was
   * removed after its time.
   */
  read(runId: string, numbers: readonly number[]): Promise<readonly PackedGroupBlock[]>;
}
