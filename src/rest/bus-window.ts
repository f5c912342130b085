// A finished window from the bus, kept as one that was pushed to complete-batch.

import { parseDay } from '../core/money/calendar.ts';
import { type BatchDependencies, completeBatch } from '../rpc/windows/complete-batch.ts';

/** Answers why it cannot be used, null once it is kept. */
export async function keepWindow(deps: Omit<BatchDependencies, 'dayOf'>, content: Uint8Array): Promise<string | null> {
  const { reason = null } = await completeBatch({ ...deps, dayOf: parseDay }, content);
  return reason;
}
