// The store's own thread: SQLite is synchronous, and nobody else is to wait for it. It answers requests one after
// the other, in the order in which they came.

import { parentPort, workerData } from 'node:worker_threads';
import { toErrorRecord } from '../../core/errors.ts';
import { openDataDirectory } from './directory.ts';
import type { StoreAnswer, StoreRequest, ThreadStart } from './messages.ts';
import { storeOperations } from './operations.ts';
import { sqliteFailure } from './sqlite.ts';

const { directory } = workerData as ThreadStart;
const port = parentPort!;

function answer(id: number, work: () => unknown): void {
  let message: StoreAnswer;
  try {
    message = { id, answer: work() };
  } catch (error) {
    message = { id, failure: toErrorRecord(sqliteFailure(error, directory)) };
  }
  port.postMessage(message);
}

answer(0, () => {
  const data = openDataDirectory(directory);
  const operations = storeOperations(data.db) as unknown as Record<
    string,
    Record<string, (...values: unknown[]) => unknown>
  >;
  port.on('message', (request: StoreRequest) => {
    if ('close' in request) {
      answer(request.id, data.close);
      port.close();
      return;
    }
    answer(request.id, () => operations[request.port][request.operation](...request.values));
  });
});
