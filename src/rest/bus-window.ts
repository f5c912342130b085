// Stores a finished window that came over the bus, as /v1/reconcile/complete-batch does.

import { ANYBODY } from '../core/callers/caller.ts';
import { parseDay } from '../core/money/calendar.ts';
import { type BatchDependencies, completeBatch } from '../rpc/windows/complete-batch.ts';

/** Answers why the window cannot be used; null once it is stored. */
export async function keepWindow(deps: Omit<BatchDependencies, 'dayOf'>, content: Uint8Array): Promise<string | null> {
  const { reason = null } = await completeBatch({ ...deps, dayOf: parseDay }, content, ANYBODY);
  return reason;
}
