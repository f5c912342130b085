// Carries out the runs of sessions that leaned on a match that is gone (run-again.ts), for a caller that is alone on the
// store and has no worker, such as the command line. What such a run changes may be leaned on too, so it goes on until
// nothing is gone; each session is run once at most.

import { toErrorRecord } from '../../core/errors.ts';
import type { Run, RunReport } from '../../core/records/documents/run.ts';
import { workClaimOf } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { finishingBy, type KindOfRun, kindAmong, type RunDependencies } from '../stored-runs/kind-of-run.ts';
import { RunStages } from '../stored-runs/run-stages.ts';
import { leaningOn, queueAgain } from './run-again.ts';
import { ALONE, LEASE } from './run-at-hand.ts';

/** Answers a sentence for each session that leaned on the given one. */
export async function runAgainHere(
  deps: RunDependencies,
  key: SessionKey,
  kinds: readonly KindOfRun[],
): Promise<readonly string[]> {
  const sentences: string[] = [];
  const done = new Set([key.session]);
  const changed = [key];
  for (let next = changed.shift(); next !== undefined; next = changed.shift()) {
    const leaning = (await leaningOn(deps, next)).filter(({ session }) => !done.has(session.key.session));
    const heldOwn = new Set(leaning.flatMap(({ session, isOwn }) => (isOwn ? [session.key.session] : [])));
    for (const run of await queueAgain({ ...deps, bus: NOBODY }, leaning)) {
      const { session } = run.key;
      done.add(session);
      const failure = await carryOutHere(deps, run, kinds);
      const why = heldOwn.has(session)
        ? `Session ${session} had rows that were matched with rows which session ${next.session} has no more`
        : `Session ${session} had left out rows that session ${next.session} matches no more`;
      sentences.push(failure === null ? `${why}: it was run again.` : `${why}, and could not be run again: ${failure}`);
      if (failure === null) changed.push(run.key);
    }
  }
  return sentences;
}

/** Nobody listens: the runs are carried out by their caller. */
const NOBODY = { announce: () => {} };

/** Answers why the run failed; null if it did not. */
async function carryOutHere(deps: RunDependencies, order: Run, kinds: readonly KindOfRun[]): Promise<string | null> {
  const { store, clock, rules } = deps;
  const started = await store.runs.start(order, LEASE);
  if (started === null) return null;
  const { run, claim } = started;
  const stages = new RunStages(clock);
  let told: Omit<RunReport, 'stages' | 'rules'> = { rejectedRows: 0, warnings: [] };
  const tell = async (facts: typeof told): Promise<void> => {
    told = facts;
  };
  try {
    const kind = kindAmong(kinds, run);
    if (kind === undefined) return 'another version ordered it.';
    const work = { run, claim, hold: ALONE, wanted: async () => {}, stages, tell, finish: finishingBy(kinds, deps) };
    await kind.carryOut(deps, work, kind.decode(run));
    await store.runs.report(claim, { stages: stages.records(), ...told, rules });
    await store.work.finish(workClaimOf(claim), clock());
    await store.upkeep.sweepUnnamed();
    return null;
  } catch (error) {
    const { code, message, file, line } = toErrorRecord(error);
    const failure = { code, message, file: file ?? null, line: line ?? null };
    const session = await store.sessions.get(run.key);
    if (session?.runId !== run.runId) {
      await store.work.fail(workClaimOf(claim), { at: clock(), failure, pauseMs: null });
      await store.upkeep.sweepUnnamed();
    }
    return message;
  }
}
