// A thread that computes without an end, and what ends it from outside: a run that is cancelled, and one whose time is
// over. What is wanted and takes long is only shown.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import type { WorkClaim } from '../../../src/core/records/documents/work.ts';
import { type EndedFor, type Silence, watchSilence } from '../../../src/threads/runs/silence.ts';

const CLAIM: WorkClaim = { workId: 'run-1', fence: 3 };

let silence: Silence;
let thread: Worker;
afterEach(async () => {
  silence.stop();
  await thread.terminate();
});

interface Ended {
  readonly works: readonly WorkClaim[];
  readonly why: EndedFor | null;
}

/** A thread that says what it has in hand and then answers no more, watched. */
async function hanging({ mostRunMs = null as number | null, isCancelled = false }): Promise<() => Ended | null> {
  let ended: Ended | null = null;
  thread = new Worker("require('node:worker_threads').parentPort.postMessage('begins'); for (;;);", { eval: true });
  silence = watchSilence({
    mostMs: mostRunMs,
    isCancelled: async () => isCancelled,
    async end(works, why) {
      ended = { works, why };
      await thread.terminate();
      silence.ended();
    },
    failed: (error) => expect.fail(String(error)),
    lookEveryMs: 20,
  });
  silence.begun();
  await once(thread, 'message');
  silence.inHand('worker 1', CLAIM);
  silence.heard();
  return () => ended;
}

test('it is ended where its run is cancelled', async () => {
  const ended = await hanging({ isCancelled: true });
  await expect.poll(ended, { timeout: 20_000 }).toMatchObject({
    works: [CLAIM],
    why: { workId: 'run-1', failure: { code: 'cancelled' } },
  });
  expect(silence.trouble()).toBeNull();
});

test('it is ended where its run has had its time', async () => {
  const ended = await hanging({ mostRunMs: 200 });
  await expect.poll(ended, { timeout: 20_000 }).toMatchObject({
    works: [CLAIM],
    why: { workId: 'run-1', failure: { code: 'run_took_too_long' } },
  });
});

test('what is wanted goes on, and is shown', async () => {
  const ended = await hanging({ mostRunMs: 3_600_000 });
  await expect
    .poll(() => silence.trouble(), { timeout: 20_000 })
    .toMatch(/^The thread that does the runs has not answered for .*, at run-1/);
  expect(ended()).toBeNull();
  silence.heard();
  expect(silence.trouble()).toBeNull();
});
