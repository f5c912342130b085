// Operators find runs, end one or repeat one. Repeating makes a new run with the failed run's order, so that the failed
// run's report stays. It is refused if anything later was ordered for the session, because it would undo that.

import { type Caller, isOfBranches, maySee } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import {
  branchOf,
  CANCELLED,
  type ListedRun,
  type Run,
  type RunState,
  stateOf,
} from '../../core/records/documents/run.ts';
import type { WorkFailure } from '../../core/records/documents/work.ts';
import type { RunQueue, RunScope } from '../../ports/runs.ts';
import { type LoaderDependencies, tellEnded } from '../delivery/tell-loader.ts';
import type { PageOf, ReportPage } from '../reports/report-page.ts';
import { type AcceptDependencies, acceptRun } from './accept-run.ts';

interface RunsAsked {
  readonly scope: RunScope;
  readonly state: RunState | undefined;
  readonly page: PageOf<number>;
}

interface RunsListed extends ReportPage<ListedRun, number> {
  readonly queue: RunQueue;
}

/** `queue`: counts of the scope, for any state. */
export async function listRuns(
  { store }: Pick<AcceptDependencies, 'store'>,
  { scope, state, page }: RunsAsked,
): Promise<RunsListed> {
  const [{ runs: items, next, total }, queue] = await Promise.all([
    store.runs.list({ ...scope, state, ...page }),
    store.runs.queue(scope),
  ]);
  return { items, next, total, queue };
}

type EndDependencies = Pick<AcceptDependencies, 'clock'> & LoaderDependencies;

/** `running`: the run ends at its next step, unless it commits before. Throws run_unknown. */
export async function cancelRun(deps: EndDependencies, runId: string, caller: Caller): Promise<RunState> {
  await getRun(deps, runId, caller);
  return endRun(deps, runId, CANCELLED);
}

/** Throws run_unknown, also for a run of a tenant or partner that the caller may not see. */
export async function getRun({ store }: Pick<EndDependencies, 'store'>, runId: string, caller: Caller): Promise<Run> {
  const run = await store.runs.get(runId);
  if (run === null || !maySee(caller, run.key) || !isOfBranches(branchOf(run), caller.branches))
    throw unknownRun(runId);
  return run;
}

/** Ends a waiting run with this failure; a running one ends as if cancelled. Throws run_unknown. */
export async function endRun(deps: EndDependencies, runId: string, failure: WorkFailure): Promise<RunState> {
  const { store, clock } = deps;
  const at = clock();
  const asked = await store.runs.get(runId);
  // Groups across months count like a commit: what follows from them is written, and no run takes them back.
  if (asked !== null && (await store.lateGroups.ofOperation(asked.key, runId)).length > 0) return 'succeeded';
  const run = await store.runs.cancel(runId, { at, failure });
  if (run === null) throw unknownRun(runId);
  // A repeated call sends the news again, under the same id, so that a crash in between loses nothing.
  if (run.failure?.code === failure.code) await tellEnded(deps, run, { failure, at: run.finishedAt ?? at });
  // A run that its session names is done; only what follows from it is still being written.
  const session = await store.sessions.get(run.key);
  return session?.runId === runId ? 'succeeded' : stateOf(run);
}

/** The new run. Throws run_unknown, run_not_to_retry or too_many_waiting. */
/** `newRunId`: where the same call may come again. */
export async function retryRun(
  deps: AcceptDependencies,
  runId: string,
  { caller, newRunId = null }: { readonly caller: Caller; readonly newRunId?: string | null },
): Promise<Run> {
  const failed = await getRun(deps, runId, caller);
  const { key, kind, version, parameters } = failed;
  const state = stateOf(failed);
  if (state !== 'failed' && state !== 'cancelled') {
    throw new TieoutError(
      'run_not_to_retry',
      `Run ${runId} is ${state}: only what failed or was cancelled is done again.`,
    );
  }
  const order = { key, kind, version, parameters, keepExisting: false, follows: runId, caller, runId: newRunId };
  const { run, accepted } = await acceptRun(deps, order);
  if (accepted || run.runId === newRunId) return run;
  throw new TieoutError(
    'run_not_to_retry',
    `Run ${run.runId} of session ${key.session} was accepted after run ${runId}: it stands, or is what to do again.`,
  );
}

const unknownRun = (runId: string): TieoutError => new TieoutError('run_unknown', `There is no run ${runId}.`);
