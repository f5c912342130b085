// What a contract suite needs of an adapter: a store on data of its own, and the same data opened again.

import type { SessionKey } from '../../../src/core/records/session.ts';
import type { Store } from '../../../src/ports/store.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** Closes the store and opens the same data. */
  reopen(): Promise<Store>;
  /** Closes whatever is open and removes the data. */
  dispose(): Promise<void>;
}

export type OpenStore = () => Promise<StoreUnderTest>;

/** Two tenants that use the same session id, so that a forgotten scope shows. */
export const KEY: SessionKey = { tenant: 'bank-a', partner: 'lagos', session: 'june' };
export const OTHER: SessionKey = { tenant: 'bank-b', partner: 'lagos', session: 'june' };

export const startRun = (store: Store, runId: string, key: SessionKey = KEY) =>
  store.runs.start({ runId, key, parameters: {}, startedAt: 1_000 });
