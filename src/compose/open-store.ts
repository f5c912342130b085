// Opens the store that the configuration names: MongoDB, which several processes share, or the embedded one, which this
// process holds alone. A thread is told how to reach the store and connects by itself.

import type { MessagePort } from 'node:worker_threads';
import type { Configuration } from '../config.ts';
import type { Store } from '../ports/store.ts';

/** For another thread: the embedded store's port, which is to be transferred, or the address of MongoDB. */
export type StoreConnection =
  | { readonly embedded: MessagePort }
  | { readonly mongodb: { readonly uri: string; readonly environment: string; readonly currency: string } };

export interface ConnectableStore {
  connect(): StoreConnection;
}

/** Objects that have to be transferred with a connection. */
export const transferOf = (connection: StoreConnection): MessagePort[] =>
  'embedded' in connection ? [connection.embedded] : [];

/** Throws store_unavailable, store_locked or store_damaged with a sentence that says what to do. */
export async function openStore(
  config: Pick<Configuration, 'MONGODB_URI' | 'TIEOUT_DATA_DIR' | 'TIEOUT_ENV' | 'TIEOUT_CURRENCY'>,
): Promise<Store & ConnectableStore> {
  const { MONGODB_URI: uri, TIEOUT_DATA_DIR: directory, TIEOUT_ENV: environment, TIEOUT_CURRENCY: currency } = config;
  if (uri === null) {
    const { openEmbeddedStore } = await import('../adapters/store-embedded/open.ts');
    // Failures after the start are answered to callers and stored with runs.
    return openEmbeddedStore({ directory, called: 'the data directory' });
  }
  const { ANSWER_MS, openMongoStore } = await import('../adapters/store-mongo/open.ts');
  const mongodb = { uri, environment, currency };
  return { ...(await openMongoStore({ ...mongodb, operationMs: ANSWER_MS })), connect: () => ({ mongodb }) };
}

/** The store of a thread. `operationMs`: longest time for one operation, if a caller waits for it. */
export async function connectStore(
  connection: StoreConnection,
  { operationMs }: { readonly operationMs: number | null },
): Promise<Store> {
  if ('embedded' in connection) {
    const { connectEmbeddedStore } = await import('../adapters/store-embedded/open.ts');
    return connectEmbeddedStore(connection.embedded);
  }
  const { openMongoStore } = await import('../adapters/store-mongo/open.ts');
  return openMongoStore({ ...connection.mongodb, operationMs, isPrepared: true });
}
