// The clusters of a run that was told not to analyse exceptions: none, and every open item in none.

import type { Side } from '../records/rows/columns.ts';
import type { ClusterSet, ItemLists } from './cluster-set.ts';
import type { OpenSession } from './open-session.ts';

const NO_CLUSTER = -1;

export function unclassified({ open }: Pick<OpenSession, 'open'>): ClusterSet {
  const none = (): ItemLists => ({ offsets: new Uint32Array(1), items: new Uint32Array(0) });
  const noCluster = (side: Side): Int32Array => new Int32Array(open[side].count).fill(NO_CLUSTER);
  return {
    count: 0,
    ground: new Uint8Array(0),
    grounds: [],
    members: { gl: none(), bank: none() },
    clusterOf: { gl: noCluster('gl'), bank: noCluster('bank') },
  };
}
