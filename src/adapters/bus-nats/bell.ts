// A worker's bell on NATS: announcements of runs, one at a time.

import type { JsMsg } from '@nats-io/jetstream';
import type { Bell, Ring } from '../../ports/bus.ts';
import type { NatsLink } from './connect.ts';
import { Pulled, received } from './pulled.ts';
import { whyNoAnnouncement } from './run-announcement.ts';
import { WORKERS } from './wanted-streams.ts';

/** A ring that led to no claim is delivered again after this. */
const AGAIN_MS = 1_000;

export function natsBell(link: NatsLink): Bell {
  const pulled = new Pulled(link, { stream: link.subjects.runs, consumer: WORKERS });
  return {
    close: () => pulled.close(),
    async next(withinMs) {
      const message = await pulled.next(withinMs);
      return message && ringOf(message);
    },
  };
}

function ringOf(message: JsMsg): Ring {
  const reason = whyNoAnnouncement(message.data);
  const later = () => message.nak(AGAIN_MS);
  if (reason === null) return { unusable: null, done: () => message.ack(), later };
  // Terminated instead of acknowledged: no consumer gets it again, and the server tells its watchers.
  return { unusable: { ...received(message), reason }, done: () => message.term(), later };
}
