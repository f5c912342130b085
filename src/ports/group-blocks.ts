// Group blocks of runs, numbered in canonical order. They count only while a session names their run. An attempt writes
// them under its claim: what one that was taken over still writes or removes is nothing to the attempt after it, which
// may have read other files.

import type { RunClaim } from '../core/records/documents/run.ts';
import type { GroupBlockHeader, PackedGroupBlock } from '../core/records/groups/groups.ts';

export interface NumberedGroupBlock {
  readonly n: number;
  readonly block: PackedGroupBlock;
}

/**
 * Every operation may throw store_unavailable or store_damaged. What is done under a claim answers null once the claim
 * was taken over or the run has ended, and changes nothing that is read under a later one.
 */
export interface GroupBlocks {
  /** Stores those blocks that are not there yet, each whole; answers how many. Throws internal for an unknown run. */
  put(claim: RunClaim, blocks: readonly NumberedGroupBlock[]): Promise<number | null>;

  /** Removes what this attempt and earlier ones wrote, of a run that no session names; answers how many. */
  discard(claim: RunClaim): Promise<number | null>;

  headers(runId: string): Promise<readonly { readonly n: number; readonly header: GroupBlockHeader }[]>;

  /**
   * The named blocks in the order of the numbers. Throws store_damaged when one is not there, and content_pruned when
   * it was removed after its time.
   */
  read(runId: string, numbers: readonly number[]): Promise<readonly PackedGroupBlock[]>;
}
