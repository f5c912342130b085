// kill -9 at random points of a run: the session is as it was or as it should be, and writing the run again
// finishes it with the same content. (That says nothing of power loss, which only synchronous=FULL answers for.)

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackGroupBlocks } from '../../../src/adapters/block-packing/group-blocks.ts';
import { unpackRowBlocks } from '../../../src/adapters/block-packing/row-blocks.ts';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import type { RowColumns } from '../../../src/core/records/rows/columns.ts';
import type { Store } from '../../../src/ports/store.ts';
import { KEY } from '../../contracts/store/store-under-test.ts';
import { allRows } from '../../core/records/row-samples.ts';
import { randomOf } from './random.ts';
import { ingestionOf, type RunNumber, rowsOfRun, runSteps, writeRun } from './run-sequence.ts';
import { temporaryDirectory } from './temporary-store.ts';

const KILLS = 20;
const LONGEST_WAIT_MICROSECONDS = 1_500;
const WRITER = fileURLToPath(new URL('./killed-writer.ts', import.meta.url));

const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

let before: string;
let expected: Record<RunNumber, unknown>;
let steps: number;

beforeAll(async () => {
  before = await temporaryDirectory();
  let store = await openEmbeddedStore({ directory: before });
  await writeRun(store, 1);
  const first = await contentOf(store);
  steps = runSteps(store, 2).length;
  await store.close();
  const undisturbed = await copyOfBefore();
  store = await openEmbeddedStore({ directory: undisturbed });
  await writeRun(store, 2);
  expected = { 1: first, 2: await contentOf(store) };
  await store.close();
  await rm(undisturbed, { recursive: true });
});

afterAll(() => rm(before, { recursive: true }));

async function copyOfBefore(): Promise<string> {
  const directory = await temporaryDirectory();
  await cp(before, directory, { recursive: true });
  return directory;
}

/** All that the store shows of the session, decoded. */
async function contentOf(store: Store) {
  const session = await store.sessions.get(KEY);
  const groups = await store.groupBlocks.headers(session!.runId!);
  const clusters = await store.clusters.page(KEY, { after: null, limit: 1_000 });
  const open = await store.openItems.page(KEY, { side: 'gl', after: null, limit: 1_000 });
  return {
    session,
    run: await store.runs.get(session!.runId!),
    ingestions: await store.ingestions.live(KEY),
    rows: await Promise.all(session!.ingestions.map((id) => rowsStored(store, id))),
    groupHeaders: groups,
    groups: unpackGroupBlocks(
      await store.groupBlocks.read(
        session!.runId!,
        groups.map(({ n }) => n),
      ),
    ),
    open: [open.next, asText(open.items.rows), open.items.recordId, open.items.clusterId],
    clusters,
    counts: await store.clusters.counts(KEY),
    totals: await store.openItems.aggregate(KEY),
    summaries: await store.summaries.history(KEY),
  };
}

async function rowsStored(store: Store, ingestionId: string) {
  const numbers = (await store.rowBlocks.headers(ingestionId)).map(({ n }) => n);
  return asText(unpackRowBlocks(await store.rowBlocks.read(ingestionId, { numbers })));
}

// Thousands of rows are compared some sixty times: as text in a moment, value by value in a minute.
const asText = (rows: RowColumns) => JSON.stringify(allRows(rows));

async function killAt(directory: string, { step, wait }: { step: number; wait: number }): Promise<void> {
  const writer = spawn(process.execPath, [WRITER, directory, String(step), String(wait)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  writer.stderr.on('data', (text) => (complaint += text));
  const [, signal] = await once(writer, 'close');
  expect(signal, complaint).toBe('SIGKILL');
}

async function survives(kill: { step: number; wait: number }): Promise<RunNumber> {
  const directory = await copyOfBefore();
  await killAt(directory, kill);
  const store = await openEmbeddedStore({ directory });
  const { runId, version } = (await store.sessions.get(KEY))!;
  expect([
    ['run-1', 1],
    ['run-2', 2],
  ]).toContainEqual([runId, version]);
  const found: RunNumber = version === 1 ? 1 : 2;
  // Before the commit everything is as it was; after it the rows that count are whole.
  if (found === 1) expect(await contentOf(store)).toEqual(expected[1]);
  for (const [place, side] of (['gl', 'bank'] as const).entries()) {
    const id = ingestionOf(found, side);
    expect((await store.ingestions.live(KEY))[place].ingestionId).toBe(id);
    expect(await rowsStored(store, id)).toBe(asText(rowsOfRun(found, side)));
  }
  await writeRun(store, 2);
  expect(await contentOf(store)).toEqual(expected[2]);
  expect(await store.runs.unfinished()).toEqual([]);
  await store.upkeep.sweepUnnamed();
  expect(await contentOf(store)).toEqual(expected[2]);
  expect(await store.ingestions.get('gl-1')).toBeNull();
  await store.close();
  await rm(directory, { recursive: true });
  return found;
}

test(`${KILLS} kills, seed ${seed} (TEST_SEED repeats it)`, async () => {
  const random = randomOf(seed);
  const kills = Array.from({ length: KILLS }, (_, i) => ({
    // One kill in each part of the run, somewhere within the part.
    step: Math.floor(((i + random()) / KILLS) * steps),
    wait: random() ** 2 * LONGEST_WAIT_MICROSECONDS,
  }));
  const found: RunNumber[] = [];
  // Two at a time: most of a kill is the start of a process.
  for (let i = 0; i < KILLS; i += 2) found.push(...(await Promise.all(kills.slice(i, i + 2).map(survives))));
  expect(new Set(found)).toEqual(new Set([1, 2]));
}, 120_000);
