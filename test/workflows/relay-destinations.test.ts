// The outbox to two destinations at once, the bus in memory and a real server that speaks HTTP: one that is away, or
// refuses, holds back nothing of the other, and what has an order keeps it.

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localBus } from '../../src/adapters/bus-local/bus.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { type OutboxMessage, publicationId, type WantedMessage } from '../../src/core/records/documents/outbox.ts';
import type { Log, LogFields } from '../../src/ports/log.ts';
import { type OutboxRelay, startOutboxRelay } from '../../src/workflows/delivery/relay-outbox.ts';
import { openTemporaryStore } from '../adapters/store-embedded/temporary-store.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import type { StoreUnderTest } from '../contracts/store/store-under-test.ts';

const message = (operationId: string, rest: Partial<OutboxMessage> = {}): OutboxMessage => ({
  operationId,
  part: 1,
  topic: 'run_dead_letters',
  payload: new TextEncoder().encode(JSON.stringify({ operationId })),
  ...rest,
});

/** What it was sent, in the order in which it came. */
class Receiver {
  readonly taken: string[] = [];
  status: (id: string) => number = () => 204;
  #server: Server | null = null;
  #port = 0;

  async start(): Promise<void> {
    this.#server = createServer(
      (request, answer) => void this.#take(request).then((code) => answer.writeHead(code).end()),
    );
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => (this.#server === null ? resolve(null) : this.#server.close(resolve)));
    this.#server = null;
  }

  deliver = async (wanted: WantedMessage): Promise<void> => {
    const url = `http://127.0.0.1:${this.#port}/`;
    const headers = { 'idempotency-key': publicationId(wanted) };
    const body = Buffer.from(wanted.payload);
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    if (answer === null || answer.status === 503) {
      throw new TieoutError('destination_unavailable', 'The receiver cannot be reached.');
    }
    if (!answer.ok) throw new TieoutError('message_refused', `The receiver answers ${answer.status}.`);
  };

  async #take(request: IncomingMessage): Promise<number> {
    for await (const _ of request);
    const id = String(request.headers['idempotency-key']);
    const code = this.status(id);
    if (code < 300) this.taken.push(id);
    return code;
  }
}

function relayContract(open: () => Promise<StoreUnderTest>): void {
  let under: StoreUnderTest;
  let relay: OutboxRelay;
  let published: string[];
  let said: [sentence: string, fields: LogFields][];
  const receiver = new Receiver();
  beforeEach(async () => {
    under = await open();
    published = [];
    said = [];
    await receiver.start();
    receiver.taken.length = 0;
    receiver.status = () => 204;
  });
  afterEach(async () => {
    await relay.stop();
    await receiver.stop();
    await under.dispose();
  });
  const start = (): void => {
    const saying = (fields: LogFields, sentence: string) => void said.push([sentence, fields]);
    const log: Log = { info: saying, warn: saying, error: saying };
    const bus = localBus();
    const publish = async (wanted: WantedMessage): Promise<void> => {
      await bus.publish(wanted).catch(() => {});
      published.push(publicationId(wanted));
    };
    const deliverers = { bus: publish, webhook: receiver.deliver };
    relay = startOutboxRelay({ store: under.store, log, deliverers }, { keepMs: 86_400_000, lookEveryMs: 20 });
  };
  const until = async (is: () => Promise<boolean> | boolean): Promise<void> => {
    for (const deadline = Date.now() + 20_000; !(await is()); await pause(10)) {
      if (Date.now() > deadline) expect.fail(JSON.stringify([await under.store.outbox.waiting(), receiver.taken]));
    }
  };

  test('a destination that is away holds nothing back but what goes to it', async () => {
    await receiver.stop();
    const hooks = Array.from({ length: 10 }, (_, i) => message(`hook-${i}`, { destination: 'webhook' }));
    const others = Array.from({ length: 190 }, (_, i) => message(`other-${i}`));
    await under.store.outbox.add([...hooks, ...others]);
    start();
    await until(() => published.length === 190);
    await until(async () => (await under.store.outbox.waiting()).bus === 0);
    await until(() => said.length > 0);
    expect(await under.store.outbox.waiting()).toEqual({ bus: 0, loader: 0, webhook: 10 });
    expect(said).toEqual([
      [expect.stringContaining('not published now'), expect.objectContaining({ destination: 'webhook' })],
    ]);
    await receiver.start();
    await until(async () => (await under.store.outbox.waiting()).webhook === 0);
    expect(new Set(receiver.taken)).toEqual(new Set(hooks.map((one) => publicationId({ ...one, n: 1 }))));
    await until(() => said.length === 2);
    const { bus, webhook } = relay.counts;
    expect([bus, webhook]).toMatchObject([
      { delivered: 190, failed: 0 },
      { delivered: 10, refused: 0 },
    ]);
    expect(webhook!.failed).toBeGreaterThan(0);
    expect(said[1]).toEqual(['The outbox is published again.', { destination: 'webhook' }]);
  });

  test('what has an order key keeps its order past a refusal, which pauses that key alone', async () => {
    const ordered = (key: string) =>
      Array.from({ length: 4 }, (_, i) => message(`${key}-${i}`, { destination: 'webhook', orderKey: key }));
    let refusals = 1;
    receiver.status = (id) => (id === 'slow-1:1:1' && refusals-- > 0 ? 422 : 204);
    await under.store.outbox.add([
      ...ordered('slow'),
      ...ordered('quick'),
      message('free', { destination: 'webhook' }),
    ]);
    start();
    await until(() => receiver.taken.length === 6);
    const ofKey = (key: string) => receiver.taken.filter((id) => id.startsWith(key));
    expect(ofKey('slow')).toEqual(['slow-0:1:1']);
    expect(ofKey('free')).toEqual(['free:1:1']);
    await until(() => receiver.taken.length === 9);
    for (const key of ['slow', 'quick']) expect(ofKey(key)).toEqual([0, 1, 2, 3].map((i) => `${key}-${i}:1:1`));
  });
}

relayContract(openTemporaryStore);

withMongodb('on MongoDB', (database) => {
  relayContract(() => database.openStore());
});
