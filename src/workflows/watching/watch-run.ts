// A run as it goes on: told whenever its status differs from what was told before, until it has ended.

import type { Caller } from '../../core/callers/caller.ts';
import type { Store } from '../../ports/store.ts';
import { type PipelineStatus, statusOf } from '../reports/pipeline-status.ts';
import { getRun } from '../runs/operate-runs.ts';
import type { Watches } from './watches.ts';

interface WatchDependencies {
  readonly store: Store;
  readonly watches: Watches;
}

/** Throws run_unknown, also for a run that the caller may not see, and watched_too_often. */
export async function* watchRun(
  { store, watches }: WatchDependencies,
  runId: string,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): AsyncGenerator<PipelineStatus> {
  await getRun({ store }, runId, caller);
  const thing = { name: `run ${runId}`, read: () => store.runs.get(runId) };
  let told = '';
  for await (const { value: run, isOld } of watches.follow(thing, { caller: caller.id, signal })) {
    // Runs whose time is over are removed.
    if (run === null) return;
    const status = statusOf(run);
    const text = JSON.stringify(status);
    if (text !== told || isOld) yield status;
    told = text;
    if (status.status === 'succeeded' || status.status === 'failed') return;
  }
}
