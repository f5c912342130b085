// Accepts a run: once it answers, the run is stored and will be done, even if the process dies. Then the doorbell is
// rung; the ring may be lost.

import { ANYBODY, type Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { Run } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Bus } from '../../ports/bus.ts';
import type { NewRun } from '../../ports/runs.ts';
import type { Store } from '../../ports/store.ts';

export interface AcceptDependencies {
  readonly store: Store;
  readonly bus: Bus;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  /** A new id that nobody can guess. */
  readonly newId: () => string;
  /** Runs of a tenant that may wait at once; without it, any number. */
  readonly mostWaiting?: number;
}

export interface Accepted {
  /** The new run, or the existing one if the command was to skip. */
  readonly run: Run;
  /** False: the session had a run, and nothing was changed. */
  readonly accepted: boolean;
}

/** A run to be done, of any kind. */
export interface RunOrder extends Pick<NewRun, 'key' | 'kind' | 'version' | 'parameters'> {
  /** Keeps the session's run if it is of the kind and did not fail. */
  readonly keepExisting: boolean;
}

/** Whose run it is. */
export type Orderer = Pick<Caller, 'id' | 'quota'>;

/** `follows`: only while this is the latest run of its session. */
type Ordering = RunOrder & { readonly follows?: string; readonly caller?: Orderer };

/** Throws too_many_waiting, quota_used_up, store_unavailable or store_damaged; then nothing was accepted. */
export async function acceptRun(deps: AcceptDependencies, { caller = ANYBODY, ...order }: Ordering): Promise<Accepted> {
  await requireRoom(deps, order.key);
  await requireQuota(deps, caller);
  const answer = await deps.store.runs.accept({
    ...order,
    caller: caller.id,
    runId: deps.newId(),
    acceptedAt: deps.clock(),
  });
  if (answer.accepted) deps.bus.announce([answer.run.runId]);
  return answer;
}

/** Counted before the run is stored: runs accepted at the same moment may exceed the limit together. */
async function requireRoom({ store, mostWaiting }: AcceptDependencies, { tenant }: SessionKey): Promise<void> {
  if (mostWaiting === undefined) return;
  const { waiting } = await store.runs.queue({ tenant });
  if (waiting < mostWaiting) return;
  throw new TieoutError(
    'too_many_waiting',
    `${waiting} runs of tenant ${tenant} wait already, and no more may: ask again when some are done.`,
  );
}

async function requireQuota({ store }: AcceptDependencies, { id, quota: { runsWaiting } }: Orderer): Promise<void> {
  if (id === null || runsWaiting === null) return;
  const { waiting } = await store.runs.queue({ caller: id });
  if (waiting < runsWaiting) return;
  throw new TieoutError(
    'quota_used_up',
    `${waiting} runs of caller ${id} wait already, and its quota allows no more: ask again when some are done.`,
  );
}
