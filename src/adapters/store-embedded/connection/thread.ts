// The store's own thread: SQLite is synchronous, and nobody else should wait for it. It answers requests in order of
// arrival: those of the thread that started it, and those of the ports it was given. Waiting requests become one
// transaction, in which each may fail by itself: the disk is waited for once for all of them, and none is answered
// before.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { toErrorRecord } from '../../../core/errors.ts';
import { storeOperations } from '../operations.ts';
import { openDataDirectory } from './directory.ts';
import type { ConnectRequest, StoreAnswer, StoreRequest, ThreadStart } from './messages.ts';
import { sqliteFailure } from './sqlite.ts';
import { isPortions } from './synchronous.ts';

/** Most calls of one transaction: nobody waits long for the work of others, and answers do not gather. */
const TOGETHER = 64;
const TOGETHER_MS = 20;

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

/** Portions go as they are made. */
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

  /** Takes waiting calls out of the queue, up to that many. */
  const together = (): { readonly taken: readonly Asked[]; readonly answers: readonly StoreAnswer[] } => {
    const taken: Asked[] = [];
    const until = performance.now() + TOGETHER_MS;
    try {
      const answers = data.db.transaction(() => {
        const made: StoreAnswer[] = [];
        while (waiting.length > 0 && taken.length < TOGETHER && performance.now() < until) {
          const one = waiting.shift()!;
          taken.push(one);
          made.push(answerOf(one));
          if (!data.db.isInTransaction()) throw new Error('The disk refused one of them, which undid all.');
        }
        return made;
      });
      return { taken, answers };
    } catch {
      // Nothing of it is written: each by itself is told what became of it.
      if (taken.length === 0) taken.push(waiting.shift()!);
      return { taken, answers: taken.map(answerOf) };
    }
  };
  const answerWaiting = (): void => {
    if (waiting.length === 0) return;
    if (waiting.length === 1) answerAlone(waiting.shift()!);
    else {
      const { taken, answers } = together();
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
    // Whatever else has come by now is taken in first.
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
