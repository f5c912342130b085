// A window of a session that was cut, as a piece of work: its rows, stored without counting for any session, and how
// they are matched. Every worker gets the same result, so nothing is lost if two do it, and only time if nobody does:
// the run that was cut does the remaining ones. Rules: docs/decisions/windows.md.

import type { MatchParameters } from '../../core/matching/parameters.ts';
import { planOfWindow } from '../../core/matching/windows/cut-session.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { periodOf } from '../../core/records/documents/period.ts';
import { type MatchedWindow, windowCompleted } from '../../core/records/documents/window-event.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Compute, WindowFound } from '../../ports/compute.ts';
import type { Store } from '../../ports/store.ts';
import { type StoreDependencies, storeRows } from '../stored-runs/store-run.ts';
import type { WorkHandler } from '../work/handler.ts';

const WINDOW = 'window';
const WINDOW_VERSION = 1;

export interface WindowToMatch extends Readonly<Record<Side, RowColumns>> {
  /**
   * How many rows each account has; accounts lie one after the other. Null: rows of one account that is cut by days,
   * for which only the pairs at sight are wanted.
   */
  readonly accounts: readonly (readonly [gl: number, bank: number])[] | null;
  readonly parameters: MatchParameters;
}

type WindowPlace = Omit<MatchedWindow, 'days'>;

/** The result has the numbers of the window's own rows. */
export async function matchWindow(
  compute: Compute,
  { gl, bank, accounts, parameters }: WindowToMatch,
): Promise<WindowFound> {
  if (accounts === null) {
    const all = ({ count }: RowColumns) => Uint32Array.from({ length: count }, (_, row) => row);
    return { pairs: await compute.pairsAtSight({ gl, bank, rows: { gl: all(gl), bank: all(bank) }, parameters }) };
  }
  return { outcome: await compute.match({ gl, bank, plan: planOfWindow({ accounts }), parameters }) };
}

/** Stores the rows and queues the work. The rows are swept away once the run has ended. */
export async function offerWindow(
  deps: StoreDependencies,
  { key, branchId, runId, windowId }: WindowPlace,
  { gl, bank, accounts, parameters }: WindowToMatch,
): Promise<void> {
  const file = { name: '', digest: windowId, plainCounter: false, rejectedRows: 0, warnings: [], balances: [] };
  const only = (side: Side, columns: RowColumns) => ({
    files: [
      {
        ...file,
        side,
        columns,
        isOpening: false,
        ingestionId: null,
        reading: null,
        repeated: 0,
        keep: new Uint8Array(0),
      },
    ],
    parts: [columns],
  });
  const ids = idsOf(deps, { runId, windowId });
  await storeRows(deps, {
    key,
    sides: { gl: only('gl', gl), bank: only('bank', bank) },
    ids: { gl: [ids.gl], bank: [ids.bank] },
  });
  const command = {
    ...key,
    branchId,
    runId,
    windowId,
    rules: deps.rules,
    accounts,
    parameters,
  } as unknown as JsonObject;
  const work = { workId: windowId, kind: WINDOW, version: WINDOW_VERSION, command, tenant: key.tenant, lane: null };
  await deps.store.work.put({ ...work, acceptedAt: deps.clock() });
}

const idsOf = (
  { digest }: Pick<StoreDependencies, 'digest'>,
  { runId, windowId }: Pick<WindowPlace, 'runId' | 'windowId'>,
) => {
  const of = (side: Side) => digest(JSON.stringify(['window rows', runId, windowId, side])).slice(0, 32);
  return { gl: of('gl'), bank: of('bank') };
};

export function windowHandler(deps: StoreDependencies): WorkHandler {
  const { store, compute } = deps;
  return {
    kind: WINDOW,
    versions: [WINDOW_VERSION],
    noun: 'window',
    about: ({ command: { runId, windowId } }) => ({ run: runId, window: windowId }),
    // Its result counts for nothing yet: if it fails, its run does it.
    isCommitted: async () => false,
    tidy: async () => {},
    async carryOut({ work }, hold) {
      const of = windowIn(work.command);
      if (of.rules !== deps.rules || !(await isWanted(store, of))) return 'nothing_to_do';
      const ids = idsOf(deps, of);
      const rows = await Promise.all(SIDES.map((side) => storedRows(deps, ids[side])));
      if (rows.some((one) => one === null)) return 'nothing_to_do';
      const [gl, bank] = rows as RowColumns[];
      const found = await matchWindow(compute, { ...of, gl: gl!, bank: bank! });
      hold.check();
      await keepResult(deps, { ...of, gl: gl!, bank: bank!, found });
      return 'done';
    },
  };
}

/** Stores the result and says that the window is done. Repeating it changes nothing. */
export async function keepResult(
  { store, compute }: Pick<StoreDependencies, 'store' | 'compute'>,
  {
    found,
    gl,
    bank,
    ...of
  }: Omit<MatchedWindow, 'days'> & Readonly<Record<Side, RowColumns>> & { readonly found: WindowFound },
): Promise<void> {
  const { runId, windowId } = of;
  await store.windowResults.put({ runId, windowId, pieces: await compute.packOutcome(found) });
  await store.outbox.add(windowCompleted({ ...of, days: periodOf([gl, bank], { start: null, end: null }) }));
}

/** Whether the run still goes on and the window is not done. */
async function isWanted(store: Store, { runId, windowId }: WindowPlace): Promise<boolean> {
  const run = await store.runs.get(runId);
  if (run === null || run.status === 'succeeded' || run.status === 'failed') return false;
  return !(await store.windowResults.done(runId)).includes(windowId);
}

/** Null once they are swept away. */
async function storedRows(
  { store, compute }: Pick<StoreDependencies, 'store' | 'compute'>,
  ingestionId: string,
): Promise<RowColumns | null> {
  const header = await store.ingestions.get(ingestionId);
  if (header === null) return null;
  const numbers = Array.from({ length: header.blocks }, (_, n) => n);
  return compute.unpackRows(await store.rowBlocks.read(ingestionId, { numbers }));
}

function windowIn(
  command: JsonObject,
): WindowPlace & { readonly rules: string } & Pick<WindowToMatch, 'accounts' | 'parameters'> {
  const { tenant, partner, session, branchId, runId, windowId, rules, accounts, parameters } = command;
  return {
    key: { tenant: String(tenant), partner: String(partner), session: String(session) },
    branchId: typeof branchId === 'string' ? branchId : null,
    runId: String(runId),
    windowId: String(windowId),
    rules: String(rules),
    accounts: accounts as unknown as WindowToMatch['accounts'],
    parameters: parameters as unknown as MatchParameters,
  };
}
