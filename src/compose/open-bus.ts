// Opens the bus that the configuration names: NATS, or one in memory that the threads of this process share. Threads
// are given its place and connect by themselves.

import { randomUUID } from 'node:crypto';
import { localBus } from '../adapters/bus-local/bus.ts';
import type { NatsSettings } from '../adapters/bus-nats/settings.ts';
import type { Configuration } from '../config.ts';
import type { Bus } from '../ports/bus.ts';
import type { Log } from '../ports/log.ts';

/** Where a thread finds its bus: the channel that the process's threads share, or the address of NATS. */
export type BusPlace = { readonly local: string } | { readonly nats: NatsSettings };

export function busPlace(config: Configuration): BusPlace {
  if (config.NATS_URL === null) return { local: randomUUID() };
  return {
    nats: {
      url: config.NATS_URL,
      ...filesOf(config),
      environment: config.TIEOUT_ENV,
      replicas: config.NATS_REPLICAS,
      name: `tieout ${process.pid}`,
    },
  };
}

const filesOf = ({ NATS_CREDS, NATS_TLS_CA, NATS_TLS_CERT, NATS_TLS_KEY }: Configuration) => ({
  credentials: NATS_CREDS,
  authority: NATS_TLS_CA,
  certificate: NATS_TLS_CERT,
  key: NATS_TLS_KEY,
});

/**
 * A configured file that cannot be used stops the start even without NATS_URL, when nothing else would look at it. With
 * NATS_URL, opening the bus looks at the files. Throws usage.
 */
export async function requireBusFiles(config: Configuration): Promise<void> {
  const files = filesOf(config);
  if (config.NATS_URL !== null || Object.values(files).every((path) => path === null)) return;
  const { requireFiles } = await import('../adapters/bus-nats/settings.ts');
  requireFiles(files);
}

/** Throws bus_unavailable with a sentence that says what to do. */
export async function openBus(place: BusPlace, log: Log): Promise<Bus> {
  if ('local' in place) return localBus(place.local);
  const { openNatsBus } = await import('../adapters/bus-nats/bus.ts');
  return openNatsBus(place.nats, log);
}
