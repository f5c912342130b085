// Tells a slow server from a frozen or unreachable one by the driver's heartbeats. The driver sends one every second on a
// connection of its own, and even a server that is busy for minutes answers it.

import type { MongoClient } from 'mongodb';

export interface Pulse {
  /** Milliseconds since the server that takes writes was last heard; null if it never was (a load balancer). */
  silentMs(): number | null;
}

const TAKES_WRITES = new Set<string>(['Standalone', 'RSPrimary', 'Mongos']);

/** Call it before the client connects. */
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
