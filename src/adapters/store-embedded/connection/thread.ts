// The store's own thread: SQLite is synchronous, and nobody else is to wait for it. It answers requests one after
// the other, in the order in which they came: those of the thread that started it, and those of the ports it was given.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { toErrorRecord } from '../../../core/errors.ts';
import { storeOperations } from '../operations.ts';
import { openDataDirectory } from './directory.ts';
import type { ConnectRequest, StoreAnswer, StoreRequest, ThreadStart } from './messages.ts';
import { sqliteFailure } from './sqlite.ts';

const { directory, called } = workerData as ThreadStart;
const opener = parentPort!;
const connections = new Set<MessagePort>();

function answer(to: MessagePort, id: number, work: () => unknown): void {
  let message: StoreAnswer;
  try {
    message = { id, answer: work() };
  } catch (error) {
    message = { id, failure: toErrorRecord(sqliteFailure(error, called)) };
  }
  to.postMessage(message);
}

answer(opener, 0, () => {
  const data = openDataDirectory(directory);
  const operations = storeOperations(data.db) as unknown as Record<
    string,
    Record<string, (...values: unknown[]) => unknown>
  >;
  const serve = (from: MessagePort, request: StoreRequest): void => {
    if ('close' in request) {
      answer(from, request.id, data.close);
      for (const port of [...connections, opener]) port.close();
      return;
    }
    answer(from, request.id, () => operations[request.port][request.operation](...request.values));
  };
  opener.on('message', (request: StoreRequest | ConnectRequest) => {
    if (!('connect' in request)) return serve(opener, request);
    const { connect: port } = request;
    connections.add(port);
    port.on('message', (asked: StoreRequest) => serve(port, asked));
    port.once('close', () => connections.delete(port));
  });
});
