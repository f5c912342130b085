// Streams and the consumer: made, brought in line, refused when they are somebody else's; and messages on the subject
// of runs that are no announcements.

import {
  type ConsumerConfig,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  type StreamConfig,
} from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNatsBus } from '../../../src/adapters/bus-nats/bus.ts';
import { subjectsOf } from '../../../src/adapters/bus-nats/subjects.ts';
import { WORKERS } from '../../../src/adapters/bus-nats/wanted-streams.ts';
import type { Bus, Ring } from '../../../src/ports/bus.ts';
import { letter } from '../../contracts/bus-contract.ts';
import { isMissing, keepLog, natsUrl, settingsOf, whyNot } from './nats-under-test.ts';

const LONG = 10_000;

describe.skipIf(isMissing)(`streams on NATS${whyNot}`, () => {
  let nats: NatsConnection;
  beforeAll(async () => {
    nats = await connect({ servers: natsUrl });
  });
  afterAll(() => nats.close());

  const streamOf = async (name: string) => (await (await jetstreamManager(nats)).streams.info(name)).config;

  test('processes that start at the same moment make them once, and none is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const settings = settingsOf();
      const buses = await Promise.all(Array.from({ length: 6 }, () => openNatsBus(settings, keepLog())));
      expect((await streamOf(subjectsOf(settings.environment).runs)).retention).toBe('workqueue');
      await Promise.all(buses.map((bus) => bus.close()));
    }
  });

  test('they are made with limits, and a second start changes nothing', async () => {
    const settings = settingsOf();
    const { runs, published } = subjectsOf(settings.environment);
    const log = keepLog();
    await (await openNatsBus(settings, log)).close();
    const [made, letters] = [await streamOf(runs), await streamOf(published.run_dead_letters)];
    expect(made).toMatchObject({ subjects: [runs], retention: 'workqueue', storage: 'file', discard: 'old' });
    expect(letters).toMatchObject({ subjects: [published.run_dead_letters], retention: 'limits' });
    for (const { max_bytes, max_age } of [made, letters]) {
      expect(max_bytes).toBeGreaterThan(0);
      expect(max_age).toBeGreaterThan(0);
    }
    await (await openNatsBus(settings, log)).close();
    expect(await streamOf(runs)).toEqual(made);
    expect(log.said).toEqual([]);
  });

  test('settings that differ are brought in line, without losing what waits', async () => {
    const settings = settingsOf();
    const { runs } = subjectsOf(settings.environment);
    const log = keepLog();
    const first = await openNatsBus(settings, log);
    first.announce(['run-1']);
    await first.trouble();
    await first.close();
    const manager = await jetstreamManager(nats);
    await manager.streams.update(runs, { ...(await streamOf(runs)), max_age: 600_000_000_000, max_bytes: 1_000_000 });
    await manager.consumers.delete(runs, WORKERS);
    await manager.consumers.add(runs, { durable_name: WORKERS, ack_policy: 'explicit', ack_wait: 1_000_000_000 });
    const second = await openNatsBus(settings, log);
    expect(log.said).toEqual([
      'A stream had other settings and has those it needs now.',
      'A consumer had other settings and is made anew.',
    ]);
    expect((await streamOf(runs)).max_age).toBeGreaterThan(600_000_000_000);
    expect((await manager.consumers.info(runs, WORKERS)).config.ack_wait).toBe(30_000_000_000);
    const bell = second.listen();
    expect(await bell.next(LONG)).toMatchObject({ unusable: null });
    bell.close();
    await second.close();
  });

  const { Workqueue, Limits } = RetentionPolicy;
  test.each([
    ['of another name that has our subject', (runs: string) => ({ name: `of-${runs}`, subjects: [runs] }), Workqueue],
    ['of our name with another subject', (runs: string) => ({ name: runs, subjects: [`of-${runs}`] }), Workqueue],
    ['that keeps messages otherwise', (runs: string) => ({ name: runs, subjects: [runs] }), Limits],
  ])('a stream %s stops the start with a sentence, and is left as it is', async (_, made, retention) => {
    const settings = settingsOf();
    const { runs } = subjectsOf(settings.environment);
    const manager = await jetstreamManager(nats);
    const { config } = await manager.streams.add({ ...made(runs), retention });
    const refusal = await openNatsBus(settings, keepLog()).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'bus_unavailable' });
    expect(refusal.message).toMatch(/^The (stream|subject) reconciliation-runs-[\w-]+ .+: set TIEOUT_ENV [^\n]+\.$/);
    expect(refusal.message).toContain(config.name);
    expect(await streamOf(config.name)).toEqual(config);
    await manager.streams.delete(config.name);
  });

  const second = 1_000_000_000;
  const STREAM_DRIFTS: Partial<StreamConfig>[] = [
    { max_msgs: 1 },
    { max_msgs_per_subject: 1 },
    { max_msg_size: 200 },
    { no_ack: true },
    { discard: 'new' },
    { discard: 'new', max_msgs_per_subject: 1, discard_new_per_subject: true },
    { allow_rollup_hdrs: true },
    { subject_transform: { src: '>', dest: 'elsewhere.>' } },
    { republish: { src: '>', dest: 'elsewhere.>' } },
    { sources: [{ name: 'elsewhere' }] },
    { consumer_limits: { max_ack_pending: 5 } },
  ];
  test.each(STREAM_DRIFTS)('a stream with %j is brought in line, and loses no message', async (drift) => {
    const settings = settingsOf();
    const { runs, published } = subjectsOf(settings.environment);
    const log = keepLog();
    await (await openNatsBus(settings, log)).close();
    const manager = await jetstreamManager(nats);
    const names = [runs, published.run_dead_letters];
    const made = await Promise.all(names.map(streamOf));
    // On a stream with workers the server takes no limits on them.
    await manager.consumers.delete(runs, WORKERS);
    for (const name of names) {
      await manager.streams.update(name, drift);
      expect(await streamOf(name)).toMatchObject(drift);
    }
    const bus = await openNatsBus(settings, log);
    expect(log.said).toEqual(Array(2).fill('A stream had other settings and has those it needs now.'));
    expect(await Promise.all(names.map(streamOf))).toEqual(made);
    for (const n of [1, 2, 3]) await bus.publish(letter('operation-1', n));
    expect((await manager.streams.info(published.run_dead_letters)).state.messages).toBe(3);
    await bus.close();
    await openNatsBus(settings, log).then((again) => again.close());
    expect(log.said).toHaveLength(2);
  });

  const CONSUMER_DRIFTS: ((runs: string) => Partial<ConsumerConfig>)[] = [
    () => ({ headers_only: true }),
    (runs) => ({ filter_subject: runs }),
    (runs) => ({ filter_subjects: [runs, 'elsewhere'] }),
    () => ({ inactive_threshold: 60 * second }),
    () => ({ pause_until: new Date(Date.now() + 3_600_000).toISOString() }),
    () => ({ max_batch: 1 }),
    () => ({ max_bytes: 1 }),
    () => ({ max_expires: second }),
    () => ({ backoff: [second, 2 * second], max_deliver: 3 }),
    () => ({ mem_storage: true }),
    () => ({ rate_limit_bps: 8, deliver_subject: 'elsewhere' }),
    () => ({ priority_groups: ['elsewhere'], priority_policy: 'overflow' }),
  ];
  test.each(CONSUMER_DRIFTS)('a consumer that is made by %s is made anew', async (drift) => {
    const settings = settingsOf();
    const { runs } = subjectsOf(settings.environment);
    const log = keepLog();
    const first = await openNatsBus(settings, log);
    const manager = await jetstreamManager(nats);
    const configOf = async () => (await manager.consumers.info(runs, WORKERS)).config;
    const { metadata: _, ...made } = await configOf();
    await manager.consumers.delete(runs, WORKERS);
    first.announce(['run-1']);
    await first.trouble();
    await first.close();
    await jetstream(nats).publish(runs, JSON.stringify({ schema_version: 1, run_id: 'run-2' }));
    // What the client refuses to make, a consumer that is pushed, the server makes.
    const config = { ack_policy: 'explicit', ...drift(runs), durable_name: WORKERS, deliver_policy: 'all' };
    const request = JSON.stringify({ stream_name: runs, config });
    const answer = await nats.request(`$JS.API.CONSUMER.DURABLE.CREATE.${runs}.${WORKERS}`, request);
    expect(answer.json()).toMatchObject({ config: drift(runs).pause_until ? {} : drift(runs) });
    const bus = await openNatsBus(settings, log);
    expect(log.said).toContain('A consumer had other settings and is made anew.');
    const { metadata: __, ...now } = await configOf();
    expect(now).toEqual(made);
    const bell = bus.listen();
    const ring = await bell.next(LONG);
    expect(ring).toMatchObject({ unusable: null });
    ring!.done();
    bell.close();
    await bus.close();
  });

  test.each<[string, Partial<StreamConfig>, RegExp]>([
    ['is sealed', { sealed: true }, /was given sealed, which cannot be undone/],
    ['describes something else', { description: 'Billing' }, /was made for something else \(see its description\)/],
  ])('a stream that %s stops the start, and both are left as they are', async (_, drift, sentence) => {
    const settings = settingsOf();
    const { runs, published } = subjectsOf(settings.environment);
    await (await openNatsBus(settings, keepLog())).close();
    const manager = await jetstreamManager(nats);
    await manager.streams.update(runs, { max_msgs: 1 });
    const { config } = await manager.streams.update(published.run_dead_letters, drift);
    const before = await streamOf(runs);
    const refusal = await openNatsBus(settings, keepLog()).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'bus_unavailable', message: expect.stringMatching(sentence) });
    expect(refusal.message).toContain(
      `: set TIEOUT_ENV to a name of this deployment’s own, or remove the stream ${config.name}.`,
    );
    expect(await streamOf(config.name)).toEqual(config);
    expect(await streamOf(runs)).toEqual(before);
  });

  test('a setting that the server does not change stops the start with its name', async () => {
    const settings = settingsOf();
    const { runs } = subjectsOf(settings.environment);
    const manager = await jetstreamManager(nats);
    const drift = { deny_purge: true, persist_mode: 'async' } as const;
    const { config } = await manager.streams.add({ name: runs, subjects: [runs], retention: 'workqueue', ...drift });
    const refusal = await openNatsBus(settings, keepLog()).catch((error) => error);
    expect(refusal.message).toContain(
      `The stream ${runs} was given persist_mode, which cannot be undone: set TIEOUT_ENV`,
    );
    expect(await streamOf(runs)).toEqual(config);
    await manager.streams.delete(runs);
  });

  test.each([1, -1])("a stream with somebody else's consumer and room for %i is left as it is", async (room) => {
    const settings = settingsOf();
    const { runs, published } = subjectsOf(settings.environment);
    const manager = await jetstreamManager(nats);
    const theirs = { name: runs, subjects: [runs], retention: Workqueue, max_consumers: room, max_age: 60 * second };
    const { config } = await manager.streams.add(theirs);
    await manager.consumers.add(runs, { durable_name: 'billing', ack_policy: 'explicit' });
    const refusal = await openNatsBus(settings, keepLog()).catch((error) => error);
    expect(refusal).toMatchObject({
      code: 'bus_unavailable',
      message: `The stream ${runs} has a consumer of someone else (billing): set TIEOUT_ENV to a name of this deployment’s own, or remove the stream ${runs}.`,
    });
    expect(await streamOf(runs)).toEqual(config);
    await expect(streamOf(published.run_dead_letters)).rejects.toThrow();
    await manager.streams.delete(runs);
  });

  test('whoever reads dead letters may have a consumer of them', async () => {
    const settings = settingsOf();
    const { published } = subjectsOf(settings.environment);
    await (await openNatsBus(settings, keepLog())).close();
    const manager = await jetstreamManager(nats);
    await manager.consumers.add(published.run_dead_letters, { durable_name: 'billing', ack_policy: 'explicit' });
    const log = keepLog();
    await (await openNatsBus(settings, log)).close();
    expect(log.said).toEqual([]);
  });

  describe('messages on the subject of runs', () => {
    const settings = settingsOf();
    const { runs } = subjectsOf(settings.environment);
    let bus: Bus;
    beforeAll(async () => {
      bus = await openNatsBus(settings, keepLog());
    });
    afterAll(() => bus.close());

    async function received(content: string | Uint8Array): Promise<Ring> {
      const bell = bus.listen();
      await jetstream(nats).publish(runs, content);
      const ring = await bell.next(LONG);
      bell.close();
      return ring!;
    }
    const ofFirstVersion = (rest: object) => JSON.stringify({ schema_version: 1, ...rest });

    test.each([
      ['an announcement', ofFirstVersion({ run_id: 'run-1' })],
      ['one with more in it', ofFirstVersion({ run_id: 'run-1', later: [1] })],
    ])('%s is a ring', async (_, content) => {
      const ring = await received(content);
      expect(ring.unusable).toBeNull();
      ring.done();
    });

    test.each([
      ['nothing', '', 'It is not JSON.'],
      ['no JSON', '{"run_id": ', 'It is not JSON.'],
      ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'It is not JSON.'],
      ['no object', '["run-1"]', 'It is not a JSON object.'],
      ['no version', '{"run_id":"run-1"}', 'schema_version is missing.'],
      ['another version', '{"schema_version":2,"run_id":"run-1"}', 'schema_version must be 1.'],
      ['nothing', ofFirstVersion({}), 'run_id, or work_id of work that is no run, must be there, one of the two.'],
      ['a run that is no text', ofFirstVersion({ run_id: 7 }), 'run_id must be an id.'],
      ['work without a name', ofFirstVersion({ work_id: '' }), 'work_id must be an id.'],
      ['too much', ofFirstVersion({ run_id: 'x'.repeat(70_000) }), /^It has \d+ bytes; .+ at most 65536\.$/],
    ])('%s is told with the reason, as it came, under an id of its own', async (_, content, reason) => {
      const before = Date.now();
      const ring = await received(content);
      const again = await received(content);
      for (const { unusable } of [ring, again]) {
        expect(unusable!.reason).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
        expect(unusable!.subject).toBe(runs);
        expect(Buffer.from(unusable!.content)).toEqual(Buffer.from(content as string));
        expect(unusable!.receivedAt).toBeGreaterThan(before - 5_000);
        expect(unusable!.id).toMatch(/^[\x21-\x7e]+$/);
      }
      expect(ring.unusable!.id).not.toBe(again.unusable!.id);
      ring.done();
      again.done();
    });

    test('one that could not be set aside comes again under the same id', async () => {
      const ring = await received('no announcement');
      ring.later();
      const bell = bus.listen();
      const again = await bell.next(LONG);
      expect(again!.unusable).toEqual(ring.unusable);
      again!.done();
      expect(await bell.next(1_500)).toBeNull();
      bell.close();
    });

    test('a publication that is repeated is in the stream once, and again under its next number', async () => {
      for (const n of [1, 1, 2]) await bus.publish(letter('operation-1', n));
      const { state } = await (await jetstreamManager(nats)).streams.info(
        subjectsOf(settings.environment).published.run_dead_letters,
      );
      expect(state.messages).toBe(2);
    });

    test('a message larger than the server takes is refused before it is sent, and the connection stays', async () => {
      const large = { ...letter('large'), payload: new Uint8Array(2 << 20) };
      await expect(bus.publish(large)).rejects.toMatchObject({
        code: 'message_refused',
        message: expect.stringMatching(/^The message has 2097152 bytes, .+ max_payload\.$/),
      });
      await bus.publish(letter('small'));
      expect(await bus.trouble()).toBeNull();
    });
  });
});
