// Starts a thread with a connection of its own to the store.

import { Worker } from 'node:worker_threads';
import { type ConnectableStore, type StoreConnection, transferOf } from '../../compose/open-store.ts';

/** `terms`: plain data, which the thread finds in its workerData beside the connection. */
export function threadOnStore<Start extends { readonly store: StoreConnection }>(
  entry: URL,
  store: ConnectableStore,
  terms: Omit<Start, 'store'>,
): Worker {
  const connection = store.connect();
  return new Worker(entry, { workerData: { ...terms, store: connection }, transferList: transferOf(connection) });
}
