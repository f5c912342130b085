// Which bus the configuration names: NATS, or one in memory that the threads of this process share. Threads are told
// where it is and connect by themselves.

import { randomUUID } from 'node:crypto';
import { localBus } from './adapters/bus-local/bus.ts';
import type { Configuration } from './config.ts';
import type { Bus } from './ports/bus.ts';
import type { Log } from './ports/log.ts';
import type { ThreadBus } from './run-thread/messages.ts';

export function busPlace(config: Configuration): ThreadBus {
  if (config.NATS_URL === null) return { local: randomUUID() };
  return {
    nats: {
      url: config.NATS_URL,
      credentials: config.NATS_CREDS,
      authority: config.NATS_TLS_CA,
      certificate: config.NATS_TLS_CERT,
      key: config.NATS_TLS_KEY,
      environment: config.TIEOUT_ENV,
      replicas: config.NATS_REPLICAS,
      name: `tieout ${process.pid}`,
    },
  };
}

/** Throws bus_unavailable with a sentence that says what to do. */
export async function openBus(place: ThreadBus, log: Log): Promise<Bus> {
  if ('local' in place) return localBus(place.local);
  const { openNatsBus } = await import('./adapters/bus-nats/bus.ts');
  return openNatsBus(place.nats, log);
}
