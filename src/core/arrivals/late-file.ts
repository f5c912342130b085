// The alarm that the file of a day has not come, as a message: once for each side of a feed and day.

import { formatDay } from '../money/calendar.ts';
import type { OutboxMessage } from '../records/documents/outbox.ts';
import type { Side } from '../records/rows/columns.ts';
import type { Feed } from './feed.ts';

interface LateFile {
  readonly side: Side;
  /** Day number. */
  readonly day: number;
  /** RFC 3339, UTC. */
  readonly noticedAt: string;
}

/** The message of proto/tieout/events/v1/late_file.proto. */
export function lateFileMessage(
  { id, tenant, partner, account }: Pick<Feed, 'id' | 'tenant' | 'partner' | 'account'>,
  { side, day, noticedAt }: LateFile,
): OutboxMessage {
  const told = {
    ...{ schema_version: 1, tenant_id: tenant, partner_id: partner, feed_id: id, side },
    ...(account !== null && { account }),
    ...{ day: formatDay(day), noticed_at: noticedAt },
  };
  const payload = new TextEncoder().encode(JSON.stringify(told));
  return { operationId: `late-file:${id}:${side}:${formatDay(day)}`, part: 1, topic: 'late_files', payload };
}
