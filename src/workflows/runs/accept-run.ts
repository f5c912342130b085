// Accepts a run: once it answers, the run is stored and will be done, whatever becomes of the process. The doorbell is
// rung after that and may be lost.

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
  /** A fresh id that nobody could have guessed. */
  readonly newId: () => string;
  /** Runs of a tenant that may wait at once; without it any number. */
  readonly mostWaiting?: number;
}

export interface Accepted {
  /** The new run, or the one that stands when the command was to skip. */
  readonly run: Run;
  /** False: the session had a run and nothing was changed. */
  readonly accepted: boolean;
}

/** What is to be done, of any kind. */
export interface RunOrder extends Pick<NewRun, 'key' | 'kind' | 'version' | 'parameters'> {
  /** A session that has a run of the kind that did not fail keeps it. */
  readonly keepExisting: boolean;
}

/** `follows`: only while this is the latest run of its session. */
type Ordering = RunOrder & { readonly follows?: string };

/** Throws too_many_waiting, store_unavailable or store_damaged: then nothing was accepted. */
export async function acceptRun(deps: AcceptDependencies, order: Ordering): Promise<Accepted> {
  await requireRoom(deps, order.key);
  const answer = await deps.store.runs.accept({ ...order, runId: deps.newId(), acceptedAt: deps.clock() });
  if (answer.accepted) deps.bus.announce([answer.run.runId]);
  return answer;
}

/** Counted before the run is stored: those that are accepted at the same moment may go beyond it together. */
async function requireRoom({ store, mostWaiting }: AcceptDependencies, { tenant }: SessionKey): Promise<void> {
  if (mostWaiting === undefined) return;
  const { waiting } = await store.runs.queue({ tenant });
  if (waiting < mostWaiting) return;
  throw new TieoutError(
    'too_many_waiting',
    `${waiting} runs of tenant ${tenant} wait already, and no more may: ask again when some are done.`,
  );
}
