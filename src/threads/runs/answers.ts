// A thread tells the main thread regularly that it is alive (silence.ts).

import { parentPort } from 'node:worker_threads';

/** One of the messages to the main thread. */
export interface Answers {
  readonly answers: true;
}

const TELL_EVERY_MS = 1_000;

export const tellAnswers = (): NodeJS.Timeout =>
  setInterval(() => parentPort!.postMessage({ answers: true } satisfies Answers), TELL_EVERY_MS).unref();
