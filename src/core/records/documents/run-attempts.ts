// When a run that failed is tried again, and when it is given up. What may pass (a busy disk, a defect that showed
// once) is waited for a little longer each time; what a caller must change is never tried twice.

import { ERROR_KINDS, type ErrorCode } from '../../errors.ts';
import { MAX_RUN_FAILURES, MAX_RUN_INTERRUPTIONS } from '../../limits.ts';
import type { RunFailure } from './run.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/** Whether another attempt may end otherwise: the store was busy or full, or a defect may have been of the moment. */
export const mayPass = (code: ErrorCode): boolean =>
  code === 'internal' || (ERROR_KINDS[code].retryable && code !== 'interrupted');

/** Milliseconds until the next attempt after so many failures, null when there is none. */
export function pauseAfter(failures: number): number | null {
  if (failures >= MAX_RUN_FAILURES) return null;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (failures - 1));
}

/** The end of a run whose worker went away again and again, null while it may be tried once more. */
export function worn(interruptions: number): RunFailure | null {
  if (interruptions < MAX_RUN_INTERRUPTIONS) return null;
  const message = `The process that worked on the run ended before it was done, ${interruptions} times: look at its memory and its logs, then run again.`;
  return { code: 'interrupted', message, file: null, line: null };
}
