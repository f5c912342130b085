// What is published while faults happen, and what its subscribers find. Messages come into the outbox in two ways:
// stored there by the test as by any part of the service, windows that are finished among it, and as dead letters of what
// the test sends to the workers and they cannot use. What the stream holds in the end is what subscribers get; it is counted by Nats-Msg-Id.

import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { subjectsOf } from '../../src/adapters/bus-nats/subjects.ts';
import type { OutboxMessage } from '../../src/core/records/documents/outbox.ts';

const REQUEST_MS = 2_000;
const FETCH_MS = 5_000;

/** A message of the streams of dead letters and of finished windows. */
interface Found {
  readonly id: string;
  /** What came and could not be used, null for what the test stored itself. */
  readonly unusable: string | null;
}

export class Publications {
  readonly #nats: NatsConnection;
  readonly #runs: string;
  readonly #letters: string;
  readonly #windows: string;
  #stored: string[] = [];
  #sent: string[] = [];
  #wiped = false;
  /** Ids that were published, again and again for some: what the stream drops is seen here. */
  #heard: string[] = [];

  private constructor(nats: NatsConnection, environment: string) {
    this.#nats = nats;
    const { runs, windows, published } = subjectsOf(environment);
    this.#runs = runs;
    this.#windows = windows;
    this.#letters = published.run_dead_letters;
    nats.subscribe(this.#letters, {
      callback: (_, message) => void this.#heard.push(message.headers?.get('Nats-Msg-Id') ?? ''),
    });
  }

  /** `url`: of the server itself, past the proxy. */
  static async connect(url: string, environment: string): Promise<Publications> {
    const nats = await connect({
      servers: url,
      reconnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      reconnectJitter: 0,
    });
    return new Publications(nats, environment);
  }

  /** Whether the stream was lost since the history began. */
  get wiped(): boolean {
    return this.#wiped;
  }

  /** How many publications came a second time. */
  get repeated(): number {
    return this.#heard.length - new Set(this.#heard).size;
  }

  /** Before a history: nothing is expected, and the stream is empty. */
  async begin(): Promise<void> {
    [this.#stored, this.#sent, this.#heard, this.#wiped] = [[], [], [], false];
    const manager = await jetstreamManager(this.#nats, { timeout: FETCH_MS });
    for (const stream of [this.#letters, this.#windows]) await manager.streams.purge(stream);
  }

  /** Messages for the outbox, to be stored by the caller; it does so until that succeeds. */
  messages(name: string, count: number): OutboxMessage[] {
    const messages = Array.from({ length: count }, (_, i): OutboxMessage => {
      const payload = new TextEncoder().encode(JSON.stringify({ name, i }));
      return { operationId: `${name}.${i}`, part: 1, topic: 'run_dead_letters', payload };
    });
    this.#stored.push(...messages.map(({ operationId }) => operationId));
    return messages;
  }

  /** Sends what no worker can use. It is expected as a dead letter once the server said that it has it. */
  async send(name: string): Promise<void> {
    const options = { timeout: REQUEST_MS, msgID: name };
    await jetstream(this.#nats, { timeout: REQUEST_MS }).publish(this.#runs, name, options);
    this.#sent.push(name);
  }

  /** The server is about to lose everything: what was sent and not set aside yet is gone. */
  streamsGo(): void {
    this.#wiped = true;
    this.#sent = [];
  }

  /** All of them, while the server runs. */
  async deleteStreams(): Promise<void> {
    this.streamsGo();
    const manager = await jetstreamManager(this.#nats, { timeout: REQUEST_MS });
    for (const stream of [this.#runs, this.#letters, this.#windows])
      await manager.streams.delete(stream).catch(() => false);
    this.streamsGo();
  }

  /** All that the streams hold, as a subscriber that begins at their start gets it. */
  async found(): Promise<readonly Found[]> {
    return [...(await this.#foundIn(this.#letters)), ...(await this.#foundIn(this.#windows))];
  }

  async #foundIn(stream: string): Promise<readonly Found[]> {
    const manager = await jetstreamManager(this.#nats, { timeout: FETCH_MS });
    const { messages: count } = (await manager.streams.info(stream)).state;
    const found: Found[] = [];
    if (count === 0) return found;
    const consumer = await jetstream(this.#nats).consumers.get(stream);
    try {
      for await (const message of await consumer.fetch({ max_messages: count, expires: FETCH_MS })) {
        const { message: content } = message.json<{ message?: string }>();
        const unusable = content === undefined ? null : Buffer.from(content, 'base64').toString('utf8');
        found.push({ id: message.headers!.get('Nats-Msg-Id'), unusable });
      }
    } finally {
      // Of those that are asked for again and again a server keeps a thousand.
      await consumer.delete().catch(() => false);
    }
    return found;
  }

  /** What was sent, and is no dead letter. */
  unheard(found: readonly Found[]): string[] {
    const heard = new Set(found.map(({ unusable }) => unusable));
    return this.#sent.filter((name) => !heard.has(name));
  }

  /**
   * What is wrong with what was found: ids that are there twice, messages that are not. `n`: the publication that all
   * of them were wanted for last.
   */
  wrongWith(found: readonly Found[], n: number): string[] {
    const ids = found.map(({ id }) => id);
    const known = new Set(ids);
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    const lost = this.#stored.map((operationId) => `${operationId}:1:${n}`).filter((id) => !known.has(id));
    const ofLast = found.filter(({ id }) => id.endsWith(`:${n}`)).map(({ unusable }) => unusable);
    const repeated = ofLast.filter((name, i) => name !== null && ofLast.indexOf(name) !== i);
    return [
      ...twice.map((id) => `${id} is in the stream twice`),
      ...lost.map((id) => `${id} is not in the stream`),
      ...this.unheard(found).map((name) => `what was sent as ${name} is no dead letter`),
      ...repeated.map((name) => `what was sent as ${name} is a dead letter twice`),
    ];
  }

  async close(): Promise<void> {
    await this.#nats.close();
  }
}
