// A thread that loads lists from their sources into the store and ends, so that parsing blocks nobody.

import { parentPort, workerData } from 'node:worker_threads';
import { packEntities } from '../../adapters/lists/list-blocks.ts';
import { readList } from '../../adapters/lists/read-list.ts';
import { connectStore } from '../../compose/open-store.ts';
import { toErrorRecord } from '../../core/errors.ts';
import { loadLists } from '../../workflows/verification/load-list.ts';
import { tellAnswers } from '../runs/answers.ts';
import type { LoadingOutcome, LoadingThreadStart } from './messages.ts';

const { store: connection, sources, shrinkShare, ahead } = workerData as LoadingThreadStart;

async function answer(): Promise<LoadingOutcome> {
  try {
    const store = await connectStore(connection, { operationMs: null });
    const { lists, leases } = store;
    const clock = () => Date.now() + ahead;
    const loaded = await loadLists({ lists, leases, read: readList, pack: packEntities, clock, shrinkShare }, sources);
    await store.close();
    return { loaded };
  } catch (error) {
    return { failure: toErrorRecord(error) };
  }
}

tellAnswers();
parentPort!.postMessage(await answer());
