// Publishing through the outbox beside plain publishing to JetStream: the same messages on the same server, with as
// many on their way at once. Through the outbox each message is also stored, read back and marked: in the embedded
// store, and in MongoDB where there is one.

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { openNatsBus } from '../src/adapters/bus-nats/bus.ts';
import { subjectsOf } from '../src/adapters/bus-nats/subjects.ts';
import { openEmbeddedStore } from '../src/adapters/store-embedded/open.ts';
import { openMongoStore } from '../src/adapters/store-mongo/open.ts';
import type { OutboxMessage } from '../src/core/records/documents/outbox.ts';
import type { Log } from '../src/ports/log.ts';
import type { Store } from '../src/ports/store.ts';
import { startOutboxRelay } from '../src/workflows/delivery/relay-outbox.ts';
import { mongodForBenchmarks } from '../test/servers/mongod.ts';
import { natsForBenchmarks } from '../test/servers/nats-server.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { inSeconds, median } from './measure.ts';

const MESSAGES = 40_000;
/** Acknowledgements that are waited for at once, on both sides. */
const WINDOW = 64;
const ROUNDS = 5;
/** As one call of resolve would store them: parts of one operation. */
const STORED_AT_ONCE = 500;
const CALLERS = 4;
/** Of a result with three clusters. */
const PAYLOAD_BYTES = 600;

const silent: Log = { info() {}, warn() {}, error: (fields, sentence) => console.error(sentence, fields) };

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const count = rows ?? MESSAGES;
  const server = await natsForBenchmarks();
  say(`bus: ${count} messages of ${PAYLOAD_BYTES} bytes, ${WINDOW} on their way at once, median of ${ROUNDS}`);
  try {
    const embedded = await openEmbeddedStore({ directory: inputs.scratch('outbox') });
    const figures = await beside(embedded, { url: server.url, count, say, name: 'embedded' }).finally(embedded.close);
    const mongod = await mongodForBenchmarks().catch(() => null);
    if (mongod === null) return figures;
    try {
      const mongo = await openMongoStore({ uri: mongod.uri, environment: 'bench', operationMs: null });
      return {
        ...figures,
        ...(await beside(mongo, { url: server.url, count, say, name: 'mongodb' }).finally(mongo.close)),
      };
    } finally {
      await mongod.stop();
    }
  } finally {
    await server.stop();
  }
}

interface Compared {
  readonly url: string;
  readonly count: number;
  readonly say: BenchOptions['say'];
  readonly name: string;
}

/** One store's outbox and plain publishing, in turns. */
async function beside(store: Store, { url, count, say, name }: Compared): Promise<Figures> {
  const environment = `bench-${randomBytes(4).toString('hex')}`;
  const measured = { raw: [] as number[], outbox: [] as number[], relay: [] as number[] };
  const shares = { outbox: [] as number[], relay: [] as number[] };
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = await oneRound({ url, environment, store, count, name: `round-${round}` });
    if (round === 0) continue;
    for (const way of ['raw', 'outbox', 'relay'] as const) measured[way].push(figures[way]);
    // Of one round each: what else the machine does changes from one to the next.
    for (const way of ['outbox', 'relay'] as const) shares[way].push(figures.raw / figures[way]);
  }
  const [raw, outbox, relay] = [measured.raw, measured.outbox, measured.relay].map(median) as [number, number, number];
  const rate = (seconds: number) => `${Math.round(count / seconds).toLocaleString('en')} messages a second`;
  say(`  ${name}`);
  say(`    plain JetStream              ${inSeconds(raw)}, ${rate(raw)}`);
  say(`    through the outbox           ${inSeconds(outbox)}, ${rate(outbox)}: stored, published and marked`);
  say(`    of what was stored before    ${inSeconds(relay)}, ${rate(relay)}: published and marked`);
  const [share, relayShare] = [median(shares.outbox), median(shares.relay)];
  say(`    ${share.toFixed(2)} of plain publishing, ${relayShare.toFixed(2)} without storing`);
  return {
    [`${name}_raw_seconds`]: raw,
    [`${name}_outbox_seconds`]: outbox,
    [`${name}_relay_seconds`]: relay,
    [`${name}_messages`]: count,
    [`${name}_share_of_raw`]: share,
    [`${name}_relay_share_of_raw`]: relayShare,
  };
}

interface Round {
  readonly url: string;
  readonly environment: string;
  readonly store: Store;
  readonly count: number;
  /** No other round's: ids that were seen are dropped. */
  readonly name: string;
}

/** Seconds of each way, one after the other. */
async function oneRound({ url, environment, store, count, name }: Round) {
  const settings = {
    url,
    credentials: null,
    authority: null,
    certificate: null,
    key: null,
    environment,
    replicas: 1,
    name,
  };
  const bus = await openNatsBus(settings, silent);
  const stream = subjectsOf(environment).published.run_dead_letters;
  const payloadOf = () => new TextEncoder().encode(JSON.stringify({ text: 'x'.repeat(PAYLOAD_BYTES - 11) }));
  const messages = (way: string) =>
    Array.from({ length: count }, (_, i): OutboxMessage => {
      const operationId = `${name}-${way}-${Math.floor(i / STORED_AT_ONCE)}`;
      return { operationId, part: 1 + (i % STORED_AT_ONCE), topic: 'run_dead_letters', payload: payloadOf() };
    });
  const nats = await connect({ servers: url, noAsyncTraces: true });
  const manager = await jetstreamManager(nats);
  const published = async (): Promise<number> => (await manager.streams.info(stream)).state.messages;
  /** Published, which the stream is asked for lest looking cost the store time, and then marked. */
  const emptied = async (publications: number): Promise<void> => {
    while ((await published()) < publications) await pause(5);
    while ((await store.outbox.due({ destination: 'bus', limit: 1, after: null })).messages.length > 0) await pause(2);
  };
  const relaying = () =>
    startOutboxRelay(
      { store, log: silent, deliverers: { bus: (message) => bus.publish(message) } },
      { keepMs: 86_400_000, lookEveryMs: 1, window: WINDOW },
    );
  const storing = async (all: readonly OutboxMessage[]): Promise<void> => {
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < all.length) await store.outbox.add(all.slice(next, (next += STORED_AT_ONCE)));
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  };
  const seconds = async (work: () => Promise<void>): Promise<number> => {
    const begun = performance.now();
    await work();
    return (performance.now() - begun) / 1_000;
  };

  const client = jetstream(nats);
  const payload = payloadOf();
  const raw = await seconds(async () => {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) await client.publish(stream, payload, { msgID: `${name}-raw-${next++}` });
    };
    await Promise.all(Array.from({ length: WINDOW }, lane));
  });
  const all = messages('outbox');
  let relay = relaying();
  const outbox = await seconds(async () => {
    await storing(all);
    await emptied(2 * count);
  });
  await relay.stop();
  await storing(messages('relay'));
  const relayOnly = await seconds(async () => {
    relay = relaying();
    await emptied(3 * count);
  });
  await relay.stop();
  await store.outbox.prune(-1);
  const expected = 3 * count;
  const held = await published();
  if (held !== expected) throw new Error(`The stream holds ${held} messages, not ${expected}.`);
  await manager.streams.purge(stream);
  await nats.close();
  await bus.close();
  return { raw, outbox, relay: relayOnly };
}
