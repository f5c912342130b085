// A kind of run as the worker knows it: its name, the versions of its command that this process reads, how a stored
// command is decoded, and how it is done. The worker goes through a list of kinds and names none. A run of a kind or
// command version outside the list is left to a process that knows it.

import type { ClusterSet } from '../../core/classification/cluster-set.ts';
import type { OpenSession } from '../../core/classification/open-session.ts';
import { TieoutError } from '../../core/errors.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { Apart } from '../../core/people/set-apart.ts';
import type { Run, RunClaim } from '../../core/records/documents/run.ts';
import type { CarriedRow, LateGroup } from '../../core/records/late/late-groups.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import type { RestingAccount } from '../../core/summary/proof/resting.ts';
import type { ItemisedProof } from '../../core/summary/proof/session-lines.ts';
import type { Subject } from '../../core/summary/summarise.ts';
import type { StoredSummary } from '../../core/summary/summary-json.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Files } from '../../ports/files.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { LoaderDependencies } from '../delivery/tell-loader.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import type { Hold } from '../upkeep/hold.ts';
import type { FinishCommitted, HeldRows } from '../upkeep/row-lease.ts';
import type { RunStages } from './run-stages.ts';
import type { StoreDependencies } from './store-run.ts';

/** How a session of many rows is matched by several workers at once. */
export interface Cutting {
  /** Most rows of a side; a session with more is cut. */
  readonly mostRows: number;
  readonly bus: Pick<Bus, 'announce'>;
}

/** Codes and names of institutions, by partner. */
export type Institutions = Readonly<Record<string, readonly string[]>>;

/** The partner's institution; undefined if none is given. */
export const institutionOf = (all: Institutions | undefined, partner: string): readonly string[] =>
  all !== undefined && Object.hasOwn(all, partner) ? all[partner] : [];

export interface RunDependencies extends StoreDependencies, LoaderDependencies {
  readonly files: Files;
  /** Codes and names of institutions by partner, for reports. */
  readonly institutions?: Institutions;
  /** Absent if no other worker could take a part. */
  readonly cutting?: Cutting | null;
}

/** A run that a worker has claimed. */
export interface RunAtWork {
  readonly run: Run;
  readonly claim: RunClaim;
  readonly hold: Hold;
  /**
   * Called between two steps before the commit. Throws if the run must end: another worker has it, an operator
   * cancelled it, or it took too long.
   */
  readonly wanted: () => Promise<void>;
  readonly stages: RunStages;
  /** Finishes what another worker committed for the partner, once this run holds the rows. */
  readonly finish: FinishCommitted;
  /** Reports facts beside the stages; they are stored when this answers. */
  readonly tell: (facts: { readonly rejectedRows: number; readonly warnings: readonly string[] }) => Promise<void>;
}

/** A stored command, of a version that the kind knows. */
export type StoredCommand = Pick<Run, 'key' | 'parameters' | 'version'>;

export interface LeftToFinish {
  readonly session: CommittedSession;
  readonly rows: HeldRows;
}

export interface AsItStands {
  readonly session: CommittedSession;
  /** The late groups that hold rows of it by now. */
  readonly late: readonly LateGroup[];
  /** What earlier sessions had open when its figures were made; not given: what they have open now. */
  readonly carried?: readonly CarriedRow[] | undefined;
  /** The accounts that only such rows are of. */
  readonly resting?: readonly RestingAccount[] | undefined;
}

/** What the run of a session came to, with its present late groups. */
export interface MadeAnew extends Required<StoredSummary> {
  readonly subject: Subject;
  readonly prepared: PreparedRun;
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
  /** The proofs of its facts with the rows of their lines. */
  readonly itemised: readonly ItemisedProof[];
}

export interface KindOfRun<Command = unknown> {
  readonly kind: string;
  /** Versions of its command that this process reads. */
  readonly versions: readonly number[];
  /** Checks the stored command field by field. Throws command_unreadable with a sentence that says what is wrong. */
  readonly decode: (stored: StoredCommand) => Command;
  /**
   * Carries the run out; if the session names the run already, only finishes what follows. Throws TieoutError: before
   * the commit the session stays as it was, after it the run can be carried out again.
   */
  readonly carryOut: (deps: RunDependencies, work: RunAtWork, command: Command) => Promise<void>;
  /**
   * Whether the run's result counts already, so that the run must be finished; by default, whether its session names
   * it. Called when no earlier write of an attempt can change the answer. Throws what the store throws, session_busy.
   */
  readonly isCommitted?: (deps: StoreDependencies, run: Run) => Promise<boolean>;
  /** Writes what follows from another worker's commit, from what the session has, under the held rows. */
  readonly finish: (deps: StoreDependencies, left: LeftToFinish, command: Command) => Promise<void>;
  /** Makes what a run of the session with other terms would find; writes nothing. Absent: such sessions are not tried. */
  readonly tried?: (deps: TryingDependencies, trying: ToTry<Command>, command: Command) => Promise<Tried>;
  /** Makes the result of the session's run again from what is stored; writes nothing. Throws content_pruned. */
  readonly anew: (deps: ReadingDependencies, asItStands: AsItStands, command: Command) => Promise<MadeAnew>;
}

export type TryingDependencies = Pick<RunDependencies, 'store' | 'compute' | 'digest' | 'clock' | 'files' | 'rules'>;

/** A session that is tried with other terms. */
export interface ToTry<Command> {
  readonly session: CommittedSession;
  readonly stages: RunStages;
  /** Whether its files are read again; else its stored rows take part. */
  readonly isReadAgain: boolean;
  /** Rows that stay apart, instead of those that people set apart. */
  readonly apart: readonly Apart[];
  /** Called between two steps; throws if the trial must end. */
  readonly wanted: () => void;
  readonly change: (command: Command) => Command;
}

/** What a run would find. */
export interface Tried {
  readonly prepared: PreparedRun;
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
  readonly facts: SummaryFacts;
  /** For the reasons of its exceptions. */
  readonly openSession: OpenSession;
  readonly warnings: readonly string[];
}

/** The kind as an entry of a list, with the type of its command hidden. */
export const kindOfRun = <Command>(kind: KindOfRun<Command>): KindOfRun => kind as KindOfRun;

/** The kind of a stored run; undefined if this process does not know it in the run's version. */
export const kindAmong = (kinds: readonly KindOfRun[], run: Run): KindOfRun | undefined =>
  kinds.find(({ kind, versions }) => kind === run.kind && versions.includes(run.version));

/** Throws session_busy for a run of a kind or command version that only other processes know: they finish it. */
export const finishingBy =
  (kinds: readonly KindOfRun[], deps: StoreDependencies): FinishCommitted =>
  async (session, rows) => {
    const run = (await deps.store.runs.get(session.runId))!;
    const kind = kindAmong(kinds, run);
    if (kind !== undefined) return kind.finish(deps, { session, rows }, kind.decode(run));
    const of = `Run ${run.runId} of session ${run.key.session} is committed and not finished`;
    throw new TieoutError('session_busy', `${of}, and this process does not know its kind: another one finishes it.`);
  };
