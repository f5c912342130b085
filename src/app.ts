// Where the service is put together: its store, its threads, its contract and its port. Constructor calls and nothing
// else. A run of the command line's own is put together in local-run.ts.

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { localBus } from './adapters/bus-local/bus.ts';
import { openEmbeddedStore } from './adapters/store-embedded/open.ts';
import type { Configuration } from './config.ts';
import { startReportThread } from './report-thread/host.ts';
import { startServer } from './rest/server.ts';
import { dayIn } from './rpc/day-of.ts';
import { engineService } from './rpc/engine.ts';
import { startRunThread } from './run-thread/host.ts';

export interface RunningService {
  readonly address: string;
  /** Takes no new request, lets the run in hand end or gives it back, and closes everything. */
  readonly close: () => Promise<void>;
}

/** The whole service in this process, on the embedded store. Throws TieoutError. */
export async function startService(config: Configuration, logger: Logger): Promise<RunningService> {
  const store = await openEmbeddedStore({ directory: config.TIEOUT_DATA_DIR });
  const channel = randomUUID();
  const bus = localBus(channel);
  const files = { root: config.TIEOUT_FILES_ROOT, perTenant: config.TIEOUT_FILES_PER_TENANT };
  const runs = startRunThread({ store, bus: { local: channel }, log: logger, files });
  const reading = startReportThread({ store, log: logger });
  const engine = engineService({
    store,
    bus,
    clock: Date.now,
    newId: randomUUID,
    dayOf: dayIn(config.TIEOUT_TIME_ZONE),
    defaultCurrency: config.TIEOUT_CURRENCY,
    rejectedShare: config.TIEOUT_REJECTED_SHARE,
  });
  const end = async (): Promise<void> => {
    await runs.drain(DRAIN_MS);
    await bus.close();
    await reading.close();
    await store.close();
  };
  try {
    const server = await startServer({
      host: config.TIEOUT_HOST,
      port: config.TIEOUT_PORT,
      token: config.TIEOUT_SERVICE_TOKEN,
      pushToken: config.TIEOUT_PUSH_TOKEN,
      isInsecure: config.TIEOUT_INSECURE,
      timeZone: config.TIEOUT_TIME_ZONE,
      handlers: { engine, reporting: reading.handlers },
      probes: [
        { name: 'store', isNeeded: true, works: async () => (await store.runs.unfinished()) !== null },
        { name: 'bus', isNeeded: true, works: async () => (await bus.trouble()) === null },
        { name: 'worker', isNeeded: false, works: async () => runs.state() === 'ok' },
      ],
      logger,
    });
    return {
      address: server.address,
      async close() {
        await server.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** How long a run in hand may go on once the service is to end. */
const DRAIN_MS = 10_000;
