// Opens the embedded store: starts its thread, which answers this thread and others that connect.

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { TieoutError } from '../../core/errors.ts';
import { storeClosed } from '../../ports/every-store/failures.ts';
import type { Store } from '../../ports/store.ts';
import { storeOver } from './connection/client.ts';
import type { ConnectRequest, ThreadStart } from './connection/messages.ts';

export interface EmbeddedStore extends Store {
  /** A connection to transfer to another thread, which calls connectEmbeddedStore with it. */
  connect(): { readonly embedded: MessagePort };
}

interface OpenOptions {
  readonly directory: string;
  /** The store's name in failures after the start, for readers who must not see paths. The directory by default. */
  readonly called?: string;
}

/**
 * Opens the store in a directory and holds it alone until close. A missing directory is made. Throws store_locked,
 * store_unavailable or store_damaged.
 */
export async function openEmbeddedStore({ directory, called = directory }: OpenOptions): Promise<EmbeddedStore> {
  const start: ThreadStart = { directory, called };
  const worker = new Worker(new URL('./connection/thread.ts', import.meta.url), { workerData: start });
  const client = storeOver(worker);
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', (error) => client.end(new TieoutError('internal', `The store's thread failed: ${error.message}`)));
  void exited.then(() => client.end(storeClosed()));
  await client.started;
  return {
    ...client.ports,
    connect() {
      const { port1, port2 } = new MessageChannel();
      const connect: ConnectRequest = { connect: port2 };
      worker.postMessage(connect, [port2]);
      return { embedded: port1 };
    },
    async close() {
      if (client.isEnded()) return exited;
      const closed = client.ask((id) => ({ id, close: true }));
      client.endAsking(storeClosed());
      await closed;
      await exited;
    },
  };
}

/** The store over a connection that its opener made. Closing it closes only the connection. */
export function connectEmbeddedStore(connection: MessagePort): Store {
  const client = storeOver(connection);
  client.started.catch(() => {});
  connection.once('close', () => client.end(storeClosed()));
  return {
    ...client.ports,
    async close() {
      client.end(storeClosed());
      connection.close();
    },
  };
}
