// Streams and the consumer: made, brought in line, refused when they are somebody else's; and messages on the subject of
// runs that are no announcements.

import { jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNatsBus } from '../../../src/adapters/bus-nats/bus.ts';
import { subjectsOf, WORKERS } from '../../../src/adapters/bus-nats/streams.ts';
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
      ['no run', ofFirstVersion({}), 'run_id must be the id of a run.'],
      ['a run that is no text', ofFirstVersion({ run_id: 7 }), 'run_id must be the id of a run.'],
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
