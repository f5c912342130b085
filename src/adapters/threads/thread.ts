// The inside of a compute thread: does each task and answers with its output or its failure.

import { parentPort } from 'node:worker_threads';
import { toErrorRecord } from '../../core/errors.ts';
import { TASKS, type TaskAnswer, type TaskMessage } from './tasks.ts';

/** Least milliseconds between reports of progress. */
const PROGRESS_EVERY = 50;

async function perform({ id, name, input }: TaskMessage): Promise<TaskAnswer> {
  let told = 0;
  const progress = (done: number, total: number): void => {
    const now = performance.now();
    if (now - told < PROGRESS_EVERY && done < total) return;
    told = now;
    parentPort!.postMessage({ id, progress: [done, total] } satisfies TaskAnswer);
  };
  try {
    const task = TASKS[name] as (input: unknown, progress: (done: number, total: number) => void) => Promise<unknown>;
    return { id, output: await task(input, progress) };
  } catch (error) {
    return { id, failure: toErrorRecord(error) };
  }
}

parentPort!.on('message', async (message: TaskMessage) => parentPort!.postMessage(await perform(message)));
