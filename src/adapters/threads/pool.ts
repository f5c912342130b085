// A few threads with one queue of tasks, started on demand. A thread that dies fails its task with a clear error; the
// next task starts another thread. A task that is aborted or takes too long ends with its thread, because nothing else
// stops a thread that computes. Matching tasks come after all others: they take longest, and writers wait for the
// shorter ones.

import { Worker } from 'node:worker_threads';
import { fromErrorRecord, TieoutError } from '../../core/errors.ts';
import type { Progress } from '../../ports/compute.ts';
import type { TaskAnswer, TaskInput, TaskMessage, TaskName, TaskOutput } from './tasks.ts';

/**
 * Memory for short-lived objects. With less, garbage collection interrupts the matching of a large account again and
 * again.
 */
const YOUNG_MB = 64;

/** Tasks that come after all others. */
const LAST: ReadonlySet<TaskName> = new Set<TaskName>(['matchAccount']);

interface TaskOptions {
  readonly progress?: Progress | undefined;
  /** Ends the task, waiting or running; it fails with the signal's reason. */
  readonly until?: AbortSignal | undefined;
}

interface Job {
  readonly message: TaskMessage;
  readonly progress: Progress | undefined;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Ends the task when its time is over; set once a thread works on it. */
  late?: NodeJS.Timeout;
}

export class ThreadPool {
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Job>();
  readonly #queue: Job[] = [];
  readonly #last: Job[] = [];
  readonly #most: number;
  readonly #mostTaskMs: number | null;
  #asked = 0;
  #closed = false;

  /** `mostTaskMs`: longest time for one task; null for no limit. */
  constructor(most: number, { mostTaskMs = null }: { readonly mostTaskMs?: number | null } = {}) {
    this.#most = most;
    this.#mostTaskMs = mostTaskMs;
  }

  run<N extends TaskName>(name: N, input: TaskInput<N>, { progress, until }: TaskOptions = {}): Promise<TaskOutput<N>> {
    return new Promise<unknown>((resolve, reject) => {
      if (until?.aborted) return reject(until.reason);
      if (this.#closed) return reject(new TieoutError('internal', 'The compute threads were stopped.'));
      const queue = LAST.has(name) ? this.#last : this.#queue;
      const end = (): void => this.#end(job, until!.reason);
      const settled = (settle: () => void): void => {
        until?.removeEventListener('abort', end);
        clearTimeout(job.late);
        settle();
      };
      const job: Job = {
        message: { id: ++this.#asked, name, input },
        progress,
        resolve: (output) => settled(() => resolve(output)),
        reject: (error) => settled(() => reject(error)),
      };
      until?.addEventListener('abort', end);
      queue.push(job);
      this.#dispatch();
    }) as Promise<TaskOutput<N>>;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const stopped = new TieoutError('internal', 'The compute threads were stopped.');
    for (const job of [...this.#queue.splice(0), ...this.#last.splice(0), ...this.#busy.values()]) job.reject(stopped);
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()));
  }

  #end(job: Job, reason: Error): void {
    for (const queue of [this.#queue, this.#last]) {
      const at = queue.indexOf(job);
      if (at >= 0) queue.splice(at, 1);
    }
    for (const [worker, of] of this.#busy) {
      if (of !== job) continue;
      this.#busy.delete(worker);
      void worker.terminate();
    }
    job.reject(reason);
    this.#dispatch();
  }

  #endLate(job: Job, ms: number): void {
    const why = `A compute thread was not done with one piece of work (${job.message.name}) within ${ms / 1_000} s, and was ended.`;
    job.late = setTimeout(() => this.#end(job, new TieoutError('thread_silent', why)), ms).unref();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.unref();
    worker.on('message', (answer: TaskAnswer) => this.#answered(worker, answer));
    worker.on('error', (error) => this.#died(worker, error.message));
    worker.on('exit', () => this.#died(worker, 'it ended'));
    return worker;
  }

  #dispatch(): void {
    while (this.#idle.length > 0 || this.#busy.size < this.#most) {
      const job = this.#queue.shift() ?? this.#last.shift();
      if (job === undefined) return;
      const worker = this.#idle.pop() ?? this.#start();
      this.#busy.set(worker, job);
      worker.ref();
      worker.postMessage(job.message);
      if (this.#mostTaskMs !== null) this.#endLate(job, this.#mostTaskMs);
    }
  }

  #answered(worker: Worker, answer: TaskAnswer): void {
    // Its job has failed, and the process waits for the thread to end: it must not be let go.
    if (this.#closed) return;
    const job = this.#busy.get(worker);
    if (job === undefined || job.message.id !== answer.id) return;
    if ('progress' in answer) {
      job.progress?.(...answer.progress);
      return;
    }
    this.#busy.delete(worker);
    this.#idle.push(worker);
    worker.unref();
    if ('failure' in answer) job.reject(fromErrorRecord(answer.failure));
    else job.resolve(answer.output);
    this.#dispatch();
  }

  #died(worker: Worker, why: string): void {
    const job = this.#busy.get(worker);
    const known = this.#busy.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#closed || (!known && at < 0)) return;
    job?.reject(new TieoutError('internal', `A compute thread failed: ${why}.`));
    this.#dispatch();
  }
}
