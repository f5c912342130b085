// Matching of a session of more rows than one worker is to match: it is cut into windows, which any worker takes, and the
// run itself does windows too, from the last on, until all are done. What was found out is put together as if one had
// done it all; the run alone goes on from there, once, under its own claim. A run that is taken over finds what was done.

import { mergeOutcomes } from '../../core/matching/outcome/merge-outcomes.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { type AccountsWindow, cutSession } from '../../core/matching/windows/cut-session.ts';
import { outcomeAt } from '../../core/matching/windows/outcome-at.ts';
import { windowRows, windowSum } from '../../core/matching/windows/window-rows.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Compute } from '../../ports/compute.ts';
import type { Cutting, RunAtWork, RunDependencies } from '../runs/kind-of-run.ts';
import type { RunTerms } from '../runs/run-terms.ts';
import { allEnded } from '../upkeep/all-ended.ts';
import { keepResult, matchWindow, offerWindow, type WindowToMatch } from './window-work.ts';

type Session = Parameters<Compute['match']>[0];
type CutRun = Pick<RunAtWork, 'run' | 'wanted'> & Pick<RunTerms, 'branchId'>;

/** Windows that the run matches side by side: each has few accounts, and an account is a thread's. */
const AT_ONCE = 4;

/** The same, matching in windows what is too much for one. */
export function inWindows(deps: RunDependencies, work: CutRun): Compute {
  const { compute, cutting = null } = deps;
  if (cutting === null) return compute;
  return {
    ...compute,
    async match(session, progress) {
      const windows = cutSession(session.plan, cutting.mostRows);
      if (windows.length === 0) return compute.match(session, progress);
      const named = windows.map((window) => ({ ...window, windowId: windowIdOf(deps, work, { session, window }) }));
      const total = rowsOf(windows);
      const cut = new CutSession(deps, { ...work, cutting, session, told: (done) => progress?.(done, total) });
      await cut.offer(named);
      return mergeOutcomes(await cut.outcomes(named));
    },
  };
}

interface NamedWindow extends AccountsWindow {
  readonly windowId: string;
}

const rowsOf = (windows: readonly AccountsWindow[]): number =>
  windows.reduce((sum, { rows }) => sum + rows.gl.length + rows.bank.length, 0);

/** The same rows, to be matched by the same rules for the same run, have the same one. */
function windowIdOf(
  { digest, rules }: { readonly digest: Digest; readonly rules: string },
  { run }: CutRun,
  {
    session: { gl, bank, parameters },
    window: { rows, accounts },
  }: { readonly session: Session; readonly window: AccountsWindow },
): string {
  const sums = [windowSum(gl, rows.gl), windowSum(bank, rows.bank)];
  return digest(JSON.stringify(['window', run.runId, rules, parameters, accounts, sums])).slice(0, 32);
}

interface CuttingOf extends CutRun {
  readonly cutting: Cutting;
  readonly session: Session;
  /** Told how many rows are matched. */
  readonly told: (rows: number) => void;
}

class CutSession {
  readonly #deps: RunDependencies;
  readonly #of: CuttingOf;

  constructor(deps: RunDependencies, of: CuttingOf) {
    this.#deps = deps;
    this.#of = of;
  }

  /** Puts down what is not done, the first windows first. */
  async offer(windows: readonly NamedWindow[]): Promise<void> {
    const { run, cutting, wanted } = this.#of;
    const done = new Set(await this.#deps.store.windowResults.done(run.runId));
    for (const window of windows) {
      const { windowId } = window;
      if (done.has(windowId)) continue;
      await wanted();
      await offerWindow(this.#deps, this.#placeOf(window), this.#toMatch(window));
      cutting.bus.announce([windowId]);
    }
  }

  /** Of each window, by the numbers of the session's rows. What others have not done yet is done here. */
  async outcomes(windows: readonly NamedWindow[]): Promise<MatchOutcome[]> {
    const outcomes = new Array<MatchOutcome>(windows.length);
    let [next, done] = [windows.length, 0];
    const goOn = async (): Promise<void> => {
      while (next > 0) {
        next -= 1;
        const n = next;
        await this.#of.wanted();
        outcomes[n] = outcomeAt(await this.#outcome(windows[n]!), windows[n]!.rows);
        this.#of.told((done += rowsOf([windows[n]!])));
      }
    };
    await allEnded(Array.from({ length: Math.min(AT_ONCE, windows.length) }, goOn));
    return outcomes;
  }

  async #outcome(window: NamedWindow): Promise<MatchOutcome> {
    const { store, compute } = this.#deps;
    const of = this.#placeOf(window);
    const pieces = await store.windowResults.read(of);
    if (pieces !== null) return compute.unpackOutcome(pieces);
    const toMatch = this.#toMatch(window);
    const outcome = await matchWindow(compute, toMatch);
    const { gl, bank } = toMatch;
    await keepResult(this.#deps, { ...of, gl, bank, outcome });
    return outcome;
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
