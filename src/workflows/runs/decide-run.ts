// The result of a matched run: its open items in classes, its summary, and the ids under which both are stored. Pure:
// equal rows with an equal outcome give equal ids.

import { classify } from '../../core/classification/classify.ts';
import { clusterIdsOf, type StoredExceptions } from '../../core/classification/cluster-columns.ts';
import type { ClusterSet } from '../../core/classification/cluster-set.ts';
import type { RowPlace, SessionHints } from '../../core/classification/hints/hint.ts';
import { hintsOf } from '../../core/classification/hints/hints.ts';
import { type DecidedRows, keepDecided } from '../../core/classification/keep-decided.ts';
import { NOTHING_NEAR, nearRowsOf } from '../../core/classification/near/near-rows.ts';
import type { OpenSession } from '../../core/classification/open-session.ts';
import { unclassified } from '../../core/classification/unclassified.ts';
import { withUndecided } from '../../core/classification/undecided.ts';
import type { KindRules } from '../../core/kinds/kind-rules.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { packDigestIds } from '../../core/records/rows/digest-ids.ts';
import { recordIds, rowIds } from '../../core/records/rows/identity.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import { holdingsNarrative } from '../../core/summary/holdings-narrative.ts';
import { narrativeOf } from '../../core/summary/narrative.ts';
import type { ItemisedProof } from '../../core/summary/proof/session-lines.ts';
import { summarise } from '../../core/summary/summarise.ts';
import { type AssembledSide, statedBalances } from '../preparing/assemble-session.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { RunStages } from '../stored-runs/run-stages.ts';
import type { Matches, RunTerms } from '../stored-runs/run-terms.ts';

export interface DecidedRun {
  /** With the rows that are to be decided together. */
  readonly outcome: MatchOutcome;
  readonly openSession: OpenSession;
  readonly clusters: ClusterSet;
  /** Hints: what the rows of clusters look like although no key says it. */
  readonly hints: SessionHints;
  /** Clusters and open rows with their ids, as they are stored. */
  readonly exceptions: StoredExceptions;
  readonly facts: SummaryFacts;
  /** The summary's proofs with the rows of their lines. */
  readonly itemised: readonly ItemisedProof[];
  /** The kind's own part of the summary; null if it has none. */
  readonly ofKind: JsonObject | null;
  readonly narrative: string;
}

interface HowDecided {
  readonly kind: Matches;
  readonly terms: RunTerms;
  readonly stages: RunStages;
  /** The stored clusters of a run that was decided before. */
  readonly stored?: ClusterSet | undefined;
  /** What was decided of the session's exceptions of a row alone. */
  readonly decided?: DecidedRows | undefined;
}

const NO_HINTS: SessionHints = new Map();
const NOTHING_DECIDED: DecidedRows = new Map();

export function decideRun(
  prepared: PreparedRun,
  matching: MatchOutcome,
  { kind: { rules: kind }, terms, stages, stored, decided = NOTHING_DECIDED }: HowDecided,
): DecidedRun {
  const { classifying, service = null, branchId } = terms;
  const { columns, accounts, parameters } = prepared;
  const period = { start: terms.periodStart, end: terms.periodEnd };
  const matched = { columns, accounts, outcome: matching, parameters };
  const isOfCash = kind.subject === 'cash';
  const near = classifying && isOfCash ? stages.part('exceptions', () => nearRowsOf(matched)) : NOTHING_NEAR;
  const found = { columns, open: matching.open, parameters, near, period };
  const idsOf = (side: Side) =>
    recordIds(
      prepared.scope,
      { side, columns: columns[side], plainCounter: prepared.plainCounter[side] },
      matching.open[side].row,
    );
  const decide = () => stored ?? keepDecided(classify(found, kind.rules), decided, idsOf);
  const clusters = classifying ? stages.part('exceptions', decide) : unclassified(found);
  const hints = classifying && isOfCash ? stages.part('exceptions', () => hintsOf(found, clusters)) : NO_HINTS;
  // A stored run has them.
  const isUndecided = classifying && isOfCash && stored === undefined;
  const open = isUndecided ? stages.part('exceptions', () => withUndecided(found, clusters, hints)) : matching.open;
  const outcome = { ...matching, open };
  const openSession = { ...found, open };
  const { facts, itemised, ...texts } = stages.part('summary', () =>
    summariseRun(prepared, { outcome, clusters }, { kind, terms }),
  );
  const identified = () =>
    exceptionsOf(prepared, { openSession, clusters, hints, branchId, service, domain: kind.domain });
  const exceptions = classifying ? stages.part('exceptions', identified) : identified();
  return {
    outcome,
    openSession,
    clusters,
    hints,
    exceptions,
    facts,
    itemised,
    ...texts,
  };
}

/** The content of the run's summary. */
export function summariseRun(
  { sides, columns, ownRows, accounts, mapVersion, parameters, late, carried, resting, period }: PreparedRun,
  { outcome, clusters }: Pick<DecidedRun, 'outcome' | 'clusters'>,
  { kind, terms }: { readonly kind: KindRules; readonly terms: RunTerms },
): Pick<DecidedRun, 'facts' | 'itemised' | 'ofKind' | 'narrative'> {
  const { facts, itemised } = summarise({
    subject: kind.subject,
    columns,
    accounts,
    mapVersion,
    ownRows,
    outcome,
    clusters,
    late,
    carried,
    resting,
    parameters,
    rejectedRows: { gl: rejectedRows(sides.gl), bank: rejectedRows(sides.bank) },
    balances: statedBalances(sides),
    period,
    defaultCurrency: terms.defaultCurrency,
  });
  return {
    facts,
    itemised,
    ofKind: kind.figures?.(columns, outcome, terms.flow ?? null) ?? null,
    narrative: kind.subject === 'cash' ? narrativeOf(facts) : holdingsNarrative(facts),
  };
}

const rejectedRows = ({ files }: AssembledSide): number => files.reduce((sum, file) => sum + file.rejectedRows, 0);

function exceptionsOf(
  { scope, columns, positions, plainCounter }: PreparedRun,
  {
    openSession,
    clusters,
    hints,
    ...of
  }: Pick<DecidedRun, 'openSession' | 'clusters' | 'hints'> & Pick<StoredExceptions, 'branchId' | 'domain' | 'service'>,
): StoredExceptions {
  const idsOf = (side: Side, rows: ArrayLike<number>) =>
    rowIds(scope, { side, columns: columns[side], plainCounter: plainCounter[side] }, rows);
  const [gl, bank] = [idsOf('gl', openSession.open.gl.row), idsOf('bank', openSession.open.bank.row)];
  const open = {
    session: openSession,
    set: clusters,
    recordIds: { gl: packDigestIds(gl.recordIds), bank: packDigestIds(bank.recordIds) },
    uids: { gl: packDigestIds(gl.uids), bank: packDigestIds(bank.uids) },
  };
  const named = [...hints.values()].flat().flatMap(({ rows }) => rows);
  const hinted = (side: Side): ReadonlyMap<number, string> => {
    const rows = [...new Set(named.flatMap((place) => (place.side === side ? [place.row] : [])))];
    if (rows.length === 0) return new Map();
    const { recordIds: ids } = idsOf(side, rows);
    return new Map(rows.map((row, i) => [row, ids[i]]));
  };
  const idOf = { gl: hinted('gl'), bank: hinted('bank') };
  const hintedId = ({ side, row }: RowPlace): string => idOf[side].get(row)!;
  const clusterIds = clusterIdsOf(scope, clusters, { gl: gl.recordIds, bank: bank.recordIds });
  return { ...open, hints, hintedId, positions, clusterIds, ...of };
}
