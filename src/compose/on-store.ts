// Puts together commands that look into a store without the service: the configured store, for one call.

import type { Configuration } from '../config.ts';
import type { Store } from '../ports/store.ts';
import { openStore } from './open-store.ts';

/** Throws TieoutError. */
export async function onStore<T>(config: Configuration, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
