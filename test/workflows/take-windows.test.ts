// The subject of finished windows on a real NATS server: a run that was cut tells its windows there, which orders nothing
// when they come back; windows that a platform publishes, out of order and again, finalise their session.

import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openNatsBus } from '../../src/adapters/bus-nats/bus.ts';
import { subjectsOf } from '../../src/adapters/bus-nats/subjects.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { keepWindow } from '../../src/rest/bus-window.ts';
import { startOutboxRelay } from '../../src/workflows/delivery/relay-outbox.ts';
import { considerOpenWindows } from '../../src/workflows/windows/complete-window.ts';
import { startTakingWindows } from '../../src/workflows/windows/take-windows.ts';
import { isMissing, natsUrl, settingsOf, whyNot } from '../adapters/bus-nats/nats-under-test.ts';
import { writtenMonth } from '../generation/months.ts';
import { writePart } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const LOOK = {
  after: null,
  failed: (_: unknown, error: unknown) => {
    throw error;
  },
};

const OF = { session_id: KEY.session, tenant_id: KEY.tenant, partner_id: KEY.partner };

describe.skipIf(isMissing)(`finished windows on the bus${whyNot}`, () => {
  let nats: NatsConnection;
  let service: ServiceUnderTest;
  let bus: Bus;
  let subject: string;
  let fileUrls: { gl: string[]; bank: string[] };
  const ending: (() => Promise<unknown>)[] = [];
  /** What was answered to each message. */
  let kept: (string | null)[];

  beforeAll(async () => {
    nats = await connect({ servers: natsUrl });
  });
  afterAll(() => nats.close());
  beforeEach(async () => {
    service = await startService();
    const settings = settingsOf();
    subject = subjectsOf(settings.environment).windows;
    bus = await openNatsBus(settings, service.deps.log);
    const { files } = writtenMonth({ rows: 200, accounts: 5, seed: 'told' });
    const lines = (side: 'gl' | 'bank') => files[side].trimEnd().split(/\r?\n/);
    const month = { lines: { gl: lines('gl'), bank: lines('bank') } };
    const whole = (side: 'gl' | 'bank') => writePart(service.root, month, { side });
    fileUrls = { gl: [await whole('gl')], bank: [await whole('bank')] };
    kept = [];
    const keep = async (content: Uint8Array) => {
      const reason = await keepWindow({ ...service.deps, bus, quietMs: null }, content);
      kept.push(reason);
      return reason;
    };
    const taking = startTakingWindows({ ...service.deps, bus, keep });
    const relay = startOutboxRelay(
      { ...service.deps, deliverers: { bus: bus.publish } },
      { keepMs: 86_400_000, lookEveryMs: 20 },
    );
    ending.push(
      () => relay.stop(),
      () => taking.stop(),
    );
    service.work({ mostRows: 40 });
    service.work({ mostRows: 40 });
  });
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
    await bus.close();
    await service.dispose();
  });

  const send = (body: unknown) => jetstream(nats).publish(subject, JSON.stringify(body));
  const until = (messages: number) => vi.waitFor(() => expect(kept.length).toBe(messages), 10_000);
  const runs = async () => (await service.store.runs.list({ after: null, limit: 99 })).runs;

  test('those of a run that was cut are told, and change nothing when they come back, pushed or published', async () => {
    expect(await service.run({ fileUrls })).toMatchObject({ status: 'succeeded' });
    const { streams } = await jetstreamManager(nats);
    await vi.waitFor(async () => expect((await streams.info(subject)).state.messages).toBeGreaterThan(2), 10_000);
    const { messages } = (await streams.info(subject)).state;
    const told = JSON.parse(new TextDecoder().decode((await streams.getMessage(subject, { seq: 1 }))!.data));
    expect(told).toMatchObject({ schema_version: 1, ...OF, run_id: 'run-1', window_id: expect.any(String) });
    await until(messages);
    for (const _ of [1, 2]) await send(told);
    await until(messages + 2);
    expect(kept.every((reason) => reason === null)).toBe(true);
    expect(await runs()).toHaveLength(1);
    expect((await service.store.sessions.withOpenWindows({ after: null, limit: 9 })).sessions).toEqual([]);
  });

  test('those of a platform are kept, before and beside the runs of their session', async () => {
    const [first, second] = [
      { start_date: '2026-09-01', end_date: '2026-09-15' },
      { start_date: '2026-09-16', end_date: '2026-10-31' },
    ];
    await send({ ...OF, ...second });
    await send('no window');
    await until(2);
    expect(kept).toEqual([null, 'the body is no JSON object']);
    const period = { periodStart: parseDay(first.start_date), periodEnd: parseDay(first.end_date) };
    const accepted = await service.accept({ fileUrls, ...period });
    for (const window of [first, second, first]) await send({ ...OF, ...window });
    await until(5);
    await service.ended(accepted.run.runId);
    for (const _ of [1, 2]) {
      await considerOpenWindows({ ...service.deps, quietMs: null }, LOOK);
      for (const { runId } of await service.store.runs.unfinished()) await service.ended(runId);
    }
    const [finalised, ...others] = await runs();
    expect(others).toHaveLength(1);
    expect(finalised).toMatchObject({ status: 'succeeded', failure: null });
    const { runId } = (await service.store.sessions.get(KEY))!;
    expect(runId).toBe(finalised!.runId);
    expect((await service.store.sessions.withOpenWindows({ after: null, limit: 9 })).sessions).toEqual([]);
  });
});
