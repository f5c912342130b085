// The imaging process from inside: a task's module is loaded when it is first asked for, and one message is one answer.
// A thread beside it looks after its memory and after whether its starter lives, for this one may be deep in a library.

import { Worker } from 'node:worker_threads';
import type { ImagingResult, TaskShapes } from '../../ports/verification/imaging.ts';
import type { Answered, Asked } from './messages.ts';
import { TaskFailure } from './task-failure.ts';

type Task<Shape extends TaskShapes[string]> = (ask: Shape['ask']) => Promise<Shape['answer']>;

/** How the module of each task is loaded, by the task's name. */
type TaskModules<Tasks extends TaskShapes> = {
  readonly [Name in keyof Tasks]: () => Promise<Task<Tasks[Name]>>;
};

export function serveTasks<Tasks extends TaskShapes>(modules: TaskModules<Tasks>): void {
  const memoryBytes = Number(process.argv[2]);
  new Worker(new URL('./watch.ts', import.meta.url), { workerData: { memoryBytes, starter: process.ppid } }).unref();
  // Those go to the whole group of a terminal; the service says when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());

  const loaded = new Map<string, Promise<Task<Tasks[string]>>>();
  async function done({ task, ask }: Asked): Promise<ImagingResult<unknown>> {
    try {
      if (!loaded.has(task)) loaded.set(task, modules[task]());
      return { outcome: 'done', answer: await (await loaded.get(task)!)(ask) };
    } catch (error) {
      return { outcome: 'failed', code: error instanceof TaskFailure ? error.code : 'imaging_failed' };
    }
  }
  process.on('message', async (asked: Asked) => {
    const result = await done(asked);
    process.send!({ result, rss: process.memoryUsage.rss() } satisfies Answered);
  });
}
