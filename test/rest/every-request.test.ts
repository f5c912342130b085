// What holds for every request holds for every protocol: one id, one log line and one count, also of what is refused.

import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { TieoutError } from '../../src/core/errors.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { start } from './running.ts';

const authorization = 'Bearer a-token-of-the-service';
const lines: Record<string, unknown>[] = [];
let server: RunningServer;
beforeAll(async () => {
  server = await start({
    token: 'a-token-of-the-service',
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
    handlers: {
      engine: {
        reconcileBanking: ({ sessionId = '' }) => {
          if (sessionId === 'away') throw new TieoutError('store_unavailable', 'the store is gone');
          if (sessionId === 'defect') throw new RangeError('a secret of the inside');
          return { status: 1, runId: 'r', sessionId, pipelineStatusUrl: '/' };
        },
      },
    },
  });
});
afterAll(() => server.close());
beforeEach(() => void lines.splice(0));

const answered = async () => {
  await expect.poll(() => lines.filter(({ msg }) => msg === 'answered').length).toBe(1);
  const { level, pid, hostname, time, ms, caller, ...line } = lines.find(({ msg }) => msg === 'answered')!;
  expect(ms).toEqual(expect.any(Number));
  return { line, caller };
};

async function counted(family: string): Promise<number> {
  const page = await (await fetch(`${server.address}/metrics`, { headers: { authorization } })).text();
  await expect.poll(() => lines.some(({ route }) => route === '/metrics')).toBe(true);
  lines.splice(0);
  const of = page.split('\n').find((line) => line.startsWith(`${family} `));
  return Number(of?.split(' ').at(-1) ?? 0);
}

const REST: [string, string | undefined, number][] = [
  ['s', authorization, 202],
  ['away', authorization, 503],
  ['defect', authorization, 500],
  ['', authorization, 422],
  ['s', undefined, 401],
];

test.each(REST)('on REST: %j as %s', async (session_id, token, status) => {
  const route = '/v1/reconcile/banking';
  const family = `tieout_http_requests_total{method="POST",route="${route}",status="${status}"}`;
  const before = await counted(family);
  const headers = { 'content-type': 'application/json', 'x-request-id': 'one', ...(token && { authorization: token }) };
  const body = JSON.stringify({ session_id, tenant_id: 't', partner_id: 'p' });
  const reply = await fetch(server.address + route, { method: 'POST', headers, body });
  expect([reply.status, reply.headers.get('x-request-id')]).toEqual([status, 'one']);
  expect(await answered()).toEqual({
    line: { request_id: 'one', method: 'POST', route, status, msg: 'answered' },
    caller: token && 'service',
  });
  expect(await counted(family)).toBe(before + 1);
});

const transports = {
  connect: () => createConnectTransport({ baseUrl: server.address, httpVersion: '1.1' }),
  'grpc-web': () => createGrpcWebTransport({ baseUrl: server.address, httpVersion: '1.1' }),
  grpc: () => createGrpcTransport({ baseUrl: server.address }),
};
const CALLS: [string, string | undefined, Code | undefined][] = [
  ['s', authorization, undefined],
  ['away', authorization, Code.Unavailable],
  ['defect', authorization, Code.Internal],
  ['', authorization, Code.InvalidArgument],
  ['s', undefined, Code.Unauthenticated],
];

test.each(Object.keys(transports).flatMap((protocol) => CALLS.map((call) => [protocol, ...call] as const)))(
  'on %s: %j as %s',
  async (protocol, sessionId, token, wanted) => {
    const code = wanted === undefined ? 'ok' : Code[wanted];
    const family = `tieout_rpc_calls_total{method="ReconcileBanking",code="${code}"}`;
    const before = await counted(family);
    const client = createClient(EngineService, transports[protocol as keyof typeof transports]());
    const headers = new Headers({ 'x-request-id': 'one', ...(token && { authorization: token }) });
    let id: string | null = null;
    const call = client.reconcileBanking(
      { sessionId, tenantId: 't', partnerId: 'p' },
      {
        headers,
        onHeader: (header) => {
          id = header.get('x-request-id');
        },
      },
    );
    const got = await call.then(
      () => undefined,
      (error) => {
        id ??= ConnectError.from(error).metadata.get('x-request-id');
        return ConnectError.from(error).code;
      },
    );
    expect([got, id]).toEqual([wanted, 'one']);
    expect(await answered()).toEqual({
      line: { request_id: 'one', method: 'ReconcileBanking', protocol, code, msg: 'answered' },
      caller: token && 'service',
    });
    expect(await counted(family)).toBe(before + 1);
  },
);
