// Runs in a thread of their own: done, drained, given back, and done by the next thread when one dies.

import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localBus } from '../../../src/adapters/bus-local/bus.ts';
import { type EmbeddedStore, openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { type RunThread, startRunThread } from '../../../src/threads/runs/host.ts';
import { bankingOrder } from '../../../src/workflows/kinds/banking-command.ts';
import { acceptRun } from '../../../src/workflows/runs/accept-run.ts';
import { monthOf, writePart } from '../../workflows/small-month.ts';
import { commandOf, KEY, type Said, temporaryFolder } from '../../workflows/worker-under-test.ts';

let root: string;
let data: string;
let store: EmbeddedStore;
let said: Said[];
const bus = localBus('tieout-run-thread-test');
const threads: RunThread[] = [];

beforeEach(async () => {
  [root, data] = [await temporaryFolder('files'), await temporaryFolder('data')];
  store = await openEmbeddedStore({ directory: data });
  said = [];
});
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.drain(5_000)));
  await store.close();
  await Promise.all([root, data].map((folder) => rm(folder, { recursive: true })));
});

function start(workers = 1): RunThread {
  const saying = (level: Said['level']) => (fields: Said['fields'], sentence: string) => {
    said.push({ level, fields, sentence });
  };
  const log = { info: saying('info'), warn: saying('warn'), error: saying('error') };
  const thread = startRunThread({
    resolving: { domains: ['mfb', 'nip'], rejectedShare: 0.01, institutions: {}, timeZone: 'UTC' },
    currency: 'NGN',
    store,
    bus: { local: 'tieout-run-thread-test' },
    log,
    files: { root, perTenant: false },
    workers,
    leaseMs: 30_000,
  });
  threads.push(thread);
  return thread;
}

async function accept(rows: number): Promise<string> {
  const month = monthOf(rows);
  const fileUrls = {
    gl: [await writePart(root, month, { side: 'gl' })],
    bank: [await writePart(root, month, { side: 'bank' })],
  };
  const deps = { store, bus, clock: Date.now, newId: () => `run-${rows}` };
  return (await acceptRun(deps, bankingOrder(commandOf({ fileUrls })))).run.runId;
}

async function until(runId: string, statuses: readonly string[]) {
  for (const deadline = Date.now() + 30_000; ; await pause(5)) {
    const run = (await store.runs.get(runId))!;
    if (statuses.includes(run.status)) return run;
    if (Date.now() > deadline) expect.fail(`the run is ${run.status}: ${JSON.stringify(said)}`);
  }
}

test('runs that are accepted here are done there, and their log is kept here', async () => {
  const thread = start();
  expect(thread.trouble()).toBeNull();
  const run = await until(await accept(120), ['succeeded', 'failed']);
  expect(run).toMatchObject({ status: 'succeeded', materialised: true });
  expect((await store.sessions.get(KEY))?.runId).toBe(run.runId);
  await thread.drain(1_000);
  expect(thread.trouble()).not.toBeNull();
  expect(said.map(({ sentence }) => sentence)).toEqual(['A run begins.', 'The run succeeded.']);
  // The store is still this thread's.
  expect((await store.runs.get(run.runId))?.status).toBe('succeeded');
});

test('a run that is not done when the thread is drained is given back and done by the next', async () => {
  const first = start();
  const runId = await accept(8_000);
  await until(runId, ['running']);
  await first.drain(0);
  expect(await store.runs.get(runId)).toMatchObject({ status: 'accepted', failures: 0, interruptions: 0 });
  start();
  expect(await until(runId, ['succeeded', 'failed'])).toMatchObject({ status: 'succeeded' });
});

test('a thread that dies is said and started again, and what was accepted stays', async () => {
  // No memory holds so many workers: the thread ends before it has one.
  const thread = start(2 ** 40);
  const runId = await accept(120);
  const deaths = () => said.filter(({ level }) => level === 'error').length;
  for (const deadline = Date.now() + 20_000; deaths() < 2; await pause(20)) {
    if (Date.now() > deadline) expect.fail(JSON.stringify(said));
  }
  await thread.drain(1_000);
  expect(said.map(({ sentence }) => sentence)).toContain('The thread that does the runs is started again.');
  expect((await store.runs.get(runId))?.status).toBe('accepted');
  start();
  expect(await until(runId, ['succeeded', 'failed'])).toMatchObject({ status: 'succeeded', interruptions: 0 });
});
