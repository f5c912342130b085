// Carries out a run whose rows are prepared and which its caller has claimed: match, decide, store, commit,
// materialise. What waits for what, and what is done at once: docs/decisions/doing-a-run.md.
// The command line and the service's workers both come here. A run that was interrupted is carried out again: what it
// wrote already is found by ids derived from content, and a run that its session names already is only finished.

import { storedOpenRows } from '../../core/classification/open-block.ts';
import { TieoutError } from '../../core/errors.ts';
import type { KindRules } from '../../core/kinds/kind-rules.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { planSession } from '../../core/matching/plan.ts';
import type { ClusterCount } from '../../core/records/documents/clusters.ts';
import { endsApart } from '../../core/records/documents/period.ts';
import type { RunClaim, StageName } from '../../core/records/documents/run.ts';
import type { Session } from '../../core/records/documents/session.ts';
import { type GroupsMet, lateMatchesOf } from '../../core/records/late/late-matches.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { figuresBasis } from '../../core/summary/figures-basis.ts';
import { pendingByType } from '../../core/summary/renew-summary.ts';
import { type StoredSummary, type SummaryScope, summaryJson } from '../../core/summary/summary-json.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import { rememberFormats } from '../rows/remembered-formats.ts';
import { RunStages } from '../stored-runs/run-stages.ts';
import type { Matches, RunTerms } from '../stored-runs/run-terms.ts';
import {
  commit,
  type StoreDependencies,
  stillNamed,
  storeGroups,
  storeOpenRows,
  storeRows,
} from '../stored-runs/store-run.ts';
import { storedOutcome } from '../stored-runs/stored-outcome.ts';
import { wordSummary } from '../summaries/word-summary.ts';
import { allEnded } from '../upkeep/all-ended.ts';
import type { Hold } from '../upkeep/hold.ts';
import { type FinishCommitted, type HeldRows, holdingRows } from '../upkeep/row-lease.ts';
import { type DecidedRun, decideRun, summariseRun } from './decide-run.ts';
import { lateGroupsOfRows } from './late-groups-of-rows.ts';
import { materialise } from './materialise-run.ts';

interface RunInHand {
  readonly kind: Matches;
  readonly claim: RunClaim;
  readonly hold: Hold;
  /** Asked between two steps before the commit; throws what ends the run there. */
  readonly wanted: () => Promise<void>;
  /** The session as it was before the run was prepared, null when there is none. */
  readonly session: Session | null;
  readonly terms: RunTerms;
  readonly stages: RunStages;
  /** Finishes what another worker committed for the partner, before this run's own commit. */
  readonly finish: FinishCommitted;
  /** The late groups that the run's rows meet by now; by default those of the store that the run is written to. */
  readonly lateGroups?: () => Promise<GroupsMet>;
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
  const { positions } = prepared;
  const { key } = prepared.scope;
  const isCommitted = session?.runId === claim.runId;
  const { outcome, decided, planned } = isCommitted
    ? await asStored(deps, prepared, hand)
    : await workedOut(deps, prepared, hand);
  const goOn = isCommitted ? async () => hold.check() : hand.wanted;
  await goOn();
  // Before the rows are held, for a model takes its time; what is written already is worded already.
  const isWritten = isCommitted && session.materialised;
  const worded = await wordSummary(isWritten ? null : deps.languageModel, decided.facts);
  const warnings = [...warningsOf(prepared, hand.kind.rules), ...planned, ...outcome.notes, ...worded.warnings];
  if (prepared.parameters.netReversals) stages.done('gl_reversal', nettedIn(outcome));
  else stages.skip('gl_reversal', 'Reversals are not netted in this run.');
  if (hand.kind.rules.without.chargeback === undefined) stages.done('chargeback', chargebacksIn(outcome));
  for (const [stage, why] of Object.entries(hand.kind.rules.without)) stages.skip(stage as StageName, why);
  await hand.settled(warnings);
  // Before the commit, so that a run that ends well has kept what was answered for it.
  const files = SIDES.flatMap((side) => prepared.sides[side].files);
  if (!isCommitted) await rememberFormats(deps, { scope: key, files });
  const { runId } = claim;
  const { finish, lateGroups = () => lateGroupsOfRows(deps.store, prepared) } = hand;
  await holdingRows(deps.store, { key, ofRun: hold, runId, finish, clock: deps.clock }, async (rows) => {
    await goOn();
    if (!isCommitted) requireStillOpen(prepared, await lateGroups());
    const { under } = rows;
    const { words } = worded;
    const expectVersion = session?.version ?? 0;
    const { ingestions } = positions;
    const { method } = prepared.parameters;
    const nature = { kind: hand.kind.rules.name, flow: terms.flow ?? null, method };
    const committing = () => commit(deps, { key, expectVersion, ingestions, claim, nature, under });
    const { materialised } = await (isCommitted ? stillNamed(deps.store, key, runId) : committing());
    const check = (): void => {
      hold.check();
      rows.check();
    };
    const told = (done: number) => stages.progress('exceptions', done, decided.clusters.count);
    // Whoever took the rows meanwhile may have finished this run, and gone on from there.
    const write = async () => {
      if (!materialised)
        await materialiseDecided(deps, prepared, { kind: hand.kind, runId, decided, words, terms, check, under, told });
    };
    if (terms.classifying) await stages.time('exceptions', write, () => decided.clusters.count);
    else {
      await write();
      stages.skip('exceptions', 'The request asked for no analysis of exceptions.');
    }
    stages.done('summary', 1);
  });
  return { ...decided, warnings };
}

const chargebacksIn = ({ open }: CarriedOut['outcome']): number =>
  SIDES.reduce((sum, side) => sum + open[side].chargebackOf.filter((row) => row !== -1).length, 0);

/** Throws session_busy when a late group took rows since they were matched here: they are matched again without them. */
function requireStillOpen(prepared: PreparedRun, groups: GroupsMet): void {
  const before = new Set(prepared.late.map(({ group }) => group.groupId));
  const now = lateMatchesOf(prepared.scope, prepared, groups);
  if (now.length === before.size && now.every(({ group }) => before.has(group.groupId))) return;
  const { session } = prepared.scope.key;
  throw new TieoutError('session_busy', `Rows of session ${session} were matched elsewhere meanwhile: run again.`);
}

/** A summary of the session's committed run as late groups have it by now, made of what is stored. */
export async function summaryAnew(
  deps: StoreDependencies,
  prepared: PreparedRun,
  of: Pick<RunInHand, 'kind' | 'terms'> & { readonly runId: string },
): Promise<StoredSummary> {
  const { kind, terms, runId } = of;
  const stored = await storedOutcome(deps, prepared, { runId, rules: kind.rules.rules });
  const { facts, ...told } = summariseRun(prepared, stored, { kind: kind.rules, terms });
  return { facts, scope: scopeOf(prepared, { ...of, ...told, words: null }) };
}

/**
 * What follows from a commit that another worker made and did not come to write: read back from what its run stored, and
 * written under the rows that the caller holds.
 */
export async function finishForOther(
  deps: StoreDependencies,
  prepared: PreparedRun,
  { rows, ...of }: Pick<RunInHand, 'kind' | 'terms'> & { readonly runId: string; readonly rows: HeldRows },
): Promise<void> {
  const decided = await readBack(deps, prepared, of);
  await materialiseDecided(deps, prepared, {
    ...of,
    decided,
    words: null,
    check: () => rows.check(),
    under: rows.under,
  });
}

async function readBack(
  deps: StoreDependencies,
  prepared: PreparedRun,
  of: Pick<RunInHand, 'kind' | 'terms'> & { readonly runId: string },
): Promise<DecidedRun> {
  // Its own worker tells what became of its stages.
  const stages = new RunStages(deps.clock);
  const { outcome, clusters } = await storedOutcome(deps, prepared, { runId: of.runId, rules: of.kind.rules.rules });
  return decideRun(prepared, outcome, { ...of, stages, stored: clusters });
}

function materialiseDecided(
  deps: StoreDependencies,
  prepared: PreparedRun,
  {
    kind,
    terms,
    decided: { exceptions, facts, narrative, ofKind },
    words,
    ...of
  }: Pick<RunInHand, 'kind' | 'terms'> & {
    readonly runId: string;
    readonly decided: DecidedRun;
    /** A language model's, of the same facts. */
    readonly words: string | null;
    readonly check: () => void;
    readonly under: HeldRows['under'];
    readonly told?: (clusters: number) => void;
  },
): Promise<void> {
  const scope = scopeOf(prepared, { kind, terms, runId: of.runId, narrative, ofKind, words });
  const summary = (counts: readonly ClusterCount[]) =>
    summaryJson({ ...facts, clustersPending: pendingByType(counts) }, scope);
  return materialise(deps, { ...of, key: prepared.scope.key, exceptions, summary });
}

const scopeOf = (
  { parameters, scope: { digest }, late }: PreparedRun,
  {
    kind,
    terms,
    runId,
    narrative,
    ofKind,
    words,
  }: Pick<DecidedRun, 'narrative' | 'ofKind'> &
    Pick<RunInHand, 'kind' | 'terms'> & { readonly runId: string; readonly words: string | null },
): SummaryScope => ({
  ...termsOfSummary(terms),
  narrative,
  aiNarrative: words,
  parameters,
  matchingMethod: parameters.method,
  kind: kind.rules.name,
  ofKind,
  basis: figuresBasis(
    { runId, late: late.flatMap(({ group, isElsewhere }) => (isElsewhere ? [] : [group.groupId])) },
    digest,
  ),
});

interface WorkedOut {
  readonly outcome: MatchOutcome;
  readonly decided: DecidedRun;
  /** What cutting the session into accounts gave rise to. */
  readonly planned: readonly string[];
}

/** Matched, decided and stored: what is left to do is the commit and what follows from it. */
async function workedOut(deps: StoreDependencies, prepared: PreparedRun, hand: RunInHand): Promise<WorkedOut> {
  const { claim, stages } = hand;
  const { sides, scope, columns, ids } = prepared;
  const plan = planSession(columns.gl, columns.bank);
  // Packing blocks and matching share the threads; neither waits for the other.
  const total = rowsOf(prepared)();
  const told = (done: number) => stages.progress('records_create', done, total);
  const rows = { key: scope.key, sides, ids, told };
  const rowsStored = stages.time('records_create', () => storeRows(deps, rows), rowsOf(prepared));
  return whileWriting(rowsStored, async () => {
    const progress = (done: number, total: number) => stages.progress('reconciliation', done, total);
    const match = () => hand.kind.match(deps.compute, prepared, { plan, progress });
    const outcome = await stages.time('reconciliation', match, () => matchedOf(prepared));
    await hand.wanted();
    hand.matched?.(outcome);
    const groupsStored = storeGroups(deps, { claim, outcome, columns, ids });
    const groups = () => outcome.groups.count + nettedIn(outcome);
    stages.progress('matched_records', 0, groups());
    const deciding = () => decideAndStore(deps, prepared, { hand, outcome, groupsStored });
    return { outcome, decided: await stages.time('matched_records', deciding, groups), planned: plan.warnings };
  });
}

/** Decided here while the threads pack the groups. */
async function decideAndStore(
  deps: StoreDependencies,
  prepared: PreparedRun,
  { hand, outcome, groupsStored }: { hand: RunInHand; outcome: MatchOutcome; groupsStored: Promise<number> },
): Promise<DecidedRun> {
  const [groupBlocks, decided] = await allEnded([groupsStored, (async () => decideRun(prepared, outcome, hand))()]);
  const { positions, late } = prepared;
  const open = storedOpenRows(outcome, decided.clusters, {
    ingestions: positions.ingestions,
    leftOut: late.flatMap(({ group, hasCopies }) => (hasCopies ? [group.groupId] : [])),
  });
  await storeOpenRows(deps, { claim: hand.claim, groupBlocks, open });
  return decided;
}

/** What the run's session names already, as it was worked out and stored then. */
async function asStored(deps: StoreDependencies, prepared: PreparedRun, hand: RunInHand): Promise<WorkedOut> {
  const { outcome, clusters } = await storedOutcome(deps, prepared, {
    runId: hand.claim.runId,
    rules: hand.kind.rules.rules,
  });
  hand.matched?.(outcome);
  hand.stages.wasDone('records_create', rowsOf(prepared)());
  hand.stages.wasDone('reconciliation', matchedOf(prepared));
  hand.stages.wasDone('matched_records', outcome.groups.count + nettedIn(outcome));
  return { outcome, decided: decideRun(prepared, outcome, { ...hand, stored: clusters }), planned: [] };
}

const nettedIn = ({ reversals: { gl, bank } }: MatchOutcome): number => gl.count + bank.count;

const termsOfSummary = (terms: RunTerms) => {
  const { branchId, periodStart, periodEnd, isScheduled = null, service = null, flow = null } = terms;
  return { branchId, periodStart, periodEnd, isScheduled, service, flow };
};

const rowsOf = (prepared: PreparedRun) => (): number => prepared.columns.gl.count + prepared.columns.bank.count;

/** Rows that take part. */
const matchedOf = ({ columns: { gl, bank } }: PreparedRun): number => {
  const taking = (flags: Uint8Array) => flags.reduce((count, bits) => (bits === 0 ? count + 1 : count), 0);
  return taking(gl.flags) + taking(bank.flags);
};

/** What the files of both sides say, and what came of putting them together. */
function warningsOf(
  { sides, warnings }: Pick<PreparedRun, 'sides' | 'warnings'>,
  { subject }: Pick<KindRules, 'subject'>,
): string[] {
  const apart = subject === 'cash' ? endsApart({ gl: sides.gl.columns, bank: sides.bank.columns }) : null;
  const ofFiles = SIDES.flatMap((side: Side) =>
    sides[side].files.flatMap((file) => file.warnings.map((warning) => `${file.name}: ${warning}`)),
  );
  return [...warnings, ...ofFiles, ...sides.gl.warnings, ...sides.bank.warnings, ...(apart === null ? [] : [apart])];
}

/** What `work` answers, once what is written meanwhile has ended too: nothing goes on behind a failure. */
async function whileWriting<T>(writing: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const [, answer] = await allEnded([writing, work()]);
  return answer;
}
