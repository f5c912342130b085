// Several processes on one store and one bus, each with its roles: one answers, two do the runs, and ten sessions are
// asked for at once.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../gen/grpc/health/v1/health_pb.ts';
import { withMongodb } from './adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from './servers/nats-server.ts';
import { monthOf, writePart } from './workflows/small-month.ts';

const tieout = fileURLToPath(new URL('../bin/tieout', import.meta.url));
const nats = inject('nats');
const SESSIONS = Array.from({ length: 10 }, (_, i) => `session-${i + 1}`);

interface Part {
  readonly address: string;
  readonly process: ChildProcess;
  /** Runs that it began, by its log. */
  readonly begun: () => string[];
}

withMongodb('roles', (database) => {
  let folder: string;
  const parts: Part[] = [];
  let api: Part;
  let workers: Part[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tieout-roles-'));
    const month = monthOf(300);
    for (const side of ['gl', 'bank'] as const) await writePart(folder, month, { side });
    const environment = {
      MONGODB_URI: database.uri,
      TIEOUT_FILES_ROOT: folder,
      ...('url' in nats && { NATS_URL: nats.url, TIEOUT_ENV: freshEnvironment() }),
    };
    api = await start('api', environment);
    workers = await Promise.all([start('worker', environment), start('worker,verification', environment)]);
  });
  afterAll(async () => {
    for (const { process } of parts) process.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  async function start(roles: string, environment: Record<string, string>): Promise<Part> {
    const child = spawn(tieout, ['serve', '--port', '0', '--roles', roles], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let logged = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (logged += text));
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (line: Buffer) => resolve(String(line).trim().split(' ').at(-1)!));
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${logged}`)));
    });
    const begun = () => [...logged.matchAll(/"run":"([^"]+)"[^\n]*"msg":"A run begins\."/g)].map(([, run]) => run!);
    const part = { address, process: child, begun };
    parts.push(part);
    return part;
  }
  const get = async (part: Part, path: string) => {
    const reply = await fetch(part.address + path);
    return { code: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };

  test('one api and two workers do ten sessions that are asked for at once', async () => {
    const accepted = await Promise.all(
      SESSIONS.map(async (session) => {
        const scope = { session_id: session, tenant_id: 'bank-a', partner_id: 'lagos' };
        const reply = await fetch(`${api.address}/v1/reconcile/banking`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...scope, gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] }),
        });
        expect(reply.status).toBe(202);
        return ((await reply.json()) as { run_id: string }).run_id;
      }),
    );
    const summaries = await Promise.all(
      SESSIONS.map(async (session) => {
        for (const deadline = Date.now() + 50_000; ; await pause(100)) {
          const { body } = await get(api, `/v1/loader/pipeline-status/${session}`);
          if (body['status'] === 'succeeded') break;
          if (body['status'] === 'failed' || Date.now() > deadline) expect.fail(JSON.stringify(body));
        }
        const { code, body } = await get(api, `/v1/sessions/${session}/summary?tenant_id=bank-a&partner_id=lagos`);
        expect(code).toBe(200);
        return JSON.stringify(body).replaceAll(session, 'session');
      }),
    );
    const timeless = summaries.map((text) => text.replaceAll(/"(run_id|[a-z_]+_at)":"[^"]*"/g, ''));
    expect(new Set(timeless).size).toBe(1);
    // Each run was begun once, by one of the two, and both had some.
    const begun = workers.map((worker) => worker.begun());
    expect(begun.flat().sort()).toEqual([...accepted].sort());
    expect(Math.min(...begun.map((runs) => runs.length))).toBeGreaterThan(0);
    expect(api.begun()).toEqual([]);
  });

  test('a worker serves what operators ask for and nothing of the contract', async () => {
    const [worker] = workers as [Part];
    expect(await get(worker, '/readyz')).toMatchObject({ code: 200, body: { checks: { store: 'ok', worker: 'ok' } } });
    expect((await get(worker, '/livez')).code).toBe(200);
    expect((await fetch(`${worker.address}/metrics`)).status).toBe(200);
    for (const path of ['/v1/health', '/openapi.json', '/v1/exceptions/clusters']) {
      expect((await get(worker, path)).code).toBe(404);
    }
    const health = createClient(Health, createGrpcTransport({ baseUrl: worker.address }));
    expect((await health.check({})).status).toBe(Status.SERVING);
    expect(await get(api, '/v1/health')).toMatchObject({
      body: { status: 'ok', checks: { store: 'ok', bus: 'ok', worker: 'ok' } },
    });
  });

  test('each ends with 0 when it is told to', async () => {
    const codes = parts.map(({ process }) => new Promise((resolve) => process.once('exit', resolve)));
    for (const { process } of parts) process.kill('SIGTERM');
    expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  });
});
