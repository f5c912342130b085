// The connection to NATS with its streams. A lost connection is made again after a random pause; then missing streams
// are made again, because a server may come back empty. Until then `trouble` says why the bus cannot be used.

import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { TieoutError } from '../../core/errors.ts';
import { MIN_BUS_MESSAGE_BYTES } from '../../core/limits.ts';
import type { Log } from '../../ports/log.ts';
import { startFailure, troubleOf } from './failures.ts';
import { Publisher } from './publisher.ts';
import { askRights, hearRefusals, missingRight } from './rights.ts';
import { attemptOf, connectionOptions, type NatsSettings } from './settings.ts';
import { prepareStreams } from './streams.ts';
import { type Subjects, subjectsOf } from './subjects.ts';

/** Earlier servers ignore the reason of a terminated message, and have no metadata. */
const OLDEST_SERVER = [2, 10, 4] as const;

const REQUEST_MS = 5_000;
/** How often it is logged again that the bus is away, or that a right is missing. */
const SAID_AGAIN_MS = 60_000;
/** Pause before the streams are checked again after a failure. */
const AGAIN_MS = 1_000;

const NOT_THERE = 'NATS cannot be reached.';

interface Connected {
  readonly nats: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly publisher: Publisher;
}

export class NatsLink {
  readonly subjects: Subjects;
  readonly #settings: NatsSettings;
  readonly #log: Log;
  #connected: Connected | null = null;
  #trouble: string | null = 'The service is not connected to NATS yet.';
  #preparing: Promise<void> | null = null;
  #closed = false;
  /** Sentences about rights that the server has refused. */
  readonly #refused = new Set<string>();
  readonly #saidAt = new Map<string, number>();
  /** The question for missing rights that is under way. */
  #trying: Promise<string | null> | null = null;
  readonly #sayingAgain: NodeJS.Timeout;

  constructor(settings: NatsSettings, log: Log, { sayAgainMs = SAID_AGAIN_MS } = {}) {
    this.#settings = settings;
    this.#log = log;
    const sayAgain = (): void => {
      if (this.#trouble !== null) this.#log.warn({ reason: this.#trouble }, 'The bus still cannot be used.');
    };
    this.#sayingAgain = setInterval(sayAgain, sayAgainMs).unref();
    this.subjects = subjectsOf(settings.environment);
  }

  /** Null while it can be used. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Throws bus_unavailable while it cannot be used. */
  use(): Connected {
    if (this.#connected === null || this.#trouble !== null) {
      throw new TieoutError('bus_unavailable', this.#trouble ?? 'The bus was closed.');
    }
    return this.#connected;
  }

  /** The first connection, with everything it needs. Throws bus_unavailable with a sentence that says what to do. */
  async begin(): Promise<void> {
    const attempt = attemptOf(this.#settings);
    try {
      const nats = await connect(connectionOptions(this.#settings));
      try {
        requireServer(nats, attempt.hosts);
        const options = { timeout: REQUEST_MS };
        const manager = await jetstreamManager(nats, options);
        const publisher = new Publisher(nats, () => void this.repair());
        this.#connected = { nats, manager, publisher, client: jetstream(nats, options) };
        void hearRefusals(nats, (error) => this.#hearRefusal(missingRight(error), error.subject));
        await this.#prepareOnce();
        const missing = await this.#firstMissing(nats);
        if (missing !== null) throw new TieoutError('bus_unavailable', missing);
      } catch (error) {
        this.#connected = null;
        this.#refused.clear();
        await nats.close();
        throw error;
      }
      this.#trouble = null;
      void this.#watch(nats);
    } catch (error) {
      throw await startFailure(error, attempt);
    }
  }

  /** Tries to begin until it succeeds. */
  async beginUntilConnected(): Promise<void> {
    while (!this.#closed && this.#connected === null) {
      try {
        await this.begin();
      } catch (error) {
        // Its sentence names hosts, which belong in the log.
        if (this.#trouble !== NOT_THERE) this.#log.warn({ err: error }, 'NATS cannot be reached; it is tried again.');
        this.#trouble = NOT_THERE;
        await pause(AGAIN_MS);
      }
    }
    if (this.#closed) await this.close();
  }

  /** The first missing right, null if there is none. While one is missing, it is asked for again. */
  missingRight(): Promise<string | null> {
    this.#trying ??= this.#tryAgain().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async #tryAgain(): Promise<string | null> {
    if (this.#refused.size === 0) return null;
    const before = [...this.#refused];
    this.#refused.clear();
    const missing = await this.#firstMissing(this.use().nats).catch((error: unknown) => {
      for (const sentence of before) this.#refused.add(sentence);
      throw error;
    });
    if (missing === null) {
      this.#saidAt.clear();
      this.#log.info({}, 'NATS grants the rights that were missing.');
    }
    return missing;
  }

  async #firstMissing(nats: NatsConnection): Promise<string | null> {
    for (const sentence of await askRights(nats, this.subjects)) this.#refused.add(sentence);
    const [first = null] = this.#refused;
    return first;
  }

  #hearRefusal(sentence: string, subject: string): void {
    this.#refused.add(sentence);
    this.#connected?.publisher.failSubject(subject, sentence);
    const now = performance.now();
    // A refusal at the start is thrown instead.
    const isSaid =
      this.#trouble !== null || now - (this.#saidAt.get(sentence) ?? Number.NEGATIVE_INFINITY) < SAID_AGAIN_MS;
    if (isSaid) return;
    this.#saidAt.set(sentence, now);
    this.#log.error({ subject }, sentence);
  }

  /** A stream or consumer was missing: all are checked, and made again if they are gone. */
  repair(): Promise<void> {
    if (this.#trouble === null) {
      this.#log.warn({}, 'A stream or consumer is missing on NATS; it is made again.');
      this.#trouble = 'A stream or consumer is made again.';
    }
    this.#preparing ??= this.#prepareUntilDone().finally(() => {
      this.#preparing = null;
    });
    return this.#preparing;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sayingAgain);
    this.#trouble = 'The bus was closed.';
    const connected = this.#connected;
    this.#connected = null;
    connected?.publisher.failAll(this.#trouble);
    // Last messages, perhaps an acknowledgement, are still sent if the server is there.
    const isThere = connected !== null && connected.nats.info !== undefined;
    if (isThere) await Promise.race([connected.nats.flush().catch(() => {}), pause(REQUEST_MS / 5)]);
    await connected?.nats.close();
  }

  async #watch(nats: NatsConnection): Promise<void> {
    for await (const { type } of nats.status()) {
      if (this.#closed) return;
      if (type === 'disconnect') {
        if (this.#trouble === null) {
          this.#log.warn({}, 'The connection to NATS is lost; it is made again.');
          this.#sayingAgain.refresh();
        }
        this.#trouble = 'The connection to NATS is lost.';
        this.#connected?.publisher.failAll(this.#trouble);
      } else if (type === 'reconnect') void this.repair();
      else if (type === 'close') break;
    }
    // The client gave up, although its options say that it never does.
    this.#connected = null;
    if (!this.#closed) void this.beginUntilConnected();
  }

  async #prepareUntilDone(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#prepareOnce();
        this.#log.info({}, 'The bus can be used again.');
        this.#trouble = null;
        return;
      } catch (error) {
        const trouble = troubleOf(error);
        if (trouble !== this.#trouble) this.#log.warn({ err: error }, 'The bus cannot be used; it is tried again.');
        this.#trouble = trouble;
        await pause(AGAIN_MS);
      }
    }
  }

  #prepareOnce(): Promise<void> {
    const { replicas } = this.#settings;
    return prepareStreams(this.#connected!.manager, { subjects: this.subjects, replicas, log: this.#log });
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

function requireServer({ info }: NatsConnection, hosts: string): void {
  const version = info!.version.split('.').map((part) => Number.parseInt(part, 10));
  const differs = OLDEST_SERVER.findIndex((part, i) => version[i] !== part);
  if (differs >= 0 && !(version[differs] > OLDEST_SERVER[differs])) {
    throw new TieoutError(
      'bus_unavailable',
      `The NATS server at ${hosts} is version ${info!.version}: at least ${OLDEST_SERVER.join('.')} is needed; update it.`,
    );
  }
  if (info!.max_payload < MIN_BUS_MESSAGE_BYTES) {
    throw new TieoutError(
      'bus_unavailable',
      `The NATS server at ${hosts} takes messages of at most ${info!.max_payload} bytes: set its max_payload to ${MIN_BUS_MESSAGE_BYTES} or more.`,
    );
  }
}
