// Lists to screen against, for all processes alike. A version's blocks are written first; the version counts once its
// head is written. A list stays until another version replaces it or somebody forgets it.

import type { ListBlockKey, ListHead } from '../../core/records/documents/watchlist.ts';

/** Every operation may throw store_unavailable or store_damaged. */
export interface Lists {
  /** In order of name. */
  heads(): Promise<readonly ListHead[]>;

  /** Replaces a block with the same key. Nobody reads it before its head names it. */
  putBlock(key: ListBlockKey, packed: Uint8Array): Promise<void>;

  /** Null: the list has another version by now. */
  block(key: ListBlockKey): Promise<Uint8Array | null>;

  /**
   * Replaces the head of version `before` (null: there is none), and removes the blocks of every other version of the
   * list. False if another head is stored; then nothing changes.
   */
  swap(head: ListHead, before: string | null): Promise<boolean>;

  /** Removes the list with its blocks. False if there was none. */
  forget(name: string): Promise<boolean>;
}
