// What a run writes, in the order of a run, for the tests that interrupt it: every step can be repeated, and the
// session's commit lies in the middle.

import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import type { RowColumns, Side } from '../../../src/core/records/rows/columns.ts';
import type { Store } from '../../../src/ports/store.ts';
import {
  clustersOf,
  groupBlocksOf,
  groupsOf,
  newIngestion,
  openItemsOf,
  rowBlocksOf,
  rowsOf,
} from '../../contracts/store/samples.ts';
import { KEY, LEASE, newRun } from '../../contracts/store/store-under-test.ts';

/** Which run of the session: the first on a new session, the second on what the first left. */
export type RunNumber = 1 | 2;

const ROWS = 240;
const BLOCK = 60;
const OPEN = 120;
const BATCH = 30;

export const ingestionOf = (run: RunNumber, side: Side) => `${side}-${run}`;
export const rowsOfRun = (run: RunNumber, side: Side): RowColumns => rowsOf(10 * run + (side === 'gl' ? 0 : 1), ROWS);

const SIDES: readonly Side[] = ['gl', 'bank'];

/** The run as a list of steps, each of them one operation of the store. */
export function runSteps(store: Store, run: RunNumber): readonly (() => Promise<unknown>)[] {
  const runId = `run-${run}`;
  const [gl, bank] = [ingestionOf(run, 'gl'), ingestionOf(run, 'bank')];
  const groups = groupBlocksOf(groupsOf(ROWS, [gl, bank]), BLOCK);
  // Half of what the first run finds open or in an exception, the second finds again.
  const first = run === 1 ? 0 : OPEN / 2;
  // Of a run that has ended there is no claim left, and what needs one changes nothing.
  let claim = { runId, fence: 0 };
  const batches = Array.from({ length: OPEN / BATCH }, (_, i) => first + i * BATCH);
  return [
    async () => {
      claim = (await store.runs.start(newRun(runId), LEASE))?.claim ?? claim;
    },
    ...SIDES.flatMap((side) => {
      const id = ingestionOf(run, side);
      const blocks = rowBlocksOf(rowsOfRun(run, side), BLOCK);
      return [
        () => store.ingestions.add(newIngestion(id, { side, rows: ROWS, blocks: blocks.length })),
        ...blocks.map((block) => () => store.rowBlocks.put(id, [block])),
      ];
    }),
    ...groups.map((block) => () => store.groupBlocks.put(claim, [block])),
    () => store.runs.report(claim, { stages: [], rejectedRows: run, warnings: ['The statement does not foot.'] }),
    () => store.sessions.commit(KEY, { expectVersion: run - 1, ingestions: [gl, bank], run: claim, at: 100 * run }),
    () => store.openItems.removeForOtherRuns(KEY, runId),
    ...batches.map(
      (from) => () =>
        store.openItems.insertIfAbsent(KEY, {
          runId,
          items: openItemsOf(rowsOf(from, BATCH), { ingestionId: gl, first: from }),
        }),
    ),
    ...batches.map(
      (from) => () =>
        store.clusters.insertOrRestore(KEY, {
          runId,
          clusters: clustersOf(BATCH, { ingestionId: gl, first: from }),
          at: 100 * run,
        }),
    ),
    () => store.clusters.voidPending(KEY, { exceptRunId: runId, reason: 'replaced by a later run', at: 100 * run }),
    () => store.summaries.append(KEY, { cause: runId, createdAt: 100 * run, summary: { open: OPEN } }),
    () => store.sessions.materialised(KEY, claim),
    () => store.work.finish(workClaimOf(claim), 100 * run),
  ];
}

export async function writeRun(store: Store, run: RunNumber): Promise<void> {
  for (const step of runSteps(store, run)) await step();
}
