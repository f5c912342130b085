// Requests as clients do not send them, over real sockets: each is answered with the documented body on every protocol,
// and none of them, nor a caller that hangs up, is an error in the log.

import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2, constants, type OutgoingHttpHeaders } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { toBinary } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { MAX_BODY_BYTES } from '../../src/core/limits.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { validRequest } from '../rpc/requests.ts';
import { start } from './running.ts';
import { told } from './told.ts';

const TOKEN = 'a-token-of-the-service';
const RUN = '/v1/reconcile/banking';
const CALL = '/tieout.engine.v1.EngineService/ReconcileBanking';
const valid = JSON.stringify({ session_id: 's', tenant_id: 't', partner_id: 'p' });
const authorization = `authorization: Bearer ${TOKEN}`;

let server: RunningServer;
const lines: { readonly level: number; readonly msg: string }[] = [];
const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
let isSlow = false;
beforeAll(async () => {
  server = await start({
    token: TOKEN,
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
    handlers: {
      engine: {
        reconcileBanking: async ({ sessionId = '' }) => {
          if (isSlow) await pause(100);
          return { status: 1, runId: 'r', sessionId, pipelineStatusUrl: isSlow ? '/'.repeat(1 << 20) : '/' };
        },
      },
    },
  });
});
afterAll(async () => {
  await server.close();
  printed.mockRestore();
});

/** Whatever was asked: nothing of it is an error of ours. */
afterEach(() => {
  const errors = lines.splice(0).filter(({ level }) => level > 30);
  const calls = printed.mock.calls.splice(0);
  expect([errors, calls]).toEqual([[], []]);
});

const open = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** What is answered to these lines, until the server closes or says no more. */
async function said(...text: string[]): Promise<{ status: number; head: string; body: string }> {
  const socket = await open();
  socket.write(`${text.join('\r\n')}\r\n\r\n`);
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk));
  await expect.poll(() => isWhole(heard)).toBe(true);
  socket.destroy();
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

function isWhole(heard: string): boolean {
  const [head, body] = heard.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head ?? '')?.[1];
  return body !== undefined && (length === undefined || body.length >= Number(length));
}

describe('paths', () => {
  test.each([
    ['a session of 5,000 letters', `/v1/sessions/${'x'.repeat(5_000)}/summary`],
    ['5,000 letters', `/${'x'.repeat(5_000)}`],
    ['a step up', '/docs/static/../../package.json'],
    ['a step up in figures', '/docs/static/%2e%2e/package.json'],
    ['steps and slashes in figures', '/docs/static/..%2f..%2fpackage.json'],
    ['backslashes', '/docs/static/\\..\\package.json'],
    ['a zero', '/docs/static/%00'],
  ])('with %s is 404', async (_, path) => {
    const { status, head, body } = await said(`GET ${path} HTTP/1.1`, 'host: x', authorization);
    expect([status, JSON.parse(body)]).toEqual([404, told('not_found', 'Not Found')]);
    expect(head).toMatch(/x-request-id: \S/);
  });
});

describe('damaged packing', () => {
  const gzipped = gzipSync(Buffer.from(valid));
  const damaged: [string, Buffer][] = [
    ['no gzip', Buffer.from(valid)],
    ['half of it', gzipped.subarray(0, gzipped.length >> 1)],
    ['a wrong sum', Buffer.concat([gzipped.subarray(0, -8), Buffer.alloc(8)])],
    ['nothing', Buffer.of(0)],
  ];
  test.each(damaged)('is 400 on Connect: %s', async (_, body) => {
    for (const type of ['application/json', 'application/proto']) {
      const headers = { 'content-type': type, 'content-encoding': 'gzip', authorization: `Bearer ${TOKEN}` };
      const reply = await fetch(server.address + CALL, { method: 'POST', headers, body: Uint8Array.from(body) });
      expect([type, reply.status, await reply.json()]).toEqual([
        type,
        400,
        { code: 'invalid_argument', message: 'the body is not gzip' },
      ]);
    }
  });

  test('is invalid_argument on gRPC', async () => {
    const body = damaged[1][1];
    const envelope = Buffer.concat([Buffer.of(1, 0, 0, 0, body.length), body]);
    const headers = { 'content-type': 'application/grpc', te: 'trailers', 'grpc-encoding': 'gzip' };
    const answer = await overHttp2({ ':path': CALL, authorization: `Bearer ${TOKEN}`, ...headers }, envelope);
    expect(answer).toMatchObject({ ':status': 200, 'grpc-status': '3' });
  });
});

/** Headers and trailers of an answer. */
async function overHttp2(headers: OutgoingHttpHeaders, body?: Buffer) {
  const session = connectHttp2(server.address);
  const stream = session.request({ ':method': 'POST', ...headers });
  const got: Record<string, unknown> = {};
  let text = '';
  stream.on('response', (head) => Object.assign(got, head)).on('trailers', (trailers) => Object.assign(got, trailers));
  stream.on('data', (chunk) => (text += chunk));
  stream.end(body);
  await once(stream, 'close');
  session.destroy();
  return { ...got, text };
}

describe('a host', () => {
  test.each([
    ['REST', 'GET /v1/health HTTP/1.1'],
    ['an operator’s page', 'GET /livez HTTP/1.1'],
  ])('is asked for on %s', async (_, line) => {
    const { status, head, body } = await said(line);
    expect([status, JSON.parse(body)]).toEqual([400, told('host_unusable', 'The request has no Host')]);
    expect(head).toMatch(/x-request-id: \S/);
  });

  test('is not asked for by HTTP/1.0', async () => {
    expect((await said('GET /livez HTTP/1.0')).status).toBe(200);
  });

  test.each([
    ['none', ['POST HTTP/1.1']],
    ['none by HTTP/1.0', ['POST HTTP/1.0']],
    ['what is none', ['POST HTTP/1.1', 'host: [']],
  ])('that is %s is 400 on Connect', async (_, [line = '', ...host]) => {
    const asked = ['content-type: application/json', authorization, `content-length: ${valid.length}`];
    const { status, body } = await said(line.replace(' ', ` ${CALL} `), ...host, ...asked, '', valid);
    expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'invalid_argument' }]);
  });
});

describe('an expectation', () => {
  const asked = ['host: x', 'content-type: application/json', `content-length: ${valid.length}`];

  test('that is unknown is 417 on every protocol', async () => {
    const detail = 'The only expectation that is met is 100-continue';
    const rest = await said(`POST ${RUN} HTTP/1.1`, ...asked, authorization, 'expect: 200-ok');
    expect([rest.status, JSON.parse(rest.body)]).toEqual([417, told('expectation_unknown', detail)]);
    const connected = await said(`POST ${CALL} HTTP/1.1`, ...asked, authorization, 'expect: 200-ok');
    const { details, ...connect } = JSON.parse(connected.body);
    expect([connected.status, connect]).toEqual([400, { code: 'invalid_argument', message: detail }]);
    expect(details).toMatchObject([{ type: 'google.rpc.ErrorInfo', debug: { reason: 'expectation_unknown' } }]);
    const two = await overHttp2({ ':method': 'GET', ':path': '/livez', expect: '200-ok' });
    expect([(two as OutgoingHttpHeaders)[':status'], JSON.parse(two.text)]).toEqual([
      417,
      told('expectation_unknown', detail),
    ]);
  });

  test.each([RUN, CALL])('to go on is met after the token was asked for: %s', async (path) => {
    const refused = await said(`POST ${path} HTTP/1.1`, ...asked, 'expect: 100-continue');
    expect(refused.status).toBe(401);
    const long = asked.with(-1, `content-length: ${MAX_BODY_BYTES + 1}`);
    expect((await said(`POST ${path} HTTP/1.1`, ...long, authorization, 'expect: 100-continue')).status).toBe(
      path === RUN ? 413 : 429,
    );
    const [session_id, tenant_id, partner_id] = ['s', 't', 'p'];
    const body =
      path === RUN ? valid : JSON.stringify({ sessionId: session_id, tenantId: tenant_id, partnerId: partner_id });
    const socket = await open();
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk));
    const head = [...asked.slice(0, 2), `content-length: ${body.length}`, authorization, 'expect: 100-continue'];
    socket.write([`POST ${path} HTTP/1.1`, ...head, '', ''].join('\r\n'));
    await expect.poll(() => heard).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    await expect.poll(() => heard).toMatch(/HTTP\/1.1 20[02] /);
    socket.destroy();
  });

  test('to go on is met on HTTP/2 too, after the token', async () => {
    const session = connectHttp2(server.address);
    const ask = async (headers: OutgoingHttpHeaders) => {
      const head = { ':method': 'POST', ':path': RUN, 'content-type': 'application/json', expect: '100-continue' };
      const stream = session.request({ ...head, ...headers });
      const heard: unknown[] = [];
      stream.on('continue', () => {
        heard.push(100);
        stream.end(valid);
      });
      stream.on('response', (answer) => heard.push(answer[':status'])).resume();
      await once(stream, 'end');
      stream.destroy();
      return heard;
    };
    expect(await ask({})).toEqual([401]);
    expect(await ask({ authorization: `Bearer ${TOKEN}` })).toEqual([100, 202]);
    session.destroy();
  });
});

describe('a caller that hangs up', () => {
  const served = async () => {
    const answer = await said(`GET /livez HTTP/1.1`, 'host: x');
    expect(answer.status).toBe(200);
  };
  const grpcBody = () => {
    const message = toBinary(ReconcileRequestSchema, validRequest(ReconcileRequestSchema) as never);
    return Buffer.concat([Buffer.of(0, 0, 0, 0, message.length), message]);
  };
  const types = [
    [RUN, 'application/json', Buffer.from(valid)],
    [CALL, 'application/json', Buffer.from(JSON.stringify({ sessionId: 's', tenantId: 't', partnerId: 'p' }))],
    [CALL, 'application/grpc-web+proto', grpcBody()],
    [CALL, 'application/grpc', grpcBody()],
  ] as const;

  describe.each(types)('%s as %s', (path, type, body) => {
    test.skipIf(type === 'application/grpc').each([
      ['in the middle of its body', body.length + 100],
      ['before its answer', body.length],
    ])('HTTP/1.1, %s', async (_, length) => {
      isSlow = true;
      for (const end of ['resetAndDestroy', 'destroy', 'end'] as const) {
        const socket = await open();
        const head = ['host: x', authorization, `content-type: ${type}`, `content-length: ${length}`];
        socket.write(Buffer.concat([Buffer.from([`POST ${path} HTTP/1.1`, ...head, '', ''].join('\r\n')), body]));
        await pause(30);
        socket[end]();
        await pause(150);
        socket.destroy();
      }
      isSlow = false;
      await served();
    });

    test.each([
      ['in the middle of its body', false, 30],
      ['before its answer', true, 30],
      ['in the middle of its answer', true, 150],
    ])('HTTP/2, %s', async (_, isWholeBody, stays_ms) => {
      isSlow = true;
      for (const leave of [(session: ClientHttp2Session) => session.destroy(), undefined]) {
        const session = connectHttp2(server.address).on('error', () => undefined);
        const head = { ':method': 'POST', ':path': path, 'content-type': type, authorization: `Bearer ${TOKEN}` };
        const stream = session.request(head).on('error', () => undefined);
        if (isWholeBody) stream.end(body);
        else stream.write(body.subarray(0, -1));
        await pause(stays_ms);
        if (leave) leave(session);
        else stream.close(constants.NGHTTP2_CANCEL);
        await pause(150);
        session.destroy();
      }
      isSlow = false;
      await served();
    });
  });
});
