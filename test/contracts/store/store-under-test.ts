// What a contract suite needs of an adapter: a store on data of its own, and the same data opened again.

import type { RunClaim } from '../../../src/core/records/documents/run.ts';
import type { SessionKey } from '../../../src/core/records/session-key.ts';
import type { NewRun } from '../../../src/ports/runs.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { KnownKind, Lease } from '../../../src/ports/work.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** Closes the store and opens the same data. */
  reopen(): Promise<Store>;
  /** Closes the store, does to its audit what it never does itself, and opens it again. */
  spoil(how: Spoiling): Promise<Store>;
  /** Closes whatever is open and removes the data. */
  dispose(): Promise<void>;
}

/** Of calls op-1 to op-3, which are links 1 to 3, it is op-2 that is spoiled; rows have ordinals 0 to 2. */
export type Spoiling =
  | `change ${'a row' | 'what rows have in common' | 'the digest of rows' | 'a link'}`
  | `make ${'nonsense' | 'an empty object' | 'another shape'} of a link`
  | 'change the caller of rows'
  | 'take the caller of rows away'
  | 'give a link to another call'
  | `drop ${'a row' | 'a call' | 'a link'}`
  | `add ${'a row' | 'a call'}`
  | `reorder ${'rows' | 'links'}`
  | 'move a call'
  | 'cut the end';

export type OpenStore = () => Promise<StoreUnderTest>;

/** Two tenants that use the same session id, so that a forgotten scope shows. */
export const KEY: SessionKey = { tenant: 'bank-a', partner: 'lagos', session: 'june' };
export const OTHER: SessionKey = { tenant: 'bank-b', partner: 'lagos', session: 'june' };

/** A run as a workflow would store it. */
export const newRun = (runId: string, key: SessionKey = KEY): NewRun => ({
  runId,
  key,
  kind: 'banking',
  version: 1,
  parameters: {},
  acceptedAt: 1_000,
});

/** What a worker of these tests can do. */
export const KNOWN: readonly KnownKind[] = [{ kind: 'banking', versions: [1] }];

/** A lease that no test outlives. */
export const LEASE: Lease = { worker: 'test', leaseMs: 600_000 };

/** Starts a run that has not ended, and answers its claim. */
export async function startRun(store: Store, runId: string, key: SessionKey = KEY): Promise<RunClaim> {
  const started = await store.runs.start(newRun(runId, key), LEASE);
  return started!.claim;
}
