// Defines a kind of run of a session, and the one way in which every kind is carried out: gather its rows, prepare
// them, match, decide, store, commit, materialise. A kind says which rows it gathers, how they match and, by its rules,
// what becomes of them. When things are stored, and what a crash may leave, is defined here and in carry-out-run.ts for
// all kinds.

import type { Flow } from '../../core/kinds/commercial.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { matchApart } from '../constraints/match-apart.ts';
import { type PreparedRun, preparedWithout } from '../preparing/prepare-run.ts';
import { withoutHeld } from '../rows/held-before.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { ingestedFiles, type SessionFile } from '../rows/session-files.ts';
import {
  type AsItStands,
  type KindOfRun,
  kindOfRun,
  type LeftToFinish,
  type MadeAnew,
  type RunAtWork,
  type RunDependencies,
  type ToTry,
  type Tried,
  type TryingDependencies,
} from '../stored-runs/kind-of-run.ts';
import type { RunStages } from '../stored-runs/run-stages.ts';
import type { Matches, RunTerms } from '../stored-runs/run-terms.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import { madeOf } from '../stored-runs/stored-outcome.ts';
import { inWindows } from '../windows/cut-run.ts';
import { carryOut } from './carry-out-run.ts';
import { decideRun } from './decide-run.ts';
import { decidedRows } from './decided-rows.ts';
import { finishForOther, finishOwn, runAnew } from './finish-run.ts';
import { groupsOfNow, groupsOfRun, natureOf, withCarried } from './groups-met.ts';
import { keepOneSide, missingSide } from './keep-one-side.ts';
import { orderWarningsOf } from './order-warnings.ts';
import { takingPartIn, warningsOf } from './run-in-hand.ts';

export interface Gathered {
  readonly files: readonly SessionFile[];
  readonly warnings: readonly string[];
  /** The direction by which they were read, if the command gives none. */
  readonly flow?: Flow;
}

export interface GatheringFor {
  readonly key: Omit<SessionKey, 'session'> & { readonly session: string | null };
  /** The session before the run, null if there is none. */
  readonly session: Session | null;
  readonly stages: RunStages;
  /** Whether rows of one side alone are enough. */
  readonly mayLackSide: boolean;
}

export interface PreparingFor {
  /** `session` null: derived from its rows. */
  readonly key: GatheringFor['key'];
  readonly digest: Digest;
}

export interface SessionRun<Command extends RunTerms, Needs = unknown>
  extends Matches,
    Pick<KindOfRun<Command>, 'kind' | 'versions' | 'decode'> {
  /** Gathers the rows that take part: from files, the session, or wherever the kind has them. Throws TieoutError. */
  readonly gather: (deps: Needs, command: Command, of: GatheringFor) => Promise<Gathered>;
  /**
   * True: rows of one side alone are kept for a later run. False: the run fails, because there is nothing to reconcile.
   */
  readonly keepsOneSide?: boolean;
  /** Makes sides, period and parameters, before matching. Throws TieoutError. */
  readonly prepare: (files: readonly SessionFile[], command: Command, of: PreparingFor) => PreparedRun;
}

/** The kind as a worker does it. */
export function sessionRun<Command extends RunTerms>(run: SessionRun<Command, RunDependencies>): KindOfRun {
  const ofSession = async (
    deps: ReadingDependencies,
    { key, runId }: Pick<CommittedSession, 'key' | 'runId'>,
    command: Command,
    { late, carried, resting = [] }: Partial<AsItStands> = {},
  ): Promise<PreparedRun> => {
    const { ingestions } = await madeOf(deps.store, runId);
    const files = await ingestedFiles(deps, key, ingestions);
    const prepared = run.prepare(files, command, { key, digest: deps.digest });
    const without = preparedWithout(prepared, await groupsOfRun(deps, { key, runId }, late));
    return carried === undefined
      ? withCarried(deps, without, natureOf(run, command))
      : { ...without, carried, resting };
  };

  const begin = async (deps: RunDependencies, work: RunAtWork, command: Command): Promise<void> => {
    const { key } = work.run;
    const mayLackSide = run.keepsOneSide ?? false;
    const session = await deps.store.sessions.get(key);
    // Its files may be gone, and its warnings were reported before the commit.
    if (session?.runId === work.run.runId) {
      const terms = withFlow(command, session.flow);
      await finishOwn(deps, await ofSession(deps, work.run, command), { ...work, kind: run, session, terms });
      return;
    }
    const gathering = () => run.gather(deps, command, { key, session, stages: work.stages, mayLackSide });
    const gathered = await work.stages.time('ingress', gathering, ({ files }) => rowsIn(files));
    const terms = withFlow(command, gathered.flow);
    const { files, warnings: ofOpening } = await withoutHeld(deps, gathered.files, {
      ...{ key, nature: natureOf(run, terms) },
    });
    const warnings = [...orderWarningsOf(work.run), ...gathered.warnings, ...ofOpening];
    const rejectedRows = rejectedIn(files);
    await work.tell({ rejectedRows, warnings });
    await work.wanted();
    if (mayLackSide && missingSide(files) !== null) {
      const { flow = null, periodStart, periodEnd } = terms;
      const nature = { kind: run.rules.name, flow, method: session?.method ?? null, periodStart, periodEnd };
      return keepOneSide(deps, work, { files, session, nature });
    }
    const whole = run.prepare(files, command, { key, digest: deps.digest });
    const groupsMet = () => groupsOfNow(deps, whole, natureOf(run, terms));
    const met = await groupsMet();
    const prepared = await withCarried(deps, preparedWithout(whole, met), natureOf(run, terms));
    const onWarnings = (found: readonly string[]) =>
      work.tell({ rejectedRows, warnings: [...warnings, ...met.warnings, ...found] });
    await carryOut({ ...deps, compute: inWindows(deps, { ...work, branchId: command.branchId }) }, prepared, {
      ...work,
      kind: run,
      session,
      terms,
      groupsMet,
      onWarnings,
    });
  };

  const finish = async (deps: StoreDependencies, { session, rows }: LeftToFinish, command: Command): Promise<void> => {
    const prepared = await ofSession(deps, session, command);
    const terms = withFlow(command, session.flow);
    await finishForOther(deps, prepared, { kind: run, runId: session.runId, terms, rows });
  };

  const anew = async (deps: ReadingDependencies, asItStands: AsItStands, command: Command): Promise<MadeAnew> => {
    const { session } = asItStands;
    const prepared = await ofSession(deps, session, command, asItStands);
    return runAnew(deps, prepared, { kind: run, runId: session.runId, terms: withFlow(command, session.flow) });
  };

  const tried = async (deps: TryingDependencies, trying: ToTry<Command>, command: Command): Promise<Tried> => {
    const { session, stages, wanted } = trying;
    const { key, runId, flow } = session;
    const asked = trying.change(command);
    const gathering = async (): Promise<Gathered> => {
      if (trying.isReadAgain) return run.gather(deps, asked, { key, session: null, stages, mayLackSide: false });
      const { ingestions } = await madeOf(deps.store, runId);
      return { files: await ingestedFiles(deps, key, ingestions), warnings: [], ...(flow !== null && { flow }) };
    };
    const gathered = await stages.time('ingress', gathering, ({ files }) => rowsIn(files));
    wanted();
    const terms = withFlow(asked, gathered.flow);
    const nature = natureOf(run, terms);
    const { files, warnings } = await withoutHeld(deps, gathered.files, { key, nature });
    const whole = run.prepare(files, asked, { key, digest: deps.digest });
    const met = await groupsOfNow(deps, whole, nature);
    const prepared = await withCarried(deps, preparedWithout(whole, met), nature);
    const progress = (done: number, total: number) => stages.progress('reconciliation', done, total);
    const match = () => matchApart(deps, prepared, { kind: run, progress, apart: trying.apart });
    const outcome = await stages.time('reconciliation', match, () => takingPartIn(prepared));
    wanted();
    const decided = await decidedRows(deps.store, session);
    const made = decideRun(prepared, outcome, { kind: run, terms, stages, decided });
    const { clusters, facts, openSession } = made;
    const of = { outcome: made.outcome, clusters, facts, openSession };
    const all = [...gathered.warnings, ...warnings, ...met.warnings];
    return { prepared, ...of, warnings: [...all, ...warningsOf(prepared, { kind: run, terms }, outcome.notes)] };
  };

  const { kind, versions, decode } = run;
  return kindOfRun<Command>({ kind, versions, decode, carryOut: begin, finish, anew, tried });
}

/** The command with the direction by which its rows were read, if it gives none. */
export const withFlow = <Command extends RunTerms>(command: Command, flow: Flow | null | undefined): Command =>
  command.flow === null && flow ? { ...command, flow } : command;

const rowsIn = (files: readonly SessionFile[]): number => files.reduce((sum, { columns }) => sum + columns.count, 0);

export const rejectedIn = (files: readonly SessionFile[]): number =>
  files.reduce((sum, { rejectedRows }) => sum + rejectedRows, 0);
