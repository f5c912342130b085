// /livez asked every few milliseconds while something is done, from a thread that does nothing else.

import { Worker } from 'node:worker_threads';

export interface Probed {
  readonly times: readonly number[];
  readonly p99: number;
  readonly text: string;
}

/** /livez while `work` is done. The thread that asks does nothing else. */
export async function probed(address: string, work: () => Promise<unknown>): Promise<Probed> {
  const prober = new Worker(PROBER, { eval: true, workerData: address });
  await new Promise((resolve) => prober.once('message', resolve));
  await work();
  prober.postMessage('end');
  const times = await new Promise<number[]>((resolve) => prober.once('message', resolve));
  await prober.terminate();
  const [p50, p99, most] = [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(1));
  return {
    times,
    p99: quantile(times, 0.99),
    text: `/livez p50 ${p50} ms, p99 ${p99} ms, most ${most} ms of ${times.length}`,
  };
}

const PROBER = `
const { get, Agent } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const agent = new Agent({ keepAlive: true });
const times = [];
let isEnding = false;
parentPort.once('message', () => { isEnding = true; });
const one = () => new Promise((resolve, reject) => {
  const began = performance.now();
  get(workerData + '/livez', { agent }, (reply) => reply.resume().on('end', () => resolve(performance.now() - began)))
    .on('error', reject);
});
(async () => {
  await one();
  parentPort.postMessage('ready');
  while (!isEnding) {
    times.push(await one());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  parentPort.postMessage(times);
})();`;

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
