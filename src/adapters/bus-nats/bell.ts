// What a worker listens to on NATS: it pulls one announcement at a time from the consumer that all workers share, and only
// when it is asked to, so that a worker that is busy keeps none from the others.

import type { JsMsg } from '@nats-io/jetstream';
import type { Bell, Ring } from '../../ports/bus.ts';
import type { NatsLink } from './connect.ts';
import { whyNoAnnouncement } from './run-announcement.ts';
import { WORKERS } from './streams.ts';

/** After so long a ring that nothing came of is delivered again. */
const AGAIN_MS = 1_000;
/** The shortest time that a server waits for a message. */
const LEAST_EXPIRY_MS = 1_000;

export class NatsBell implements Bell {
  readonly #link: NatsLink;
  #closed = false;
  #end: () => void = () => {};

  constructor(link: NatsLink) {
    this.#link = link;
  }

  close(): void {
    this.#closed = true;
    this.#end();
  }

  async next(withinMs: number): Promise<Ring | null> {
    if (this.#closed) return null;
    const over = new Promise<null>((resolve) => {
      const timer = setTimeout(resolve, withinMs, null);
      this.#end = () => {
        clearTimeout(timer);
        resolve(null);
      };
    });
    try {
      const message = await this.#pull(withinMs, over);
      if (message !== null) return ringOf(message);
    } catch {
      // The connection is lost, or the consumer gone: whoever asks goes on to look into the store.
      if (this.#link.trouble === null) void this.#link.repair();
      await over;
    }
    this.#end();
    return null;
  }

  async #pull(withinMs: number, over: Promise<null>): Promise<JsMsg | null> {
    const { client } = this.#link.use();
    const consumer = await client.consumers.get(this.#link.subjects.runs, WORKERS);
    if (this.#closed) return null;
    const messages = await consumer.fetch({ max_messages: 1, expires: Math.max(withinMs, LEAST_EXPIRY_MS) });
    void over.then(() => messages.stop());
    for await (const message of messages) return message;
    return null;
  }
}

function ringOf(message: JsMsg): Ring {
  const reason = whyNoAnnouncement(message.data);
  const later = () => message.nak(AGAIN_MS);
  if (reason === null) return { unusable: null, done: () => message.ack(), later };
  const { info, subject, data, timestampNanos } = message;
  // Sequences begin anew in a stream that was made again; with its time a message is one.
  const id = `${info.stream}.${info.streamSequence}.${timestampNanos}`;
  const receivedAt = Number(timestampNanos / 1_000_000n);
  // Ended, not acknowledged: no consumer gets it again, and the server tells those who watch.
  return { unusable: { id, reason, subject, receivedAt, content: data }, done: () => message.term(), later };
}
