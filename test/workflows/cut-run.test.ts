// A session of more rows than a worker is to match is cut into windows that several workers take at once: on both stores
// it holds what an uncut one holds, byte for byte, also where workers are killed in the middle, windows fail, the run is
// cancelled, tried again, or the session overwritten.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { type Compute, changedCompute } from '../../src/ports/compute.ts';
import type { Store } from '../../src/ports/store.ts';
import { cancelRun, retryRun } from '../../src/workflows/runs/operate-runs.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { writtenMonth } from '../generation/months.ts';
import { answerOf, contentOf } from './session-content.ts';
import { writePart } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService, temporaryFolder } from './worker-under-test.ts';

const WORKER = fileURLToPath(new URL('./killed-worker.ts', import.meta.url));
/** Some accounts have more, and are cut by days. */
const MOST_ROWS = 40;
/** That of the processes that are killed. */
const clock = () => 1_000;

let root: string;
let fileUrls: { gl: string[]; bank: string[] };
let uncut: unknown;
let found: unknown;

/** What the session holds, without who did the run. */
async function answer(store: Store) {
  const { run, ...content } = (await contentOf(store, KEY))!;
  return { ...content, run: { ...run, worker: null } };
}

beforeAll(async () => {
  root = await temporaryFolder('files');
  const { files } = writtenMonth({ rows: 360, accounts: 9, seed: 'cut' });
  const lines = (side: 'gl' | 'bank') => files[side].trimEnd().split(/\r?\n/);
  const month = { lines: { gl: lines('gl'), bank: lines('bank') } };
  const part = (side: 'gl' | 'bank', from: number, to: number) =>
    writePart(root, month, { side, from, to, name: `${side}-${from}.csv` });
  fileUrls = {
    gl: [await part('gl', 0, 0.4), await part('gl', 0.4, 1)],
    bank: [await part('bank', 0, 0.7), await part('bank', 0.7, 1)],
  };
  const service = await startService({ root, clock });
  service.work();
  expect(await service.run({ fileUrls })).toMatchObject({ status: 'succeeded', failure: null });
  uncut = await answer(service.store);
  found = await answerOf(service.store, KEY);
  await service.dispose();
});
afterAll(() => rm(root, { recursive: true }));

/** How many windows workers did, by their own account. */
const windowsDone = ({ said }: ServiceUnderTest) =>
  said.filter(({ sentence }) => sentence === 'The window succeeded.').length;

/** Nothing of windows is left, and what is swept away changes nothing. */
async function expectUncut(store: Store): Promise<void> {
  expect(await answer(store)).toEqual(uncut);
  const { runId } = (await store.sessions.get(KEY))!;
  await store.upkeep.sweepUnnamed();
  expect(await store.windowResults.done(runId!)).toEqual([]);
  expect(await answer(store)).toEqual(uncut);
}

describe.each(['embedded', 'MongoDB'])('on %s', (which) => {
  const tests = (open?: () => Promise<Store>) => {
    test('several workers say what one says of the whole', async () => {
      const service = await startService({ root, clock, ...(open && { open }) });
      for (let i = 0; i < 3; i++) service.work({ mostRows: MOST_ROWS });
      expect(await service.run({ fileUrls })).toMatchObject({ status: 'succeeded', failure: null });
      await expectUncut(service.store);
      expect(windowsDone(service)).toBeGreaterThan(1);
      // Overwritten, it is cut and finalised again, by the run that overwrites it.
      expect(await service.run({ fileUrls })).toMatchObject({ status: 'succeeded', failure: null });
      expect((await service.store.sessions.get(KEY))!.runId).toBe('run-2');
      await service.dispose();
    });
  };
  if (which === 'embedded') tests();
  else withMongodb('a server', (database) => tests(() => database.openPrepared()));
});

describe('what goes wrong in the middle', () => {
  let service: ServiceUnderTest;
  afterEach(() => service.dispose());

  /** Fails in every thread but the one that does the run. */
  const failing = (given: Compute): Compute =>
    changedCompute(given, () => ({
      match: async () => {
        throw new TieoutError('usage', 'A window that fails.');
      },
      pairsAtSight: async () => {
        throw new TieoutError('usage', 'A window that fails.');
      },
    }));

  test('windows that fail are done by the run itself', async () => {
    service = await startService({ root, clock });
    const kinds = service.deps.kinds.filter(({ kind }) => kind === 'nothing');
    service.work({ deps: { kinds, compute: failing(service.deps.compute) } });
    const { run } = await service.accept({ fileUrls });
    service.work({ mostRows: MOST_ROWS });
    expect(await service.ended(run.runId)).toMatchObject({ status: 'succeeded', failure: null });
    expect(service.said).toContainEqual(expect.objectContaining({ sentence: 'The window failed.' }));
    await expectUncut(service.store);
  });

  test('a window of a run that is gone is said to be left over, not to have succeeded', async () => {
    service = await startService({ root, clock });
    const command = { ...KEY, branchId: null, runId: 'gone', windowId: 'left', rules: '', accounts: null };
    const work = {
      workId: 'left',
      kind: 'window',
      version: 1,
      tenant: 'bank-a',
      command,
      lane: null,
      acceptedAt: clock(),
    };
    await service.store.work.put(work);
    service.work();
    const sentence = 'Nothing was left to do for the window.';
    await vi.waitFor(() => expect(service.said).toContainEqual(expect.objectContaining({ sentence })), 10_000);
    expect(windowsDone(service)).toBe(0);
  });

  test('a cancelled run leaves the session as it was, and is done again from the start', async () => {
    service = await startService({ root, clock });
    let matched = 0;
    const cancelling = changedCompute(service.deps.compute, (compute) => ({
      async match(...of) {
        if (++matched === 3) await cancelRun({ ...service.deps, ...service.deps }, 'run-1', ANYBODY);
        return compute.match(...of);
      },
    }));
    service.work({ mostRows: MOST_ROWS, deps: { compute: cancelling } });
    expect(await service.run({ fileUrls })).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    expect(await service.store.sessions.get(KEY)).toBeNull();
    const again = await retryRun({ ...service.deps, newId: () => 'run-1-again' }, 'run-1', { caller: ANYBODY });
    expect(await service.ended(again.runId)).toMatchObject({ status: 'succeeded', failure: null });
    expect(await answerOf(service.store, KEY)).toEqual(found);
  });

  test('a worker that dies in the middle is followed by one that finds what was done', async () => {
    const data = await temporaryFolder('data');
    service = await startService({ root, clock, data });
    await service.accept({ fileUrls });
    await service.dispose();
    for (const when of ['windowResults.read', 'windowResults.put']) {
      // Long enough for the store to have done it.
      expect(await worked(data, when, 100_000)).toBe('SIGKILL');
    }
    service = await startService({ root, clock, data });
    expect((await service.store.windowResults.done('run-1')).length).toBeGreaterThan(0);
    service.work({ mostRows: MOST_ROWS });
    expect(await service.ended('run-1')).toMatchObject({ status: 'succeeded' });
    await expectUncut(service.store);
    await rm(data, { recursive: true });
  });
});

/** The signal by which the process ended. */
async function worked(data: string, when: string, microseconds: number): Promise<string | null> {
  const child = spawn(process.execPath, [WORKER, data, root, when, String(microseconds), String(MOST_ROWS)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += text));
  const [code, signal] = await once(child, 'close');
  if (signal === null) expect(code, complaint).toBe(0);
  return signal;
}

withMongodb('several processes', (database) => {
  test('of which some are killed in the middle say what one says of the whole', async () => {
    const service = await startService({ root, clock, open: () => database.openPrepared() });
    await service.accept({ fileUrls });
    const [first, second] = await Promise.all([
      worked(database.uri, 'windowResults.put', 0),
      worked(database.uri, 'work.finish', 0),
      worked(database.uri, 'never', 0),
      worked(database.uri, 'never', 0),
    ]);
    expect([first, second]).toContain('SIGKILL');
    expect(await service.ended('run-1')).toMatchObject({ status: 'succeeded' });
    await expectUncut(service.store);
    await service.dispose();
  }, 60_000);
});
