// A kind of run as the worker knows it: what it is called, which versions of its command this process can read, how a
// stored command becomes one that can be done, and how it is done. The worker goes through a list of them and names
// none; a run of a kind or of a command version that is not in the list is left to a process that has it.

import { TieoutError } from '../../core/errors.ts';
import type { Run, RunClaim } from '../../core/records/documents/run.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { StoredSummary } from '../../core/summary/summary-json.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Files } from '../../ports/files.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { LoaderDependencies } from '../delivery/tell-loader.ts';
import type { Hold } from '../upkeep/hold.ts';
import type { FinishCommitted, HeldRows } from '../upkeep/row-lease.ts';
import type { RunStages } from './run-stages.ts';
import type { StoreDependencies } from './store-run.ts';

/** How a session of many rows is matched by several workers at once. */
export interface Cutting {
  /** Most rows of a side: with more the session is cut. */
  readonly mostRows: number;
  readonly bus: Pick<Bus, 'announce'>;
}

/** Codes and names of institutions, by partner. */
export type Institutions = Readonly<Record<string, readonly string[]>>;

/** What a partner's institution is called; nothing where nobody said it. */
export const institutionOf = (all: Institutions | undefined, partner: string): readonly string[] =>
  all !== undefined && Object.hasOwn(all, partner) ? all[partner] : [];

export interface RunDependencies extends StoreDependencies, LoaderDependencies {
  readonly files: Files;
  /** Codes and names of institutions, as reports have them, by partner. */
  readonly institutions?: Institutions;
  /** Absent where nobody else would take a part of it. */
  readonly cutting?: Cutting | null;
}

/** A run that a worker has claimed. */
export interface RunAtWork {
  readonly run: Run;
  readonly claim: RunClaim;
  readonly hold: Hold;
  /**
   * Asked between two steps before the commit: throws what ends the run there, that somebody else has it, an operator
   * cancelled it or that it took too long.
   */
  readonly wanted: () => Promise<void>;
  readonly stages: RunStages;
  /** Finishes what another worker committed for the partner, once this run has the rows. */
  readonly finish: FinishCommitted;
  /** Tells what is known of the run beside its stages; it is stored when this answers. */
  readonly tell: (facts: { readonly rejectedRows: number; readonly warnings: readonly string[] }) => Promise<void>;
}

/** A command as the store has it: of a version that the kind knows. */
export type StoredCommand = Pick<Run, 'key' | 'parameters' | 'version'>;

export interface LeftToFinish {
  readonly session: CommittedSession;
  readonly rows: HeldRows;
}

export interface AsItStands {
  readonly session: CommittedSession;
  /** The late groups that hold rows of it by now. */
  readonly late: readonly LateGroup[];
}

export interface KindOfRun<Command = unknown> {
  readonly kind: string;
  /** Versions of its command that this process reads, whoever wrote them. */
  readonly versions: readonly number[];
  /** Checks what was stored, field by field. Throws command_unreadable with a sentence that says what is wrong. */
  readonly decode: (stored: StoredCommand) => Command;
  /**
   * Carries it out, or finishes what follows from it where the session names the run already. Throws TieoutError; before
   * the commit that leaves the session as it was, after it the run can be carried out again.
   */
  readonly carryOut: (deps: RunDependencies, work: RunAtWork, command: Command) => Promise<void>;
  /**
   * Whether what the run was to do counts already, so that it must be brought to its end; by default where its session
   * names it. Nothing that an attempt sent can change the answer any more. Throws what the store throws, session_busy.
   */
  readonly isCommitted?: (deps: StoreDependencies, run: Run) => Promise<boolean>;
  /** Writes what follows from a commit that another worker made, from what the session has, under the rows held. */
  readonly finish: (deps: StoreDependencies, left: LeftToFinish, command: Command) => Promise<void>;
  /** A summary of the session's run made anew from what is stored; nothing is written. Throws content_pruned. */
  readonly summarise: (deps: StoreDependencies, asItStands: AsItStands, command: Command) => Promise<StoredSummary>;
}

/** As one of a list: its command is its own affair. */
export const kindOfRun = <Command>(kind: KindOfRun<Command>): KindOfRun => kind as KindOfRun;

/** Throws session_busy for a run of a kind, or of a command version, that only other processes know: they finish it. */
export const finishingBy =
  (kinds: readonly KindOfRun[], deps: StoreDependencies): FinishCommitted =>
  async (session, rows) => {
    const run = (await deps.store.runs.get(session.runId))!;
    const kind = kinds.find((known) => known.kind === run.kind && known.versions.includes(run.version));
    if (kind !== undefined) return kind.finish(deps, { session, rows }, kind.decode(run));
    const of = `Run ${run.runId} of session ${run.key.session} is committed and not finished`;
    throw new TieoutError('session_busy', `${of}, and this process does not know its kind: another one finishes it.`);
  };
