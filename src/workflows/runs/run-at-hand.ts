// Does a run of the command line's files for a caller that waits for its rows, as a worker does: gathered, prepared,
// claimed, carried out. The same files with the same parameters and rules are the same run: repeating it writes
// nothing, and an interrupted run continues where its writes ended. A run that is not to be kept goes into a store that
// keeps nothing.

import { TieoutError, toErrorRecord } from '../../core/errors.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { type RunClaim, workClaimOf } from '../../core/records/documents/run.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { LateMatch } from '../../core/records/late/late-matches.ts';
import { NOTHING_DECIDED } from '../../core/summary/statement/stated.ts';
import { chartInForce } from '../partners/chart-in-force.ts';
import { type PreparedRun, preparedWithout } from '../preparing/prepare-run.ts';
import { withoutHeld } from '../rows/held-before.ts';
import { rememberedFor } from '../rows/remembered-formats.ts';
import { plansOf } from '../rows/session-files.ts';
import { decisionsUntil } from '../statements/decisions-until.ts';
import { finishingBy, type KindOfRun } from '../stored-runs/kind-of-run.ts';
import { RunStages, type StageProgress } from '../stored-runs/run-stages.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import { elsewhereOf } from '../stored-runs/stored-outcome.ts';
import type { Hold } from '../upkeep/hold.ts';
import { carryOut } from './carry-out-run.ts';
import { finishOwn } from './finish-run.ts';
import { groupsOfNow, natureOf, withCarried } from './groups-met.ts';
import type {
  LocalCommand,
  MatchedRows,
  ReadingHere,
  ReconcileCommand,
  Reconciliation,
  UsedFile,
} from './reconciliation.ts';
import { askedOf, chooseRun } from './run-identity.ts';
import type { CarriedOut } from './run-in-hand.ts';
import { type Gathered, rejectedIn, type SessionRun, withFlow } from './session-run.ts';

export interface Stores {
  /** For the store that keeps the session. */
  readonly kept: StoreDependencies;
  /** For a store that keeps nothing: to show a run that is kept already, or one that is not to be kept. */
  readonly showing: StoreDependencies;
}

interface AtHand extends Pick<StoreDependencies, 'digest' | 'clock'> {
  /** Opened while the files are read. */
  readonly stores: Promise<Stores>;
  /** Whether the stores keep anything. */
  readonly isKept: boolean;
  readonly run: SessionRun<LocalCommand, ReadingHere>;
  /** `filesAtHand` of the same command. */
  readonly gather: (stages: RunStages) => Promise<Gathered>;
  /** Kinds, to finish what other processes committed and did not finish. */
  readonly kinds: readonly KindOfRun[];
  readonly progress?: ((progress: StageProgress) => void) | undefined;
  /** Called before the rest is worked out; the run may still fail. */
  readonly matched?: ((rows: MatchedRows) => void) | undefined;
}

/** The caller is alone on its store: nobody waits for the lease to end, and nobody takes it. */
export const LEASE = { worker: 'command line', leaseMs: 30_000 };
export const ALONE: Hold = { leaseMs: LEASE.leaseMs, check() {} };

/** The rows of the command's files: read once, however many runs use them. May throw TieoutError when called. */
export function filesAtHand(
  { compute, run, ...given }: Pick<AtHand, 'run' | 'stores' | 'isKept'> & Pick<StoreDependencies, 'compute'>,
  command: ReconcileCommand,
): AtHand['gather'] {
  let read: Promise<Gathered> | null = null;
  const gather = async (stages: RunStages): Promise<Gathered> => {
    const known = await knownPlans(command, given);
    const of = { key: command, session: null, stages, mayLackSide: false };
    return run.gather({ compute, ...known }, termsOf(command), of);
  };
  return (stages) => (read ??= gather(stages));
}

const termsOf = (command: ReconcileCommand): LocalCommand => ({ ...command, classifying: true });

/** Throws TieoutError; a failed run leaves the session as it was. */
export async function runAtHand(
  { digest, clock, run, gather, kinds, ...given }: AtHand,
  command: ReconcileCommand,
): Promise<Reconciliation> {
  const stages = new RunStages(clock, { listener: { progress: given.progress } });
  const gathering = stages.time('ingress', () => gather(stages));
  const [gathered, { kept, showing }] = await Promise.all([gathering, given.stores]);
  const terms = withFlow(termsOf(command), gathered.flow);
  const { files, warnings: ofOpening } = await withoutHeld(kept, gathered.files, {
    ...{ key: command, nature: natureOf(run, terms) },
  });
  const whole = run.prepare(files, terms, { key: command, digest });
  const { key } = whole.scope;
  const groupsMet = () => groupsOfNow(kept, whole, natureOf(run, terms));
  const met = await groupsMet();
  const session = await kept.store.sessions.get(key);
  const now = preparedWithout(whole, met);
  const elsewhere = await elsewhereOfSession(kept, session);
  const isStale = elsewhere !== null && !areTheSame(now.late, elsewhere);
  const { ingestions } = whole.positions;
  const { runId, held } = await chooseRun(kept.store.runs, command, { ...kept, session, ingestions, isStale });
  const isToFinish = isStale && session?.runId === runId;
  const without = isToFinish ? preparedWithout(whole, { ...met, copied: withElsewhere(met.copied, elsewhere) }) : now;
  const prepared = await withCarried(kept, without, natureOf(run, terms));
  const matched = (outcome: MatchOutcome): void =>
    given.matched?.({ identity: prepared.scope, columns: prepared.columns, outcome, late: prepared.late });

  // A run that the session has finished is not written again, only shown.
  const deps = held ? shownFrom({ kept, showing }) : kept;
  const { store, rules } = deps;
  const of = { runId, key, kind: run.kind, version: run.versions.at(-1)! };
  const asked = { ...of, parameters: askedOf(command), acceptedAt: clock() };
  const started = await store.runs.start(asked, LEASE);
  if (started === null) throw new TieoutError('version_conflict', `Another process just finished run ${runId}.`);
  const { claim } = started;
  try {
    const hand = { kind: run, claim, hold: ALONE, terms, stages, finish: finishingBy(kinds, deps), matched };
    const carried =
      session?.runId === runId
        ? await finishOwn(deps, prepared, { ...hand, session })
        : await carryOut(deps, prepared, { ...hand, session, groupsMet, wanted: async () => {} });
    const warnings = [...gathered.warnings, ...ofOpening, ...met.warnings, ...carried.warnings];
    await store.runs.report(claim, { stages: stages.records(), rejectedRows: rejectedIn(files), warnings, rules });
    await store.work.finish(workClaimOf(claim), clock());
    // The call that did a finished run may have ended before it swept up.
    await kept.store.upkeep.sweepUnnamed();
    const decided = given.isKept ? await decisionsUntil(kept.store, key, null) : null;
    return {
      ...answer(prepared, { ...carried, warnings }),
      decisions: decided?.decisions ?? NOTHING_DECIDED,
      decided: decided?.decided ?? [],
      chart: given.isKept ? await chartInForce(kept.store, key, null) : null,
      journalStates: new Map(),
      leftOpen: prepared.carried,
      subject: run.rules.subject,
      kind: run.rules.name,
      runId,
      stored: !held && kept !== showing,
      stages: stages.times(),
    };
  } catch (error) {
    await giveUp(deps, claim, error);
    throw error;
  }
}

/** What neighbours had matched when the session's run was made; null if that is kept no longer, or there is no run. */
async function elsewhereOfSession(
  kept: StoreDependencies,
  session: Session | null,
): Promise<readonly LateGroup[] | null> {
  if (session === null || session.runId === null) return null;
  return elsewhereOf(kept, session.runId).catch((error: unknown) => {
    if (error instanceof TieoutError && error.code === 'content_pruned') return null;
    throw error;
  });
}

/** Whether neighbours match the same of the run's rows now as when the session's run was made. */
function areTheSame(late: readonly LateMatch[], then: readonly LateGroup[]): boolean {
  const now = new Set(late.flatMap(({ group }) => (group.origin === 'run' ? [group.groupId] : [])));
  return now.size === then.length && then.every(({ groupId }) => now.has(groupId));
}

const withElsewhere = (copied: readonly LateGroup[], elsewhere: readonly LateGroup[]): LateGroup[] => [
  ...copied.filter(({ origin }) => origin !== 'run'),
  ...elsewhere,
];

/** Reads a finished run from the store that keeps it, and writes nothing there. */
const shownFrom = ({ kept, showing }: Stores): StoreDependencies => ({
  ...showing,
  compute: kept.compute,
  store: {
    ...showing.store,
    groupBlocks: kept.store.groupBlocks,
    sessions: { ...showing.store.sessions, get: kept.store.sessions.get },
  },
});

/** A named session is read by its former plans. A store that keeps nothing has none, and is not waited for. */
async function knownPlans(
  { tenant, partner, session }: ReconcileCommand,
  { stores, isKept }: Pick<AtHand, 'stores' | 'isKept'>,
) {
  if (!isKept) return {};
  const { store } = (await stores).kept;
  const plans = session === null ? undefined : await plansOf(store, { tenant, partner, session });
  return { plans, remembered: await rememberedFor(store, { tenant, partner }) };
}

function answer(
  { sides, scope, columns, ownRows, accounts, late, plainCounter, parameters }: PreparedRun,
  { outcome, openSession, clusters, hints, exceptions, facts, itemised, narrative, ofKind, warnings }: CarriedOut,
): Omit<
  Reconciliation,
  'leftOpen' | 'subject' | 'kind' | 'runId' | 'stored' | 'stages' | 'decisions' | 'decided' | 'chart' | 'journalStates'
> {
  const files = [...sides.gl.files, ...sides.bank.files].map(
    ({ side, name, reading, repeated, keep, leftOut }): UsedFile => ({
      ...reading!,
      ...{ side, name, repeated, keep },
      ...(leftOut && { leftOut }),
    }),
  );
  return {
    key: scope.key,
    files,
    columns,
    accounts,
    ownRows,
    late,
    plainCounter,
    parameters,
    outcome,
    openSession,
    clusters,
    hints,
    clusterIds: exceptions.clusterIds,
    summary: facts,
    itemised,
    narrative,
    ofKind,
    identity: scope,
    warnings,
  };
}

/**
 * An uncommitted run ends failed and its writes are swept; a committed one is left for the next call to finish. An
 * error here must not hide the first one.
 */
async function giveUp({ store, clock }: StoreDependencies, claim: RunClaim, error: unknown): Promise<void> {
  const { code, message, file, line, choices } = toErrorRecord(error);
  const failure = {
    ...{ code, message, file: file ?? null, line: line ?? null },
    ...(choices !== undefined && { choices }),
  };
  try {
    const run = await store.runs.get(claim.runId);
    const session = run && (await store.sessions.get(run.key));
    if (session?.runId === claim.runId) return;
    await store.work.fail(workClaimOf(claim), { at: clock(), failure, pauseMs: null });
    await store.upkeep.sweepUnnamed();
  } catch {
    // The store itself failed: the run stays unfinished, and the next call continues it.
  }
}
