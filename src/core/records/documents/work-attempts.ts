// When work that failed is tried again, and when it is given up. What may pass (a busy disk, a defect that showed once)
// is waited for a little longer each time; what a caller must change is never tried twice, and what ends the process
// that works on it is poison after a few times.

import { ERROR_KINDS, type ErrorCode } from '../../error-kinds.ts';
import { MAX_WORK_FAILURES, MAX_WORK_INTERRUPTIONS } from '../../limits.ts';
import type { Work, WorkFailure } from './work.ts';

const FIRST_PAUSE_MS = 500;
export const LONGEST_PAUSE_MS = 60_000;

/** Whether it waits for somebody else, or for a store that is away: that was no attempt, and is not counted. */
export const isWaiting = (code: ErrorCode): boolean => code === 'session_busy' || code === 'store_unavailable';

/** Whether another attempt may end otherwise: the store was busy or full, or a defect may have been of the moment. */
export const mayPass = (code: ErrorCode): boolean =>
  code === 'internal' || (ERROR_KINDS[code].retryable && code !== 'interrupted');

/** Milliseconds until the next attempt after so many failures, null when there is none. */
export function pauseAfter(failures: number): number | null {
  if (failures >= MAX_WORK_FAILURES) return null;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (failures - 1));
}

/** The end of work whose worker died again and again, null while it may be tried once more. */
export function wornOut({ workId, session, interruptions }: Work): WorkFailure | null {
  if (interruptions < MAX_WORK_INTERRUPTIONS) return null;
  const again = session === null ? 'ask for it again' : `ask for it again with POST /v1/runs/${workId}/retry`;
  const message = `The process that worked on it ended before it was done, ${interruptions} times: look at its memory and its logs, then ${again}.`;
  return { code: 'interrupted', message, file: null, line: null };
}
