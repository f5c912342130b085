// Takes messages that a platform sent over the bus, one after the other; the caller decides what becomes of each.

import type { Inbound, Inbox } from '../../ports/bus.ts';

/** How long one look for a message lasts. */
const LOOK_MS = 5_000;

/** `take` throws nothing. Stopping ends after the current message. */
export function takeMessages(inbox: Inbox, take: (message: Inbound) => Promise<void>): { stop(): Promise<void> } {
  let stopped = false;
  const work = async (): Promise<void> => {
    while (!stopped) {
      const message = await inbox.next(LOOK_MS);
      if (message !== null) await take(message);
    }
  };
  const ended = work();
  return {
    stop() {
      stopped = true;
      inbox.close();
      return ended;
    },
  };
}
