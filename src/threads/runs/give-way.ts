// Lets the threads that do runs and read reports give way to the one that answers: with every processor busy a request
// would otherwise wait for its turn behind them. On Linux a thread has a priority of its own, and threads that it
// starts have it too.

import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Ten of nineteen steps down: a tenth of a processor's time beside a thread that wants all of it, and all of it alone.
 */
const BEHIND_ALL = 10;

/** A quarter of a processor's time beside the thread that answers, three quarters beside those that do runs. */
export const BEHIND_ANSWERS = 5;

/**
 * For the thread that calls it and those that it starts from then on. Where a system has no such thing, nothing
 * changes.
 */
export function giveWay(steps = BEHIND_ALL): void {
  try {
    // A link that reads `process/task/thread` to the thread that follows it.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isSafeInteger(thread)) setPriority(thread, steps);
  } catch {
    // No Linux, or no right to: the runs are done as before.
  }
}
