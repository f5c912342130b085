// Lowers the priority of threads that do runs and read reports below the one that answers: with all processors busy, a
// request would otherwise wait behind them. On Linux each thread has its own priority, which its new threads inherit.

import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Ten of nineteen steps down: a tenth of a processor's time beside a thread that wants all of it, and all of it alone.
 */
const BEHIND_ALL = 10;

/** A quarter of a processor's time against the answering thread, three quarters against those that do runs. */
export const BEHIND_ANSWERS = 5;

/** Applies to the calling thread and to threads that it starts later. Does nothing without thread priorities. */
export function giveWay(steps = BEHIND_ALL): void {
  try {
    // A link `process/task/thread`, different for each thread that follows it.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isSafeInteger(thread)) setPriority(thread, steps);
  } catch {
    // Not Linux, or no permission: runs keep their priority.
  }
}
