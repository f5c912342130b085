// Carries out a run whose rows are prepared and which its caller has claimed, from top to bottom: match, decide, store,
// commit, materialise. docs/decisions/doing-a-run.md says which steps wait for each other. The command line and the
// service's workers both come here. A run that was interrupted before its commit is carried out again, and finds what
// it wrote by ids derived from content. After its commit it is only finished (finish-run.ts).

import type { DecidedRows } from '../../core/classification/keep-decided.ts';
import { storedOpenRows } from '../../core/classification/open-block.ts';
import { TieoutError } from '../../core/errors.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import { type GroupsMet, type LateMatch, lateMatches } from '../../core/records/late/late-matches.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { matchApart } from '../constraints/match-apart.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import { rememberFormats } from '../rows/remembered-formats.ts';
import { commit, type StoreDependencies, storeGroups, storeOpenRows, storeRows } from '../stored-runs/store-run.ts';
import { wordSummary } from '../summaries/word-summary.ts';
import { allEnded } from '../upkeep/all-ended.ts';
import { holdingRows } from '../upkeep/row-lease.ts';
import { type DecidedRun, decideRun } from './decide-run.ts';
import { decidedRows } from './decided-rows.ts';
import {
  type CarriedOut,
  endMatchingStages,
  groupsIn,
  type RunInHand,
  rowsIn,
  takingPartIn,
  warningsOf,
} from './run-in-hand.ts';
import { writeStages } from './write-decided.ts';

interface RunToDo extends RunInHand {
  /** Called between two steps before the commit; throws if the run must end. */
  readonly wanted: () => Promise<void>;
  /** The session before the run was prepared, null if there was none. */
  readonly session: Session | null;
  /** The groups that hold rows of the run, or copies of them, by now. */
  readonly groupsMet: () => Promise<GroupsMet>;
  /** Called with the warnings before the commit; it may store them. */
  readonly onWarnings?: (warnings: readonly string[]) => Promise<void>;
}

/** Throws TieoutError. Before the commit this leaves the session as it was; after it the run can be finished. */
export async function carryOut(deps: StoreDependencies, prepared: PreparedRun, hand: RunToDo): Promise<CarriedOut> {
  const { kind, claim, hold, session, terms, stages, finish } = hand;
  const { sides, scope, ids, positions, parameters } = prepared;
  const { key } = scope;
  // Packing blocks and matching share the threads; neither waits for the other, and a failure stops both.
  const total = rowsIn(prepared);
  const onStored = (done: number) => stages.progress('records_create', done, total);
  const storing = () => storeRows(deps, { key, sides, ids, onStored });
  const [, decided] = await allEnded([
    stages.time('records_create', storing, () => total),
    matchAndDecide(deps, prepared, hand),
  ]);
  const { outcome } = decided;

  await hand.wanted();
  // Before the rows are held, because a language model takes time.
  const worded = await wordSummary(deps.languageModel, decided.facts);
  const warnings = warningsOf(prepared, hand, [...outcome.notes, ...worded.warnings]);
  endMatchingStages(stages, prepared, { rules: kind.rules, outcome });
  await hand.onWarnings?.(warnings);
  // Before the commit, so that a run that ends well has kept the answers it was given.
  await rememberFormats(deps, { scope: key, files: SIDES.flatMap((side) => sides[side].files) });

  const { runId } = claim;
  await holdingRows(deps.store, { key, ofRun: hold, runId, finish, clock: deps.clock }, async (rows) => {
    await hand.wanted();
    requireStillOpen(prepared, await hand.groupsMet());
    const { materialised: isWritten } = await commit(deps, {
      ...{ key, claim, under: rows.under },
      expectVersion: session?.version ?? 0,
      ingestions: positions.ingestions,
      nature: {
        ...{ kind: kind.rules.name, flow: terms.flow ?? null, method: parameters.method },
        ...{ periodStart: terms.periodStart, periodEnd: terms.periodEnd },
      },
    });
    await writeStages(deps, prepared, { hand, decided, words: worded.words, rows, isWritten });
  });
  return { ...decided, warnings };
}

/** Matches, then decides here while the threads pack the groups; stores all of it. */
async function matchAndDecide(deps: StoreDependencies, prepared: PreparedRun, hand: RunToDo): Promise<DecidedRun> {
  const { stages } = hand;
  const progress = (done: number, total: number) => stages.progress('reconciliation', done, total);
  const match = () => matchApart(deps, prepared, { kind: hand.kind, progress });
  const outcome = await stages.time('reconciliation', match, () => takingPartIn(prepared));
  const decided = await decidedRows(deps.store, hand.session);
  await hand.wanted();
  hand.matched?.(outcome);
  const groups = () => groupsIn(outcome);
  const groupsStored = storeGroups(deps, { claim: hand.claim, outcome, columns: prepared.columns, ids: prepared.ids });
  stages.progress('matched_records', 0, groups());
  const deciding = () => decideAndStore(deps, prepared, { hand, decided, outcome, groupsStored });
  return stages.time('matched_records', deciding, groups);
}

async function decideAndStore(
  deps: StoreDependencies,
  prepared: PreparedRun,
  {
    hand,
    decided: before,
    outcome,
    groupsStored,
  }: {
    readonly hand: RunToDo;
    readonly decided: DecidedRows;
    readonly outcome: MatchOutcome;
    readonly groupsStored: Promise<number>;
  },
): Promise<DecidedRun> {
  const [groupBlocks, decided] = await allEnded([
    groupsStored,
    (async () => decideRun(prepared, outcome, { ...hand, decided: before }))(),
  ]);
  const { positions, late, lost } = prepared;
  const open = storedOpenRows(decided.outcome, decided.clusters, {
    ingestions: positions.ingestions,
    leftOut: late.flatMap(({ group, hasCopies }) => (hasCopies && group.origin !== 'run' ? [group.groupId] : [])),
    elsewhere: late.flatMap(({ group }) => (group.origin === 'run' ? [group] : [])),
    lost: lost.map(({ groupId }) => groupId),
  });
  await storeOpenRows(deps, { claim: hand.claim, groupBlocks, open });
  return decided;
}

/**
 * Throws session_busy if a late group took rows since they were matched here: then they are matched again without them.
 */
function requireStillOpen(prepared: PreparedRun, groups: GroupsMet): void {
  const now = lateMatches(prepared.scope, prepared, groups);
  const isAsBefore = areTheSame(groupsOf(prepared.late), groupsOf(now.late)) && areTheSame(prepared.lost, now.lost);
  if (isAsBefore) return;
  const { session } = prepared.scope.key;
  throw new TieoutError('session_busy', `Rows of session ${session} were matched elsewhere meanwhile: run again.`);
}

const groupsOf = (late: readonly LateMatch[]): LateGroup[] => late.map(({ group }) => group);

function areTheSame(some: readonly LateGroup[], others: readonly LateGroup[]): boolean {
  const ids = new Set(some.map(({ groupId }) => groupId));
  return others.length === ids.size && others.every(({ groupId }) => ids.has(groupId));
}
