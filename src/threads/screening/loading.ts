// A thread that loads lists from their sources into the store and ends, so that parsing blocks nobody.

import { parentPort, workerData } from 'node:worker_threads';
import { sha256 } from '../../adapters/digest/sha256.ts';
import { packEntities, unpackEntities } from '../../adapters/lists/list-blocks.ts';
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
    const { lists, leases, outbox } = store;
    const clock = () => Date.now() + ahead;
    const reading = { read: readList, pack: packEntities, unpack: unpackEntities, digest: sha256 };
    const loaded = await loadLists({ lists, leases, outbox, ...reading, clock, shrinkShare }, sources);
    await store.close();
    return { loaded };
  } catch (error) {
    return { failure: toErrorRecord(error) };
  }
}

tellAnswers();
parentPort!.postMessage(await answer());
