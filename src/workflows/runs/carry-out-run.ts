// Carries out a run whose rows are prepared and which its caller has claimed: match, decide, store, commit,
// materialise. What waits for what, and what is done at once: docs/decisions/doing-a-run.md.
// The command line and the service's workers both come here. A run that was interrupted is carried out again: what it
// wrote already is found by ids derived from content, and a run that its session names already is only finished.

import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { type MatchPlan, planSession } from '../../core/matching/plan.ts';
import type { RunClaim } from '../../core/records/documents/run.ts';
import type { Session } from '../../core/records/documents/session.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { summaryJson } from '../../core/summary/summary-json.ts';
import { checkDirections } from '../kinds/check-sides.ts';
import { allEnded } from '../upkeep/all-ended.ts';
import type { Hold } from '../upkeep/hold.ts';
import { type FinishCommitted, type HeldRows, holdingRows } from '../upkeep/row-lease.ts';
import { type DecidedRun, decideRun } from './decide-run.ts';
import type { BankingTerms, PreparedRun } from './prepare-run.ts';
import { RunStages } from './run-stages.ts';
import { commit, materialise, type StoreDependencies, storeGroups, storeRows } from './store-run.ts';

export interface RunInHand {
  readonly claim: RunClaim;
  readonly hold: Hold;
  /** The session as it was before the run was prepared, null when there is none. */
  readonly session: Session | null;
  readonly terms: BankingTerms;
  /** False: open items are put into no cluster. */
  readonly classifying: boolean;
  readonly stages: RunStages;
  /** Finishes what another worker committed for the partner, before this run's own commit. */
  readonly finish: FinishCommitted;
  /** Told before the rest is worked out. */
  readonly matched?: (outcome: MatchOutcome) => void;
  /** Told what the rows gave rise to, before the commit; it may store it. */
  readonly settled: (warnings: readonly string[]) => Promise<void>;
}

export interface CarriedOut extends DecidedRun {
  readonly warnings: readonly string[];
}

/**
 * Throws TieoutError; before the commit that leaves the session as it was, after it the run can be carried out again.
 */
export async function carryOut(deps: StoreDependencies, prepared: PreparedRun, hand: RunInHand): Promise<CarriedOut> {
  const { claim, hold, session, terms, stages } = hand;
  const { sides, scope, columns, ids, positions } = prepared;
  const { key } = scope;
  const plan = planSession(columns.gl, columns.bank);
  // Packing blocks and matching share the threads; neither waits for the other.
  const rowsStored = stages.time('records_create', () => storeRows(deps, { key, sides, ids }), rowsOf(prepared));
  const { outcome, decided, netted } = await whileWriting(rowsStored, async () => {
    const matched = await matchPrepared(deps, prepared, { plan, stages });
    hold.check();
    hand.matched?.(matched);
    const { gl, bank } = matched.reversals;
    const reversed = gl.count + bank.count;
    const groupsStored = stages.time(
      'matched_records',
      async () => {
        // A run that its session names has its groups.
        if (session?.runId === claim.runId) return matched.groups.count + reversed;
        return storeGroups(deps, { claim, outcome: matched, columns, ids });
      },
      (groups) => groups,
    );
    // Decided here while the threads pack the groups.
    return whileWriting(groupsStored, async () => ({
      outcome: matched,
      decided: decideRun(prepared, matched, hand),
      netted: reversed,
    }));
  });
  hold.check();
  const warnings = [...warningsOf(prepared), ...plan.warnings, ...outcome.notes];
  if (prepared.parameters.netReversals) stages.done('gl_reversal', netted);
  else stages.skip('gl_reversal', 'Reversals are not netted in this run.');
  stages.skip('chargeback', 'A banking run has no chargebacks of its own.');
  await hand.settled(warnings);
  const { runId } = claim;
  await holdingRows(deps.store, { key, ofRun: hold, runId, finish: hand.finish }, async (rows) => {
    hold.check();
    const { under } = rows;
    const expectVersion = session?.version ?? 0;
    const { ingestions } = positions;
    const { materialised } = await commit(deps, { key, expectVersion, ingestions, claim, under });
    const check = (): void => {
      hold.check();
      rows.check();
    };
    // Whoever took the rows meanwhile may have finished this run, and gone on from there.
    const write = async () => {
      if (!materialised) await materialiseDecided(deps, prepared, { runId, decided, terms, check, under });
    };
    if (hand.classifying) await stages.time('exceptions', write, () => decided.clusters.count);
    else {
      await write();
      stages.skip('exceptions', 'The request asked for no analysis of exceptions.');
    }
    stages.done('summary', 1);
  });
  return { ...decided, warnings };
}

/**
 * What follows from a commit that another worker made and did not come to write: worked out anew from the rows that the
 * session has, and written under the rows that the caller holds.
 */
export async function finishForOther(
  deps: StoreDependencies,
  prepared: PreparedRun,
  {
    runId,
    terms,
    classifying,
    rows,
  }: { readonly runId: string; readonly terms: BankingTerms; readonly classifying: boolean; readonly rows: HeldRows },
): Promise<void> {
  const { columns } = prepared;
  // Its own worker tells what became of its stages.
  const stages = new RunStages(deps.clock);
  const outcome = await matchPrepared(deps, prepared, { plan: planSession(columns.gl, columns.bank), stages });
  const decided = decideRun(prepared, outcome, { terms, classifying, stages });
  await materialiseDecided(deps, prepared, { runId, decided, terms, check: () => rows.check(), under: rows.under });
}

function materialiseDecided(
  deps: StoreDependencies,
  { scope, parameters }: PreparedRun,
  {
    runId,
    decided: { exceptions, facts, narrative },
    terms,
    check,
    under,
  }: {
    readonly runId: string;
    readonly decided: DecidedRun;
    readonly terms: BankingTerms;
    readonly check: () => void;
    readonly under: HeldRows['under'];
  },
): Promise<void> {
  const summary = summaryJson(facts, { ...termsOfSummary(terms), narrative, parameters });
  return materialise(deps, { key: scope.key, runId, exceptions, summary, check, under });
}

const termsOfSummary = ({ branchId, periodStart, periodEnd }: BankingTerms) => ({ branchId, periodStart, periodEnd });

const rowsOf = (prepared: PreparedRun) => (): number => prepared.columns.gl.count + prepared.columns.bank.count;

/** Matches without a write. Throws sides_swapped. */
export function matchPrepared(
  { compute }: Pick<StoreDependencies, 'compute'>,
  { columns, parameters, sides }: PreparedRun,
  { plan, stages }: { readonly plan: MatchPlan; readonly stages: RunStages },
): Promise<MatchOutcome> {
  const progress = (done: number, total: number) => stages.progress('reconciliation', done, total);
  return stages.time('reconciliation', async () => {
    const outcome = await compute.match({ ...columns, plan, parameters }, progress);
    checkDirections(outcome, sides.gl.files[0]!.name);
    return outcome;
  });
}

/** What the files of both sides say, and what came of putting them together. */
export function warningsOf({ sides }: Pick<PreparedRun, 'sides'>): string[] {
  const ofFiles = SIDES.flatMap((side: Side) =>
    sides[side].files.flatMap((file) => file.warnings.map((warning) => `${file.name}: ${warning}`)),
  );
  return [...ofFiles, ...sides.gl.warnings, ...sides.bank.warnings];
}

/** What `work` answers, once what is written meanwhile has ended too: nothing goes on behind a failure. */
async function whileWriting<T>(writing: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const [, answer] = await allEnded([writing, work()]);
  return answer;
}
