// Lists that are screened against, for all processes alike. A version's blocks are written first; it counts from the one
// write of its head on. A list stays until another version takes its place or somebody forgets it.

import type { ListBlockKey, ListHead } from '../../core/records/documents/watchlist.ts';

/** Every operation may throw store_unavailable or store_damaged. */
export interface Lists {
  /** In the order of their names. */
  heads(): Promise<readonly ListHead[]>;

  /** Replaces one of the same key. Nobody sees it before its head names it. */
  putBlock(key: ListBlockKey, packed: Uint8Array): Promise<void>;

  /** Null: its version is another one by now. */
  block(key: ListBlockKey): Promise<Uint8Array | null>;

  /**
   * Puts the head in place of the one of the version `before` (null: there is none), and removes the blocks of every
   * other version of the list. False, and nothing changes, when another one is in place.
   */
  swap(head: ListHead, before: string | null): Promise<boolean>;

  /** With its blocks. False when there was none. */
  forget(name: string): Promise<boolean>;
}
