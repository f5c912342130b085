// The whole service on a MongoDB that goes away: requests that need it are told so within seconds, readiness says why,
// nothing is lost, and no log shows the password.

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { MAX_WORK_FAILURES } from '../src/core/limits.ts';
import { told } from './rest/told.ts';
import { type OwnMongod, startOwnMongod } from './servers/mongod.ts';
import { monthOf, writePart } from './workflows/small-month.ts';

/** Whoever of those who do runs meets an outage first says so for all of them, and what he says when it is over. */
const AWAY: ReadonlyMap<string, string> = new Map([
  ['No run could be claimed; it is tried again.', 'Runs can be claimed again.'],
  ['Decisions that are not finished could not be looked for; it is tried again.', 'Decisions can be looked for again.'],
  ['Finished windows could not be looked at; it is tried again.', 'Finished windows are looked at again.'],
]);
/** Those who look least often do so every fifteen seconds. */
const ALL_LOOK_MS = 30_000;
const SECRET = 's3cr3t-of-the-bank';
const tieout = fileURLToPath(new URL('../bin/tieout', import.meta.url));
const given = inject('mongodb');
const binary = 'missing' in given ? null : given.binary;

describe.skipIf(binary === null)('the service and its store', () => {
  let folder: string;
  let server: OwnMongod;
  let uri: string;
  let service: RunningService;
  let logged = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tieout-store-away-'));
    server = await startOwnMongod(binary!);
    const admin = await MongoClient.connect(server.uri);
    const roles = [{ role: 'readWrite', db: 'bank' }];
    await admin.db('admin').command({ createUser: 'tieout', pwd: SECRET, roles });
    await admin.close();
    uri = `${server.uri.replace('//', `//tieout:${SECRET}@`)}bank?authSource=admin`;
    const config = readConfiguration({ MONGODB_URI: uri, TIEOUT_PORT: '0', TIEOUT_FILES_ROOT: folder });
    service = await startService(config, pino({ level: 'debug' }, { write: (text: string) => void (logged += text) }));
    const month = monthOf(60);
    for (const side of ['gl', 'bank'] as const) await writePart(folder, month, { side });
  });
  afterAll(async () => {
    await service.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const of = 'tenant_id=bank-a&partner_id=lagos';
  const post = (session: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.address}/v1/reconcile/banking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        ...{ session_id: session, tenant_id: 'bank-a', partner_id: 'lagos' },
        ...{ gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] },
      }),
    });
  const lines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line));
  /** What was said, since then, of outages of those who do runs. */
  const saidOfOutages = (from = 0) =>
    lines(logged.slice(from)).filter(({ msg }) => AWAY.has(msg) || [...AWAY.values()].includes(msg));
  const isOver = () => expect.poll(() => AWAY.has(saidOfOutages().at(-1)?.msg), { timeout: ALL_LOOK_MS }).toBe(false);
  async function isDone(session: string): Promise<void> {
    for (const deadline = Date.now() + 30_000; ; await pause(50)) {
      const reply = await fetch(`${service.address}/v1/loader/pipeline-status/${session}?${of}`);
      const { status } = (await reply.json()) as { status?: string };
      if (status === 'succeeded') return;
      if (status === 'failed' || Date.now() > deadline) expect.fail(`the run is ${status}`);
    }
  }
  test('a run ends well on a store that comes and goes, and says meanwhile what it waits for', async () => {
    const stillAway: unknown[] = [];
    expect((await post('flicker')).status).toBe(202);
    // More often than an attempt may fail, each time up for less than a run takes.
    for (let n = 0; n < MAX_WORK_FAILURES + 1; n++) {
      await server.kill();
      await pause(1_500);
      await server.restart();
      await pause(400);
      const reply = await fetch(`${service.address}/v1/loader/pipeline-status/flicker?${of}`);
      stillAway.push(await reply.json());
    }
    await isDone('flicker');
    const reply = await fetch(`${service.address}/v1/runs?session_id=flicker`);
    const { items } = (await reply.json()) as { items: { state: string; error?: unknown }[] };
    expect(items).toMatchObject([{ state: 'succeeded' }]);
    expect(stillAway).not.toContainEqual(expect.objectContaining({ status: 'failed' }));
    await isOver();
  }, 120_000);

  async function readiness(code: number): Promise<Record<string, unknown>> {
    for (const deadline = Date.now() + 20_000; ; await pause(50)) {
      const reply = await fetch(`${service.address}/readyz`);
      const answer = (await reply.json()) as Record<string, unknown>;
      if (reply.status === code) return answer;
      if (Date.now() > deadline) expect.fail(JSON.stringify(answer));
    }
  }

  test('requests fail within seconds while it is away, and everything goes on when it is back', {
    timeout: 120_000,
  }, async () => {
    expect((await post('before')).status).toBe(202);
    await isDone('before');
    const from = logged.length;
    await server.kill();
    const asked = [
      () => post('meanwhile'),
      () => fetch(`${service.address}/v1/loader/pipeline-status/before?${of}`),
      () => fetch(`${service.address}/v1/sessions/before/matches?${of}`),
    ];
    await Promise.all(
      asked.map(async (ask) => {
        const began = performance.now();
        const reply = await ask();
        const body = await reply.text();
        expect([reply.status, reply.headers.get('retry-after')], body).toEqual([503, expect.stringMatching(/^\d+$/)]);
        expect(performance.now() - began).toBeLessThan(5_000);
        expect(JSON.parse(body)).toEqual(
          told('store_unavailable', expect.stringMatching(/^The .*(?:MongoDB server|the store).*\.$/)),
        );
        // An address within is nothing for callers; the log has it.
        expect(body).not.toMatch(/127\.0\.0\.1|s3cr3t/);
      }),
    );
    // A decision may have been made: nobody is told to come back.
    const decision = { customer_type: 'mfb', cluster_type: 'not_found_gl', decision: 'approved' };
    const decided = await fetch(`${service.address}/v1/exceptions/resolve`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ ...Object.fromEntries(new URLSearchParams(of)), ...decision }),
    });
    const body = told('store_unavailable', 'Internal Server Error');
    expect([decided.status, decided.headers.get('retry-after'), await decided.json()]).toEqual([500, null, body]);
    const { checks, reasons } = await readiness(503);
    expect(checks).toMatchObject({ store: 'degraded' });
    expect(JSON.stringify(reasons)).not.toMatch(/127\.0\.0\.1|s3cr3t/);
    // Who does runs waits longer than a caller.
    await expect.poll(() => saidOfOutages(from).length, { timeout: ALL_LOOK_MS }).toBeGreaterThan(0);
    await server.restart();
    await readiness(200);
    expect((await post('after')).status).toBe(202);
    await isDone('after');
    const matches = await fetch(`${service.address}/v1/sessions/before/matches?${of}`);
    expect(matches.status).toBe(200);
    const { host } = new URL(server.uri);
    // Said once when it began and once when it was over, though all of them try every few seconds.
    await isOver();
    const [began, ...over] = saidOfOutages(from);
    const why = { code: 'store_unavailable', message: expect.stringContaining('MongoDB'), server: host };
    expect(began).toMatchObject({ err: why });
    expect(over.map(({ msg }) => msg)).toEqual([AWAY.get(began.msg)]);
    const toCallers = lines(logged.slice(from)).filter((line) => 'method' in line && line.server === host);
    expect(toCallers.length).toBeGreaterThan(0);
    expect(logged).not.toContain(SECRET);
  });

  test('an order with a key is one run, however often the store stood still under it', {
    timeout: 240_000,
  }, async () => {
    const runs = async () => {
      const reply = await fetch(`${service.address}/v1/runs?${of}&session_id=keyed`);
      return ((await reply.json()) as { total: number; items: { run_id: string }[] }).items.map(({ run_id }) => run_id);
    };
    const order = () => post('keyed', { 'idempotency-key': 'keyed-1' });
    // Before its note, between note and run, behind the run: wherever the server happens to stop.
    for (const at of [0, 3, 8, 15]) {
      const first = order();
      await pause(at);
      await server.freeze();
      const { status } = await first;
      expect([202, 503], `stopped after ${at} ms`).toContain(status);
      server.thaw();
      for (const deadline = Date.now() + 60_000; ; await pause(500)) {
        const again = await order();
        if (again.status === 202) {
          expect(await runs()).toEqual([((await again.json()) as { run_id: string }).run_id]);
          break;
        }
        if (Date.now() > deadline) throw new Error(JSON.stringify([again.status, await again.json()]));
      }
    }
    await isDone('keyed');
    await isOver();
  });

  test('is not ready where its user may only read, and says why as requests are told', async () => {
    const strict = await startOwnMongod(binary!, { args: ['--auth'] });
    const first = await MongoClient.connect(strict.uri);
    const roles = [{ role: 'root', db: 'admin' }];
    await first.db('admin').command({ createUser: 'root', pwd: SECRET, roles });
    await first.close();
    const as = (name: string) => `${strict.uri.replace('//', `//${name}:${SECRET}@`)}bank?authSource=admin`;
    const root = await MongoClient.connect(as('root'));
    const user = (command: string, role: string) => ({ [command]: 'tieout', roles: [{ role, db: 'bank' }] });
    await root.db('admin').command({ ...user('createUser', 'readWrite'), pwd: SECRET });
    const config = readConfiguration({ MONGODB_URI: as('tieout'), TIEOUT_PORT: '0' });
    const strictly = await startService(config, pino({ level: 'silent' }));
    const ready = async () => {
      const reply = await fetch(`${strictly.address}/readyz`);
      return { status: reply.status, answer: (await reply.json()) as { reasons?: Record<string, string> } };
    };
    expect((await ready()).status).toBe(200);
    await root.db('admin').command(user('updateUser', 'read'));
    const refused = await Promise.all(Array.from({ length: 20 }, ready));
    for (const { status, answer } of refused) {
      expect([status, answer.reasons?.['store']]).toEqual([
        503,
        'The MongoDB server does not let this user read and write the database: give it the role readWrite there, or ' +
          'name another user in MONGODB_URI.',
      ]);
    }
    await root.db('admin').command(user('updateUser', 'readWrite'));
    expect((await ready()).status).toBe(200);
    await strictly.close();
    await root.close();
    await strict.stop();
  });

  test('the command says in one line what is wrong with the server it is given', () => {
    const wrong = uri.replace(SECRET, `${SECRET}x`);
    const run = spawnSync(tieout, ['serve', '--port', '0'], {
      encoding: 'utf8',
      env: { ...process.env, MONGODB_URI: wrong },
    });
    expect([run.status, run.stdout]).toEqual([1, '']);
    expect(run.stderr).toMatch(
      /^The MongoDB server at 127\.0\.0\.1:\d+ refused the user name or password of MONGODB_URI: .*\n$/,
    );
    expect(run.stderr).not.toContain(SECRET);
  });

  test('a server that is away at the start ends it, in one line', async () => {
    const away: readonly (readonly [Record<string, string>, RegExp])[] = [
      [
        { MONGODB_URI: `mongodb://tieout:${SECRET}@127.0.0.1:1/` },
        /^The MongoDB server at \S+ cannot be reached: start it, .*\n$/,
      ],
      [
        { MONGODB_URI: uri, NATS_URL: `nats://tieout:${SECRET}@127.0.0.1:1` },
        /^No NATS server answers at [^\n]+: start it, .*\n$/,
      ],
    ];
    for (const [env, says] of away) {
      const run = spawnSync(tieout, ['serve', '--port', '0'], { encoding: 'utf8', env: { ...process.env, ...env } });
      expect([run.status, run.stdout]).toEqual([1, '']);
      expect(run.stderr).toMatch(says);
      expect(run.stderr).not.toContain(SECRET);
    }
  });
});
