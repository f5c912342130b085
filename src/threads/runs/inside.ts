// Puts together the thread that does the runs: its store connection, its compute threads, the workers. To assemble,
// classify and summarise a million rows takes seconds; the main thread answers other calls meanwhile.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { localBus } from '../../adapters/bus-local/bus.ts';
import { auditSeals, runningSha256 } from '../../adapters/digest/audit-seals.ts';
import { rulesVersion } from '../../adapters/digest/rules-version.ts';
import { sha256 } from '../../adapters/digest/sha256.ts';
import { filesUnder } from '../../adapters/file-urls/find-file.ts';
import { startThreads } from '../../adapters/threads/compute.ts';
import { openCallers } from '../../compose/open-callers.ts';
import { openEngines } from '../../compose/open-engine.ts';
import { openLanguageModel } from '../../compose/open-language-model.ts';
import { connectStore } from '../../compose/open-store.ts';
import type { Run } from '../../core/records/documents/run.ts';
import type { WorkClaim } from '../../core/records/documents/work.ts';
import type { ReceivedMessage } from '../../ports/bus.ts';
import { senderOf } from '../../rpc/callers/sender.ts';
import { afterDecisions } from '../../workflows/afterwards/after-resolve.ts';
import { startRecovery } from '../../workflows/decisions/recover-decisions.ts';
import { summaryRenewals } from '../../workflows/decisions/renew-later.ts';
import { patternSweeps, sweepAfterRun } from '../../workflows/decisions/sweep-pattern.ts';
import { watchDrift } from '../../workflows/drift/watch-drift.ts';
import { KINDS } from '../../workflows/kinds/kinds.ts';
import { WORK_WAITS_MS } from '../../workflows/rematch/partner-rows.ts';
import { busRequests } from '../../workflows/requests/carry-out-request.ts';
import type { ReadRequest } from '../../workflows/requests/request-order.ts';
import { startTaking } from '../../workflows/requests/take-requests.ts';
import { leaningOn, queueAgain } from '../../workflows/runs/run-again.ts';
import { runHandlers } from '../../workflows/runs/run-handler.ts';
import { finishingBy } from '../../workflows/stored-runs/kind-of-run.ts';
import { renewAfterRun } from '../../workflows/summaries/renew-later-months.ts';
import { startPruner } from '../../workflows/upkeep/prune-store.ts';
import { startTakingWindows } from '../../workflows/windows/take-windows.ts';
import { watchWindows } from '../../workflows/windows/watch-windows.ts';
import { windowHandler } from '../../workflows/windows/window-work.ts';
import { committedAlarm } from '../../workflows/work/committed-alarm.ts';
import { startWorker } from '../../workflows/work/worker.ts';
import { tellAnswers } from './answers.ts';
import { giveWay } from './give-way.ts';
import { mainLog as log } from './main-log.ts';
import type { FromRunThread, RunThreadStart, ToRunThread } from './messages.ts';

// Called before any thread is started, because new threads inherit the priority.
giveWay();

const start = workerData as RunThreadStart;
const main = parentPort!;
const tell = (message: FromRunThread) => main.postMessage(message);

/** How often counts of requests are sent. */
const TELL_EVERY_MS = 1_000;
const taker = (worker: string) => ({
  name: worker,
  leaseMs: start.leaseMs,
  tookInHand: (inHand: WorkClaim | null) => tell({ worker, inHand }),
});

let isReady = false;
// Listens from the start: a thread that is told to end before it is ready has nothing to finish, and must not wait for
// a server that does not answer.
main.on('message', async (message: ToRunThread) => {
  if (isReady) await drain(message);
  process.exit(0);
});

const store = await connectStore(start.store, { operationMs: null });
// A run ends before one of its tasks exceeds its time; tasks of decisions have no other limit.
const mostTaskMs = start.mostRunMs === null ? null : 2 * start.mostRunMs;
const compute = startThreads(start.threads ?? undefined, { mostTaskMs });
// Loaded on demand, like the loader's summary below: most services of one process need neither.
const bus =
  'nats' in start.bus
    ? (await import('../../adapters/bus-nats/bus.ts')).natsBus(start.bus.nats, log)
    : localBus(start.bus.local);
const files = filesUnder(start.files);
const alarm = committedAlarm(log, (signal) => tell({ alarm: signal }));
const languageModel = openLanguageModel(start.model);
const loaderSummary = start.tellsLoader ? (await import('../../rest/loader-summary.ts')).loaderSummary : null;
const every = { store, compute, files, bus, log, digest: sha256, rules: rulesVersion(), clock: Date.now, alarm };
const cutting = start.windowRows === null ? null : { mostRows: start.windowRows, bus };
const { institutions } = start.resolving;
const deps = { ...every, languageModel, loaderSummary, cutting, institutions };
const finish = finishingBy(KINDS, deps);
const afterwards = { ...deps, finish, leaseMs: start.leaseMs, mostWaitMs: WORK_WAITS_MS, currency: start.currency };
// Loaded with the first request.
const requestReader = (told?: (fields: string) => void): ReadRequest => {
  const load = async () => (await import('../../rest/bus-request.ts')).busRequestReader(start.resolving.timeZone, told);
  let reader: ReturnType<typeof load> | null = null;
  return async (content, caller) => (await (reader ??= load()))(content, caller);
};
const { asked: engine } = openEngines(deps, start);
const ofDecisions = [
  afterDecisions({
    ...{ ...afterwards, engine, newId: randomUUID, resolvedDomains: start.resolving.domains },
    ...{ seals: auditSeals(start.auditKeys), runningDigest: runningSha256 },
  }),
  summaryRenewals({ engine }),
  patternSweeps({ ...afterwards, newId: randomUUID }),
  busRequests({
    ...afterwards,
    engine,
    read: requestReader(),
    newId: randomUUID,
    resolvedDomains: start.resolving.domains,
  }),
];
const afterRun = async ({ key, runId }: Pick<Run, 'key' | 'runId'>): Promise<void> => {
  const drifted = await watchDrift(deps, key);
  if (drifted > 0) tell({ drifted });
  await sweepAfterRun(deps, key, runId);
  await queueAgain(deps, await leaningOn(deps, key));
  await renewAfterRun({ ...deps, kinds: KINDS }, { key, runId });
};
const handlers = [
  ...runHandlers({ ...deps, mostRunMs: start.mostRunMs, written: afterRun }, KINDS),
  ...ofDecisions,
  windowHandler(deps),
];
const workers = Array.from({ length: start.workers }, (_, i) =>
  startWorker({ ...deps, handlers }, taker(`${hostname()}, process ${process.pid}, worker ${i + 1}`)),
);
// Decisions do not wait for the end of a long run. Shared rings are only for runs: this process hears its own
// announcements at once, others' within a second.
const near = 'nats' in start.bus ? localBus() : bus;
const announcing = {
  ...bus,
  listen: () => near.listen(),
  announce(ids: readonly string[], of?: 'runs' | 'work') {
    bus.announce(ids, of);
    near.announce(ids, of);
  },
};
workers.push(
  startWorker(
    { ...deps, bus: near === bus ? bus : announcing, handlers: ofDecisions },
    taker(`${hostname()}, process ${process.pid}, decisions`),
  ),
);
// Only NATS brings requests and windows.
const callers = start.callers === null || !('nats' in start.bus) ? null : openCallers(start.callers, log, null);
const callerOf = (message: ReceivedMessage) => senderOf(message, callers?.directory ?? null);
const warnOfIgnored = (fields: string) => log.warn({ fields }, 'A request from the bus has fields that nobody reads.');
const taking =
  'nats' in start.bus ? startTaking({ ...deps, bus: announcing, read: requestReader(warnOfIgnored), callerOf }) : null;
const answering = tellAnswers();
const telling = setInterval(() => {
  if (taking) tell({ requests: taking.counts });
}, TELL_EVERY_MS).unref();
const keep = async (content: Uint8Array) =>
  (await import('../../rest/bus-window.ts')).keepWindow({ ...deps, quietMs: start.quietMs }, content);
const takingWindows = 'nats' in start.bus ? startTakingWindows({ bus, log, keep }) : null;
const windows = watchWindows({ ...deps, quietMs: start.quietMs });
const pruner = startPruner({ store, log, clock: Date.now }, start.keeping);
const recovery = startRecovery({ store, bus, log, clock: Date.now });

isReady = true;

async function drain({ drain: { graceMs } }: ToRunThread): Promise<void> {
  clearInterval(answering);
  clearInterval(telling);
  await taking?.stop();
  await takingWindows?.stop();
  await Promise.allSettled(workers.map((worker) => worker.drain(graceMs)));
  await windows.stop();
  await pruner.stop();
  await recovery.stop();
  await bus.close();
  await compute.close();
  await store.close();
}
