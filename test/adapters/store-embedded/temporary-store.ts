// An embedded store in a temporary directory of its own.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import type { StoreUnderTest } from '../../contracts/store/store-under-test.ts';

// Threads and processes that these tests start find their modules compiled: most of opening a store is that.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'tieout-test-compile-cache');

export const temporaryDirectory = () => mkdtemp(join(tmpdir(), 'tieout-store-'));

export async function openTemporaryStore(): Promise<StoreUnderTest> {
  const directory = await temporaryDirectory();
  let store = await openEmbeddedStore({ directory });
  return {
    store,
    async reopen() {
      await store.close();
      store = await openEmbeddedStore({ directory });
      return store;
    },
    async dispose() {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}
