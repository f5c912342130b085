import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const MODULE = new URL('../../../src/threads/runs/give-way.ts', import.meta.url).href;

// Inside a thread: its own priority before and after, and that of a thread that it starts.
const CODE = `
  const { parentPort, Worker } = require('node:worker_threads');
  const { getPriority } = require('node:os');
  const { readlinkSync } = require('node:fs');
  const own = () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
  const before = own();
  import(${JSON.stringify(MODULE)}).then(({ giveWay }) => {
    giveWay();
    const inner = 'const { parentPort } = require("node:worker_threads"); const { getPriority } = require("node:os");' +
      'const { readlinkSync } = require("node:fs");' +
      'parentPort.postMessage(getPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1))));';
    new Worker(inner, { eval: true }).on('message', (below) => parentPort.postMessage([before, own(), below]));
  });`;

test.runIf(process.platform === 'linux')('a thread and those it starts give way, the process does not', async () => {
  const process_ = getPriority();
  const worker = new Worker(CODE, { eval: true });
  const [before, after, below] = await new Promise<number[]>((resolve, reject) => {
    worker.on('message', resolve).on('error', reject);
  });
  expect(before).toBe(process_);
  expect([after, below]).toEqual([10, 10]);
  expect(getPriority()).toBe(process_);
  await worker.terminate();
});
