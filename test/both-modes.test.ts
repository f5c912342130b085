// The whole service over HTTP, on the embedded store and the bus in memory, and on MongoDB and JetStream: the same
// files give the same answers of every route, field by field, ids included.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { withMongodb } from './adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from './servers/nats-server.ts';
import { monthOf, writePart } from './workflows/small-month.ts';

const MONTH = monthOf(400);
const nats = inject('nats');

/** What a run is called and when things were done is of the moment; a page token is the store's own. */
const OF_THE_MOMENT = /^(run_id|request_id|next_page_token|task_id|.*_at|occurred)$/;

withMongodb('both modes', (database) => {
  let folder: string;
  let services: readonly RunningService[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tieout-both-modes-'));
    const [gl] = [await writePart(folder, MONTH, { side: 'gl' })];
    expect(gl).toBe('file:gl.csv');
    await writePart(folder, MONTH, { side: 'bank', to: 0.6, name: 'bank-1.csv' });
    await writePart(folder, MONTH, { side: 'bank', from: 0.5, name: 'bank-2.csv' });
    const shared = { TIEOUT_PORT: '0', TIEOUT_FILES_ROOT: folder };
    const real = {
      MONGODB_URI: database.uri,
      ...('url' in nats && { NATS_URL: nats.url, TIEOUT_ENV: freshEnvironment() }),
    };
    services = await Promise.all(
      [{ TIEOUT_DATA_DIR: join(folder, 'data') }, real].map((mode) =>
        startService(readConfiguration({ ...shared, ...mode }), pino({ level: 'silent' })),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await rm(folder, { recursive: true });
  });

  async function answer(service: RunningService, path: string): Promise<unknown> {
    const reply = await fetch(service.address + path);
    return [reply.status, await reply.json()];
  }
  /** The one answer of both. */
  async function sameAnswer(path: string): Promise<string> {
    const [embedded, real] = await Promise.all(services.map((service) => answer(service, path)));
    const timeless = (value: unknown) =>
      JSON.stringify(value, (name, part) => (OF_THE_MOMENT.test(name) ? null : part));
    expect(JSON.parse(timeless(real))).toEqual(JSON.parse(timeless(embedded)));
    return timeless(embedded);
  }
  async function run(service: RunningService, body: object): Promise<void> {
    const key = { session_id: 'june', tenant_id: 'bank-a', partner_id: 'lagos' };
    const reply = await fetch(`${service.address}/v1/reconcile/banking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...key, ...body }),
    });
    const { run_id } = (await reply.json()) as { run_id: string };
    expect(reply.status).toBe(202);
    for (const deadline = Date.now() + 30_000; ; await pause(20)) {
      const [, status] = (await answer(service, '/v1/loader/pipeline-status/june')) as [
        number,
        Record<string, unknown>,
      ];
      if (status['run_id'] === run_id && status['status'] === 'succeeded') return;
      if (status['status'] === 'failed' || Date.now() > deadline) expect.fail(JSON.stringify(status));
    }
  }

  test('answer the same after each run of a session', async () => {
    const of = 'tenant_id=bank-a&partner_id=lagos';
    const bodies = [
      { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank-1.csv'] },
      { gl_file_url: [], bank_file_url: ['file:bank-2.csv'], on_existing: 'append' },
    ];
    for (const body of bodies) {
      await Promise.all(services.map((service) => run(service, body)));
      for (const path of [
        '/v1/loader/pipeline-status/june',
        `/v1/sessions/june/summary?${of}`,
        `/v1/sessions/june/summary?${of}&history=true`,
        `/v1/sessions/june/statement?${of}`,
        `/v1/sessions/june/journals?${of}`,
        `/v1/sessions/june/matches?${of}&page_size=1000`,
        `/v1/sessions/june/open-items?${of}&page_size=1000`,
        `/v1/sessions/june/clusters?${of}&page_size=1000`,
        `/v1/exceptions/clusters?${of}&page_size=7`,
        `/v1/sessions/july/summary?${of}`,
      ]) {
        const text = await sameAnswer(path);
        if (!path.includes('july')) expect(text.length, path).toBeGreaterThan(300);
      }
    }
  });
});
