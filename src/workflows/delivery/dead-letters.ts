// Sets aside a message that cannot be used. It is stored in the outbox with the reason, in parts that every server
// takes, and only then acknowledged. Its sender finds it on the dead-letter subject (docs/events.md).

import { MAX_DEAD_LETTER_PART_BYTES } from '../../core/limits.ts';
import type { BusTopic, OutboxMessage } from '../../core/records/documents/outbox.ts';
import type { UnusableMessage } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import type { Outage } from '../upkeep/outage.ts';

type DeadLetterTopic = Extract<BusTopic, `${string}_dead_letters`>;

/** Whether the message was stored; if not, it must be delivered again. */
export async function setAside(
  { store, log, outage }: { readonly store: Pick<Store, 'outbox'>; readonly log: Log; readonly outage: Outage },
  message: UnusableMessage,
  topic: DeadLetterTopic,
): Promise<boolean> {
  const { id, reason, subject } = message;
  try {
    await store.outbox.add(deadLetters(message, topic));
    log.warn({ message: id, subject, reason }, 'A message could not be used and is a dead letter now.');
    return true;
  } catch (error) {
    const fields = { message: id, subject, reason };
    outage.failed(error, fields, 'A dead letter could not be stored; it is tried again.');
    return false;
  }
}

/** All parts, decoded and joined, are the message that came. */
export function deadLetters(
  { id, reason, subject, receivedAt, content }: UnusableMessage,
  topic: DeadLetterTopic,
): OutboxMessage[] {
  const parts = Math.max(1, Math.ceil(content.length / MAX_DEAD_LETTER_PART_BYTES));
  return Array.from({ length: parts }, (_, i) => {
    const slice = content.subarray(i * MAX_DEAD_LETTER_PART_BYTES, (i + 1) * MAX_DEAD_LETTER_PART_BYTES);
    const letter = {
      reason,
      subject,
      received_at: new Date(receivedAt).toISOString(),
      part: i + 1,
      parts,
      message: Buffer.from(slice).toString('base64'),
    };
    const payload = new TextEncoder().encode(JSON.stringify(letter));
    return { operationId: id, part: i + 1, topic, payload };
  });
}
