// A thread that hangs, whichever of the service's it is: it is ended from outside, whoever waits for it gets one error
// that says so, and what is asked next is done by another thread. Here threads hang on purpose: the first one of a kind
// computes or waits for ever from its first message on.

import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { WorkerOptions } from 'node:worker_threads';
import { create } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ReconciliationCustomerType } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { ListOpenItemsRequestSchema } from '../../gen/tieout/reporting/v1/rows_pb.ts';
import { ResolveRequestSchema } from '../../gen/tieout/resolution/v1/resolve_pb.ts';
import { ClusterType, DecisionType } from '../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { localBus } from '../../src/adapters/bus-local/bus.ts';
import { type EmbeddedStore, openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import { AnsweredAsDefect } from '../../src/core/errors.ts';
import type { CallContext } from '../../src/rpc/services.ts';
import { startDocumentThread } from '../../src/threads/documents/host.ts';
import { startReportThread } from '../../src/threads/reports/host.ts';
import { startRunThread } from '../../src/threads/runs/host.ts';
import { loadInThread, startScreening } from '../../src/threads/screening/host.ts';
import { bankingOrder } from '../../src/workflows/kinds/banking-command.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { cancelRun } from '../../src/workflows/runs/operate-runs.ts';
import { type Partner, partner, rowOf, SCOPE } from '../workflows/decisions/month.ts';
import { monthOf, writePart } from '../workflows/small-month.ts';
import { commandOf, temporaryFolder } from '../workflows/worker-under-test.ts';

/** Files share their modules; here they are loaded anew, with what is put in place below, and given back after. */
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

/** Code of the thread that is started next in place of this file, once. */
const hanging = vi.hoisted(() => new Map<string, { readonly code: string; readonly given?: unknown }>());

vi.mock('node:worker_threads', async (original) => {
  const real = await original<typeof import('node:worker_threads')>();
  class Worker extends real.Worker {
    constructor(entry: URL, options: WorkerOptions) {
      const place = [...hanging.keys()].find((name) => entry.pathname.endsWith(name));
      const { code, given } = (place && hanging.get(place)) || {};
      if (place !== undefined) hanging.delete(place);
      const workerData = given ?? options.workerData;
      if (code === undefined) super(entry, options);
      else super(code, { ...options, workerData, eval: true });
    }
  }
  return { ...real, Worker };
});
/** How long those that hang may be silent; the others may for as long as a busy machine takes to start them. */
const SHORT_MS = 2_000;
const limits = vi.hoisted(() => ({ ms: 0 }));
vi.mock('../../src/core/limits.ts', async (original) =>
  Object.defineProperties(
    { ...(await original<object>()) },
    {
      MAX_SILENT_MS: { get: () => limits.ms },
      MAX_LISTS_SILENT_MS: { get: () => limits.ms },
    },
  ),
);
function hangs(entry: string, code: string, given?: unknown): void {
  limits.ms = SHORT_MS;
  hanging.set(entry, { code, given });
}
/** Those that are started from now on. */
const nextAreUsual = () => {
  limits.ms = 600_000;
};

const COMPUTES = `require('node:worker_threads').parentPort.once('message', () => { for (;;); });`;
const WAITS = `require('node:worker_threads').parentPort.once('message', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;
/** Six looks, and what a machine that does other work takes beside. */
const TAKES_MS = 60_000;

const CONTEXT: CallContext = {
  form: 'rpc',
  requestId: 'test',
  caller: ANYBODY,
  onceId: null,
  signal: new AbortController().signal,
  tell: () => {},
  lease: null,
  odd: new Map(),
  log: pino({ enabled: false }),
};
const saidAt: string[] = [];
const saying = (level: string) => (_: object, sentence: string) => void saidAt.push(`${level}: ${sentence}`);
const log = { info: saying('info'), warn: saying('warn'), error: saying('error') };
beforeEach(() => {
  saidAt.length = 0;
});
const silent = (verb: string) => ({
  code: 'thread_silent',
  message: `The thread that ${verb} did not answer for 2 s and was ended.`,
});

let lagos: Partner;
beforeAll(async () => {
  lagos = await partner();
  await lagos.session('march', { gl: [rowOf('gl', 0)], bank: [rowOf('bank', 1)] });
});
afterAll(() => lagos.dispose());

test('one that reads reports fails all that was asked of it, each once', { timeout: TAKES_MS }, async () => {
  hangs('reports/inside.ts', WAITS);
  const thread = startReportThread({ store: lagos.store as EmbeddedStore, log });
  nextAreUsual();
  const request = create(ListOpenItemsRequestSchema, {
    ...{ tenantId: SCOPE.tenant, partnerId: SCOPE.partner, sessionId: 'march', pageSize: 10 },
  });
  const page = async () => thread.handlers.listOpenItems!(request, CONTEXT);
  const ended = await Promise.allSettled([page(), page()]);
  for (const one of ended) expect(one).toMatchObject({ status: 'rejected', reason: silent('reads reports') });
  expect(saidAt).toEqual([`error: ${silent('reads reports').message}`]);
  expect(await page()).toMatchObject({ total: 2 });
  await thread.close();
});

test('one that works on documents gives its turn to the next of the partner', { timeout: TAKES_MS }, async () => {
  hangs('documents/inside.ts', COMPUTES);
  const thread = startDocumentThread({
    store: lagos.store as EmbeddedStore,
    bus: { announce: () => {} },
    log,
    files: { root: lagos.root, perTenant: false },
    ...{ leaseMs: 30_000, engine: null, currency: 'NGN' },
    resolving: { domains: ['mfb', 'nip'], rejectedShare: 0.01, institutions: {}, timeZone: 'UTC' },
  });
  const request = create(ResolveRequestSchema, {
    ...{ tenantId: SCOPE.tenant, partnerId: SCOPE.partner, customerType: ReconciliationCustomerType.MFB },
    ...{ clusterType: ClusterType.NOT_FOUND_GL, decision: DecisionType.RECONCILE },
    bankFileUrl: [lagos.file('late.csv', [rowOf('gl', 0).replace('Transfer from', 'TRF')])],
  });
  const resolve = () => thread.resolution({ resolve: () => ({ results: [] }) }).resolve!(request, CONTEXT);
  const first = resolve() as Promise<unknown>;
  // Its turn came at once, and the thread was started.
  await expect.poll(() => hanging.size).toBe(0);
  nextAreUsual();
  const next = resolve();
  // What it decided is open: resolve answers 500.
  const failed = await first.catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(AnsweredAsDefect);
  expect(failed).toMatchObject(silent('works on documents'));
  expect(await next).toMatchObject({ results: [{ success: true }] });
  await thread.close();
});

test('one that screens, and one that loads lists', { timeout: 2 * TAKES_MS }, async () => {
  const store = lagos.store as EmbeddedStore;
  const sample = fileURLToPath(new URL('../../examples/lists/sample.csv', import.meta.url));
  const load = () =>
    loadInThread({ store, sources: [{ name: 'sample', url: sample }], shrinkShare: 0.2, clock: Date.now, log });
  hangs('screening/loading.ts', 'for (;;);');
  await expect(load()).rejects.toMatchObject(silent('loads lists'));
  nextAreUsual();
  expect(await load()).toMatchObject({ failures: [] });

  const lists = startScreening({ store, clock: Date.now, log, staleMs: () => 3_600_000, wanted: [] });
  const heads = await store.lists.heads();
  const ready = `require('node:worker_threads').parentPort.postMessage({ ready: require('node:worker_threads').workerData });`;
  hangs('screening/inside.ts', `${ready}${COMPUTES}`, heads);
  await lists.refresh();
  nextAreUsual();
  const nobody = { schema: 'Company', names: ['Nobody'], birthDates: [], countries: [], genders: [], identifiers: [] };
  const asked = () => lists.screen([nobody], { names: [], threshold: 1, limit: 1 });
  const both = await Promise.allSettled([asked(), asked()]);
  for (const one of both) expect(one).toMatchObject({ status: 'rejected', reason: silent('screens') });
  // Nobody is cleared until the next one is there.
  expect(lists.states()).toEqual([]);
  expect(await lists.refresh()).toBe(true);
  expect(await asked()).toEqual([{ hits: [], suppressed: [], uncompared: 0 }]);
  await lists.close();
});

test('one that does the runs ends the run that is cancelled, and does the next', {
  timeout: 2 * TAKES_MS,
}, async () => {
  const [root, directory] = [await temporaryFolder('files'), await temporaryFolder('data')];
  const store = await openEmbeddedStore({ directory });
  const bus = localBus('tieout-silent-threads');
  const month = monthOf(60);
  const fileUrls = {
    gl: [await writePart(root, month, { side: 'gl' })],
    bank: [await writePart(root, month, { side: 'bank' })],
  };
  const accept = async (runId: string) =>
    (await acceptRun({ store, bus, clock: Date.now, newId: () => runId }, bankingOrder(commandOf({ fileUrls })))).run;
  const { runId } = await accept('run-1');
  const knows = [{ kind: 'banking', versions: [1, 2, 3, 4, 5] }];
  const claimed = await store.work.claimNext({ worker: 'worker', leaseMs: 600_000, knows, at: Date.now() });
  expect(claimed).not.toBeNull();
  const inHand = `parentPort.postMessage({ worker: 'worker', inHand: workerData });`;
  const code = `const { parentPort, workerData } = require('node:worker_threads'); ${inHand} for (;;);`;
  hangs('runs/inside.ts', code, claimed!.claim);
  const thread = startRunThread({
    ...{ store, bus: { local: 'tieout-silent-threads' }, log, files: { root, perTenant: false }, leaseMs: 30_000 },
    ...{ currency: 'NGN' },
    resolving: { domains: ['mfb', 'nip'], rejectedShare: 0.01, institutions: {}, timeZone: 'UTC' },
  });
  await cancelRun({ store, clock: Date.now, loaderSummary: null }, runId, ANYBODY);
  const statusOf = async (id: string) => (await store.runs.get(id))?.status;
  await expect.poll(() => statusOf(runId), { timeout: TAKES_MS }).toBe('failed');
  expect((await store.runs.get(runId))?.failure).toMatchObject({ code: 'cancelled' });
  await accept('run-2');
  await expect.poll(() => statusOf('run-2'), { timeout: TAKES_MS }).toBe('succeeded');
  expect(thread.replaced()).toBe(1);
  await thread.drain(5_000);
  await store.close();
  await Promise.all([root, directory].map((folder) => rm(folder, { recursive: true })));
});
