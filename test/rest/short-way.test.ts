// Most requests are answered without the framework. Which do, and that nobody can tell: status, headers, body, log line
// and counters are those of the same request with a query, which the framework answers.

import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TieoutError } from '../../src/core/errors.ts';
import { MAX_BODY_BYTES } from '../../src/core/limits.ts';
import { routeTable } from '../../src/rest/route-table.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { shortWay } from '../../src/rest/short-way.ts';
import { createCalls } from '../../src/rpc/calls.ts';
import { createCredentials } from '../../src/rpc/credentials.ts';
import { METHODS } from '../../src/rpc/services.ts';
import { createValidate } from '../../src/rpc/validation/validate.ts';
import { start } from './running.ts';

const RUN = '/v1/reconcile/banking';
const TOKEN = 'a-token-of-the-service';
const asked = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };

describe('the short way is taken', () => {
  let server: Server;
  let isEnding = false;
  beforeAll(async () => {
    const way = shortWay({
      routes: routeTable(METHODS),
      calls: createCalls({ handlers: {}, validate: createValidate({ timeZone: 'Africa/Lagos' }) }),
      isAllowed: createCredentials({ service: TOKEN, push: null }),
      log: pino({ level: 'silent' }),
      answered: () => undefined,
      longWay: (_request, response) => void response.writeHead(299).end(),
      isEnding: () => isEnding,
    });
    server = createServer(way).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => server.close());

  /** 422 is the short way's answer to a body without a field. */
  const isShort = async (path: string, init: RequestInit = {}) => {
    const { port } = server.address() as AddressInfo;
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method: 'POST', body: '{}', headers: asked, duplex: 'half' },
      ...init,
    });
    expect([299, 422]).toContain(status);
    return status === 422;
  };

  test('by a body of JSON with its length and the right token', async () => {
    expect(await isShort(RUN)).toBe(true);
    expect(await isShort(RUN, { headers: { ...asked, 'content-type': 'application/json; charset=utf-8' } })).toBe(true);
    expect(await isShort(RUN, { body: '{'.padEnd(MAX_BODY_BYTES) })).toBe(true);
  });

  test.each<[string, string, RequestInit]>([
    ['another method', RUN, { method: 'PUT' }],
    ['another path', `${RUN}/`, {}],
    ['a query', `${RUN}?a=b`, {}],
    ['fields in the path', '/v1/sessions/s/summary', {}],
    ['a raw body', '/v1/reconcile/complete-batch', {}],
    ['another content type', RUN, { headers: { ...asked, 'content-type': 'text/plain' } }],
    ['no token', RUN, { headers: { 'content-type': 'application/json' } }],
    ['a wrong token', RUN, { headers: { ...asked, authorization: 'Bearer x' } }],
    ['an empty body', RUN, { body: '' }],
    ['a body of unknown length', RUN, { body: new Blob(['{}']).stream() }],
    ['a body that is too long', RUN, { body: ' '.repeat(MAX_BODY_BYTES + 1) }],
  ])('not by %s', async (_, path, init) => {
    expect(await isShort(path, init)).toBe(false);
  });

  test('not once the service is to end', async () => {
    isEnding = true;
    expect(await isShort(RUN)).toBe(false);
  });
});

describe('nobody can tell', () => {
  let server: RunningServer;
  const lines: Record<string, unknown>[] = [];
  beforeAll(async () => {
    server = await start({
      token: TOKEN,
      logger: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
      handlers: {
        engine: {
          reconcileBanking: ({ sessionId = '' }) => ({ status: 1, runId: 'r', sessionId, pipelineStatusUrl: '/é' }),
          reconcileAsset: () => {
            throw new TieoutError('store_unavailable', 'the store is gone');
          },
          reconcileCommercial: () => {
            throw new RangeError('a secret of the inside');
          },
        },
      },
    });
  });
  afterAll(() => server.close());

  const valid = JSON.stringify({ session_id: 's', tenant_id: 't', partner_id: 'p' });
  const requests: [string, string, string | Uint8Array<ArrayBuffer>][] = [
    ['a run', RUN, valid],
    ['a body in many pieces', RUN, valid.padStart(300_000)],
    ['wrong fields', RUN, '{"session_id": 5, "charge_min": -1, "event_dates": [{"start_date": "x"}]}'],
    ['no object', RUN, '[]'],
    ['no JSON', RUN, '{'],
    ['no text', RUN, Buffer.from('7b2261223a22ff227d', 'hex')],
    ['what is not built', '/v1/internal/match/nip', '{}'],
    ['a failure', '/v1/reconcile/asset', valid],
    ['a defect', '/v1/reconcile/commercial', valid],
  ];
  test.each(requests)('after %s', async (_, path, body) => {
    const [short, long] = [await outcome(path, body), await outcome(`${path}?a=b`, body)];
    expect(short).toEqual(long);
    expect(short.lines.at(-1)).toMatchObject({ request_id: 'one', method: 'POST', route: path, msg: 'answered' });
  });

  async function outcome(url: string, body: string | Uint8Array<ArrayBuffer>) {
    const before = lines.length;
    const reply = await fetch(server.address + url, {
      method: 'POST',
      headers: { ...asked, 'x-request-id': 'one' },
      body,
    });
    const { date, ...headers } = Object.fromEntries(reply.headers);
    const text = await reply.text();
    await expect.poll(() => lines.slice(before).at(-1)).toMatchObject({ msg: 'answered' });
    const written = lines.slice(before).map(({ time, ms, err, ...line }) => line);
    return { status: reply.status, headers, text, lines: written, hasDate: date !== undefined };
  }

  test('by the counters', async () => {
    const count = async () => {
      const page = await (await fetch(`${server.address}/metrics`, { headers: asked })).text();
      return Number(
        /tieout_http_requests_total\{method="POST",route="\/v1\/reconcile\/banking",status="202"\} (\d+)/.exec(
          page,
        )?.[1],
      );
    };
    const before = await count();
    await outcome(RUN, valid);
    await outcome(`${RUN}?a=b`, valid);
    expect(await count()).toBe(before + 2);
  });

  test('by the id that a request gets', async () => {
    const ids = [RUN, `${RUN}?a=b`].map(async (url) => {
      const reply = await fetch(server.address + url, { method: 'POST', headers: asked, body: valid });
      return reply.headers.get('x-request-id');
    });
    for (const id of await Promise.all(ids)) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('when a caller hangs up in the middle of a body: the next is served', async () => {
    const { port } = new URL(server.address);
    const socket = connect(Number(port), '127.0.0.1');
    const head = Object.entries({ host: 'x', ...asked, 'content-length': '100' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write([`POST ${RUN} HTTP/1.1`, ...head, '', '{"session_id"'].join('\r\n'));
    await pause(50);
    socket.resetAndDestroy();
    await pause(50);
    expect((await outcome(RUN, valid)).status).toBe(202);
  });
});
