// A server that is killed, comes back, comes back empty, or loses a stream: the bus says so at once, comes back by
// itself, and what is published through the outbox is in the stream once for each id.

import { setTimeout as pause } from 'node:timers/promises';
import { DiscardPolicy, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { natsBus, openNatsBus } from '../../../src/adapters/bus-nats/bus.ts';
import { subjectsOf } from '../../../src/adapters/bus-nats/subjects.ts';
import { WORKERS } from '../../../src/adapters/bus-nats/wanted-streams.ts';
import type { OutboxMessage } from '../../../src/core/records/documents/outbox.ts';
import type { Bus } from '../../../src/ports/bus.ts';
import { startOutboxRelay } from '../../../src/workflows/delivery/relay-outbox.ts';
import { letter } from '../../contracts/bus-contract.ts';
import { type RunningNats, startNats } from '../../servers/nats-server.ts';
import { openTemporaryStore } from '../store-embedded/temporary-store.ts';
import { isMissing, type KeptLog, keepLog, natsBinary, settingsOf, whyNot } from './nats-under-test.ts';

/** A reconnection waits two seconds at most, then streams are looked at. */
const BACK_WITHIN_MS = 8_000;

describe.skipIf(isMissing || natsBinary === null)(`faults of NATS${whyNot}`, () => {
  let server: RunningNats;
  let isUp = true;
  const buses: Bus[] = [];
  beforeAll(async () => {
    server = await startNats({ binary: natsBinary! });
  });
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    if (!isUp) await restart();
  });
  afterAll(() => server.stop());

  const kill = async () => {
    isUp = false;
    await server.kill();
  };
  const restart = async (options?: { emptied: boolean }) => {
    await server.restart(options);
    isUp = true;
  };
  async function open(log: KeptLog = keepLog()) {
    const settings = settingsOf({ url: server.url });
    const bus = await openNatsBus(settings, log);
    buses.push(bus);
    return { bus, settings, subjects: subjectsOf(settings.environment), log };
  }
  async function works(bus: Bus): Promise<void> {
    for (const deadline = Date.now() + BACK_WITHIN_MS; ; await pause(20)) {
      const trouble = await bus.trouble();
      if (trouble === null) return;
      if (Date.now() > deadline) expect.fail(`the bus is not back: ${trouble}`);
    }
  }
  async function withManager<T>(work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>) {
    const nats = await connect({ servers: server.url });
    try {
      return await work(await jetstreamManager(nats));
    } finally {
      await nats.close();
    }
  }
  const messagesIn = (stream: string) =>
    withManager(async (manager) => (await manager.streams.info(stream)).state.messages);

  test('that the server is away is said once, and again each while that it lasts', async () => {
    const log = keepLog();
    const bus = await openNatsBus(settingsOf({ url: server.url }), log, { sayAgainMs: 300 });
    buses.push(bus);
    await pause(700);
    expect(log.said).toEqual([]);
    await kill();
    while (log.said.length < 3) await pause(20);
    expect(log.said.slice(0, 3)).toEqual([
      'The connection to NATS is lost; it is made again.',
      ...Array(2).fill('The bus still cannot be used.'),
    ]);
    await restart();
    await works(bus);
    const { length } = log.said;
    expect(log.said.at(-1)).toBe('The bus can be used again.');
    await pause(700);
    expect(log.said).toHaveLength(length);
  });

  test('while the server is away the bus says so at once and waits for nobody; then it is back', async () => {
    const { bus, subjects, log } = await open();
    await bus.publish(letter('operation-1'));
    await kill();
    await pause(50);
    const began = performance.now();
    expect(await bus.trouble()).toBe('The connection to NATS is lost.');
    await expect(bus.publish(letter('operation-2'))).rejects.toMatchObject({ code: 'bus_unavailable' });
    bus.announce(['run-1']);
    // At once, however busy the machine: a request of the client would wait for five seconds.
    expect(performance.now() - began).toBeLessThan(4_000);
    const bell = bus.listen();
    expect(await bell.next(100)).toBeNull();
    expect(performance.now() - began).toBeGreaterThan(90);
    await restart();
    await works(bus);
    for (const id of ['operation-1', 'operation-2']) await bus.publish(letter(id));
    expect(await messagesIn(subjects.published.run_dead_letters)).toBe(2);
    bus.announce(['run-2']);
    expect(await bell.next(BACK_WITHIN_MS)).toMatchObject({ unusable: null });
    expect(log.said).toEqual(['The connection to NATS is lost; it is made again.', 'The bus can be used again.']);
  });

  test('a server that comes back empty has its streams again', async () => {
    const { bus, subjects } = await open();
    await bus.publish(letter('operation-1'));
    await kill();
    await restart({ emptied: true });
    await works(bus);
    expect(await messagesIn(subjects.published.run_dead_letters)).toBe(0);
    await bus.publish(letter('operation-2'));
    bus.announce(['run-1']);
    const ring = await bus.listen().next(BACK_WITHIN_MS);
    expect(ring).toMatchObject({ unusable: null });
    ring!.done();
    expect(await messagesIn(subjects.published.run_dead_letters)).toBe(1);
  });

  test('a stream and a consumer that are deleted while the service runs are made again', async () => {
    const { bus, subjects } = await open();
    await withManager((manager) => manager.streams.delete(subjects.published.run_dead_letters));
    await expect(bus.publish(letter('operation-1'))).rejects.toMatchObject({ code: 'bus_unavailable' });
    await works(bus);
    await bus.publish(letter('operation-1'));
    await withManager((manager) => manager.consumers.delete(subjects.runs, WORKERS));
    const bell = bus.listen();
    await bell.next(100);
    await works(bus);
    bus.announce(['run-1']);
    expect(await bell.next(BACK_WITHIN_MS)).toMatchObject({ unusable: null });
    await withManager((manager) => manager.streams.delete(subjects.runs));
    await works(bus);
    bus.announce(['run-2']);
    expect(await bell.next(BACK_WITHIN_MS)).toMatchObject({ unusable: null });
  });

  test('a bus that a thread makes comes as soon as the server is there', async () => {
    await kill();
    const bus = natsBus(settingsOf({ url: server.url }), keepLog());
    buses.push(bus);
    expect(await bus.trouble()).not.toBeNull();
    expect(await bus.listen().next(50)).toBeNull();
    await restart();
    await works(bus);
    await bus.publish(letter('operation-1'));
  });

  test('closing while the server is away does not wait for it', async () => {
    const { bus } = await open();
    await kill();
    const began = performance.now();
    await bus.close();
    expect(performance.now() - began).toBeLessThan(2_000);
    await expect(bus.publish(letter('operation-1'))).rejects.toMatchObject({ code: 'bus_unavailable' });
  });

  test('rights that are taken away while it runs are told with their subject, and are seen when they are back', async () => {
    const secret = 's3cr3t';
    const rights = (denied: string): string =>
      `authorization { users: [ { user: tieout, password: "${secret}", permissions: { publish: { deny: [${denied}] } } } ] }`;
    const strict = await startNats({ binary: natsBinary!, settings: rights('"nothing"') });
    const settings = settingsOf({ url: strict.url.replace('//', `//tieout:${secret}@`) });
    const { published } = subjectsOf(settings.environment);
    const log = keepLog();
    const bus = await openNatsBus(settings, log);
    buses.push(bus);
    expect(await bus.trouble()).toBeNull();
    const missing = (subject: string) =>
      `The user of NATS_URL has no right to publish to ${subject}: grant it (docs/events.md lists what is needed).`;
    const until = async (is: () => Promise<unknown>): Promise<void> => {
      for (const deadline = Date.now() + BACK_WITHIN_MS; !(await is()); await pause(20)) {
        if (Date.now() > deadline) expect.fail(log.said.join(' '));
      }
    };

    strict.reconfigure(rights(`"${published.run_dead_letters}"`));
    let refusal: unknown;
    let n = 0;
    await until(async () => {
      refusal = await bus.publish(letter(`operation-${n++}`)).then(() => null, String);
      return refusal !== null;
    });
    expect(refusal).toContain(missing(published.run_dead_letters));
    expect([await bus.trouble(), await bus.trouble()]).toEqual([1, 2].map(() => missing(published.run_dead_letters)));
    strict.reconfigure(rights('"nothing"'));
    await until(async () => (await bus.trouble()) === null);
    await bus.publish(letter('operation-last'));

    strict.reconfigure(rights('"$JS.ACK.>"'));
    const bell = bus.listen();
    await until(async () => {
      bus.announce([`run-${n++}`]);
      (await bell.next(1_000))?.done();
      return (await bus.trouble()) !== null;
    });
    expect(await bus.trouble()).toBe(missing('$JS.ACK.>'));
    bell.close();
    expect(log.said.filter((said) => said.includes('no right'))).toEqual([
      missing(published.run_dead_letters),
      missing('$JS.ACK.>'),
    ]);
    await bus.close();
    await strict.stop();
  });

  test('a stream that was given limits and is full is told, until there is room', async () => {
    const { bus, subjects } = await open();
    const stream = subjects.published.run_dead_letters;
    await bus.publish(letter('operation-1'));
    await withManager((manager) => manager.streams.update(stream, { max_msgs: 1, discard: DiscardPolicy.New }));
    await expect(bus.publish(letter('operation-2'))).rejects.toMatchObject({ code: 'bus_unavailable' });
    expect(await bus.trouble()).toMatch(new RegExp(`^The stream ${stream} is full and refuses more: start .+\\.$`));
    await withManager((manager) => manager.streams.purge(stream));
    expect(await bus.trouble()).toBeNull();
    await bus.publish(letter('operation-2'));
  });

  test('through kills of the server the outbox is published, each message once', async () => {
    const { bus, subjects, log } = await open();
    const { store, dispose } = await openTemporaryStore();
    const relay = startOutboxRelay(
      { store, log, deliverers: { bus: (message) => bus.publish(message) } },
      { keepMs: 86_400_000, lookEveryMs: 20, leaseMs: 1_000 },
    );
    const messages = Array.from({ length: 4_000 }, (_, i): OutboxMessage => ({ ...letter(`operation-${i}`) }));
    const adding = (async () => {
      for (let from = 0; from < messages.length; from += 200) {
        await store.outbox.add(messages.slice(from, from + 200));
        await pause(10);
      }
    })();
    for (let kills = 0; kills < 3; kills++) {
      await pause(60);
      await kill();
      await pause(100);
      await restart();
      await works(bus);
    }
    await adding;
    for (const deadline = Date.now() + 30_000; (await store.outbox.counts()).waiting > 0; await pause(20)) {
      if (Date.now() > deadline) expect.fail(JSON.stringify(await store.outbox.counts()));
    }
    await relay.stop();
    expect(await messagesIn(subjects.published.run_dead_letters)).toBe(messages.length);
    await dispose();
  });
});
