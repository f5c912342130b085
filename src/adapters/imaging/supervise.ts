// Keeps the imaging process: started with the first task, one task at a time, the others wait in order. A task that takes
// too long is killed with its process, one that takes too much memory ends it, and the next task gets a new one; the
// service itself lives on. The process knows nothing of the service: no environment, no input, no output but messages.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../ports/log.ts';
import type { Imaging, ImagingFailure, ImagingResult, TaskShapes } from '../../ports/verification/imaging.ts';
import { type Answered, type Asked, MEMORY_SIGNAL } from './messages.ts';

export interface SuperviseOptions {
  /** The module that serves the tasks (serve-tasks.ts). */
  readonly entry: URL;
  readonly memoryMb: number;
  /** From its beginning, loading what it needs included. */
  readonly timeoutMs: number;
  /** Most that wait; one more is refused. */
  readonly queue: number;
  /** A process that had nothing to do for so long is ended, and its memory is free. */
  readonly idleMs: number;
  readonly log: Log;
}

interface SupervisedImaging<Tasks extends TaskShapes> extends Imaging<Tasks> {
  /** What is still asked fails. */
  close(): Promise<void>;
}

interface Waiting extends Asked {
  readonly settle: (result: ImagingResult<unknown>) => void;
}

const failed = (code: ImagingFailure): ImagingResult<never> => ({ outcome: 'failed', code });

/** From this share of its memory on, a process is replaced before the next task. */
const OLD = 0.75;

export function superviseImaging<Tasks extends TaskShapes>(options: SuperviseOptions): SupervisedImaging<Tasks> {
  const { memoryMb, timeoutMs, queue, idleMs, log } = options;
  const waiting: Waiting[] = [];
  let child: ChildProcess | null = null;
  let current: Waiting | null = null;
  /** Why we ended it ourselves. */
  let ending: ImagingFailure | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let gone: (() => void) | null = null;

  function start(): ChildProcess {
    const started = fork(fileURLToPath(options.entry), [String(memoryMb * (1 << 20))], {
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${memoryMb}`],
      ...{ env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' },
    });
    started.on('message', (message: Answered) => answered(message));
    started.once('error', () => started.kill('SIGKILL'));
    started.once('exit', (_code, signal) => died(signal));
    return started;
  }

  function answered({ result, rss }: Answered): void {
    const done = current;
    current = null;
    clearTimeout(timer);
    done?.settle(result);
    if (rss > OLD * memoryMb * (1 << 20)) end('imaging_failed');
    else next();
  }

  function died(signal: NodeJS.Signals | null): void {
    // V8 aborts when its own heap is full.
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

  /** It is gone when its exit is told: never two at once. */
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
    timer = setTimeout(() => end('imaging_timeout'), timeoutMs);
    // A message that cannot be sent is of a process that is about to be told gone.
    child.send({ task: task.task, ask: task.ask } satisfies Asked, () => {});
  }

  return {
    ask: (task, ask) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(failed('imaging_failed'));
        if (waiting.length >= queue) return resolve(failed('imaging_busy'));
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
