// Ends a thread that answers calls, or does one task, when it is silent for longer than its longest work takes. Its open
// calls fail with the reason. The thread of the runs is watched in the same way (silence.ts).

import type { Worker } from 'node:worker_threads';
import { TieoutError } from '../../core/errors.ts';
import type { Log } from '../../ports/log.ts';
import { watchSilence } from './silence.ts';

interface SilentOptions {
  /** The thread's work as a verb: it `reads reports`. */
  readonly verb: string;
  readonly mostMs: number;
  readonly log: Log;
}

/**
 * Watches a thread that calls tellAnswers, from its start. The result is a function: why the thread was ended, for the
 * error of its calls; null if it was not.
 */
export function endSilent(thread: Worker, { verb, mostMs, log }: SilentOptions): () => TieoutError | null {
  let why: TieoutError | null = null;
  const silence = watchSilence({
    mostMs,
    async end() {
      why = new TieoutError(
        'thread_silent',
        `The thread that ${verb} did not answer for ${mostMs / 1_000} s and was ended.`,
      );
      log.error({}, why.message);
      await thread.terminate();
    },
    failed: (err) => log.error({ err }, `The thread that ${verb} does not answer, and could not be ended.`),
  });
  silence.begun();
  thread.on('message', silence.heard);
  thread.once('exit', silence.stop);
  return () => why;
}
