// Ends a thread that answers calls, or does one task, once it was silent for longer than anything it does takes. Its
// open calls fail and are told so. The thread of the runs is watched in the same way (silence.ts).

import type { Worker } from 'node:worker_threads';
import { TieoutError } from '../../core/errors.ts';
import type { Log } from '../../ports/log.ts';
import { watchSilence } from './silence.ts';

interface SilentOptions {
  /** What the thread does: it `reads reports`. */
  readonly verb: string;
  readonly mostMs: number;
  readonly log: Log;
}

/**
 * Watches the thread from its start. The answer tells whether the thread was ended, for the error of its calls. The
 * thread sends signs of life.
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
