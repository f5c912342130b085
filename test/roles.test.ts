// What a process serves by its roles. That several of them do the work together is in several-processes.test.ts.

import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../gen/grpc/health/v1/health_pb.ts';
import { EngineService } from '../gen/tieout/engine/v1/engine_service_pb.ts';
import { VerificationService } from '../gen/tieout/verification/v1/verification_service_pb.ts';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { withMongodb } from './adapters/store-mongo/temporary-database.ts';

withMongodb('roles', (database) => {
  let api: RunningService;
  let worker: RunningService;
  let verification: RunningService;
  beforeAll(async () => {
    const start = (roles: string) =>
      startService(
        readConfiguration({ MONGODB_URI: database.uri, TIEOUT_PORT: '0', TIEOUT_ROLES: roles }),
        pino({ level: 'silent' }),
      );
    [api, worker, verification] = await Promise.all([start('api'), start('worker'), start('verification')]);
  });
  afterAll(() => Promise.all([api, worker, verification].map((part) => part.close())));

  const get = async ({ address }: RunningService, path: string) => {
    const reply = await fetch(address + path);
    return { code: reply.status, body: await reply.json() };
  };

  test('without a role that serves the contract a process serves what operators ask for', async () => {
    const ofWorker = { committed_runs: 'ok' };
    expect(await get(worker, '/readyz')).toMatchObject({ body: { checks: ofWorker, reasons: {} } });
    for (const part of [worker, verification]) {
      expect(await get(part, '/readyz')).toMatchObject({ code: 200, body: { checks: { store: 'ok', worker: 'ok' } } });
      expect((await get(part, '/livez')).code).toBe(200);
      const metrics = await fetch(`${part.address}/metrics`);
      const page = await metrics.text();
      expect(page).toContain('\ntieout_committed_run_attempts_total 0\n');
      expect(page).toContain('\ntieout_outbox_delivered_total{destination="bus"} 0\n');
      const transport = createGrpcTransport({ baseUrl: part.address });
      expect((await createClient(Health, transport).check({})).status).toBe(Status.SERVING);
      expect((await get(part, '/v1/exceptions/clusters')).code).toBe(404);
    }
    for (const path of ['/v1/', '/v1/health', '/openapi.json']) expect((await get(worker, path)).code).toBe(404);
    await expect(
      createClient(EngineService, createGrpcTransport({ baseUrl: worker.address })).getHealth({}),
    ).rejects.toThrow();
  });

  test('the role verification alone serves its routes, home and health, and no other service', async () => {
    expect((await get(verification, '/v1/')).body).toMatchObject({ name: 'tieout' });
    expect((await get(verification, '/v1/health')).code).toBe(200);
    const { body } = await get(verification, '/openapi.json');
    const paths = Object.keys((body as { paths: object }).paths);
    expect(paths).toContain('/v1/pep_and_sanction_checker');
    expect(paths).not.toContain('/v1/reconcile/banking');
    expect((await get(api, '/v1/checks/one')).code).toBe(404);
    const health = createClient(Health, createGrpcTransport({ baseUrl: verification.address }));
    expect((await health.check({ service: VerificationService.typeName })).status).toBe(Status.SERVING);
    await expect(health.check({ service: EngineService.typeName })).rejects.toThrow();
  });

  test('an api without workers says whether they take what waits', async () => {
    const checks = { store: 'ok', bus: 'ok', worker: 'ok' };
    expect(await get(api, '/v1/health')).toMatchObject({ code: 200, body: { status: 'ok', checks } });
    expect(await get(api, '/readyz')).toMatchObject({ code: 200, body: { checks, reasons: {} } });
  });
});
