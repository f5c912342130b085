// The embedded store as callers see it: every port's operations, each a message to the store's thread and a promise
// of its answer.

import { Worker } from 'node:worker_threads';
import { fromErrorRecord, TieoutError } from '../../core/errors.ts';
import type { Store } from '../../ports/store.ts';
import type { StoreAnswer, StoreRequest, ThreadStart } from './messages.ts';
import type { PortName, Ports } from './operations.ts';

/** The operations of every port; the compiler holds the list complete. */
const OPERATIONS = {
  sessions: { get: 1, list: 1, commitRun: 1 },
  runs: {
    accept: 1,
    start: 1,
    claimNext: 1,
    renew: 1,
    release: 1,
    report: 1,
    materialised: 1,
    finish: 1,
    failAttempt: 1,
    get: 1,
    latest: 1,
    active: 1,
    waiting: 1,
    unfinished: 1,
    sessionsNamed: 1,
  },
  leases: { take: 1, renew: 1, release: 1 },
  ingestions: { add: 1, get: 1, live: 1, rejected: 1 },
  rowBlocks: { put: 1, headers: 1, read: 1, fingerprints: 1 },
  groupBlocks: { put: 1, discard: 1, headers: 1, read: 1 },
  openItems: { insertIfAbsent: 1, removeForOtherRuns: 1, page: 1, columns: 1, withReference: 1, aggregate: 1 },
  clusters: { insertOrRestore: 1, voidPending: 1, page: 1, count: 1, counts: 1 },
  summaries: { append: 1, latest: 1, history: 1 },
  upkeep: { sweepUnnamed: 1 },
} satisfies { readonly [Port in PortName]: Record<keyof Ports[Port], 1> };

/**
 * Opens the store in a directory, which is made when it is missing, and holds it alone until close.
 * Throws store_locked, store_unavailable or store_damaged.
 */
export async function openEmbeddedStore(options: { readonly directory: string }): Promise<Store> {
  const thread = startThread({ directory: options.directory });
  await thread.started;
  const ports = Object.fromEntries(
    Object.entries(OPERATIONS).map(([port, operations]) => [
      port,
      Object.fromEntries(
        Object.keys(operations).map((operation) => [
          operation,
          (...values: unknown[]) => thread.ask((id) => ({ id, port: port as PortName, operation, values })),
        ]),
      ),
    ]),
  ) as unknown as Ports;
  return { ...ports, close: thread.close };
}

interface StoreThread {
  readonly started: Promise<unknown>;
  ask(request: (id: number) => StoreRequest): Promise<unknown>;
  close(): Promise<void>;
}

function startThread(start: ThreadStart): StoreThread {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: start });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  // Why no more can be asked, once that is so.
  let ended: TieoutError | undefined;

  const expect = (id: number): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    return answer.promise;
  };
  const ask = async (request: (id: number) => StoreRequest): Promise<unknown> => {
    if (ended !== undefined) throw ended;
    const id = ++last;
    worker.postMessage(request(id));
    return expect(id);
  };
  worker.on('message', (message: StoreAnswer) => {
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    if ('failure' in message) answer?.reject(fromErrorRecord(message.failure));
    else answer?.resolve(message.answer);
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const end = (reason: TieoutError) => {
    ended ??= reason;
    for (const answer of waiting.values()) answer.reject(ended);
    waiting.clear();
  };
  worker.on('error', (error) => end(new TieoutError('internal', `The store's thread failed: ${error.message}`)));
  void exited.then(() => end(new TieoutError('store_unavailable', 'The store was closed.')));

  return {
    started: expect(0),
    ask,
    async close() {
      if (ended !== undefined) return exited;
      const closed = ask((id) => ({ id, close: true }));
      ended = new TieoutError('store_unavailable', 'The store was closed.');
      await closed;
      await exited;
    },
  };
}
