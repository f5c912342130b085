// Keeps the thread that does the runs running. A thread that dies (it has its own memory) is logged and replaced, and
// its run is taken up when its lease lapses. A silent thread is reported, and replaced once its run is cancelled or its
// time is over (silence.ts). Draining ends it for good.

import type { Worker } from 'node:worker_threads';
import type { ConnectableStore } from '../../compose/open-store.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { loaderSummary } from '../../rest/loader-summary.ts';
import { operationOfWork } from '../../workflows/operations/queue-afterwards.ts';
import { endRun } from '../../workflows/runs/operate-runs.ts';
import { FOR_EVER } from '../../workflows/upkeep/prune-store.ts';
import { CommittedWatch } from '../../workflows/work/committed-alarm.ts';
import { writeLine } from './main-log.ts';
import type {
  FromRunThread,
  RequestCounts,
  RunThreadChoices,
  RunThreadStart,
  RunThreadTerms,
  ToRunThread,
} from './messages.ts';
import { threadOnStore } from './on-store.ts';
import { watchSilence } from './silence.ts';

interface RunThreadOptions extends RunThreadTerms, Partial<RunThreadChoices> {
  readonly store: ConnectableStore & Store;
  readonly log: Log;
}

const USUAL: RunThreadChoices = {
  engine: null,
  keeping: FOR_EVER,
  workers: 1,
  threads: null,
  mostRunMs: null,
  model: null,
  auditKeys: [],
  callers: null,
  tellsLoader: false,
  quietMs: null,
  windowRows: null,
};

export interface RunThread {
  /** Null while a thread does runs, and answers. */
  trouble(): string | null;
  /** Threads that ended, or were ended, since the process began. */
  replaced(): number;
  /** Figures of sessions that departed from those before, since the process began. */
  drifted(): number;
  /** Committed runs that are not finished. */
  readonly committed: Pick<CommittedWatch, 'trouble' | 'attempts'>;
  /** Counts of requests from the bus. */
  requests(): RequestCounts;
  /** Claims no more runs, waits for the current one, and gives it back if it does not end in time. */
  drain(graceMs: number): Promise<void>;
}

/** Pause, so that a thread that dies at once is not started over and over. */
const START_AGAIN_MS = 1_000;
/** Added to the grace period: time to give runs back and close connections. */
const END_WITHIN_MS = 5_000;

export function startRunThread({ log, store, ...given }: RunThreadOptions): RunThread {
  const terms = { ...USUAL, ...given };
  const committed = new CommittedWatch(async (workId) => {
    const operationId = operationOfWork(workId);
    if (operationId !== null) return (await store.decisions.get(operationId))?.isFinished === false;
    const run = await store.runs.get(workId);
    return run !== null && run.status !== 'succeeded';
  });
  let thread: Worker | null = null;
  let [before, requests]: RequestCounts[] = [NO_REQUESTS, NO_REQUESTS];
  let pause: NodeJS.Timeout | undefined;
  let draining = false;
  let replaced = 0;
  let drifted = 0;
  const silence = watchSilence({
    mostMs: terms.mostRunMs,
    isCancelled: (runId) => store.runs.isCancelled(runId),
    async end(works, why) {
      const silent = thread;
      if (silent === null) return;
      log.error(
        { works: works.map(({ workId }) => workId), why },
        'The thread that does the runs does not answer; it is ended.',
      );
      await silent.terminate();
      for (const claim of works) {
        await store.work.release(claim, 0);
        if (why !== null && why.workId === claim.workId)
          await endRun(
            { store, clock: Date.now, loaderSummary: terms.tellsLoader ? loaderSummary : null },
            claim.workId,
            why.failure,
          );
      }
    },
    failed: (err) =>
      log.error({ err }, 'What a thread that does not answer has in hand could not be ended; it is tried again.'),
  });

  const begin = (): void => {
    const started = threadOnStore<RunThreadStart>(new URL('./inside.ts', import.meta.url), store, terms);
    thread = started;
    silence.begun();
    started.on('message', (message: FromRunThread) => {
      silence.heard();
      if ('answers' in message) return;
      if ('inHand' in message) return silence.inHand(message.worker, message.inHand);
      if ('alarm' in message) return committed.heard(message.alarm);
      if ('drifted' in message) {
        drifted += message.drifted;
        return;
      }
      if ('requests' in message) {
        requests = message.requests;
        return;
      }
      writeLine(log, message);
    });
    started.on('error', (err) => log.error({ err }, 'The thread that does the runs failed.'));
    started.once('exit', () => {
      thread = null;
      silence.ended();
      [before, requests] = [sum(before, requests), NO_REQUESTS];
      if (draining) return;
      replaced++;
      log.warn({}, 'The thread that does the runs is started again.');
      pause = setTimeout(begin, START_AGAIN_MS);
    });
  };
  begin();

  return {
    trouble: () => (thread === null ? 'The thread that does the runs is started again.' : silence.trouble()),
    replaced: () => replaced,
    drifted: () => drifted,
    committed,
    requests: () => sum(before, requests),
    async drain(graceMs) {
      draining = true;
      silence.stop();
      clearTimeout(pause);
      const last = thread;
      if (last === null) return;
      const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      const drain: ToRunThread = { drain: { graceMs } };
      last.postMessage(drain);
      const late = setTimeout(() => void last.terminate(), graceMs + END_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

const NO_REQUESTS: RequestCounts = { taken: 0, setAside: 0 };

const sum = (a: RequestCounts, b: RequestCounts): RequestCounts => ({
  taken: a.taken + b.taken,
  setAside: a.setAside + b.setAside,
});
