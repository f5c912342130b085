// What a worker listens to on NATS: it pulls one announcement at a time from the consumer that all workers share, and
// only when it is asked to, so that a worker that is busy keeps none from the others.

import { setTimeout as pause } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import type { Bell, Ring } from '../../ports/bus.ts';
import type { NatsLink } from './connect.ts';
import { isGone } from './failures.ts';
import { whyNoAnnouncement } from './run-announcement.ts';
import { WORKERS } from './streams.ts';

/** After so long a ring that nothing came of is delivered again. */
const AGAIN_MS = 1_000;
/** The shortest time that a server is asked to wait for a message. */
const LEAST_WAIT_MS = 1_000;
/** Beyond the time that the server waits: a large message may be on its way, and a lost connection says nothing. */
const LATE_MS = 2_000;

export class NatsBell implements Bell {
  readonly #link: NatsLink;
  readonly #closing = new AbortController();

  constructor(link: NatsLink) {
    this.#link = link;
  }

  close(): void {
    this.#closing.abort();
  }

  async next(withinMs: number): Promise<Ring | null> {
    if (this.#closing.signal.aborted) return null;
    try {
      const message = await this.#pull(Math.max(withinMs, LEAST_WAIT_MS));
      return message && ringOf(message);
    } catch (error) {
      // The connection is lost, or the consumer gone: whoever asks goes on to look into the store.
      if (isGone(error)) void this.#link.repair();
      await this.#rest(withinMs);
      return null;
    }
  }

  /** It is the server that ends the waiting: a message that it had sent by then is not lost. */
  async #pull(waitMs: number): Promise<JsMsg | null> {
    const { client } = this.#link.use();
    const consumer = await client.consumers.get(this.#link.subjects.runs, WORKERS);
    if (this.#closing.signal.aborted) return null;
    const messages = await consumer.fetch({ max_messages: 1, expires: waitMs });
    const stop = (): void => messages.stop();
    const late = setTimeout(stop, waitMs + LATE_MS);
    this.#closing.signal.addEventListener('abort', stop);
    // It may have been closed while the server was asked.
    if (this.#closing.signal.aborted) stop();
    try {
      for await (const message of messages) return message;
      return null;
    } finally {
      clearTimeout(late);
      this.#closing.signal.removeEventListener('abort', stop);
    }
  }

  #rest(ms: number): Promise<unknown> {
    return pause(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
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
