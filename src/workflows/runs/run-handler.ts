// How a run is done as a piece of work: its stages are reported while it goes on, its kind decodes its command, and a
// run that its session names must be finished.

import { TieoutError } from '../../core/errors.ts';
import { CANCELLED, type Run, type RunReport, runClaimOf } from '../../core/records/documents/run.ts';
import type { Log } from '../../ports/log.ts';
import { StageNews, tellEnded, tellSummary } from '../delivery/tell-loader.ts';
import { finishingBy, type KindOfRun, type RunAtWork, type RunDependencies } from '../stored-runs/kind-of-run.ts';
import { RunStages } from '../stored-runs/run-stages.ts';
import { ClaimLost } from '../upkeep/hold.ts';
import { Outage } from '../upkeep/outage.ts';
import { failureOf } from '../work/attempt.ts';
import type { WorkHandler } from '../work/handler.ts';
import { watchWanted } from '../work/watch-wanted.ts';
import { RunReporter } from './run-reporter.ts';

export interface RunHandlerDependencies extends RunDependencies {
  readonly log: Log;
  /** How long an attempt may take before its commit; null: as long as it takes. */
  readonly mostRunMs?: number | null;
  /** Called once everything of a run is written; may be called again when it is carried out again. */
  readonly written?: (run: Pick<Run, 'key' | 'runId'>) => Promise<void>;
}

/** One for each kind. */
export function runHandlers(deps: RunHandlerDependencies, kinds: readonly KindOfRun[]): WorkHandler[] {
  const finish = finishingBy(kinds, deps);
  const tidy = tidying(deps);
  return kinds.map((kind) => runHandler({ ...deps, finish, tidy }, kind));
}

/** Sweeps up after a run of any kind. If this fails, the end of the next run does it. */
function tidying({ store, log }: RunHandlerDependencies): WorkHandler['tidy'] {
  const outage = new Outage(log, { over: 'What nothing names is removed again.', isAlone: true });
  return async () => {
    try {
      await store.upkeep.sweepUnnamed();
      outage.worked({});
    } catch (error) {
      outage.failed(error, {}, 'What nothing names was not removed.');
    }
  };
}

type RunHandling = RunHandlerDependencies & Pick<RunAtWork, 'finish'> & Pick<WorkHandler, 'tidy'>;

function runHandler(deps: RunHandling, definition: KindOfRun): WorkHandler {
  const { store, log, clock, finish, tidy, mostRunMs = null } = deps;
  const { kind, versions } = definition;

  const runAt = async (workId: string) => {
    const run = await store.runs.get(workId);
    if (run === null) throw new Error(`The store has work ${workId} of kind ${kind} and no such run.`);
    if (definition.isCommitted) return { run, isCommitted: await definition.isCommitted(deps, run) };
    const session = await store.sessions.get(run.key);
    return { run, isCommitted: session?.runId === run.runId };
  };

  return {
    kind,
    versions,
    isOfRuns: true,
    noun: 'run',
    about: ({ workId, session }) => ({ run: workId, ...session }),
    isCommitted: async ({ workId }) => (await runAt(workId)).isCommitted,
    async ended({ workId }, failure) {
      const run = await store.runs.get(workId);
      const hasTold = run?.report.stages.some(({ status }) => status === 'failed') ?? true;
      if (!hasTold) await tellEnded(deps, run!, { failure, at: clock() });
    },
    tidy,
    async carryOut(claimed, hold) {
      const claim = runClaimOf(claimed.claim);
      const { run, isCommitted } = await runAt(claim.runId);
      const { session, tenant, partner } = run.key;
      const { failures, interruptions } = run;
      log.info({ run: run.runId, session, tenant, partner, failures, interruptions }, 'A run begins.');
      let facts: Omit<RunReport, 'stages'> = isCommitted
        ? run.report
        : { rejectedRows: 0, warnings: [], rules: deps.rules };
      const news = new StageNews(deps, run, { key: run.key, ...claim });
      const current = () => ({ ...facts, stages: stages.records() });
      const reporter = new RunReporter(store, { claim, hold, current, besides: () => news.store() });
      const changed = () => {
        news.note(stages.records());
        reporter.changed();
      };
      const listener = { changed };
      const stages = new RunStages(clock, { listener, before: isCommitted ? run.report.stages : [] });
      const tell: RunAtWork['tell'] = async ({ rejectedRows, warnings }) => {
        facts = { ...facts, rejectedRows, warnings };
        await reporter.flush();
      };
      const endsAt = mostRunMs === null ? Number.POSITIVE_INFINITY : performance.now() + mostRunMs;
      const ended = new AbortController();
      const wanted: RunAtWork['wanted'] = async () => {
        hold.check();
        if (performance.now() > endsAt) throw tookTooLong(mostRunMs!);
        if (await store.runs.isCancelled(run.runId)) throw new TieoutError('cancelled', CANCELLED.message);
      };
      const watch = watchWanted(isCommitted ? null : wanted, {
        isCommitted: async () => (await runAt(run.runId)).isCommitted,
        end: (error) => ended.abort(error),
      });
      try {
        if (!isCommitted) await wanted();
        news.note(stages.records());
        const compute = deps.compute.until(ended.signal);
        await definition.carryOut(
          { ...deps, compute },
          { run, claim, hold, wanted, stages, tell, finish },
          definition.decode(run),
        );
        await tellSummary(deps, run.key, run.runId);
        await reporter.flush();
        await deps.written?.(run);
        return 'done';
      } catch (error) {
        if (!(error instanceof ClaimLost) && hold.holds()) {
          stages.fail(failureOf(error).message);
          // If the report fails, the next attempt writes it again.
          await reporter.flush().catch(() => {});
        }
        throw error;
      } finally {
        watch.stop();
        reporter.stop();
      }
    },
  };
}

export const tookTooLong = (ms: number): TieoutError =>
  new TieoutError(
    'run_took_too_long',
    `The run was not done within ${ms / 60_000} minutes: give it fewer rows, more processors, or more time (TIEOUT_RUN_MINUTES).`,
  );
