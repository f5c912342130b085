// The relay of the outbox on a real store: everything once, in a window, through a bus and a store that go away, and by
// one process at a time.

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TieoutError } from '../../src/core/errors.ts';
import { type OutboxMessage, publicationId, type WantedMessage } from '../../src/core/records/documents/outbox.ts';
import type { Log } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import {
  type OutboxRelay,
  type RelayDependencies,
  startOutboxRelay,
} from '../../src/workflows/delivery/relay-outbox.ts';
import { replayEvents } from '../../src/workflows/delivery/replay-events.ts';
import { openTemporaryStore } from '../adapters/store-embedded/temporary-store.ts';
import type { StoreUnderTest } from '../contracts/store/store-under-test.ts';

const DAY = 86_400_000;

let under: StoreUnderTest;
let store: Store;
let said: string[];
const relays: OutboxRelay[] = [];
beforeEach(async () => {
  under = await openTemporaryStore();
  store = under.store;
  said = [];
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await under.dispose();
});

const saying = (_: object, sentence: string) => void said.push(sentence);
const log: Log = { info: saying, warn: saying, error: saying };

const messages = (count: number, name = 'operation'): OutboxMessage[] =>
  Array.from({ length: count }, (_, i) => ({
    operationId: `${name}-${i}`,
    part: 1,
    topic: 'run_dead_letters',
    payload: new TextEncoder().encode(`{"i":${i}}`),
  }));

/** A bus that takes a moment, counts what is on its way and keeps what it acknowledged. */
class Bus {
  readonly taken: string[] = [];
  most = 0;
  isAway = false;
  refuses: (message: WantedMessage) => boolean = () => false;
  #onTheirWay = 0;

  publish = async (message: WantedMessage): Promise<void> => {
    this.most = Math.max(this.most, ++this.#onTheirWay);
    await pause(1);
    this.#onTheirWay--;
    if (this.isAway) throw new TieoutError('bus_unavailable', 'The bus is away.');
    if (this.refuses(message)) throw new TieoutError('message_refused', 'It is too large.');
    this.taken.push(publicationId(message));
  };
}

function relay(bus: Bus, given: { deps?: Partial<RelayDependencies>; window?: number; leaseMs?: number } = {}) {
  const { deps, ...options } = given;
  const started = startOutboxRelay(
    { store, log, deliverers: { bus: bus.publish }, ...deps },
    { keepMs: DAY, lookEveryMs: 20, ...options },
  );
  relays.push(started);
  return started;
}

async function emptied(): Promise<void> {
  for (const deadline = Date.now() + 20_000; (await store.outbox.counts()).waiting > 0; await pause(5)) {
    if (Date.now() > deadline) expect.fail(`the outbox still holds ${JSON.stringify(await store.outbox.counts())}`);
  }
}

test('everything is published once, with as many on their way as the window lets, before and after it was started', async () => {
  const bus = new Bus();
  await store.outbox.add(messages(2_500));
  relay(bus, { window: 16 });
  await emptied();
  expect(bus.most).toBe(16);
  await store.outbox.add(messages(100, 'later'));
  await emptied();
  const wanted = [...messages(2_500), ...messages(100, 'later')].map((message) => publicationId({ ...message, n: 1 }));
  expect(bus.taken.sort()).toEqual(wanted.sort());
  expect(said).toEqual([]);
});

test('while the bus is away everything waits, and goes on as soon as it is back', async () => {
  const bus = new Bus();
  bus.isAway = true;
  await store.outbox.add(messages(200));
  relay(bus);
  await expect.poll(() => said.length).toBeGreaterThan(0);
  await pause(200);
  expect(bus.taken).toEqual([]);
  expect(await store.outbox.counts()).toEqual({ waiting: 200, kept: 0 });
  expect(said).toEqual(['The outbox is not published now; everything in it waits.']);
  bus.isAway = false;
  await emptied();
  expect(new Set(bus.taken).size).toBe(200);
  expect(said.at(-1)).toBe('The outbox is published again.');
});

test('a message that is refused holds no other one back', async () => {
  const bus = new Bus();
  bus.refuses = ({ operationId }) => operationId === 'operation-3';
  await store.outbox.add(messages(10));
  relay(bus, { window: 1 });
  while (bus.taken.length < 9) await pause(5);
  await pause(100);
  expect(await store.outbox.counts()).toEqual({ waiting: 1, kept: 9 });
  bus.refuses = () => false;
  await emptied();
  expect(bus.taken.filter((id) => id === 'operation-3:1:1')).toHaveLength(1);
});

test('what was acknowledged and could not be marked is published again under the same id', async () => {
  const bus = new Bus();
  let failures = 3;
  const outbox: Store['outbox'] = {
    ...store.outbox,
    async delivered(publications) {
      if (failures-- > 0) throw new TieoutError('store_unavailable', 'The disk is full.');
      return store.outbox.delivered(publications);
    },
  };
  await store.outbox.add(messages(50));
  relay(bus, { deps: { store: { ...store, outbox } } });
  await emptied();
  expect(failures).toBeLessThan(0);
  expect(bus.taken.length).toBeGreaterThan(50);
  expect(new Set(bus.taken).size).toBe(50);
});

/** Longer than a busy machine leaves a process alone. */
const LEASE_MS = 1_500;

test('of two relays one works, and the other one takes over when it is stopped or gone', async () => {
  const [first, second] = [new Bus(), new Bus()];
  const working = relay(first, { leaseMs: LEASE_MS });
  await store.outbox.add(messages(20, 'a'));
  await emptied();
  // It can neither renew nor release: as if its process had been stopped.
  const stuck: Store['leases'] = { ...store.leases, renew: async () => true, release: async () => false };
  relay(second, { leaseMs: LEASE_MS, deps: { store: { ...store, leases: stuck } } });
  await store.outbox.add(messages(20, 'b'));
  await emptied();
  expect([first.taken.length, second.taken.length]).toEqual([40, 0]);
  await working.stop();
  await store.outbox.add(messages(20, 'c'));
  await emptied();
  expect([first.taken.length, second.taken.length]).toEqual([40, 20]);
  const third = new Bus();
  relay(third, { leaseMs: LEASE_MS });
  await pause(2 * LEASE_MS);
  // Two work now, for the one that is stuck does not know: of what both read one may have marked everything first.
  let batches = 0;
  for (; third.taken.length === 0; batches++) {
    await store.outbox.add(messages(20, `d${batches}`));
    await emptied();
  }
  expect(new Set([...second.taken, ...third.taken]).size).toBe(20 + 20 * batches);
});

test('a replay publishes again under the next number', async () => {
  const bus = new Bus();
  await store.outbox.add(messages(3));
  relay(bus);
  await emptied();
  await store.outbox.replay(0);
  await emptied();
  expect(bus.taken.slice(3).sort()).toEqual(['operation-0:1:2', 'operation-1:1:2', 'operation-2:1:2']);
});

test('a replay that does not come forward says what waits, and leaves it to the service', async () => {
  const bus = new Bus();
  await store.outbox.add(messages(3));
  const first = relay(bus);
  await emptied();
  await first.stop();
  bus.isAway = true;
  const trouble = async () => 'The connection to NATS is lost.';
  const deps = { store, log, bus: { publish: bus.publish, trouble } };
  const asked = { since: 0, relay: { keepMs: DAY, lookEveryMs: 20 }, patienceMs: 150 };
  await expect(replayEvents(deps, asked)).rejects.toMatchObject({
    code: 'bus_unavailable',
    message: expect.stringMatching(/^The connection to NATS is lost\. 3 messages wait in the outbox: /),
  });
  bus.isAway = false;
  expect(await replayEvents(deps, { ...asked, since: Date.now() + DAY })).toEqual({ messages: 0, refused: 0 });
  expect(bus.taken.slice(3).sort()).toEqual(['operation-0:1:2', 'operation-1:1:2', 'operation-2:1:2']);
  bus.refuses = ({ operationId }) => operationId === 'operation-1';
  expect(await replayEvents(deps, asked)).toEqual({ messages: 3, refused: 1 });
});
