// Finishes a run that its session names already, only from what is stored. The run is an interrupted one of this
// worker, or another worker's. Nothing is written twice.

import type { Session } from '../../core/records/documents/session.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import type { MadeAnew } from '../stored-runs/kind-of-run.ts';
import { RunStages } from '../stored-runs/run-stages.ts';
import { type StoreDependencies, stillNamed } from '../stored-runs/store-run.ts';
import { storedOutcome } from '../stored-runs/stored-outcome.ts';
import { wordSummary } from '../summaries/word-summary.ts';
import { type HeldRows, holdingRows } from '../upkeep/row-lease.ts';
import { decideRun, summariseRun } from './decide-run.ts';
import {
  type CarriedOut,
  endMatchingStages,
  groupsIn,
  type RunInHand,
  rowsIn,
  takingPartIn,
  warningsOf,
} from './run-in-hand.ts';
import { madeOfRun, type NamedRun, summaryScope, writeDecided, writeStages } from './write-decided.ts';

/** `session`: as it was when the run was taken up. Throws TieoutError; then the run can be finished again. */
export async function finishOwn(
  deps: StoreDependencies,
  prepared: PreparedRun,
  { session, ...hand }: RunInHand & { readonly session: Session },
): Promise<CarriedOut> {
  const { kind, claim, hold, stages, finish } = hand;
  const { runId } = claim;
  const { outcome, clusters } = await storedOutcome(deps, prepared, { runId, rules: kind.rules.rules });
  hand.matched?.(outcome);
  stages.wasDone('records_create', rowsIn(prepared));
  stages.wasDone('reconciliation', takingPartIn(prepared));
  stages.wasDone('matched_records', groupsIn(outcome));
  const decided = decideRun(prepared, outcome, { ...hand, stored: clusters });
  hold.check();
  // A written summary has its wording already.
  const worded = await wordSummary(session.materialised ? null : deps.languageModel, decided.facts);
  const warnings = warningsOf(prepared, hand, [...outcome.notes, ...worded.warnings]);
  endMatchingStages(stages, prepared, { rules: kind.rules, outcome });

  const { key } = prepared.scope;
  await holdingRows(deps.store, { key, ofRun: hold, runId, finish, clock: deps.clock }, async (rows) => {
    hold.check();
    // Another holder of the rows may have finished this run meanwhile, and gone on from there.
    const { materialised: isWritten } = await stillNamed(deps.store, key, runId);
    await writeStages(deps, prepared, { hand, decided, words: worded.words, rows, isWritten });
  });
  return { ...decided, warnings };
}

/** Writes what another worker committed but did not write, under the rows that the caller holds. */
export async function finishForOther(
  deps: StoreDependencies,
  prepared: PreparedRun,
  { rows, ...of }: NamedRun & { readonly rows: HeldRows },
): Promise<void> {
  // The run's own worker reports its stages.
  const stages = new RunStages(deps.clock);
  const { outcome, clusters } = await storedOutcome(deps, prepared, { runId: of.runId, rules: of.kind.rules.rules });
  const decided = decideRun(prepared, outcome, { ...of, stages, stored: clusters });
  const check = () => rows.check();
  await writeDecided(deps, prepared, { ...of, decided, words: null, check, under: rows.under });
}

/** The result of the session's committed run with its present late groups, from what is stored. Writes nothing. */
export async function runAnew(deps: ReadingDependencies, prepared: PreparedRun, of: NamedRun): Promise<MadeAnew> {
  const { kind, terms, runId } = of;
  const stored = await storedOutcome(deps, prepared, { runId, rules: kind.rules.rules });
  const { facts, itemised, ...texts } = summariseRun(prepared, stored, { kind: kind.rules, terms });
  const scope = summaryScope(prepared, of, { facts, ...texts, words: null });
  return { subject: kind.rules.subject, prepared, ...stored, facts, itemised, scope, madeOf: madeOfRun(prepared) };
}
