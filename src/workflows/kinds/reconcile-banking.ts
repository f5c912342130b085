// Reconciles a bank account from files to a committed session for a caller that waits for the rows, read from top to
// bottom: read, check, prepare, carry out. The same files with the same parameters are the same run: asking again
// writes nothing, and a run that was interrupted is taken up where its writes ended. Without a store nothing is kept,
// and nothing is packed for it.

import { TieoutError, toErrorRecord } from '../../core/errors.ts';
import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { planSession } from '../../core/matching/plan.ts';
import type { RunClaim } from '../../core/records/documents/run.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { Store } from '../../ports/store.ts';
import { readFiles } from '../rows/read-files.ts';
import { fileJustRead } from '../rows/session-files.ts';
import { type CarriedOut, carryOut, matchPrepared, warningsOf } from '../runs/carry-out-run.ts';
import { decideRun, rejectedRows } from '../runs/decide-run.ts';
import { finishingBy } from '../runs/kind-of-run.ts';
import { type PreparedRun, prepareRun } from '../runs/prepare-run.ts';
import type { MatchedRows, ReconcileCommand, Reconciliation, StageProgress, UsedFile } from '../runs/reconciliation.ts';
import { askedOf, chooseRun, firstRunId } from '../runs/run-identity.ts';
import { RunStages } from '../runs/run-stages.ts';
import type { StoreDependencies } from '../runs/store-run.ts';
import type { Hold } from '../upkeep/hold.ts';
import { checkSides } from './check-sides.ts';
import { KINDS } from './kinds.ts';

export interface ReconcileDependencies extends Omit<StoreDependencies, 'store'> {
  /** Opened while the files are read; null when nothing is to be kept. */
  readonly store: Promise<Store> | null;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
  /** Told before the rest is worked out; the run may still fail. */
  readonly matched?: ((rows: MatchedRows) => void) | undefined;
}

/** The caller is alone on its store: nobody waits for the lease to end, and nobody takes it. */
const LEASE = { worker: 'command line', leaseMs: 30_000 };
const ALONE: Hold = { leaseMs: LEASE.leaseMs, check() {} };

/** Throws TieoutError; a failed run leaves the session as it was. */
export async function reconcileBanking(
  given: ReconcileDependencies,
  command: ReconcileCommand,
): Promise<Reconciliation> {
  const stages = new RunStages(given.clock, { listener: { progress: given.progress } });
  const told = (done: number, total: number) => stages.progressInBytes('ingress', done, total);
  const wanted = SIDES.flatMap((side) => command.files[side].map((file) => ({ side, ...file })));
  const reading = () => readFiles(given.compute, wanted, { terms: command, told });
  const [read, store] = await Promise.all([stages.time('ingress', reading), given.store]);
  checkSides(read);
  const prepared = prepareRun(read.map(fileJustRead), command, { key: command, digest: given.digest });
  const matched = (outcome: MatchOutcome): void =>
    given.matched?.({ identity: prepared.scope, columns: prepared.columns, outcome });
  if (store === null) {
    const runId = firstRunId(command, { ...given, ingestions: prepared.positions.ingestions });
    return answer(prepared, { runId, stages, carried: await matchOnly(given, prepared, { command, stages, matched }) });
  }
  const deps = { ...given, store };

  const { key } = prepared.scope;
  const session = await store.sessions.get(key);
  const { ingestions } = prepared.positions;
  const { runId, held } = await chooseRun(store.runs, command, { ...deps, session, ingestions });
  // The session holds this very run: nothing is written, and the rows are there again.
  if (held) {
    const carried = await matchOnly(deps, prepared, { command, stages, matched });
    // The call that did it may have been ended before it swept up.
    await store.upkeep.sweepUnnamed();
    return answer(prepared, { runId, stages, carried });
  }

  const run = { runId, key, kind: 'local', parameters: askedOf(command), acceptedAt: deps.clock() } as const;
  const started = await store.runs.start(run, LEASE);
  if (started === null) throw new TieoutError('version_conflict', `Another process just finished run ${runId}.`);
  const { claim } = started;
  try {
    const carried = await carryOut(deps, prepared, {
      kind: BANKING_KIND,
      claim,
      hold: ALONE,
      session,
      terms: command,
      classifying: true,
      stages,
      finish: finishingBy(KINDS, deps),
      matched,
      settled: async () => {},
    });
    const rejected = rejectedRows(prepared.sides.gl) + rejectedRows(prepared.sides.bank);
    await store.runs.report(claim, {
      stages: stages.records(),
      rejectedRows: rejected,
      warnings: carried.warnings,
      rules: deps.rules,
    });
    await store.runs.finish(claim, { status: 'succeeded', finishedAt: deps.clock() });
    await store.upkeep.sweepUnnamed();
    return { ...answer(prepared, { runId, stages, carried }), stored: true };
  } catch (error) {
    await giveUp(deps, claim, error);
    throw error;
  }
}

/** Without a write. */
async function matchOnly(
  deps: Pick<StoreDependencies, 'compute'>,
  prepared: PreparedRun,
  {
    command,
    stages,
    matched,
  }: {
    readonly command: ReconcileCommand;
    readonly stages: RunStages;
    readonly matched: (outcome: MatchOutcome) => void;
  },
): Promise<CarriedOut> {
  const plan = planSession(prepared.columns.gl, prepared.columns.bank);
  const outcome = await matchPrepared(deps, prepared, { plan, stages });
  matched(outcome);
  const decided = decideRun(prepared, outcome, { kind: BANKING_KIND, terms: command, classifying: true, stages });
  return { ...decided, warnings: [...warningsOf(prepared), ...plan.warnings, ...outcome.notes] };
}

function answer(
  { sides, scope, columns, plainCounter }: PreparedRun,
  { runId, stages, carried }: { runId: string; stages: RunStages; carried: CarriedOut },
): Reconciliation {
  const { outcome, openSession, clusters, exceptions, facts, narrative, warnings } = carried;
  const files = [...sides.gl.files, ...sides.bank.files].map(
    ({ side, name, reading, repeated, keep }): UsedFile => ({ ...reading!, side, name, repeated, keep }),
  );
  return {
    key: scope.key,
    runId,
    stored: false,
    files,
    columns,
    plainCounter,
    outcome,
    openSession,
    clusters,
    clusterIds: exceptions.clusterIds,
    summary: facts,
    narrative,
    identity: scope,
    warnings,
    stages: stages.times(),
  };
}

/**
 * A run that was not committed ends failed and what it wrote is swept; one that was is left for the next call to
 * finish. A failure of that is not worth hiding the first one for.
 */
async function giveUp({ store, clock }: StoreDependencies, claim: RunClaim, error: unknown): Promise<void> {
  const { code, message, file, line } = toErrorRecord(error);
  const failure = { code, message, file: file ?? null, line: line ?? null };
  try {
    const run = await store.runs.get(claim.runId);
    const session = run && (await store.sessions.get(run.key));
    if (session?.runId === claim.runId) return;
    await store.runs.finish(claim, { status: 'failed', finishedAt: clock(), failure });
    await store.upkeep.sweepUnnamed();
  } catch {
    // The store itself is what failed: the run stays unfinished and is taken up by the next call.
  }
}
