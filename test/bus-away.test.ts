// The whole service on a real bus that goes away: what needs only the store goes on, what waits is done, and readiness
// says why it is not ready.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { isMissing, natsBinary, whyNot } from './adapters/bus-nats/nats-under-test.ts';
import { freshEnvironment, type RunningNats, startNats } from './servers/nats-server.ts';
import { monthOf, writePart } from './workflows/small-month.ts';

const SECRET = 's3cr3t-of-the-bank';

describe.skipIf(isMissing || natsBinary === null)(`the service and its bus${whyNot}`, () => {
  let folder: string;
  let server: RunningNats;
  let service: RunningService;
  let logged = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tieout-bus-away-'));
    server = await startNats({
      binary: natsBinary!,
      settings: `authorization { user: tieout, password: "${SECRET}" }`,
    });
    const config = readConfiguration({
      NATS_URL: server.url.replace('//', `//tieout:${SECRET}@`),
      TIEOUT_ENV: freshEnvironment(),
      TIEOUT_PORT: '0',
      TIEOUT_DATA_DIR: join(folder, 'data'),
      TIEOUT_FILES_ROOT: folder,
    });
    service = await startService(config, pino({ level: 'debug' }, { write: (text: string) => void (logged += text) }));
    const month = monthOf(60);
    for (const side of ['gl', 'bank'] as const) await writePart(folder, month, { side });
  });
  afterAll(async () => {
    await service.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const ready = async () => {
    const reply = await fetch(`${service.address}/readyz`);
    return { code: reply.status, ...((await reply.json()) as object) };
  };
  async function isDone(session: string): Promise<void> {
    const body = { session_id: session, tenant_id: 'bank-a', partner_id: 'lagos' };
    const began = performance.now();
    const reply = await fetch(`${service.address}/v1/reconcile/banking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] }),
    });
    expect([reply.status, await reply.json()]).toMatchObject([202, { session_id: session }]);
    // The store answers; a request of the bus would wait for five seconds.
    expect(performance.now() - began).toBeLessThan(4_500);
    for (const deadline = Date.now() + 20_000; ; await pause(20)) {
      const asked = await fetch(`${service.address}/v1/loader/pipeline-status/${session}`);
      const { status, error } = (await asked.json()) as { status: string; error: unknown };
      if (status === 'succeeded') return;
      if (status === 'failed' || Date.now() > deadline) expect.fail(`the run is ${status}: ${JSON.stringify(error)}`);
    }
  }
  async function until(code: number): Promise<object> {
    for (const deadline = Date.now() + 15_000; ; await pause(20)) {
      const answer = await ready();
      if (answer.code === code) return answer;
      if (Date.now() > deadline) expect.fail(`/readyz answers ${JSON.stringify(answer)}`);
    }
  }

  test('runs are accepted and done while it is away, readiness says so, and it comes back', async () => {
    expect(await ready()).toEqual({
      code: 200,
      status: 'ok',
      checks: { store: 'ok', committed_runs: 'ok', bus: 'ok', worker: 'ok', lists: 'ok' },
      reasons: {},
    });
    await isDone('before');
    await server.kill();
    expect(await until(503)).toMatchObject({ reasons: { bus: 'The connection to NATS is lost.' } });
    await isDone('meanwhile');
    await server.restart({ emptied: true });
    await until(200);
    await isDone('after');
    expect(logged).not.toContain(SECRET);
    expect(logged).toContain('The connection to NATS is lost');
  });

  test('a bus that cannot be used stops the start with a sentence', async () => {
    const config = readConfiguration({
      NATS_URL: server.url.replace('//', `//tieout:${SECRET}x@`),
      TIEOUT_PORT: '0',
      TIEOUT_DATA_DIR: join(folder, 'other'),
    });
    const refusal = await startService(config, pino({ level: 'silent' })).catch((error) => error);
    expect(refusal).toMatchObject({
      code: 'bus_unavailable',
      message: expect.stringContaining('does not accept this user'),
    });
    expect(refusal.message).not.toContain(SECRET);
  });
});
