// kill -9 of a process that works on a run, at random points of it: a restart with the same data directory finishes the
// run with the same answer, block by block, as one that was not disturbed. Before the commit the session is as it was.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { MAX_WORK_INTERRUPTIONS } from '../../src/core/limits.ts';
import { randomOf } from '../adapters/store-embedded/random.ts';
import { contentOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { KEY, startService, temporaryFolder } from './worker-under-test.ts';

const KILLS = 10;
const LONGEST_WAIT_MICROSECONDS = 3_000;
const WORKER = fileURLToPath(new URL('./killed-worker.ts', import.meta.url));
const MONTH = monthOf(240);

const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

let root: string;
let before: string;
/** What the session shows before the run and after it. */
let expected: { readonly asItWas: unknown; readonly asItShouldBe: unknown };
let operations: number;
let runId: string;

/** A session with half of a month; accepted is a run that appends the other half. */
beforeAll(async () => {
  root = await temporaryFolder('files');
  before = await temporaryFolder('data');
  const service = await startService({ data: before, root, clock: () => 1_000 });
  const worker = service.work();
  const files = async (from: number, to: number, n: number) => ({
    gl: [await writePart(root, MONTH, { side: 'gl', from, to, name: `gl-${n}.csv` })],
    bank: [await writePart(root, MONTH, { side: 'bank', from, to, name: `bank-${n}.csv` })],
  });
  await service.run({ fileUrls: await files(0, 0.6, 1) });
  await worker.drain(10_000);
  const { run } = await service.accept({ fileUrls: await files(0.5, 1, 2), onExisting: 'append' });
  runId = run.runId;
  const asItWas = await contentOf(service.store, KEY);
  await service.dispose();

  const undisturbed = await copyOfBefore();
  const { said } = await workUntil(undisturbed, { when: 'never', wait: 0 });
  operations = Number(said);
  expected = { asItWas, asItShouldBe: await read(undisturbed) };
  await rm(undisturbed, { recursive: true });
});
afterAll(() => Promise.all([before, root].map((folder) => rm(folder, { recursive: true }))));

async function copyOfBefore(): Promise<string> {
  const directory = await temporaryFolder('data');
  await cp(before, directory, { recursive: true });
  return directory;
}

interface Kill {
  /** The number of an operation of the store, or its name. */
  readonly when: number | string;
  readonly wait: number;
}

/** Whether it was killed; one that was done a little sooner than the undisturbed one was not. */
async function workUntil(directory: string, { when, wait }: Kill) {
  const worker = spawn(process.execPath, [WORKER, directory, root, String(when), String(wait)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complaint = '';
  worker.stdout.on('data', (text) => (said += text));
  worker.stderr.on('data', (text) => (complaint += text));
  const [code, signal] = await once(worker, 'close');
  const killed = signal === 'SIGKILL';
  if (!killed) expect(code, complaint).toBe(0);
  return { said, killed };
}

/** What the session shows, and that nothing else is left. */
async function read(directory: string): Promise<unknown> {
  const store = await openEmbeddedStore({ directory });
  const content = await contentOf(store, KEY);
  expect(await store.runs.unfinished()).toEqual([]);
  expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 0, runs: 0 });
  expect(await contentOf(store, KEY)).toEqual(content);
  await store.close();
  return content;
}

/** Kills a worker at each of the operations, one after the other, then lets another one finish. */
async function survives(kills: readonly Kill[]): Promise<'before' | 'after'> {
  const directory = await copyOfBefore();
  let found: 'before' | 'after' = 'before';
  for (const kill of kills) {
    await workUntil(directory, kill);
    const store = await openEmbeddedStore({ directory });
    const committed = (await store.sessions.get(KEY))!.runId === runId;
    if (committed) found = 'after';
    else expect(await contentOf(store, KEY)).toEqual(expected.asItWas);
    await store.close();
  }
  const service = await startService({ data: directory, root, clock: () => 1_000 });
  service.work();
  const run = await service.ended(runId);
  expect(run).toMatchObject({ status: 'succeeded', failures: 0 });
  expect(run.report.stages.filter(({ status }) => status !== 'succeeded' && status !== 'skipped')).toEqual([]);
  await service.dispose();
  expect(await read(directory)).toEqual(expected.asItShouldBe);
  await rm(directory, { recursive: true });
  return found;
}

const [random, again] = [randomOf(seed), randomOf(seed + 1)];
const killAt = (share: number, of: () => number) => ({
  when: 1 + Math.floor(share * operations),
  wait: of() ** 2 * LONGEST_WAIT_MICROSECONDS,
});

test(`${KILLS} kills, seed ${seed} (TEST_SEED repeats it)`, async () => {
  // One in each part of the run, somewhere within the part.
  const kills = Array.from({ length: KILLS }, (_, i) => killAt((i + random()) / KILLS, random));
  const found = [];
  for (const kill of kills) found.push(await survives([kill]));
  expect(new Set(found)).toEqual(new Set(['before', 'after']));
}, 120_000);

test(`a run that is killed as often as may be, seed ${seed}`, async () => {
  const length = MAX_WORK_INTERRUPTIONS - 1;
  const kills = Array.from({ length }, (_, i) => killAt((i + again()) / length, again));
  await survives(kills);
}, 120_000);

test('files that are gone after the commit are not needed any more', async () => {
  const directory = await copyOfBefore();
  const elsewhere = await temporaryFolder('files');
  await cp(root, elsewhere, { recursive: true });
  const { killed } = await workUntil(directory, { when: 'clusters.voidPending', wait: 0 });
  expect(killed).toBe(true);
  for (const name of ['gl-1', 'gl-2', 'bank-1', 'bank-2']) await rm(join(elsewhere, `${name}.csv`));
  const service = await startService({ data: directory, root: elsewhere, clock: () => 1_000 });
  service.work();
  expect((await service.ended(runId)).status).toBe('succeeded');
  await service.dispose();
  expect(await read(directory)).toEqual(expected.asItShouldBe);
  await Promise.all([directory, elsewhere].map((folder) => rm(folder, { recursive: true })));
});
