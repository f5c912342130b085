// Takes what a platform sent over the bus, one message after the other; what becomes of each is the caller's.

import type { Inbound, Inbox } from '../../ports/bus.ts';

/** How long one look for a message lasts. */
const LOOK_MS = 5_000;

/** `take` throws nothing. Stopping ends after the message in hand. */
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
