// Where everything is put together: the store, the compute threads and the workflow for one call of the command line.
// Constructor calls and nothing else; the service will be put together here too.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { localBus } from './adapters/bus-local/bus.ts';
import { sha256 } from './adapters/digest/sha256.ts';
import { openEmbeddedStore } from './adapters/store-embedded/open.ts';
import { startThreads } from './adapters/threads/compute.ts';
import type { Configuration } from './config.ts';
import { startServer } from './rest/server.ts';
import { dayIn } from './rpc/day-of.ts';
import { engineService } from './rpc/engine.ts';
import { reportingService } from './rpc/reporting.ts';
import { startRunThread } from './run-thread/host.ts';
import { reconcileBanking } from './workflows/reconcile-banking.ts';
import type { ReconcileCommand, Reconciliation, StageProgress } from './workflows/reconciliation.ts';

export interface LocalRun {
  readonly command: ReconcileCommand;
  /** The data directory; null: one that is made for this run and removed after it. */
  readonly data: string | null;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
}

/** Reconciles in this process on the embedded store. Throws TieoutError. */
export async function reconcileLocally({ command, data, progress }: LocalRun): Promise<Reconciliation> {
  const compute = startThreads();
  const folder = data === null ? temporaryFolder() : null;
  // Opened while the files are read: neither needs the other.
  const opening = openEmbeddedStore({ directory: data ?? folder!.path });
  try {
    return await reconcileBanking({ store: opening, compute, digest: sha256, clock: Date.now, progress }, command);
  } finally {
    await Promise.all([compute.close(), opening.then((store) => store.close()).catch(() => {})]);
    folder?.remove();
  }
}

export interface RunningService {
  readonly address: string;
  /** Takes no new request, lets the run in hand end or gives it back, and closes everything. */
  readonly close: () => Promise<void>;
}

/** The whole service in this process, on the embedded store. Throws TieoutError. */
export async function startService(config: Configuration, logger: Logger): Promise<RunningService> {
  const store = await openEmbeddedStore({ directory: config.TIEOUT_DATA_DIR });
  const compute = startThreads();
  const channel = randomUUID();
  const bus = localBus(channel);
  const files = { root: config.TIEOUT_FILES_ROOT, perTenant: config.TIEOUT_FILES_PER_TENANT };
  const runs = startRunThread({ store, bus: { local: channel }, log: logger, files });
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
    await compute.close();
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
      handlers: { engine, reporting: reportingService({ store, compute, digest: sha256 }) },
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

const INTERRUPTIONS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** A folder for one run, which is removed also when the run is interrupted. */
function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'tieout-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  const handlers = Object.entries(INTERRUPTIONS).map(([signal, code]) => {
    const handler = () => {
      remove();
      process.exit(code);
    };
    process.once(signal, handler);
    return () => process.removeListener(signal, handler);
  });
  return {
    path,
    remove() {
      for (const forget of handlers) forget();
      remove();
    },
  };
}
