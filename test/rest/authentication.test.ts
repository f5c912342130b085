// The token: which routes want it, on every protocol, and where the service may listen without one.

import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Health } from '../../gen/grpc/health/v1/health_pb.ts';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { ResolutionService } from '../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { start } from './running.ts';

const TOKEN = 'a-token-of-the-service';
const PUSH = 'a-token-of-the-queue';

let server: RunningServer;
beforeAll(async () => {
  server = await start({ token: TOKEN, pushToken: PUSH });
});
afterAll(() => server.close());

const status = async (path: string, token?: string, method = 'POST') => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const init = method === 'POST' ? { method, headers, body: '{}' } : { method, headers };
  return (await fetch(server.address + path, init)).status;
};

describe('on REST', () => {
  test('a route wants the token, and says 401 before it looks at the body', async () => {
    const path = '/v1/reconcile/banking';
    expect(await status(path)).toBe(401);
    expect(await status(path, 'wrong')).toBe(401);
    expect(await status(path, `${TOKEN}x`)).toBe(401);
    expect(await status(path, TOKEN)).toBe(422);
    const refused = await fetch(server.address + path, { method: 'POST', body: 'x' });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test.each(['/v1/', '/v1/health', '/livez', '/readyz', '/docs', '/openapi.json'])('%s wants none', async (path) => {
    expect(await status(path, undefined, 'GET')).toBe(200);
  });

  test('resolve wants none; metrics want it', async () => {
    expect(await status('/v1/exceptions/resolve')).toBe(422);
    expect(await status('/metrics', undefined, 'GET')).toBe(401);
    expect(await status('/metrics', TOKEN, 'GET')).toBe(200);
  });

  test('the push token is for the route of the queue alone', async () => {
    expect(await status('/v1/reconcile/complete-batch', PUSH)).toBe(501);
    expect(await status('/v1/reconcile/complete-batch', TOKEN)).toBe(401);
    expect(await status('/v1/reconcile/banking', PUSH)).toBe(401);
  });
});

describe('on RPC', () => {
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error) => Code[ConnectError.from(error).code],
    );

  test.each(['Connect', 'gRPC'])('%s has the same rules', async (name) => {
    const baseUrl = server.address;
    const transport =
      name === 'gRPC' ? createGrpcTransport({ baseUrl }) : createConnectTransport({ baseUrl, httpVersion: '1.1' });
    const engine = createClient(EngineService, transport);
    expect(await codeOf(engine.reconcileBanking({}))).toBe('Unauthenticated');
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(await codeOf(engine.reconcileBanking({}, { headers }))).toBe('InvalidArgument');
    expect(await codeOf(engine.getHealth({}))).toBe('ok');
    expect(await codeOf(createClient(ResolutionService, transport).resolve({}))).toBe('InvalidArgument');
    expect(await codeOf(createClient(Health, transport).check({}))).toBe('ok');
  });
});

describe('without a token', () => {
  test('the service does not listen beyond loopback', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'usage' });
  });

  test('it does when it is told to', async () => {
    await (await start({ host: '0.0.0.0', isInsecure: true })).close();
  });
});
