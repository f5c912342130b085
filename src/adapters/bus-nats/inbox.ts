// Requests to decide on exceptions as they come on NATS, one at a time. A request stays on its stream until it is stored
// or set aside.

import type { Inbox } from '../../ports/bus.ts';
import type { NatsLink } from './connect.ts';
import { Pulled, received } from './pulled.ts';
import { RESOLVERS } from './streams.ts';

/** After so long a request that could not be stored is delivered again. */
const AGAIN_MS = 1_000;

export function natsInbox(link: NatsLink): Inbox {
  const pulled = new Pulled(link, { stream: link.subjects.requests, consumer: RESOLVERS });
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
