// The message that a window of a run was matched (proto/tieout/events/v1/window_completed.proto).

import { formatDay } from '../../money/calendar.ts';
import type { SessionKey } from '../session-key.ts';
import type { OutboxMessage } from './outbox.ts';
import type { Period } from './period.ts';

export interface MatchedWindow {
  readonly key: SessionKey;
  readonly branchId: string | null;
  /** Days of its rows; null if no row has one. */
  readonly days: Period | null;
  readonly runId: string;
  readonly windowId: string;
}

/** The message; none if no row of the window has a day. */
export function windowCompleted({ key, branchId, days, runId, windowId }: MatchedWindow): OutboxMessage[] {
  if (days === null) return [];
  const content = {
    schema_version: 1,
    ...{ session_id: key.session, tenant_id: key.tenant, partner_id: key.partner },
    ...(branchId !== null && { branch_id: branchId }),
    ...{ start_date: formatDay(days.start), end_date: formatDay(days.end), run_id: runId, window_id: windowId },
  };
  const payload = new TextEncoder().encode(JSON.stringify(content));
  return [{ operationId: `window:${windowId}`, part: 1, topic: 'windows_completed', payload }];
}
