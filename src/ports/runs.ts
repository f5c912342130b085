// Runs: what is being done, recorded before it is done. A run found unfinished after a restart is either finished
// (its session names it: materialise again) or given up (it does not: what it wrote is swept).

import type { JsonObject } from '../core/records/json.ts';
import type { FinishedStage, Run, RunFailure } from '../core/records/run.ts';
import type { SessionKey } from '../core/records/session.ts';

export interface NewRun {
  readonly runId: string;
  readonly key: SessionKey;
  readonly parameters: JsonObject;
  readonly startedAt: number;
}

export type RunEnd =
  | { readonly status: 'succeeded'; readonly finishedAt: number }
  | { readonly status: 'failed'; readonly finishedAt: number; readonly failure: RunFailure };

/** Every operation may throw store_unavailable or store_damaged. */
export interface Runs {
  /** Records a run as running unless its id is known already; answers the run as it is stored. */
  start(run: NewRun): Promise<Run>;

  get(runId: string): Promise<Run | null>;

  /** The latest run of a session, whatever became of it. */
  latest(key: SessionKey): Promise<Run | null>;

  /** Adds a stage to a running run; one that is there already stays as it is. Null when no such run is running. */
  stageDone(runId: string, stage: FinishedStage): Promise<Run | null>;

  /** Notes that everything that follows from the commit was written. Null when no such run is running. */
  materialised(runId: string): Promise<Run | null>;

  /** Ends a running run. Null when no such run is running: it ended before and stays as it ended. */
  finish(runId: string, end: RunEnd): Promise<Run | null>;

  /** Runs that are running or accepted, oldest first: after a restart, those that a process left behind. */
  unfinished(): Promise<readonly Run[]>;
}
