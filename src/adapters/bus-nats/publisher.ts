// Publishes to JetStream with many messages on their way. The client's own publishing makes a timer, an error and five
// promises for each message and takes 22 microseconds of processor time; this takes 9, and leaves time for the outbox
// to store, read and mark (npm run bench -- bus). An acknowledgement finds its message by the subject that it was sent
// to. When the connection is lost, messages on their way fail at once.

import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { TieoutError } from '../../core/errors.ts';

interface OnItsWay {
  readonly subject: string;
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** JetStream's acknowledgement (its API, PubAck). */
interface Acknowledgement {
  readonly error?: { readonly code: number; readonly description: string };
}

/** Milliseconds without an acknowledgement after which a message counts as not published. */
const LATE_MS = 5_000;
const LOOK_EVERY_MS = 1_000;

export class Publisher {
  readonly #nats: NatsConnection;
  readonly #inbox = `${createInbox()}.`;
  /** Messages without an answer yet, in the order in which they were published. */
  readonly #onTheirWay = new Map<string, OnItsWay>();
  readonly #onNoStream: () => void;
  #last = 0;
  #looking: NodeJS.Timeout | null = null;

  /** `onNoStream` is called if no stream answers for a subject. */
  constructor(nats: NatsConnection, onNoStream: () => void) {
    this.#nats = nats;
    this.#onNoStream = onNoStream;
    nats.subscribe(`${this.#inbox}*`, {
      callback: (error, message) => {
        if (error === null) this.#answered(message);
      },
    });
  }

  /** Throws bus_unavailable, or message_refused. */
  publish(subject: string, payload: Uint8Array, id: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const token = String(++this.#last);
      const named = headers();
      named.set('Nats-Msg-Id', id);
      try {
        this.#nats.publish(subject, payload, { reply: this.#inbox + token, headers: named });
      } catch {
        return reject(new TieoutError('bus_unavailable', 'The connection to NATS is closed.'));
      }
      this.#onTheirWay.set(token, { subject, since: performance.now(), resolve, reject });
      this.#looking ??= setInterval(() => this.#failLate(), LOOK_EVERY_MS).unref();
    });
  }

  /** The connection is lost: no message on its way will be acknowledged. */
  failAll(reason: string): void {
    for (const { reject } of this.#onTheirWay.values()) reject(new TieoutError('bus_unavailable', reason));
    this.#onTheirWay.clear();
  }

  /** The server refuses this subject, and does not say which message it refused. */
  failSubject(subject: string, reason: string): void {
    for (const [token, message] of this.#onTheirWay) {
      if (message.subject !== subject) continue;
      this.#onTheirWay.delete(token);
      message.reject(new TieoutError('bus_unavailable', reason));
    }
  }

  #answered(message: Msg): void {
    const token = message.subject.slice(this.#inbox.length);
    const found = this.#onTheirWay.get(token);
    if (found === undefined) return;
    this.#onTheirWay.delete(token);
    if (message.data.length === 0) {
      this.#onNoStream();
      found.reject(new TieoutError('bus_unavailable', 'JetStream does not answer.'));
      return;
    }
    const { error } = message.json<Acknowledgement>();
    if (error === undefined) found.resolve();
    else if (error.code < 500) found.reject(refusal(error.description));
    else found.reject(new TieoutError('bus_unavailable', `JetStream refuses: ${error.description}.`));
  }

  #failLate(): void {
    const limit = performance.now() - LATE_MS;
    for (const [token, { since, reject }] of this.#onTheirWay) {
      if (since > limit) break;
      this.#onTheirWay.delete(token);
      reject(new TieoutError('bus_unavailable', 'NATS does not answer in time.'));
    }
    if (this.#onTheirWay.size > 0) return;
    clearInterval(this.#looking!);
    this.#looking = null;
  }
}

const refusal = (description: string) =>
  new TieoutError('message_refused', `JetStream refused the message: ${description}.`);
