// Whether the server that answers is there at all, by the driver's own heartbeats: it asks every second on a connection
// that nothing else uses, and a server that is busy for minutes still answers that. So one that is slow can be waited
// for, and one that is frozen or cut off need not be.

import type { MongoClient } from 'mongodb';

export interface Pulse {
  /** Milliseconds since the server that takes writes was last heard; null when it never was (a load balancer). */
  silentMs(): number | null;
}

const TAKES_WRITES = new Set<string>(['Standalone', 'RSPrimary', 'Mongos']);

/** To be called before the client connects. */
export function pulseOf(client: MongoClient): Pulse {
  let writable: ReadonlySet<string> = new Set();
  let heardAt: number | null = null;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const servers = [...newDescription.servers.values()].filter(({ type }) => TAKES_WRITES.has(type));
    writable = new Set(servers.map(({ address }) => address));
    if (writable.size > 0) heardAt = performance.now();
  });
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => {
    if (writable.has(connectionId)) heardAt = performance.now();
  });
  return { silentMs: () => heardAt && performance.now() - heardAt };
}
