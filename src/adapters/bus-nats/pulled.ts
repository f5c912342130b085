// Pulls messages of a stream one at a time, from the consumer that all processes share. A message is pulled only when a
// worker asks for one, so that a busy process keeps none from the others.

import { setTimeout as pause } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { ReceivedMessage, Sender } from '../../ports/bus.ts';
import type { NatsLink } from './connect.ts';
import { isGone } from './failures.ts';

/** The shortest time that a server is asked to wait for a message. */
const LEAST_WAIT_MS = 1_000;
/** Added to the server's waiting time: a large message may be on its way, and a lost connection gives no sign. */
const LATE_MS = 2_000;

export class Pulled {
  readonly #link: NatsLink;
  readonly #from: { readonly stream: string; readonly consumer: string };
  readonly #closing = new AbortController();

  constructor(link: NatsLink, from: { readonly stream: string; readonly consumer: string }) {
    this.#link = link;
    this.#from = from;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Null when no message came in time, or after `close`. Throws nothing. */
  async next(withinMs: number): Promise<JsMsg | null> {
    if (this.#closing.signal.aborted) return null;
    try {
      return await this.#pull(Math.max(withinMs, LEAST_WAIT_MS));
    } catch (error) {
      // The connection or the consumer is lost. The caller goes on with what the store has.
      if (isGone(error)) void this.#link.repair();
      await this.#rest(withinMs);
      return null;
    }
  }

  /** The server ends the wait, so a message that it has sent by then is not lost. */
  async #pull(waitMs: number): Promise<JsMsg | null> {
    const { client } = this.#link.use();
    const consumer = await client.consumers.get(this.#from.stream, this.#from.consumer);
    if (this.#closing.signal.aborted) return null;
    const messages = await consumer.fetch({ max_messages: 1, expires: waitMs });
    const stop = (): void => messages.stop();
    const late = setTimeout(stop, waitMs + LATE_MS);
    this.#closing.signal.addEventListener('abort', stop);
    // `close` may have been called while the server was asked.
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

export function received({ info, subject, data, headers, timestampNanos }: JsMsg): ReceivedMessage {
  return {
    // A stream that was made again counts from 1 again; with the time the id is unique.
    id: `${info.stream}.${info.streamSequence}.${timestampNanos}`,
    subject,
    receivedAt: Number(timestampNanos / 1_000_000n),
    content: data,
    sender: senderOf(subject, headers, info.stream),
  };
}

/** A stream has its subject's name; a caller's own subject has the caller behind it. */
const senderOf = (subject: string, headers: MsgHdrs | undefined, stream: string): Sender => ({
  ofSubject: subject.startsWith(`${stream}.`) ? subject.slice(stream.length + 1) : null,
  named: headers?.get('tieout-caller') || null,
  signature: headers?.get('tieout-signature') || null,
});
