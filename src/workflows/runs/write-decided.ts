// Writes what follows from the commit of a decided run (decide-run.ts): clusters, open items and its summary.

import type { ClusterCount } from '../../core/records/documents/clusters.ts';
import { carriedBasis, figuresBasis } from '../../core/summary/figures-basis.ts';
import { pendingByType } from '../../core/summary/renew-summary.ts';
import { type FiguresMadeOf, type SummaryScope, summaryJson } from '../../core/summary/summary-json.ts';
import { noteInLedger } from '../journals/note-in-ledger.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { Matches, RunTerms } from '../stored-runs/run-terms.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import type { HeldRows } from '../upkeep/row-lease.ts';
import type { DecidedRun } from './decide-run.ts';
import { materialise } from './materialise-run.ts';
import type { RunInHand } from './run-in-hand.ts';
import { voidLost } from './void-lost.ts';

/** A run by its id, with what its summary says of the request. */
export interface NamedRun {
  readonly kind: Matches;
  readonly terms: RunTerms;
  readonly runId: string;
}

interface ToWrite {
  readonly decided: DecidedRun;
  /** A language model's wording of the same facts; null for none. */
  readonly words: string | null;
}

/** Writes the result of the run in hand, as its last stages. `isWritten`: an earlier attempt has written it all. */
export async function writeStages(
  deps: StoreDependencies,
  prepared: PreparedRun,
  {
    hand: { hold, stages, kind, terms, claim },
    rows,
    isWritten,
    ...toWrite
  }: ToWrite & { readonly hand: RunInHand; readonly rows: HeldRows; readonly isWritten: boolean },
): Promise<void> {
  const clusters = () => toWrite.decided.clusters.count;
  const check = (): void => {
    hold.check();
    rows.check();
  };
  const onWritten = (done: number) => stages.progress('exceptions', done, clusters());
  const write = async () => {
    if (isWritten) return;
    await writeDecided(deps, prepared, {
      ...toWrite,
      kind,
      terms,
      runId: claim.runId,
      check,
      under: rows.under,
      onWritten,
    });
  };
  if (terms.classifying) await stages.time('exceptions', write, clusters);
  else {
    await write();
    stages.skip('exceptions', 'The request asked for no analysis of exceptions.');
  }
  stages.done('summary', 1);
}

/** Repeatable. `check` is called before each write and throws if the writer must stop. */
export async function writeDecided(
  deps: StoreDependencies,
  prepared: PreparedRun,
  {
    decided: { exceptions, facts, outcome, ...texts },
    words,
    kind,
    terms,
    ...of
  }: ToWrite &
    NamedRun & {
      readonly check: () => void;
      readonly under: HeldRows['under'];
      /** Called with the number of clusters written. */
      readonly onWritten?: (clusters: number) => void;
    },
): Promise<void> {
  const scope = summaryScope(prepared, { kind, terms, runId: of.runId }, { facts, ...texts, words });
  const summary = (counts: readonly ClusterCount[]) =>
    summaryJson({ facts: { ...facts, clustersPending: pendingByType(counts) }, scope, madeOf: madeOfRun(prepared) });
  of.check();
  await voidLost(deps, prepared, of.under);
  if (kind.rules.subject === 'cash') await noteInLedger(deps, prepared, { outcome, check: of.check });
  return materialise(deps, { ...of, key: prepared.scope.key, exceptions, summary });
}

/** The summary's fields beside its figures. */
export function summaryScope(
  prepared: PreparedRun,
  { kind, terms, runId }: NamedRun,
  { facts, narrative, ofKind, words }: Pick<DecidedRun, 'facts' | 'narrative' | 'ofKind'> & Pick<ToWrite, 'words'>,
): SummaryScope {
  const { parameters, scope } = prepared;
  const { branchId, periodStart, periodEnd, isScheduled = null, service = null, flow = null } = terms;
  return {
    ...{ branchId, periodStart, periodEnd, isScheduled, service, flow },
    narrative,
    aiNarrative: words,
    parameters,
    matchingMethod: parameters.method,
    kind: kind.rules.name,
    ofKind,
    basis: figuresBasis({ runId, late: madeOfRun(prepared).late }, scope.digest),
    carried: carriedBasis(prepared.carried, facts.proofs, scope.digest),
  };
}

export const madeOfRun = ({ late, carried, resting }: PreparedRun): FiguresMadeOf => ({
  late: late.flatMap(({ group, isElsewhere }) => (isElsewhere ? [] : [group.groupId])),
  carried,
  ...(resting.length > 0 && { resting }),
});
