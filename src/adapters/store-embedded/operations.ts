// Every operation of the embedded store by port and name: what its thread does, and the only names a call may carry.

import type { Store } from '../../ports/store.ts';
import { clusterOperations } from './clusters.ts';
import { groupBlockOperations } from './group-blocks.ts';
import { ingestionOperations } from './ingestions.ts';
import { openKeys } from './keys.ts';
import { leaseOperations } from './leases.ts';
import { openItemOperations } from './open-items.ts';
import { outboxOperations } from './outbox.ts';
import { rowBlockOperations } from './row-blocks.ts';
import { runOperations } from './runs.ts';
import { sessionOperations } from './sessions.ts';
import type { Database } from './sqlite.ts';
import { summaryOperations } from './summaries.ts';
import type { Synchronous } from './synchronous.ts';
import { upkeepOperations } from './upkeep.ts';

export type Ports = Omit<Store, 'close'>;
export type PortName = keyof Ports;
export type Operations = { readonly [Port in PortName]: Synchronous<Ports[Port]> };

export function storeOperations(db: Database): Operations {
  const keys = openKeys(db);
  return {
    sessions: sessionOperations(db, keys),
    runs: runOperations(db, keys),
    leases: leaseOperations(db),
    ingestions: ingestionOperations(db, keys),
    rowBlocks: rowBlockOperations(db, keys),
    groupBlocks: groupBlockOperations(db, keys),
    openItems: openItemOperations(db, keys),
    clusters: clusterOperations(db, keys),
    summaries: summaryOperations(db, keys),
    outbox: outboxOperations(db),
    upkeep: upkeepOperations(db),
  };
}
