// The inside of the imaging process. A task's module is loaded at its first request, and each message gets one answer.
// A separate thread watches its memory and its parent, because this one may be blocked in a library.

import { Worker } from 'node:worker_threads';
import type { ImagingResult, TaskShapes } from '../../ports/verification/imaging.ts';
import type { TaskReply, TaskRequest } from './messages.ts';
import { TaskFailure } from './task-failure.ts';

type Task<Shape extends TaskShapes[string]> = (ask: Shape['ask']) => Promise<Shape['answer']>;

/** Loaders of the tasks' modules, by task name. */
type TaskModules<Tasks extends TaskShapes> = {
  readonly [Name in keyof Tasks]: () => Promise<Task<Tasks[Name]>>;
};

export function serveTasks<Tasks extends TaskShapes>(modules: TaskModules<Tasks>): void {
  const memoryBytes = Number(process.argv[2]);
  new Worker(new URL('./watch.ts', import.meta.url), { workerData: { memoryBytes, starter: process.ppid } }).unref();
  // These signals go to all processes of a terminal; the service decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());

  const loaded = new Map<string, Promise<Task<Tasks[string]>>>();
  async function done({ task, ask }: TaskRequest): Promise<ImagingResult<unknown>> {
    try {
      if (!loaded.has(task)) loaded.set(task, modules[task]());
      return { outcome: 'done', answer: await (await loaded.get(task)!)(ask) };
    } catch (error) {
      return { outcome: 'failed', code: error instanceof TaskFailure ? error.code : 'imaging_failed' };
    }
  }
  process.on('message', async (asked: TaskRequest) => {
    const result = await done(asked);
    process.send!({ result, rss: process.memoryUsage.rss() } satisfies TaskReply);
  });
}
