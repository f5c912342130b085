// Takes finished windows from the bus: each is stored as complete-batch would store it, before it is acknowledged. An
// unusable one is logged and dropped; one that the store does not take is delivered again.

import type { Bus, Inbound } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import { takeMessages } from '../delivery/take-messages.ts';
import { Outage } from '../upkeep/outage.ts';

interface TakeWindowsDependencies {
  readonly bus: Pick<Bus, 'windows'>;
  readonly log: Log;
  /** Answers why a message cannot be used, null once its window is stored. Throws what the store throws. */
  readonly keep: (content: Uint8Array) => Promise<string | null>;
}

export function startTakingWindows({ bus, log, keep }: TakeWindowsDependencies): { stop(): Promise<void> } {
  const outage = new Outage(log, { over: 'Finished windows from the bus can be kept again.' });

  const take = async (message: Inbound): Promise<void> => {
    const { id, subject, content } = message;
    try {
      const reason = await keep(content);
      outage.worked({});
      if (reason === null) return message.done();
      log.warn({ message: id, subject, reason }, 'A finished window could not be used.');
      message.ended();
    } catch (error) {
      outage.failed(error, { message: id }, 'A finished window could not be kept; it is tried again.');
      message.later();
    }
  };
  return takeMessages(bus.windows(), take);
}
