// Workers on a real bus: what is no announcement becomes a dead letter with its reason, whatever its size, and the
// worker goes on; what is one leads to a run.

import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNatsBus } from '../../../src/adapters/bus-nats/bus.ts';
import { subjectsOf } from '../../../src/adapters/bus-nats/subjects.ts';
import type { Bus } from '../../../src/ports/bus.ts';
import { type OutboxRelay, startOutboxRelay } from '../../../src/workflows/delivery/relay-outbox.ts';
import { bankingOrder } from '../../../src/workflows/kinds/banking-command.ts';
import { acceptRun } from '../../../src/workflows/runs/accept-run.ts';
import { type RunningNats, startNats } from '../../servers/nats-server.ts';
import { monthOf, writePart } from '../../workflows/small-month.ts';
import { commandOf, type ServiceUnderTest, startService } from '../../workflows/worker-under-test.ts';
import { isMissing, keepLog, natsBinary, settingsOf, whyNot } from './nats-under-test.ts';

interface DeadLetter {
  readonly reason: string;
  readonly subject: string;
  readonly received_at: string;
  readonly part: number;
  readonly parts: number;
  readonly message: string;
}

describe.skipIf(isMissing || natsBinary === null)(`dead letters on NATS${whyNot}`, () => {
  let server: RunningNats;
  let nats: NatsConnection;
  let bus: Bus;
  let service: ServiceUnderTest;
  let relay: OutboxRelay;
  let subjects: ReturnType<typeof subjectsOf>;
  beforeAll(async () => {
    // As an operator may have set it: far above what is ever sent from here.
    server = await startNats({ binary: natsBinary!, settings: 'max_payload: 16777216' });
    nats = await connect({ servers: server.url });
    const settings = settingsOf({ url: server.url });
    subjects = subjectsOf(settings.environment);
    bus = await openNatsBus(settings, keepLog());
    service = await startService();
    relay = startOutboxRelay(
      { store: service.store, log: keepLog(), deliverers: { bus: (message) => bus.publish(message) } },
      { keepMs: 86_400_000, lookEveryMs: 20 },
    );
    service.work({ deps: { bus } });
  });
  afterAll(async () => {
    await service.dispose();
    await relay.stop();
    await bus.close();
    await nats.close();
    await server.stop();
  });

  /** The dead letters from one place on, once there are so many. */
  async function letters(from: number, count: number): Promise<DeadLetter[]> {
    const { streams } = await jetstreamManager(nats);
    const stream = subjects.published.run_dead_letters;
    for (const deadline = Date.now() + 20_000; ; await pause(20)) {
      const { state } = await streams.info(stream);
      if (state.messages >= from + count) break;
      if (Date.now() > deadline)
        expect.fail(`there are ${state.messages} dead letters: ${JSON.stringify(service.said)}`);
    }
    const found: DeadLetter[] = [];
    for (let seq = from + 1; seq <= from + count; seq++) {
      found.push((await streams.getMessage(stream, { seq }))!.json());
    }
    return found;
  }

  test('a message that is no announcement, and one of eight megabytes, whole in its parts; then a run', async () => {
    const odd = 'no announcement';
    const large = Buffer.alloc(8 << 20, 'large ');
    const client = jetstream(nats);
    await client.publish(subjects.runs, odd);
    const [letter] = await letters(0, 1);
    expect(letter).toEqual({
      reason: 'It is not JSON.',
      subject: subjects.runs,
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      part: 1,
      parts: 1,
      message: Buffer.from(odd).toString('base64'),
    });
    await client.publish(subjects.runs, large);
    const parts = await letters(1, 16);
    expect(new Set(parts.map(({ reason }) => reason))).toEqual(
      new Set(['It has 8388608 bytes; an announcement of a run has at most 65536.']),
    );
    const inOrder = [...parts].sort((a, b) => a.part - b.part);
    expect(inOrder.map(({ part, parts: all }) => [part, all])).toEqual(inOrder.map((_, i) => [i + 1, 16]));
    expect(Buffer.concat(inOrder.map(({ message }) => Buffer.from(message, 'base64'))).equals(large)).toBe(true);

    const { root, store, deps } = service;
    const month = monthOf(60);
    const fileUrls = {
      gl: [await writePart(root, month, { side: 'gl' })],
      bank: [await writePart(root, month, { side: 'bank' })],
    };
    const accepting = { store, bus, clock: deps.clock, newId: () => 'run-by-nats' };
    const { run } = await acceptRun(accepting, bankingOrder(commandOf({ fileUrls })));
    expect(await service.ended(run.runId)).toMatchObject({ status: 'succeeded' });
    // Nothing waits on the bus any more: rings and what was set aside are gone from it.
    for (const deadline = Date.now() + 10_000; ; await pause(20)) {
      const { state } = await (await jetstreamManager(nats)).streams.info(subjects.runs);
      if (state.messages === 0) break;
      if (Date.now() > deadline) expect.fail(`${state.messages} messages wait on the bus`);
    }
    expect(await store.outbox.counts()).toEqual({ waiting: 0, kept: 17 });
  });

  test('an announcement of a run that the store does not have is acknowledged and no dead letter', async () => {
    const { store } = service;
    const before = await store.outbox.counts();
    const client = jetstream(nats);
    for (const run_id of ['x', '0f8c1d6e-7a52-4a0c-9a53-0b9d2f1f6b7e', 'r'.repeat(40_000)]) {
      await client.publish(subjects.runs, JSON.stringify({ schema_version: 1, run_id, added_later: true }));
    }
    for (const deadline = Date.now() + 10_000; ; await pause(20)) {
      const { state } = await (await jetstreamManager(nats)).streams.info(subjects.runs);
      if (state.messages === 0) break;
      if (Date.now() > deadline) expect.fail(`${state.messages} messages wait on the bus`);
    }
    expect(await store.outbox.counts()).toEqual(before);
  });

  test('while the store is away a message stays on the bus, and is set aside once it is back', async () => {
    const { store } = service;
    let isAway = true;
    const outbox: typeof store.outbox = {
      ...store.outbox,
      add: (messages) => (isAway ? Promise.reject(new Error('The store is away.')) : store.outbox.add(messages)),
    };
    const other = await startService();
    const settings = settingsOf({ url: server.url });
    const own = await openNatsBus(settings, keepLog());
    other.work({ deps: { bus: own, store: { ...other.store, outbox } } });
    await jetstream(nats).publish(subjectsOf(settings.environment).runs, '{"run_id":"run-1"}');
    while (!other.said.some(({ sentence }) => sentence.startsWith('A dead letter could not be stored')))
      await pause(10);
    const before = await store.outbox.counts();
    isAway = false;
    for (const deadline = Date.now() + 10_000; (await store.outbox.counts()).kept === before.kept; await pause(20)) {
      if (Date.now() > deadline) expect.fail('it was not set aside');
    }
    await other.dispose();
    await own.close();
  });
});
