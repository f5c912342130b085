// Puts together `tieout lists load`, `list` and `forget`: the lists of the configured store, for one call.

import { sha256 } from '../adapters/digest/sha256.ts';
import { packEntities, unpackEntities } from '../adapters/lists/list-blocks.ts';
import { readList } from '../adapters/lists/read-list.ts';
import type { Configuration } from '../config.ts';
import type { Lists } from '../ports/verification/lists.ts';
import type { ListLoading } from '../workflows/verification/load-list.ts';
import { onStore } from './on-store.ts';

/** Throws TieoutError. */
export async function onLists<T>(
  config: Configuration,
  use: (lists: Lists, loading: ListLoading) => Promise<T>,
): Promise<T> {
  const shrinkShare = config.TIEOUT_LISTS_SHRINK_SHARE;
  const reading = { read: readList, pack: packEntities, unpack: unpackEntities, digest: sha256 };
  return onStore(config, ({ lists, leases, outbox }) =>
    use(lists, { lists, leases, outbox, ...reading, clock: Date.now, shrinkShare }),
  );
}
