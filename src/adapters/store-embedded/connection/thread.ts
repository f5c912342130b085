// The store's thread: SQLite is synchronous, and no other thread should wait for it. It answers requests in order of
// arrival, from the thread that started it and from connected ports. Waiting requests share one transaction and one
// wait for the disk, and are answered after it. Each request may fail by itself.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { toErrorRecord } from '../../../core/errors.ts';
import { storeOperations } from '../operations.ts';
import { openDataDirectory } from './directory.ts';
import type { ConnectRequest, StoreAnswer, StoreRequest, ThreadStart } from './messages.ts';
import { sqliteFailure } from './sqlite.ts';
import { isPortions } from './synchronous.ts';

/** Limits of one transaction, so that no call waits long for others. */
const MOST_CALLS = 64;
const MOST_MS = 20;

interface Asked {
  readonly from: MessagePort;
  readonly id: number;
  readonly work: () => unknown;
}

const { directory, called } = workerData as ThreadStart;
const opener = parentPort!;
const connections = new Set<MessagePort>();

function answerOf({ id, work }: Pick<Asked, 'id' | 'work'>): StoreAnswer {
  try {
    const answer = work();
    return { id, answer: isPortions(answer) ? [...answer].flat() : answer };
  } catch (error) {
    return { id, failure: toErrorRecord(sqliteFailure(error, called)) };
  }
}

/** Sends portions as soon as they are made. */
function answerAlone({ from, id, work }: Asked): void {
  const last = answerOf({
    id,
    work() {
      const answer = work();
      if (!isPortions(answer)) return answer;
      for (const portion of answer) from.postMessage({ id, portion } satisfies StoreAnswer);
      return [];
    },
  });
  from.postMessage(last);
}

function serve(): void {
  const data = openDataDirectory(directory);
  const operations = storeOperations(data.db) as unknown as Record<
    string,
    Record<string, (...values: unknown[]) => unknown>
  >;
  const waiting: Asked[] = [];

  /** Answers waiting calls in one transaction. */
  const answerTogether = (): { readonly taken: readonly Asked[]; readonly answers: readonly StoreAnswer[] } => {
    const taken: Asked[] = [];
    const until = performance.now() + MOST_MS;
    try {
      const answers = data.db.transaction(() => {
        const made: StoreAnswer[] = [];
        while (waiting.length > 0 && taken.length < MOST_CALLS && performance.now() < until) {
          const one = waiting.shift()!;
          taken.push(one);
          made.push(answerOf(one));
          if (!data.db.isInTransaction()) throw new Error('A failure of the disk undid all calls.');
        }
        return made;
      });
      return { taken, answers };
    } catch {
      // Nothing was written. Each call runs again by itself, for its own answer.
      if (taken.length === 0) taken.push(waiting.shift()!);
      return { taken, answers: taken.map(answerOf) };
    }
  };
  const answerWaiting = (): void => {
    if (waiting.length === 0) return;
    if (waiting.length === 1) answerAlone(waiting.shift()!);
    else {
      const { taken, answers } = answerTogether();
      for (const [i, { from }] of taken.entries()) from.postMessage(answers[i]);
    }
    if (waiting.length > 0) setImmediate(answerWaiting);
  };
  const take = (from: MessagePort, request: StoreRequest): void => {
    if ('close' in request) {
      while (waiting.length > 0) answerWaiting();
      from.postMessage(answerOf({ id: request.id, work: data.close }));
      for (const port of [...connections, opener]) port.close();
      return;
    }
    const { id, port, operation, values } = request;
    if (waiting.push({ from, id, work: () => operations[port][operation](...values) }) > 1) return;
    // Requests that have arrived by now join the transaction.
    setImmediate(answerWaiting);
  };
  opener.on('message', (request: StoreRequest | ConnectRequest) => {
    if (!('connect' in request)) return take(opener, request);
    const { connect: port } = request;
    connections.add(port);
    port.on('message', (asked: StoreRequest) => take(port, asked));
    port.once('close', () => connections.delete(port));
  });
}

opener.postMessage(answerOf({ id: 0, work: serve }));
