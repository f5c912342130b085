// Accepts a run: once it answers, the run is stored and will be done, whatever becomes of the process. The doorbell is
// rung after that and may be lost.

import type { Run } from '../../core/records/documents/run.ts';
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

/** Throws store_unavailable or store_damaged: then nothing was accepted. */
export async function acceptRun(deps: AcceptDependencies, order: RunOrder): Promise<Accepted> {
  const answer = await deps.store.runs.accept({ ...order, runId: deps.newId(), acceptedAt: deps.clock() });
  if (answer.accepted) deps.bus.announce([answer.run.runId]);
  return answer;
}
