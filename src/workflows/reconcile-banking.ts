// Reconciles a bank account from files to a committed session, read from top to bottom: read, check, assemble, match,
// classify, store, commit, materialise. The same files with the same parameters are the same run: asking again writes
// nothing, and a run that was interrupted is taken up where its writes ended.

import { classify } from '../core/classification/classify.ts';
import { clusterIdsOf, type StoredExceptions } from '../core/classification/cluster-columns.ts';
import type { ClusterSet } from '../core/classification/cluster-set.ts';
import type { OpenSession } from '../core/classification/open-session.ts';
import { TieoutError, toErrorRecord } from '../core/errors.ts';
import type { MatchOutcome } from '../core/matching/outcome.ts';
import type { MatchParameters } from '../core/matching/parameters.ts';
import { parametersFromDecimals } from '../core/matching/parameters-from-decimals.ts';
import { planSession } from '../core/matching/plan.ts';
import { type RowColumns, SIDES, type Side } from '../core/records/columns.ts';
import { packDigestIds } from '../core/records/digest-ids.ts';
import { type IdentityScope, recordIds } from '../core/records/identity.ts';
import { periodOf, withinPeriod } from '../core/records/period.ts';
import { type Positions, positionsOf } from '../core/records/positions.ts';
import type { RunClaim } from '../core/records/run.ts';
import type { SummaryFacts } from '../core/summary/facts.ts';
import { joinedBalances } from '../core/summary/joined-balances.ts';
import { narrativeOf } from '../core/summary/narrative.ts';
import { summarise } from '../core/summary/summarise.ts';
import { summaryJson } from '../core/summary/summary-json.ts';
import type { Store } from '../ports/store.ts';
import { type AssembledSide, assembleSide, sessionIdOf } from './assemble-session.ts';
import { checkSides, type NamedFile } from './check-sides.ts';
import type { ReconcileCommand, Reconciliation, StageProgress } from './reconciliation.ts';
import { askedOf, chooseRun } from './run-identity.ts';
import { StageTimes } from './stage-times.ts';
import {
  commit,
  ingestionIds,
  materialise,
  type StoreDependencies,
  statedBalances,
  storeGroups,
  storeRows,
} from './store-run.ts';

export interface ReconcileDependencies extends Omit<StoreDependencies, 'store'> {
  /** Opened while the files are read. */
  readonly store: Promise<Store>;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
}

/** Of a command that is alone on its store: nobody waits for the lease to end. */
const LEASE = { worker: 'command line', leaseMs: 30_000 };

type Sides = Readonly<Record<Side, AssembledSide>>;

/** Everything about the rows of a run before anything is decided. */
interface Prepared {
  readonly sides: Sides;
  readonly scope: IdentityScope;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly parameters: MatchParameters;
  readonly ids: Readonly<Record<Side, readonly string[]>>;
  readonly positions: Positions;
  readonly plainCounter: Readonly<Record<Side, readonly boolean[]>>;
}

/** What was decided about them. */
interface Decided {
  readonly outcome: MatchOutcome;
  readonly openSession: OpenSession;
  readonly clusters: ClusterSet;
  /** The same with their ids, as they are stored. */
  readonly exceptions: StoredExceptions;
  readonly facts: SummaryFacts;
  readonly narrative: string;
}

/** Throws TieoutError; a failed run leaves the session as it was. */
export async function reconcileBanking(
  given: ReconcileDependencies,
  command: ReconcileCommand,
): Promise<Reconciliation> {
  const times = new StageTimes(given.clock);
  const [files, store] = await Promise.all([times.time('ingress', () => readFiles(given, command)), given.store]);
  const deps = { ...given, store };
  checkSides(files);
  const prepared = prepare(deps, command, files);
  const { sides, scope, columns, parameters, ids, positions, plainCounter } = prepared;

  const session = await store.sessions.get(scope.key);
  const { runId, held } = await chooseRun(store.runs, command, {
    session,
    ingestions: positions.ingestions,
    digest: deps.digest,
  });
  const plan = planSession(columns.gl, columns.bank);
  const match = async (): Promise<MatchOutcome> => {
    const progress = (done: number, total: number) => deps.progress?.({ stage: 'reconciliation', done, total });
    return deps.compute.match({ ...columns, plan, parameters }, progress);
  };
  let decided: Decided;
  if (held) decided = decide(prepared, command, { times, outcome: await times.time('reconciliation', match) });
  else {
    const run = {
      runId,
      key: scope.key,
      kind: 'local',
      parameters: askedOf(command),
      acceptedAt: deps.clock(),
    } as const;
    const started = await store.runs.start(run, LEASE);
    if (started === null) throw new TieoutError('version_conflict', `Another process just finished run ${runId}.`);
    const { claim } = started;
    let committed = false;
    try {
      // Packing blocks and matching share the threads; neither waits for the other.
      const [outcome] = await Promise.all([
        times.time('reconciliation', match),
        times.time('records_create', () => storeRows(deps, { key: scope.key, sides, ids })),
      ]);
      decided = decide(prepared, command, { times, outcome });
      await times.time('matched_records', () => storeGroups(deps, { runId, outcome, columns, positions }));
      await commit(deps, {
        key: scope.key,
        expectVersion: session?.version ?? 0,
        ingestions: positions.ingestions,
        claim,
      });
      committed = true;
      const summary = summaryJson(decided.facts, { ...command, narrative: decided.narrative, parameters });
      const { exceptions } = decided;
      await times.time('exceptions', () => materialise(deps, { key: scope.key, claim, exceptions, summary }));
      await store.runs.finish(claim, { status: 'succeeded', finishedAt: deps.clock() });
      await store.upkeep.sweepUnnamed();
    } catch (error) {
      if (!committed) await giveUp(deps, claim, error);
      throw error;
    }
  }
  const { outcome, openSession, clusters, facts, narrative } = decided;
  return {
    key: scope.key,
    runId,
    stored: !held,
    files: [...sides.gl.files, ...sides.bank.files],
    columns,
    plainCounter,
    outcome,
    openSession,
    clusters,
    clusterIds: decided.exceptions.clusterIds,
    summary: facts,
    narrative,
    identity: scope,
    warnings: warningsOf(sides, [...plan.warnings, ...outcome.notes]),
    stages: times.list(),
  };
}

async function readFiles(
  { compute, progress }: ReconcileDependencies,
  command: ReconcileCommand,
): Promise<NamedFile[]> {
  const wanted = SIDES.flatMap((side) => command.files[side].map((file) => ({ side, ...file })));
  const bytes = wanted.map(() => ({ done: 0, total: 0 }));
  const told = (f: number, done: number, total: number): void => {
    bytes[f] = { done, total };
    const sum = (name: 'done' | 'total'): number => bytes.reduce((all, file) => all + file[name], 0);
    progress?.({ stage: 'ingress', done: sum('done'), total: sum('total') });
  };
  const readings = await Promise.allSettled(
    wanted.map(({ side, name, path }, f) => {
      const mapping = command.mapping ?? undefined;
      const rejectedShare = command.rejectedShare ?? undefined;
      const request = { path, name, side, defaultCurrency: command.defaultCurrency, mapping, rejectedShare };
      return compute.readFile(request, (done, total) => told(f, done, total));
    }),
  );
  // The first failure in the order of the command, not in the order of time.
  return readings.map((reading, f) => {
    if (reading.status === 'rejected') throw reading.reason;
    return { side: wanted[f]!.side, name: wanted[f]!.name, file: reading.value };
  });
}

function prepare(
  deps: Pick<ReconcileDependencies, 'digest'>,
  command: ReconcileCommand,
  files: readonly NamedFile[],
): Prepared {
  const { digest } = deps;
  const sides = { gl: assembleSide('gl', files), bank: assembleSide('bank', files) };
  const { tenant, partner } = command;
  const key = { tenant, partner, session: command.session ?? sessionIdOf(sides, digest) };
  const whole = { gl: sides.gl.columns, bank: sides.bank.columns };
  const currencies = [...whole.gl.currencies, ...whole.bank.currencies];
  const parameters = parametersFromDecimals(command.parameters, currencies);
  const columns = inPeriod(command, parameters, whole);
  const ids = { gl: ingestionIds(key, sides.gl, digest), bank: ingestionIds(key, sides.bank, digest) };
  const counters = (side: Side): boolean[] => sides[side].files.map(({ plainCounter }) => plainCounter);
  return {
    sides,
    scope: { key, digest },
    columns,
    parameters,
    ids,
    positions: positionsOf(columns, ids),
    plainCounter: { gl: counters('gl'), bank: counters('bank') },
  };
}

function inPeriod(
  { periodStart, periodEnd }: ReconcileCommand,
  { daysBack, daysForward }: MatchParameters,
  whole: Readonly<Record<Side, RowColumns>>,
): Readonly<Record<Side, RowColumns>> {
  const period = periodOf(whole.gl, { start: periodStart, end: periodEnd });
  if (period === null) return whole;
  const widened = { start: period.start - daysBack, end: period.end + daysForward };
  return { gl: withinPeriod(whole.gl, period), bank: withinPeriod(whole.bank, widened) };
}

function decide(
  prepared: Prepared,
  command: ReconcileCommand,
  { outcome, times }: { outcome: MatchOutcome; times: StageTimes },
): Decided {
  const { sides, columns, parameters } = prepared;
  const openSession = { columns, open: outcome.open, parameters };
  const clusters = times.now('exceptions', () => classify(openSession));
  const facts = times.now('summary', () =>
    summarise({
      columns,
      outcome,
      clusters,
      parameters,
      rejectedRows: { gl: rejectedRows(sides.gl), bank: rejectedRows(sides.bank) },
      balances: SIDES.flatMap((side) =>
        joinedBalances(
          sides[side].files.map((file) => ({
            columns: file.columns,
            balances: statedBalances(file.columns, file.balances),
          })),
          sides[side].columns,
        ).map((balance) => ({ ...balance, side })),
      ),
      periodEnd: command.periodEnd,
      defaultCurrency: command.defaultCurrency,
    }),
  );
  const exceptions = times.now('exceptions', () => exceptionsOf(prepared, command, { openSession, clusters }));
  return { outcome, openSession, clusters, exceptions, facts, narrative: narrativeOf(facts) };
}

const rejectedRows = ({ files }: AssembledSide): number => files.reduce((sum, file) => sum + file.rejected.length, 0);

function exceptionsOf(
  { scope, columns, positions, plainCounter }: Prepared,
  { branchId }: ReconcileCommand,
  { openSession, clusters }: Pick<Decided, 'openSession' | 'clusters'>,
): StoredExceptions {
  const idsOf = (side: Side): Uint8Array => {
    const of = { side, columns: columns[side], plainCounter: plainCounter[side] };
    return packDigestIds(recordIds(scope, of, openSession.open[side].row));
  };
  const open = { session: openSession, set: clusters, recordIds: { gl: idsOf('gl'), bank: idsOf('bank') } };
  return { ...open, positions, clusterIds: clusterIdsOf(scope, open), domain: 'mfb', branchId };
}

/** The run ends failed and what it wrote is swept; a failure of that is not worth hiding the first one for. */
async function giveUp({ store, clock }: StoreDependencies, claim: RunClaim, error: unknown): Promise<void> {
  const { code, message, file, line } = toErrorRecord(error);
  const failure = { code, message, file: file ?? null, line: line ?? null };
  try {
    await store.runs.finish(claim, { status: 'failed', finishedAt: clock(), failure });
    await store.upkeep.sweepUnnamed();
  } catch {
    // The store itself is what failed: the run stays unfinished and is taken up by the next call.
  }
}

function warningsOf(sides: Sides, session: readonly string[]): string[] {
  const ofFiles = SIDES.flatMap((side) =>
    sides[side].files.flatMap((file) => file.warnings.map((warning) => `${file.name}: ${warning}`)),
  );
  return [...ofFiles, ...sides.gl.warnings, ...sides.bank.warnings, ...session];
}
