// A date window of a session for which the platform sent all rows. Windows come in any order and may repeat. A session
// is complete when its windows cover its period without a gap.

import type { Period } from './period.ts';

export interface DateWindow {
  /** Day numbers; both days are included. */
  readonly start: number;
  readonly end: number;
  readonly branchId: string | null;
}

export interface KeptWindow extends DateWindow {
  /** When it was last declared, in milliseconds since 1970, UTC. */
  readonly saidAt: number;
}

/** From the first to the last day of all windows; null for none. */
export function spanOf(windows: readonly DateWindow[]): Period | null {
  if (windows.length === 0) return null;
  const [starts, ends] = [windows.map(({ start }) => start), windows.map(({ end }) => end)];
  return { start: Math.min(...starts), end: Math.max(...ends) };
}

/** Whether every day of the period, and every day between windows, is in a window. */
export function areWithoutGap(windows: readonly DateWindow[], period: Period | null): boolean {
  const span = spanOf(windows);
  if (span === null) return false;
  if (period !== null && (period.start < span.start || period.end > span.end)) return false;
  let reached = span.start - 1;
  for (const { start, end } of windows.toSorted((a, b) => a.start - b.start)) {
    if (start > reached + 1) return false;
    reached = Math.max(reached, end);
  }
  return true;
}
