// Keeps one imaging process. It starts with the first task and does one task at a time; others wait in order. A task
// that takes too long is killed with its process, and one that takes too much memory ends it; the next task gets a new
// process and the service itself continues. The process has no environment, no input, and no output but messages.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../ports/log.ts';
import type { ImagingFailure, ImagingResult, TaskShapes } from '../../ports/verification/imaging.ts';
import { MEMORY_SIGNAL, type TaskReply, type TaskRequest } from './messages.ts';

export interface SuperviseOptions {
  /** The module that serves the tasks (serve-tasks.ts). */
  readonly entry: URL;
  readonly memoryMb: number;
  /** Budget of a task, including loading; past it the file is unreadable. */
  readonly timeoutMs: number;
  /** A process that was idle for so long is ended, which frees its memory. */
  readonly idleMs: number;
  readonly log: Log;
}

export interface ImagingProcess<Tasks extends TaskShapes> {
  ask<Name extends keyof Tasks & string>(
    name: Name,
    ask: Tasks[Name]['ask'],
  ): Promise<ImagingResult<Tasks[Name]['answer']>>;
  /** Ends the process; open tasks fail. */
  close(): Promise<void>;
}

interface Waiting extends TaskRequest {
  readonly settle: (result: ImagingResult<unknown>) => void;
}

const failed = (code: ImagingFailure): ImagingResult<never> => ({ outcome: 'failed', code });

/** Share of its memory from which on a process is replaced before the next task. */
const OLD = 0.75;

export function superviseImaging<Tasks extends TaskShapes>(options: SuperviseOptions): ImagingProcess<Tasks> {
  const { memoryMb, timeoutMs, idleMs, log } = options;
  const waiting: Waiting[] = [];
  let child: ChildProcess | null = null;
  let current: Waiting | null = null;
  /** Why the process was ended on purpose. */
  let ending: ImagingFailure | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let gone: (() => void) | null = null;

  function start(): ChildProcess {
    const started = fork(fileURLToPath(options.entry), [String(memoryMb * (1 << 20))], {
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${memoryMb}`],
      ...{ env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' },
    });
    started.on('message', (message: TaskReply) => answered(message));
    started.once('error', () => started.kill('SIGKILL'));
    started.once('exit', (_code, signal) => died(signal));
    return started;
  }

  function answered({ result, rss }: TaskReply): void {
    const done = current;
    current = null;
    clearTimeout(timer);
    done?.settle(result);
    if (rss > OLD * memoryMb * (1 << 20)) end('imaging_failed');
    else next();
  }

  function died(signal: NodeJS.Signals | null): void {
    // V8 aborts if its heap is full.
    const code = ending ?? (signal === MEMORY_SIGNAL || signal === 'SIGABRT' ? 'imaging_memory' : 'imaging_failed');
    const lost = current;
    child = null;
    current = null;
    ending = null;
    clearTimeout(timer);
    if (lost !== null && !isClosed) log.warn({ task: lost.task, code }, 'The imaging process was lost in a task.');
    lost?.settle(failed(code));
    gone?.();
    next();
  }

  /** Ends the process. It is gone when its exit is reported, so there are never two. */
  function end(why: ImagingFailure): void {
    if (child === null) return;
    ending = why;
    child.kill('SIGKILL');
  }

  function next(): void {
    if (current !== null || ending !== null) return;
    const task = waiting.shift();
    clearTimeout(timer);
    if (task === undefined) {
      timer = setTimeout(() => end('imaging_failed'), idleMs);
      timer.unref();
      return;
    }
    current = task;
    child ??= start();
    timer = setTimeout(() => end('unreadable'), timeoutMs);
    // If the message cannot be sent, the exit of the process is about to be reported.
    child.send({ task: task.task, ask: task.ask } satisfies TaskRequest, () => {});
  }

  return {
    ask: (task, ask) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(failed('imaging_failed'));
        waiting.push({ task, ask, settle: resolve as Waiting['settle'] });
        next();
      }),
    async close() {
      isClosed = true;
      for (const { settle } of waiting.splice(0)) settle(failed('imaging_failed'));
      clearTimeout(timer);
      if (child === null) return;
      const isGone = new Promise<void>((resolve) => {
        gone = resolve;
      });
      end('imaging_failed');
      await isGone;
      clearTimeout(timer);
    },
  };
}
