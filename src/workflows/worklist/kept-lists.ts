// Ordered lists of cluster ids that clients scroll in, kept in memory while there is room: the longest unused leaves
// first. A list that left is made again from its filters, if the store still has the same clusters for them.

import type { ClusterKind } from '../../core/worklist/cluster-table.ts';
import type { Chosen } from '../../core/worklist/select-clusters.ts';

export interface KeptList {
  /** In order. */
  readonly clusterIds: readonly string[];
  /** For each of them, a place in `kinds`. */
  readonly kind: Uint16Array;
  readonly kinds: readonly ClusterKind[];
  readonly facets: Chosen['facets'];
  readonly amounts: Chosen['amounts'];
  /** The day to which each session counts ages; null: unknown. */
  readonly asOf: ReadonlyMap<string, number | null>;
  /** What the sessions were when it was made. */
  readonly versions: string;
}

export interface KeptLists {
  get(name: string): KeptList | undefined;
  put(name: string, list: KeptList): void;
}

/** What else a list keeps, as ids: an empty one weighs as well. */
const weightOf = ({ clusterIds, asOf }: KeptList): number => clusterIds.length + asOf.size + 200;

/** Ids of all lists together: some 60 MB. */
const MOST_IDS = 1_000_000;

export function keptLists(mostIds = MOST_IDS): KeptLists {
  const lists = new Map<string, KeptList>();
  let ids = 0;
  const forget = (name: string): void => {
    const list = lists.get(name);
    if (list !== undefined) ids -= weightOf(list);
    lists.delete(name);
  };
  return {
    get(name) {
      const list = lists.get(name);
      if (list === undefined) return undefined;
      // A map keeps the order of insertion: the first is the longest unused.
      lists.delete(name);
      lists.set(name, list);
      return list;
    },
    put(name, list) {
      forget(name);
      lists.set(name, list);
      ids += weightOf(list);
      for (const oldest of lists.keys()) {
        if (ids <= mostIds || oldest === name) break;
        forget(oldest);
      }
    },
  };
}
