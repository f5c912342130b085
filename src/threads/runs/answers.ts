// From inside a thread: tells the main thread now and then that it answers (silence.ts watches for it).

import { parentPort } from 'node:worker_threads';

/** Crosses to the main thread among all that the thread says. */
export interface Answers {
  readonly answers: true;
}

const TELL_EVERY_MS = 1_000;

export const tellAnswers = (): NodeJS.Timeout =>
  setInterval(() => parentPort!.postMessage({ answers: true } satisfies Answers), TELL_EVERY_MS).unref();
