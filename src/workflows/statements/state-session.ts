// What a statement and journals of a session are made of, as of a position in its history: a recalculation count of its
// summaries. The rows of the position's run are read again and proved again, with the late groups and the carried rows
// that its figures were made of; the result must come to the recorded figures. So what is cleared or decided later
// changes nothing of a position. A run that a later one replaced has no rows left.

import { clusterIdsOf } from '../../core/classification/cluster-columns.ts';
import { TieoutError } from '../../core/errors.ts';
import type { SummaryRow } from '../../core/records/documents/summary-row.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { recordIds } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { DecidedCall } from '../../core/report/reported.ts';
import { figuresBasis } from '../../core/summary/figures-basis.ts';
import type { ClusterDecisions, Stated } from '../../core/summary/statement/stated.ts';
import {
  figuresMadeOf,
  haveTheSameFigures,
  type StoredSummary,
  summaryFromJson,
  summaryJson,
} from '../../core/summary/summary-json.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { type KindOfRun, kindAmong, type MadeAnew } from '../stored-runs/kind-of-run.ts';
import { decisionsUntil } from './decisions-until.ts';

export interface StatingDependencies extends ReadingDependencies {
  /** The kinds of the runs that sessions name. */
  readonly kinds: readonly KindOfRun[];
}

export interface StatedAt {
  readonly stated: Stated;
  readonly position: number;
  /** When the position was recorded, milliseconds since 1970. */
  readonly recordedAt: number;
  /** How many rows of each side are of the period's own files; the opening rows follow. */
  readonly ownRows: PreparedRun['ownRows'];
  /** The built-in narrative of the position. */
  readonly narrative: string;
  /** Each call that decided by then, in order. */
  readonly decided: readonly DecidedCall[];
  /** The time of the latest decision that counts; null: none does. */
  readonly lastDecisionAt: number | null;
}

/**
 * `at`: the position, with the decisions made by then; null: the latest, with those of now. Null if the session is
 * unknown, or was never reconciled. Throws not_found for an unknown position, position_gone, content_pruned,
 * session_busy.
 */
export async function stateSession(
  deps: StatingDependencies,
  key: SessionKey,
  at: number | null,
): Promise<StatedAt | null> {
  const { store } = deps;
  for (;;) {
    const session = await store.sessions.get(key);
    if (session === null || session.runId === null) return null;
    const { runId } = session;
    const history = await store.summaries.history(key);
    const row = positionOf(history, key, at);
    try {
      const made = await madeAt(deps, { ...session, runId }, { history, row });
      const { decisions, decided, lastAt } = await decisionsUntil(store, key, at === null ? null : row.createdAt);
      const of = { position: row.recalculationCount, recordedAt: row.createdAt, decided, lastDecisionAt: lastAt };
      const { narrative } = summaryFromJson(row.summary).scope;
      return { stated: statedBy(made, decisions), ownRows: made.prepared.ownRows, narrative, ...of };
    } catch (error) {
      // A run that replaced this one meanwhile also removed its blocks.
      if ((await store.sessions.get(key))?.version === session.version) throw error;
    }
  }
}

function positionOf(history: readonly SummaryRow[], { session }: SessionKey, at: number | null): SummaryRow {
  const latest = history.at(-1);
  if (latest === undefined) {
    throw new TieoutError('session_busy', `The results of session ${session} are being written: ask again.`);
  }
  const row = at === null ? latest : history.find(({ recalculationCount }) => recalculationCount === at);
  if (row !== undefined) return row;
  const known = `its latest is ${latest.recalculationCount}`;
  throw new TieoutError('not_found', `The history of session ${session} has no position ${at}: ${known}.`);
}

async function madeAt(
  deps: StatingDependencies,
  session: CommittedSession,
  { history, row }: { readonly history: readonly SummaryRow[]; readonly row: SummaryRow },
): Promise<MadeAnew> {
  const { store, digest } = deps;
  const { key, runId } = session;
  const recorded = summaryFromJson(row.summary);
  const { basis } = recorded.scope;
  const sameFigures = history.filter(({ summary }) => basis !== undefined && haveTheSameFigures(summary, row.summary));
  const madeOf = sameFigures.flatMap(({ summary }) => figuresMadeOf(summary) ?? [])[0];
  // Older versions did not record it.
  const ids = madeOf?.late ?? (await store.lateGroups.idsOfSession(key));
  const run = await store.runs.get(runId);
  if (figuresBasis({ runId, late: ids }, digest) !== basis) {
    if (row === history.at(-1) && run?.materialised === false) {
      throw new TieoutError('session_busy', `The results of session ${key.session} are being written: ask again.`);
    }
    throw gone(key, row);
  }
  const kind = run === null ? undefined : kindAmong(deps.kinds, run);
  if (run === null || kind === undefined) throw gone(key, row);
  const late = ids.length === 0 ? [] : await store.lateGroups.named(key, ids);
  const { carried, resting } = madeOf ?? {};
  const made = await kind.anew(deps, { session, late, carried, resting }, kind.decode(run));
  if (proofsText(made) !== proofsText(recorded)) throw gone(key, row);
  return made;
}

/** As they are stored: sums are texts there, which JSON can hold. */
function proofsText({ facts, scope }: StoredSummary): string {
  const stored = summaryJson({ facts, scope })['facts'] as { readonly proofs?: unknown };
  return JSON.stringify(stored.proofs);
}

const gone = ({ session }: SessionKey, { recalculationCount }: SummaryRow): TieoutError =>
  new TieoutError(
    'position_gone',
    `What position ${recalculationCount} of session ${session} was made of is there no longer: its rows were reconciled again, or by other rules. Reconcile the session again, or ask for its latest position.`,
  );

function statedBy(
  { subject, prepared, outcome, clusters, facts, itemised }: MadeAnew,
  decisions: ClusterDecisions,
): Stated {
  const { scope, columns, plainCounter, late, parameters } = prepared;
  const idsOf = (side: Side): readonly string[] =>
    recordIds(scope, { side, columns: columns[side], plainCounter: plainCounter[side] }, outcome.open[side].row);
  const [gl, bank] = SIDES.map(idsOf);
  return {
    ...{ subject, identity: scope, columns, plainCounter, outcome, late, parameters, clusters, itemised, decisions },
    clusterIds: clusterIdsOf(scope, clusters, { gl: gl!, bank: bank! }),
    summary: facts,
  };
}
