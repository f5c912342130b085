// Requests to decide on exceptions, and finished windows, from NATS, one at a time. A message stays with its consumer
// until it is stored or set aside.

import type { Inbox } from '../../ports/bus.ts';
import type { NatsLink } from './connect.ts';
import { Pulled, received } from './pulled.ts';
import { KEEPERS, RESOLVERS } from './wanted-streams.ts';

/** A message that could not be stored is delivered again after this. */
const AGAIN_MS = 1_000;

export const requestsOn = (link: NatsLink): Inbox =>
  inboxOf(link, { stream: link.subjects.requests, consumer: RESOLVERS });
export const windowsOn = (link: NatsLink): Inbox => inboxOf(link, { stream: link.subjects.windows, consumer: KEEPERS });

function inboxOf(link: NatsLink, of: ConstructorParameters<typeof Pulled>[1]): Inbox {
  const pulled = new Pulled(link, of);
  return {
    close: () => pulled.close(),
    async next(withinMs) {
      const message = await pulled.next(withinMs);
      return (
        message && {
          ...received(message),
          done: () => message.ack(),
          ended: () => message.term(),
          later: () => message.nak(AGAIN_MS),
        }
      );
    },
  };
}
