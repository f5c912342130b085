// Matches a session with more rows than one worker should match. It is cut into windows, which any worker takes; the
// run itself also does windows, from the last one on, until all are done. The results are joined as if one worker had
// matched everything; only the run goes on from there, once, under its own claim. When a run is taken over, the new
// worker finds the finished windows.

import { TieoutError } from '../../core/errors.ts';
import type { AccountRows } from '../../core/matching/account-source.ts';
import { isByLine } from '../../core/matching/method.ts';
import { mergeOutcomes } from '../../core/matching/outcome/merge-outcomes.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { MatchPlan } from '../../core/matching/plan.ts';
import { type AccountsWindow, cutSession } from '../../core/matching/windows/cut-session.ts';
import { dateWindows } from '../../core/matching/windows/date-windows.ts';
import { outcomeAt } from '../../core/matching/windows/outcome-at.ts';
import { windowRows, windowSum } from '../../core/matching/windows/window-rows.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { concatRows } from '../../core/records/rows/concat-rows.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import { type Compute, changedCompute, type WindowFound } from '../../ports/compute.ts';
import type { Cutting, RunAtWork, RunDependencies } from '../stored-runs/kind-of-run.ts';
import type { RunTerms } from '../stored-runs/run-terms.ts';
import { allEnded } from '../upkeep/all-ended.ts';
import { keepResult, matchWindow, offerWindow, type WindowToMatch } from './window-work.ts';

type Session = Parameters<Compute['match']>[0];
type CutRun = Pick<RunAtWork, 'run' | 'wanted'> & Pick<RunTerms, 'branchId'>;

/** Windows that the run matches side by side: each has few accounts, and each account occupies one thread. */
const AT_ONCE = 4;

/** A compute port that matches large sessions in windows. */
export function inWindows(deps: RunDependencies, work: CutRun): Compute {
  const { cutting = null } = deps;
  if (cutting === null) return deps.compute;
  return changedCompute(deps.compute, (compute) => ({
    async match(session, progress) {
      const parts = partsOf(session, cutting.mostRows);
      const windows = parts.flatMap(({ whole, days }): readonly CutWindow[] => days ?? [whole]);
      if (windows.length < 2) return compute.match(session, progress);
      const named = windows.map((window) => ({ ...window, windowId: windowIdOf(deps, work, { session, window }) }));
      const total = parts.reduce((sum, { whole }) => sum + rowsOf(whole), 0);
      let done = 0;
      const told = (window: CutWindow): void => progress?.((done += rowsOf(window)), total);
      const cut = new CutSession({ ...deps, compute }, { ...work, cutting, session, told });
      await cut.offer(named);
      const found = await cut.found(named);
      const outcomes: MatchOutcome[] = [];
      for (const { whole, days } of parts) {
        const ofPart = found.splice(0, days?.length ?? 1);
        if (days === null) outcomes.push(outcomeOf(ofPart[0], whole.rows));
        else {
          outcomes.push(await compute.match({ ...session, plan: planOf(whole, sharersOf(days, ofPart)) }));
          told(whole);
        }
      }
      return mergeOutcomes(outcomes);
    },
  }));
}

interface Part {
  readonly whole: AccountsWindow;
  /** The windows of an account that is larger than one window and is matched row by row; null for any other. */
  readonly days: readonly CutWindow[] | null;
}

function partsOf({ gl, bank, plan, parameters }: Session, mostRows: number): Part[] {
  const isLarge = ({ accounts, rows }: AccountsWindow): boolean =>
    isByLine(parameters.method) && accounts.length === 1 && Math.max(rows.gl.length, rows.bank.length) > mostRows;
  return cutSession(plan, mostRows).map((whole) => {
    const cut = () => dateWindows({ gl, bank, rows: whole.rows }, mostRows).map((rows) => ({ accounts: null, rows }));
    return { whole, days: isLarge(whole) ? cut() : null };
  });
}

interface CutWindow {
  /** Null: some rows of one account, cut by days. */
  readonly accounts: AccountsWindow['accounts'] | null;
  readonly rows: AccountRows;
}

interface NamedWindow extends CutWindow {
  readonly windowId: string;
}

const rowsOf = ({ rows }: CutWindow): number => rows.gl.length + rows.bank.length;

function outcomeOf(found: WindowFound, rows: AccountRows): MatchOutcome {
  if ('pairs' in found) throw new TieoutError('internal', 'A window of whole accounts has an outcome.');
  return outcomeAt(found.outcome, rows);
}

/** The results of an account's windows, by the numbers of the session's rows. */
function sharersOf(days: readonly CutWindow[], found: readonly WindowFound[]): AccountRows {
  const of = (side: Side): Uint32Array =>
    concatRows(
      found.map((one, n) => ('pairs' in one ? one.pairs[side].map((k) => days[n].rows[side][k]) : new Uint32Array(0))),
    );
  return { gl: of('gl'), bank: of('bank') };
}

const planOf = ({ rows }: AccountsWindow, sharers: AccountRows): MatchPlan => ({
  accounts: [{ name: '', ...rows, sharers }],
});

/** Equal rows that one run matches by equal rules have one id. */
function windowIdOf(
  { digest, rules }: { readonly digest: Digest; readonly rules: string },
  { run }: CutRun,
  {
    session: { gl, bank, parameters },
    window: { rows, accounts },
  }: { readonly session: Session; readonly window: CutWindow },
): string {
  const sums = [windowSum(gl, rows.gl), windowSum(bank, rows.bank)];
  return digest(JSON.stringify(['window', run.runId, rules, parameters, accounts, sums])).slice(0, 32);
}

interface CuttingOf extends CutRun {
  readonly cutting: Cutting;
  readonly session: Session;
  /** Called for each window whose accounts are matched. */
  readonly told: (window: CutWindow) => void;
}

class CutSession {
  readonly #deps: RunDependencies;
  readonly #of: CuttingOf;

  constructor(deps: RunDependencies, of: CuttingOf) {
    this.#deps = deps;
    this.#of = of;
  }

  /** Offers the unfinished windows to other workers, the first windows first. */
  async offer(windows: readonly NamedWindow[]): Promise<void> {
    const { run, cutting, wanted } = this.#of;
    const done = new Set(await this.#deps.store.windowResults.done(run.runId));
    for (const window of windows) {
      const { windowId } = window;
      if (done.has(windowId)) continue;
      await wanted();
      await offerWindow(this.#deps, this.#placeOf(window), this.#toMatch(window));
      cutting.bus.announce([windowId], 'work');
    }
  }

  /** The result of each window, by the numbers of its own rows. Windows that others have not done yet are done here. */
  async found(windows: readonly NamedWindow[]): Promise<WindowFound[]> {
    const found = new Array<WindowFound>(windows.length);
    let next = windows.length;
    const goOn = async (): Promise<void> => {
      while (next > 0) {
        next -= 1;
        const n = next;
        await this.#of.wanted();
        found[n] = await this.#found(windows[n]);
        if (windows[n].accounts !== null) this.#of.told(windows[n]);
      }
    };
    await allEnded(Array.from({ length: Math.min(AT_ONCE, windows.length) }, goOn));
    return found;
  }

  async #found(window: NamedWindow): Promise<WindowFound> {
    const { store, compute } = this.#deps;
    const of = this.#placeOf(window);
    const pieces = await store.windowResults.read(of);
    if (pieces !== null) return compute.unpackOutcome(pieces);
    const toMatch = this.#toMatch(window);
    const found = await matchWindow(compute, toMatch);
    const { gl, bank } = toMatch;
    await keepResult(this.#deps, { ...of, gl, bank, found });
    return found;
  }

  #placeOf({ windowId }: NamedWindow) {
    const { run, branchId } = this.#of;
    return { key: run.key, branchId, runId: run.runId, windowId };
  }

  #toMatch({ rows, accounts }: NamedWindow): WindowToMatch {
    const { gl, bank, parameters } = this.#of.session;
    return { gl: windowRows(gl, rows.gl), bank: windowRows(bank, rows.bank), accounts, parameters };
  }
}
