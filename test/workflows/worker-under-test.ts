// The service behind its wire: a real store and real files in folders of their own, a compute thread, a bus in memory
// and as many workers as a test starts.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { localBus } from '../../src/adapters/bus-local/bus.ts';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { filesUnder } from '../../src/adapters/file-urls/find-file.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { DEFAULT_DECIMALS } from '../../src/core/matching/parameters-from-decimals.ts';
import type { Run } from '../../src/core/records/documents/run.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import type { Log, LogFields } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import type { BankingRunCommand } from '../../src/workflows/kinds/banking-command.ts';
import { bankingOrder } from '../../src/workflows/kinds/banking-command.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import { type Accepted, acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { type RunHandlerDependencies, runHandlers } from '../../src/workflows/runs/run-handler.ts';
import type { KindOfRun } from '../../src/workflows/stored-runs/kind-of-run.ts';
import { windowHandler } from '../../src/workflows/windows/window-work.ts';
import { type AlarmSignal, committedAlarm } from '../../src/workflows/work/committed-alarm.ts';
import { startWorker, type Worker, type WorkerDependencies } from '../../src/workflows/work/worker.ts';
import { computeThread } from './compute-thread.ts';

export const KEY: SessionKey = { tenant: 'bank-a', partner: 'lagos', session: 'june' };

/** A run of KEY's session with three search days either way and nothing else asked. */
export const commandOf = (of: Partial<BankingRunCommand>): BankingRunCommand => ({
  key: KEY,
  branchId: null,
  fileUrls: { gl: [], bank: [] },
  openingUrls: { gl: [], bank: [] },
  mapping: null,
  mappings: {},
  parameters: { ...DEFAULT_DECIMALS, daysForward: 3, daysBack: 3 },
  periodStart: null,
  periodEnd: null,
  defaultCurrency: 'NGN',
  defaultAccount: '',
  rejectedShare: null,
  onExisting: 'overwrite',
  classifying: true,
  taskIds: {},
  isScheduled: null,
  carried: { customerType: null, reconciliationType: null, custodianId: null, custodianName: null },
  ...of,
});

export interface Said {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: LogFields;
  readonly sentence: string;
}

/** What workers need, and the kinds of run that they know. */
type WorkingDependencies = Omit<WorkerDependencies, 'handlers' | 'store'> &
  RunHandlerDependencies & { readonly kinds: readonly KindOfRun[] };

export interface ServiceUnderTest {
  /** Where `file:` urls are relative to. */
  readonly root: string;
  readonly data: string;
  readonly deps: WorkingDependencies;
  /** What was told of committed runs. */
  readonly alarms: readonly AlarmSignal[];
  readonly store: Store;
  readonly said: readonly Said[];
  accept(command: Partial<BankingRunCommand>): Promise<Accepted>;
  /** Starts a worker, which is drained at the end of the test. `mostRows`: of a side that it does not cut. */
  work(options?: { leaseMs?: number; mostRows?: number; deps?: Partial<WorkingDependencies> }): Worker;
  /** The run once it has ended. */
  ended(runId: string): Promise<Run>;
  /** Accepts a run and waits for its end; needs a worker. */
  run(command: Partial<BankingRunCommand>): Promise<Run>;
  dispose(): Promise<void>;
}

export const temporaryFolder = (what: string) => mkdtemp(join(tmpdir(), `tieout-${what}-`));

/** The same clock, ids and folders give the same content of the store, byte for byte. `open`: another one than ours. */
export async function startService(
  given: { data?: string; root?: string; clock?: () => number; newId?: () => string; open?: () => Promise<Store> } = {},
): Promise<ServiceUnderTest> {
  const data = given.data ?? (await temporaryFolder('data'));
  const root = given.root ?? (await temporaryFolder('files'));
  const store = await (given.open?.() ?? openEmbeddedStore({ directory: data }));
  const compute = computeThread;
  const said: Said[] = [];
  const saying = (level: Said['level']) => (fields: LogFields, sentence: string) => {
    said.push({ level, fields, sentence });
  };
  const log: Log = { info: saying('info'), warn: saying('warn'), error: saying('error') };
  const alarms: AlarmSignal[] = [];
  const alarm = committedAlarm(log, (signal) => alarms.push(signal));
  let ids = 0;
  const clock = given.clock ?? Date.now;
  const newId = given.newId ?? (() => `run-${++ids}`);
  const bus = localBus();
  const files = filesUnder({ root, perTenant: false });
  const deps: WorkingDependencies = {
    store,
    compute,
    files,
    bus,
    log,
    digest: sha256,
    rules: 'rules-1',
    clock,
    kinds: KINDS,
    alarm,
  };
  const workers: Worker[] = [];

  const ended = async (runId: string): Promise<Run> => {
    for (const deadline = Date.now() + 30_000; ; await pause(5)) {
      const run = (await store.runs.get(runId))!;
      if (run.status === 'succeeded' || run.status === 'failed') return run;
      if (Date.now() > deadline) throw new Error(`Run ${runId} did not end: ${JSON.stringify(run)}`);
    }
  };
  const accept = (command: Partial<BankingRunCommand>) =>
    acceptRun({ store, bus, clock, newId }, bankingOrder(commandOf(command)));

  return {
    root,
    data,
    deps,
    store,
    said,
    alarms,
    accept,
    work({ leaseMs, mostRows, deps: others } = {}) {
      const options = { name: `worker-${workers.length + 1}`, announceEveryMs: 50, ...(leaseMs && { leaseMs }) };
      const given = { ...deps, cutting: mostRows === undefined ? null : { mostRows, bus }, ...others };
      const handlers = [...runHandlers(given, given.kinds), windowHandler(given)];
      const worker = startWorker({ ...given, handlers }, options);
      workers.push(worker);
      return worker;
    },
    ended,
    run: async (command) => ended((await accept(command)).run.runId),
    async dispose() {
      await Promise.all(workers.map((worker) => worker.drain(10_000)));
      await store.close();
      if (given.data === undefined) await rm(data, { recursive: true });
      if (given.root === undefined) await rm(root, { recursive: true });
    },
  };
}
