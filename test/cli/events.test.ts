// `tieout events replay` on a real bus: what was delivered since a moment is in the stream once more under its next
// number, also while a service runs on the same store is refused in a sentence.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNatsBus } from '../../src/adapters/bus-nats/bus.ts';
import { subjectsOf } from '../../src/adapters/bus-nats/subjects.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { momentOf } from '../../src/cli/events.ts';
import { startOutboxRelay } from '../../src/workflows/delivery/relay-outbox.ts';
import { isMissing, keepLog, natsUrl, settingsOf, whyNot } from '../adapters/bus-nats/nats-under-test.ts';
import { letter } from '../contracts/bus-contract.ts';

const tieout = fileURLToPath(new URL('../../bin/tieout', import.meta.url));

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(tieout, ['events', ...args], { encoding: 'utf8', env: { ...process.env, ...env } });

describe.skipIf(isMissing)(`replay${whyNot}`, () => {
  const settings = settingsOf();
  const stream = subjectsOf(settings.environment).published.run_dead_letters;
  let data: string;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'tieout-events-'));
    const store = await openEmbeddedStore({ directory: data });
    const bus = await openNatsBus(settings, keepLog());
    await store.outbox.add([letter('operation-1'), letter('operation-2')]);
    const relay = startOutboxRelay(
      { store, log: keepLog(), deliverers: { bus: (message) => bus.publish(message) } },
      { keepMs: 86_400_000, lookEveryMs: 10 },
    );
    while ((await store.outbox.counts()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await relay.stop();
    await bus.close();
    await store.close();
  });
  afterAll(() => rmSync(data, { recursive: true }));

  const replay = (...args: string[]) =>
    run(['replay', '--data', data, ...args], { NATS_URL: natsUrl, TIEOUT_ENV: settings.environment });

  async function idsInStream(): Promise<string[]> {
    const nats = await connect({ servers: natsUrl });
    const { streams } = await jetstreamManager(nats);
    const { state } = await streams.info(stream);
    const ids: string[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      ids.push((await streams.getMessage(stream, { seq }))!.header.get('Nats-Msg-Id'));
    }
    await nats.close();
    return ids.sort();
  }

  test('what was delivered since then is published again, and earlier things are not', async () => {
    expect(await idsInStream()).toEqual(['operation-1:1:1', 'operation-2:1:1']);
    const now = new Date().toISOString();
    const none = replay('--since', now);
    expect([none.status, none.stderr]).toEqual([0, '']);
    expect(none.stdout).toBe(`Nothing that is kept was delivered since ${now}.\n`);
    const again = replay('--since', '1h');
    expect([again.status, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toMatch(/^2 messages were published again since 20[^\n]+Z\.\n$/);
    expect(await idsInStream()).toEqual(['operation-1:1:1', 'operation-1:1:2', 'operation-2:1:1', 'operation-2:1:2']);
    const json = replay('--since', '1h', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ messages: 2, refused: 0 });
    expect((await idsInStream()).filter((id) => id.endsWith(':3'))).toHaveLength(2);
  });

  test('a store that another process holds, and a bus that is not there, are said in a sentence', async () => {
    const store = await openEmbeddedStore({ directory: data });
    const locked = replay('--since', '1h');
    await store.close();
    expect([locked.status, locked.stdout]).toEqual([1, '']);
    expect(locked.stderr).toMatch(/^The data directory [^\n]+ is in use by another process: [^\n]+\n$/);
    const nobody = run(['replay', '--since', '1h', '--data', data], { NATS_URL: 'nats://user:secret@127.0.0.1:1' });
    expect([nobody.status, nobody.stdout]).toEqual([1, '']);
    expect(nobody.stderr).toMatch(/^No NATS server answers at 127\.0\.0\.1:1 [^\n]+\n$/);
  });
});

test.each([
  [[], /Say what to do/],
  [['reply'], /Say what to do/],
  [['replay'], /Give --since/],
  [['replay', '--since', 'yesterday'], /not "yesterday"/],
  [['replay', '--since', '2026-11-21T08:00:00'], /an instant with its zone/],
  [['replay', '--since', '2999-01-01'], /^--since lies in the future \(2999-01-01\): give a moment that is past\./],
  [['replay', '--since', '1h'], /set NATS_URL/],
])('%j is wrong usage', (args, says) => {
  const { status, stdout, stderr } = run(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(says);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a moment is an instant, a day in UTC, or a time ago', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  const at = (text: string) => new Date(momentOf(text, now)).toISOString();
  expect(at('2026-11-21T08:00:00+01:00')).toBe('2026-11-21T07:00:00.000Z');
  expect(at('2026-11-20')).toBe('2026-11-20T00:00:00.000Z');
  expect(['90m', '36h', '7d'].map(at)).toEqual([
    '2026-11-21T08:30:00.000Z',
    '2026-11-19T22:00:00.000Z',
    '2026-11-14T10:00:00.000Z',
  ]);
  for (const wrong of ['2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01', '2026-11-20T10:00', 'yesterday', '36'])
    expect(() => at(wrong)).toThrow(/--since takes an instant/);
  for (const wrong of ['999999d', '1969-12-31', '0001-01-01'])
    expect(() => at(wrong)).toThrow(/--since lies before 1970/);
});
