// A finished window from the bus, kept as one that was pushed to complete-batch.

import { parseDay } from '../core/money/calendar.ts';
import { completeBatch } from '../rpc/windows/complete-batch.ts';
import type { WindowDependencies } from '../workflows/windows/complete-window.ts';

/** Answers why it cannot be used, null once it is kept. */
export async function keepWindow(deps: WindowDependencies, content: Uint8Array): Promise<string | null> {
  const { reason = null } = await completeBatch({ ...deps, dayOf: parseDay }, content);
  return reason;
}
