// A process of its own that works on the runs of a store and kills itself (SIGKILL, which nothing can catch) while its
// n-th operation of the store is being done, or the first of a name: node killed-worker.ts DATA ROOT WHEN MICROSECONDS
// With WHEN `never` it works until nothing is unfinished and prints how many operations the run took. DATA is a directory
// or a MongoDB server's address; a fifth argument says how many rows of a side are not cut.

import { setTimeout as pause } from 'node:timers/promises';
import { localBus } from '../../src/adapters/bus-local/bus.ts';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { filesUnder } from '../../src/adapters/file-urls/find-file.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { openMongoStore } from '../../src/adapters/store-mongo/open.ts';
import { startThreads } from '../../src/adapters/threads/compute.ts';
import type { Store } from '../../src/ports/store.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import { runHandlers } from '../../src/workflows/runs/run-handler.ts';
import { windowHandler } from '../../src/workflows/windows/window-work.ts';
import { committedAlarm } from '../../src/workflows/work/committed-alarm.ts';
import { startWorker } from '../../src/workflows/work/worker.ts';

const [data, root, when, microseconds, mostRows] = process.argv.slice(2);
/** Where no other process holds the store nobody waits for it. */
const LEASE_MS = data!.startsWith('mongodb:') ? 1_000 : 30_000;
let operations = 0;
/** The operation with which the run ended. */
let last = 0;

function die(): void {
  // The operation is done by the store's thread while this one waits without yielding.
  const from = performance.now();
  while ((performance.now() - from) * 1_000 < Number(microseconds));
  process.kill(process.pid, 'SIGKILL');
}

/** Every operation of every port, counted. */
function counted(store: Store): Store {
  const ports = Object.entries(store).map(([port, of]) => {
    if (typeof of === 'function') return [port, of];
    const operationsOf = Object.entries(of as Record<string, (...values: unknown[]) => unknown>);
    return [
      port,
      Object.fromEntries(
        operationsOf.map(([name, call]) => [
          name,
          (...values: unknown[]) => {
            const answer = call(...values);
            operations++;
            const operation = `${port}.${name}`;
            if (operation === 'work.finish') last = operations;
            if (when === operation || when === String(operations)) die();
            return answer;
          },
        ]),
      ),
    ];
  });
  return Object.fromEntries(ports);
}

const store = data!.startsWith('mongodb:')
  ? await openMongoStore({ uri: data!, environment: 'test', operationMs: null })
  : await openEmbeddedStore({ directory: data! });
const bus = localBus();
const compute = startThreads(1);
const silent = { info() {}, warn() {}, error() {} };
const deps = {
  store: counted(store),
  compute,
  files: filesUnder({ root: root!, perTenant: false }),
  bus,
  cutting: mostRows === undefined ? null : { mostRows: Number(mostRows), bus },
  log: silent,
  digest: sha256,
  rules: 'rules-1',
  // The same instant in every process, so that what they write can be compared byte for byte.
  clock: () => 1_000,
  alarm: committedAlarm(silent, () => {}),
};
const worker = startWorker(
  { ...deps, handlers: [...runHandlers(deps, KINDS), windowHandler(deps)] },
  { name: 'killed', announceEveryMs: 20, leaseMs: LEASE_MS },
);
while ((await store.runs.unfinished()).length > 0) await pause(5);
await worker.drain(10_000);
console.log(last);
await compute.close();
await store.close();
