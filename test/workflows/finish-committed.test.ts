// A run that its session names is finished from what it stored, by whichever version of the rules finishes it: no row
// is open that one of its groups has, and nothing is matched a second time.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpackGroupBlocks } from '../../src/adapters/block-packing/group-blocks.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { TIER_OPEN } from '../../src/core/records/groups/groups.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { type Compute, changedCompute } from '../../src/ports/compute.ts';
import type { Store } from '../../src/ports/store.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { newIngestion } from '../contracts/store/samples.ts';
import { answerOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { commandOf, KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTH = monthOf(400, 'finish');

/** Rows by ingestion and ordinal, of groups and of open items. */
async function rowsOf({ store }: ServiceUnderTest) {
  const runId = (await store.sessions.get(KEY))!.runId!;
  const headers = await store.groupBlocks.headers(runId);
  const numbers = headers.flatMap(({ n, header }) => (header.tier === TIER_OPEN ? [] : [n]));
  const groups = unpackGroupBlocks(await store.groupBlocks.read(runId, numbers));
  const grouped = SIDES.flatMap((side) =>
    Array.from({ length: groups[side].positions.length / 2 }, (_, k) => {
      const [ingestion, ordinal] = groups[side].positions.subarray(2 * k, 2 * k + 2);
      return `${groups.ingestions[ingestion!]} ${ordinal}`;
    }),
  );
  const open = await Promise.all(
    SIDES.map(async (side) => {
      const { items } = await store.openItems.page(KEY, { side, after: null, limit: 100_000 });
      return Array.from(items.ordinal, (ordinal, k) => `${items.ingestions[items.ingestion[k]]} ${ordinal}`);
    }),
  );
  return { grouped, open: open.flat() };
}

/** Stands for a version with other rules: it sees fewer days, and so matches fewer rows. */
const withNarrowerDays = (given: Compute): Compute =>
  changedCompute(given, (compute) => ({
    match: ({ parameters, ...session }, progress) =>
      compute.match({ ...session, parameters: { ...parameters, daysForward: 0, daysBack: 0 } }, progress),
  }));

/** Once: the open items are written after some clusters are, and before any is there the process is gone. */
function endingAfterCommit(store: Store): Store {
  let calls = 0;
  return {
    ...store,
    openItems: {
      ...store.openItems,
      async insertIfAbsent(...batch) {
        if (calls++ === 0) throw new Error('gone');
        return store.openItems.insertIfAbsent(...batch);
      },
    },
  };
}

async function finishesAsCommitted(open?: () => Promise<Store>): Promise<void> {
  const service = await startService(open && { open });
  const undisturbed = await startService({ root: service.root });
  const fileUrls = {
    gl: [await writePart(service.root, MONTH, { side: 'gl' })],
    bank: [await writePart(service.root, MONTH, { side: 'bank' })],
  };
  const store = endingAfterCommit(service.store);
  const { run } = await service.accept({ fileUrls });
  const first = service.work({ deps: { store } });
  for (;;) {
    const now = (await service.store.runs.get(run.runId))!;
    if (now.failures > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await first.drain(10_000);
  expect((await service.store.sessions.get(KEY))?.runId).toBe(run.runId);
  service.work({ deps: { compute: withNarrowerDays(service.deps.compute), rules: 'rules-2' } });
  const ended = await service.ended(run.runId);
  // It was decided by those that committed it.
  expect([ended.status, ended.materialised, ended.report.rules]).toEqual(['succeeded', true, 'rules-1']);

  const { grouped, open: left } = await rowsOf(service);
  expect(left.length).toBeGreaterThan(20);
  const inGroups = new Set(grouped);
  expect(left.filter((row) => inGroups.has(row))).toEqual([]);
  undisturbed.work();
  await undisturbed.run({ fileUrls });
  expect(await answerOf(service.store, KEY)).toEqual(await answerOf(undisturbed.store, KEY));
  await undisturbed.dispose();
  await service.dispose();
}

test('a committed run is finished by other rules as it was committed', () => finishesAsCommitted());

withMongodb('on MongoDB', (database) => {
  test('a committed run is finished by other rules as it was committed', () =>
    finishesAsCommitted(() => database.openPrepared()));
});

test('a run of a version that stored its groups alone is finished with its open rows, in no cluster', async () => {
  const service = await startService();
  const fileUrls = {
    gl: [await writePart(service.root, MONTH, { side: 'gl' })],
    bank: [await writePart(service.root, MONTH, { side: 'bank' })],
  };
  const { run } = await service.accept({ fileUrls });
  const compute = changedCompute(service.deps.compute, () => ({ packOpenRows: async () => [] }));
  service.work({ deps: { compute, store: endingAfterCommit(service.store) } });
  await service.ended(run.runId);
  const { grouped, open } = await rowsOf(service);
  const rows = MONTH.lines.gl.length + MONTH.lines.bank.length - 2;
  expect(new Set([...grouped, ...open]).size).toBe(grouped.length + open.length);
  expect(grouped.length + open.length).toBeGreaterThan(0.95 * rows);
  expect((await answerOf(service.store, KEY)).facts).toMatchObject({ clusterCount: 0 });
  await service.dispose();
});

test('files at hand are done again by other rules, and not by the same', async () => {
  const service = await startService();
  const { store, deps } = service;
  for (const side of SIDES) await writePart(service.root, MONTH, { side });
  const files = (side: Side) => [{ path: join(service.root, `${side}.csv`), name: `${side}.csv` }];
  const command = { ...commandOf({}), ...KEY, files: { gl: files('gl'), bank: files('bank') } };
  const stored: boolean[] = [];
  for (const rules of ['rules-1', 'rules-1', 'rules-2', 'rules-2']) {
    stored.push((await reconcileOn({ ...deps, store: Promise.resolve(store), rules }, command)).stored);
  }
  expect(stored).toEqual([true, false, true, false]);
  const session = (await store.sessions.get(KEY))!;
  expect([session.version, (await store.runs.get(session.runId!))?.report.rules]).toEqual([2, 'rules-2']);
  await service.dispose();
});

test('a run that ends after rows were added to its session is one of its own rows', async () => {
  const service = await startService();
  const { store } = service;
  const urls = {
    gl: [await writePart(service.root, MONTH, { side: 'gl', to: 0.5 })],
    bank: [await writePart(service.root, MONTH, { side: 'bank' })],
  };
  // The worker goes when all but the end is written.
  const finish = async () => Promise.reject(new TieoutError('store_unavailable', 'gone'));
  const first = service.work({ deps: { store: { ...store, work: { ...store.work, finish } } } });
  const { run } = await service.accept({ fileUrls: urls });
  // A store that is away is no failure of the run: it is given back, with why.
  while ((await store.runs.get(run.runId))!.failure === null) await new Promise((resolve) => setTimeout(resolve, 5));
  await first.drain(10_000);
  const before = (await store.sessions.get(KEY))!;
  expect(before).toMatchObject({ runId: run.runId, materialised: true });
  const added = await store.ingestions.live(KEY);
  const more = newIngestion('more', { key: KEY, rows: 0, blocks: 0 });
  await store.ingestions.add(more);
  const ingestions = [...added.map(({ ingestionId }) => ingestionId), 'more'];
  await store.sessions.commit(KEY, { expectVersion: before.version, ingestions, run: null, at: 9 });
  const left = await rowsOf(service);
  service.work();
  expect((await service.ended(run.runId)).status).toBe('succeeded');
  expect(await rowsOf(service)).toEqual(left);
  expect((await store.sessions.get(KEY))?.ingestions).toEqual(ingestions);
  await service.dispose();
});
