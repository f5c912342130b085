// When failed work is tried again, and when it is given up. Passing failures (a busy disk, a momentary defect) are
// tried again after longer and longer pauses. Failures that a caller must correct are not tried again. Work whose
// worker dies several times is given up.

import { ERROR_KINDS, type ErrorCode } from '../../error-kinds.ts';
import { MAX_WORK_FAILURES, MAX_WORK_INTERRUPTIONS } from '../../limits.ts';
import type { Work, WorkFailure } from './work.ts';

const FIRST_PAUSE_MS = 500;
export const LONGEST_PAUSE_MS = 60_000;

/** Whether the work only waited for other work or a store that is down, which is not counted as an attempt. */
export const isWaiting = (code: ErrorCode): boolean => code === 'session_busy' || code === 'store_unavailable';

/** Whether another attempt may succeed: the store was busy or full, or a defect may have been momentary. */
export const mayPass = (code: ErrorCode): boolean =>
  code === 'internal' || (ERROR_KINDS[code].retryable && code !== 'interrupted');

/** Milliseconds until the next attempt; null if there is none. */
export function pauseAfter(failures: number): number | null {
  if (failures >= MAX_WORK_FAILURES) return null;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (failures - 1));
}

/** The failure of work whose worker died too often; null if it may be tried again. */
export function wornOut({ workId, session, interruptions }: Work): WorkFailure | null {
  if (interruptions < MAX_WORK_INTERRUPTIONS) return null;
  const again = session === null ? 'ask for it again' : `ask for it again with POST /v1/runs/${workId}/retry`;
  const message = `The process that worked on it ended before it was done, ${interruptions} times: look at its memory and its logs, then ${again}.`;
  return { code: 'interrupted', message, file: null, line: null };
}
