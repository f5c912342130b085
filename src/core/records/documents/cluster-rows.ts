// Rows of clusters as columns, for finding the clusters of given rows without reading the clusters.

import { sharedUint8, sharedUint32 } from '../rows/allocate.ts';
import { DIGEST_ID_BYTES } from '../rows/digest-ids.ts';

/** Cluster i has members offsets[i] <= k < offsets[i + 1]; ids are 16 bytes each (digest-ids.ts). */
export interface ClusterRows {
  readonly count: number;
  readonly clusterId: Uint8Array;
  readonly offsets: Uint32Array;
  /** The record ids of the members. */
  readonly recordId: Uint8Array;
}

interface RowsOfCluster {
  readonly clusterId: Uint8Array;
  readonly recordIds: readonly Uint8Array[];
}

export function clusterRowsOf(clusters: readonly RowsOfCluster[]): ClusterRows {
  const members = clusters.reduce((count, { recordIds }) => count + recordIds.length, 0);
  const clusterId = sharedUint8(clusters.length * DIGEST_ID_BYTES);
  const offsets = sharedUint32(clusters.length + 1);
  const recordId = sharedUint8(members * DIGEST_ID_BYTES);
  let at = 0;
  for (const [i, { clusterId: id, recordIds }] of clusters.entries()) {
    clusterId.set(id, i * DIGEST_ID_BYTES);
    for (const member of recordIds) recordId.set(member, DIGEST_ID_BYTES * at++);
    offsets[i + 1] = at;
  }
  return { count: clusters.length, clusterId, offsets, recordId };
}
