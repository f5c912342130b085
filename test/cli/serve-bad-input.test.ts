// Whatever is sent to the service, in a process of its own and over real sockets: each wrong body on each protocol,
// sizes, senders that vanish, urls that lead elsewhere. It answers with one sentence that gives nothing away, and goes
// on.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { create, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { MAX_BODY_BYTES, MAX_DRAIN_MS } from '../../src/core/limits.ts';
import { told } from '../rest/told.ts';
import { SCOPE, type Served, served } from './served.ts';

const METHOD = '/tieout.engine.v1.EngineService/ReconcileBanking';
const HEADER = 'Date,Reference,Narration,Amount';

let above: string;
let service: Served;
beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'tieout-bad-input-'));
  const root = join(above, 'files');
  mkdirSync(root);
  writeFileSync(join(above, 'outside.csv'), `${HEADER}\n2026-01-05,OUTSIDE1,NOBODY’S BUSINESS,10.00\n`);
  for (const [side, more] of [
    ['gl', ''],
    ['bank', '2026-01-07,FT26007C,ONLY THE BANK,7.00\n'],
  ]) {
    const row = '2026-01-05,FT26005A,TRANSFER FROM BELLO FARMS,10.00\n';
    writeFileSync(join(root, `${side}.csv`), `${HEADER}\n${row}${more}`);
  }
  symlinkSync(join(above, 'outside.csv'), join(root, 'link.csv'));
  symlinkSync(above, join(root, 'up'));
  service = await served({ data: join(above, 'data'), root });
});
afterAll(async () => {
  const began = performance.now();
  expect(await service.stop()).toBe(0);
  // No connection is waited for that its client has left: that would take the whole time of grace.
  expect(performance.now() - began).toBeLessThan(MAX_DRAIN_MS - 2_000);
  // Nobody's bad input is a failure of the service.
  expect(service.log().filter(({ level }) => level >= 50)).toEqual([]);
  rmSync(above, { recursive: true });
});

const valid = toBinary(
  ReconcileRequestSchema,
  create(ReconcileRequestSchema, { sessionId: 'sizes', tenantId: 'umoja', partnerId: 'mfb' }),
);

/** A message in gRPC's envelope. */
function enveloped(message: Uint8Array, { flags = 0, length = message.length } = {}): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** What each protocol says of a body. */
const SENDERS = {
  async Connect(body: Uint8Array, headers: Record<string, string>): Promise<Refusal> {
    const type = { 'content-type': 'application/proto' };
    const { json } = await service.ask(METHOD, { method: 'POST', headers: { ...type, ...headers }, body: sent(body) });
    return { code: Code[pascal(json.code)], message: json.message };
  },
  async 'gRPC-Web'(body: Uint8Array, headers: Record<string, string>): Promise<Refusal> {
    const type = { 'content-type': 'application/grpc-web+proto' };
    const { text } = await service.ask(METHOD, { method: 'POST', headers: { ...type, ...headers }, body: sent(body) });
    const field = (name: string) => decodeURIComponent(new RegExp(`${name}: ([^\\r]*)`).exec(text)?.[1] ?? '');
    return { code: Number(field('grpc-status')), message: field('grpc-message') };
  },
  async gRPC(body: Uint8Array, headers: Record<string, string>): Promise<Refusal> {
    const session = connectHttp2(service.address);
    const type = { 'content-type': 'application/grpc', te: 'trailers' };
    const stream = session.request({ ':method': 'POST', ':path': METHOD, ...type, ...headers });
    const said = new Promise<IncomingHttpHeaders>((resolve) => {
      stream.on('response', (head) => head['grpc-status'] !== undefined && resolve(head)).on('trailers', resolve);
    });
    stream.on('error', () => undefined).end(body);
    stream.resume();
    const { 'grpc-status': status, 'grpc-message': message } = await said;
    session.close();
    return { code: Number(status), message: decodeURIComponent(String(message)) };
  },
};

const sent = (body: Uint8Array) => new Uint8Array(body);
const pascal = (code: string) =>
  code.replaceAll(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase()) as keyof typeof Code;

/** One sentence for a person, in which nothing of the inside shows. */
function expectSentence(message: string): void {
  expect(message).toMatch(/^[^\n]{10,200}$/);
  expect(message).not.toMatch(/Error|undefined|DataView|EOF|varint|Unexpected|\.[jt]s\b|node_modules|\bat /);
  expect(message).not.toContain(above);
}

const PROTOCOLS = ['Connect', 'gRPC-Web', 'gRPC'] as const;

describe.each(PROTOCOLS)('a body over %s', (protocol) => {
  const inEnvelope = protocol !== 'Connect';
  const say = (message: Uint8Array, headers = {}) =>
    SENDERS[protocol](inEnvelope ? enveloped(message) : message, headers);

  test.each([
    ['zeros', Buffer.alloc(40)],
    ['bytes without end', Buffer.alloc(40, 0xff)],
    ['a field that is cut off', Buffer.from([0x0a, 0x7f, 0x41])],
    ['no UTF-8', Buffer.from([0x0a, 2, 0xff, 0xfe])],
    ['an unknown kind of field', Buffer.from([0x0f, 1])],
    ['groups in groups', Buffer.alloc(5_000, 0x0b)],
    ['JSON', Buffer.from('{"session_id":"s"}')],
    ['a page', Buffer.from('<html>')],
  ])('of %s is the caller’s to mend', async (_, body) => {
    const { code, message } = await say(body);
    expect([code, message]).toEqual([Code.InvalidArgument, expect.stringContaining('ReconcileRequest')]);
    expectSentence(message);
  });

  test('of nothing, of garbage that is said to be packed, and packed as nobody can unpack', async () => {
    expect((await say(Buffer.alloc(0))).code).toBe(Code.InvalidArgument);
    const packed = (encoding: string) =>
      inEnvelope
        ? SENDERS[protocol](enveloped(valid, { flags: 1 }), { 'grpc-encoding': encoding })
        : SENDERS[protocol](valid, { 'content-encoding': encoding });
    expect((await packed('gzip')).code).toBe(Code.InvalidArgument);
    const { code, message } = await packed('lzma');
    expect(code).toBe(Code.Unimplemented);
    expectSentence(message);
  });
});

test.each(['gRPC-Web', 'gRPC'] as const)('a wrong envelope over %s', async (protocol) => {
  const codeOf = async (body: Uint8Array) => {
    const { code, message } = await SENDERS[protocol](body, {});
    expectSentence(message);
    return code;
  };
  expect(await codeOf(Buffer.alloc(0))).toBe(Code.Unimplemented);
  expect(await codeOf(Buffer.from([0, 0, 0]))).toBe(Code.InvalidArgument);
  expect(await codeOf(enveloped(valid, { length: 1_000 }))).toBe(Code.InvalidArgument);
  expect(await codeOf(enveloped(valid, { length: 0xffffffff }))).toBe(Code.ResourceExhausted);
  expect(await codeOf(Buffer.concat([enveloped(valid), enveloped(valid)]))).toBe(Code.Unimplemented);
});

describe('a JSON body over Connect', () => {
  const say = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    service.ask(METHOD, { method: 'POST', headers: { 'content-type': type }, body });

  test.each([
    ['nothing', ''],
    ['half an object', '{"sessionId":'],
    ['an array', '[]'],
    ['a text', '"secret-value"'],
    ['null', 'null'],
    ['NUL', '\u0000'],
    ['arrays in arrays', '['.repeat(100_000)],
  ])('of %s', async (_, body) => {
    const { status, json } = await say(body);
    expect([status, json.code]).toEqual([400, 'invalid_argument']);
    expectSentence(json.message);
    expect(json.message).not.toContain('secret');
  });

  test('whose values are of the wrong type names the field and not the value', async () => {
    expect((await say('{"sessionId":123454321}')).json.message).toBe('session_id: expected string');
    const { json } = await say('{"maxDaysForwardSearch":"secret"}');
    expect(json).toMatchObject({ code: 'invalid_argument', message: /^max_days_forward_search: / });
    expect(json.message).not.toContain('secret');
  });

  test('of bytes that are no text is refused as it is over REST', async () => {
    const body = Buffer.concat([Buffer.from('{"sessionId":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await say(body)).json.code).toBe('invalid_argument');
  });

  test.each(['text/plain', 'application/xml', 'application/grpc+json'])('as %s is 415', async (type) => {
    const { status, json } = await say('{}', type);
    expect([status, json.code]).toEqual([415, 'invalid_argument']);
    expectSentence(json.message);
  });

  test('asked for with GET is 405', async () => {
    const { status, headers, json } = await service.ask(METHOD);
    expect([status, headers.get('allow'), json.code]).toEqual([405, 'POST', 'unimplemented']);
  });
});

const TOO_LARGE = 'The body is larger than 16 MiB';

test('16 MiB are taken on every protocol, and one byte more is refused', async () => {
  // A field that nobody knows, of 2^n bytes; its head is as long for one more.
  const padding = MAX_BODY_BYTES - valid.length - 6;
  const ofSize = (more: number): Buffer => {
    const head = Buffer.from([0xfa, 0x7f, 0, 0, 0, 0]);
    for (let i = 0, rest = padding + more; i < 4; i++, rest >>>= 7) head[2 + i] = (rest & 0x7f) | (i < 3 ? 0x80 : 0);
    return Buffer.concat([valid, head, Buffer.alloc(padding + more, 0x41)]);
  };
  const largest = ofSize(0);
  expect(largest.length).toBe(MAX_BODY_BYTES);
  const post = (type: string, body: Uint8Array, path = METHOD) =>
    service.ask(path, { method: 'POST', headers: { 'content-type': type }, body: sent(body) });
  expect((await post('application/proto', largest)).status).toBe(200);
  expect((await post('application/grpc-web+proto', enveloped(largest))).text).toContain('grpc-status: 0');
  expect(await SENDERS.gRPC(enveloped(largest), {})).toMatchObject({ code: 0 });
  const tooLarge = ofSize(1);
  for (const protocol of PROTOCOLS) {
    const refusal = await SENDERS[protocol](protocol === 'Connect' ? tooLarge : enveloped(tooLarge), {});
    expect([protocol, refusal]).toMatchObject([protocol, { code: Code.ResourceExhausted, message: TOO_LARGE }]);
  }
  const overRest = await post('application/json', tooLarge, '/v1/reconcile/banking');
  expect([overRest.status, overRest.json.detail]).toEqual([413, TOO_LARGE]);
  const baseUrl = service.address;
  const scope = { sessionId: 'sizes', tenantId: 'umoja', partnerId: 'mfb' };
  const request = { ...scope, branchId: 'x'.repeat(MAX_BODY_BYTES) };
  for (const transport of [
    createConnectTransport({ baseUrl, httpVersion: '2' }),
    createGrpcWebTransport({ baseUrl, httpVersion: '1.1' }),
    createGrpcTransport({ baseUrl }),
  ]) {
    const refusal = await createClient(EngineService, transport)
      .reconcileBanking(request)
      .catch((error) => ConnectError.from(error));
    expect(refusal).toMatchObject({ code: Code.ResourceExhausted });
  }
});

const REQUEST_ID = /\r\nx-request-id: [0-9a-f-]{36}\r\n/;

describe('what is no request has an id too', () => {
  test.each(['%ff', '%zz'])('a path with %s', async (path) => {
    const { status, headers, json } = await service.ask(`/v1/loader/pipeline-status/${path}`);
    expect([status, json]).toEqual([404, told('not_found', 'Not Found')]);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const kept = { headers: { 'x-request-id': 'ours' } };
    expect((await service.ask(`/v1/loader/pipeline-status/${path}`, kept)).headers.get('x-request-id')).toBe('ours');
  });

  test.each([
    ['garbage', 'garbage\r\n\r\n', '400 Bad Request', 'not_http' as const],
    [
      'a page token of 100 kB',
      `GET /v1/exceptions/clusters?page_token=${'x'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'head_too_large' as const,
    ],
  ])('%s', async (_, sent, status, code) => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    socket.on('error', () => undefined).write(sent);
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
    expect(text).toMatch(REQUEST_ID);
    expect(JSON.parse(text.split('\r\n\r\n')[1])).toEqual(told(code, status.slice(4)));
  });
});

describe('senders that vanish', () => {
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(Number(new URL(service.address).port), '127.0.0.1', () => resolve(socket));
      socket.on('error', () => undefined);
    });
  const half = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n{"session_id":`;

  test('half-way through a body, three hundred at once', async () => {
    const ways = [
      ['/v1/reconcile/banking', 'application/json'],
      [METHOD, 'application/json'],
      [METHOD, 'application/proto'],
      [METHOD, 'application/grpc-web+proto'],
    ] as const;
    const sockets = await Promise.all(Array.from({ length: 300 }, open));
    for (const [i, socket] of sockets.entries()) {
      const [path, type] = ways[i % ways.length];
      socket.write(half(path, type));
    }
    await pause(100);
    expect((await service.ask('/livez')).status).toBe(200);
    for (const [i, socket] of sockets.entries()) {
      if (i % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    await pause(50);
    expect((await service.ask('/readyz')).status).toBe(200);
  });

  test('half-way through a body over HTTP/2, by stream and by connection', async () => {
    for (const path of [METHOD, '/v1/reconcile/banking']) {
      for (const isAll of [true, false]) {
        const session = connectHttp2(service.address).on('error', () => undefined);
        const type = path === METHOD ? 'application/grpc' : 'application/json';
        const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': type });
        stream.on('error', () => undefined).write(Buffer.from([0, 0, 0, 1, 0, 1]));
        await pause(20);
        if (isAll) session.destroy();
        else stream.close();
        session.close();
      }
    }
    expect((await service.ask('/readyz')).status).toBe(200);
  });

  test.each([
    ['a length that is none', 'content-length: -1\r\n\r\n'],
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n\r\n{"a":'],
    ['a chunk that is none', 'transfer-encoding: chunked\r\n\r\nZZ\r\n'],
  ])('after %s are told', async (_, rest) => {
    const socket = await open();
    socket.write(`POST /v1/reconcile/banking HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1])).toEqual(told('not_http', 'Bad Request'));
    expect(text).toMatch(REQUEST_ID);
  });
});

describe('JSON over Connect is protobuf’s', () => {
  const connectJson = (fields: object) =>
    service.ask(METHOD, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: 'of-protobuf', tenantId: 'umoja', partnerId: 'mfb', ...fields }),
    });

  test('unknown fields are ignored, and numbers may be strings', async () => {
    expect((await connectJson({ unknownField: 1 })).status).toBe(200);
    const { status } = await connectJson({ mscRate: '0.5', maxDaysForwardSearch: '5' });
    expect(status).toBe(200);
    const { json } = await connectJson({ mscRate: '-0.5', maxDaysForwardSearch: '5000', serviceX: 'x' });
    expect(json).toMatchObject({ code: 'invalid_argument', message: expect.stringContaining('(and 1 more)') });
    expect(json.details).toMatchObject([{ type: 'buf.validate.Violations' }, { type: 'google.rpc.ErrorInfo' }]);
    expect(json.details[0].debug.violations).toHaveLength(2);
  });

  test('a value of another type is refused alone, by a sentence', async () => {
    const { status, json } = await connectJson({ sessionId: 5, tenantId: 6, mscRate: 'x' });
    expect([status, json]).toEqual([400, { code: 'invalid_argument', message: 'session_id: expected string' }]);
  });

  test('an unknown name of an enumeration is refused with its place', async () => {
    const { json } = await connectJson({ matchingMethod: 'MATCHING_METHOD_SIDEWAYS' });
    expect(json).toMatchObject({ code: 'invalid_argument', message: expect.stringMatching(/^matching_method: /) });
    expect(json.details).toMatchObject([{ type: 'buf.validate.Violations' }, { type: 'google.rpc.ErrorInfo' }]);
  });
});

test('an empty parameter of pipeline status is one that is not given', async () => {
  expect((await service.run('by-name', {})).status).toBe(202);
  const { status, json } = await service.ask('/v1/loader/pipeline-status/by-name?tenant_id=&partner_id=');
  expect([status, json.session_id, json.tenant_id]).toEqual([200, 'by-name', SCOPE.tenant_id]);
  const url = '/tieout.engine.v1.EngineService/GetPipelineStatus';
  const body = JSON.stringify({ sessionId: 'by-name', tenantId: '', partnerId: '' });
  const over = await service.ask(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect([over.status, over.json.sessionId, over.json.tenantId]).toEqual([200, 'by-name', SCOPE.tenant_id]);
});

test('a search_mode that is no word of ours is both, and the run says so', async () => {
  const files = { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'], max_days_forward_search: 3 };
  const template = { service: 'transfers', matching_method: 'line_by_line', search_mode: 'outwards' };
  const days = ['', 'reversal_'].flatMap((of) => ['back', 'for'].map((way) => [`${of}max_days_${way}ward_search`, 2]));
  await service.run('sideways', { ...files, search_mode: 'sideways' });
  await service.run('by-template', { ...files, template: { ...template, ...Object.fromEntries(days) } });
  const said = async (session: string) => (await service.ended(session)).warnings;
  expect(await said('sideways')).toContain(
    'search_mode "sideways" is none of forward, backward, both: both was taken.',
  );
  expect(await said('by-template')).toContain(
    'search_mode "outwards" is none of forward, backward, both: both was taken.',
  );
  await service.run('known', { ...files, search_mode: 'backward' });
  expect(JSON.stringify(await said('known'))).not.toContain('search_mode');
});

describe('a run of what cannot be done fails with a sentence', () => {
  const files = { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] };
  const statusOf = async (session: string, name: string) =>
    (await service.ask(`/v1/sessions/${session}/${name}?${new URLSearchParams(SCOPE)}`)).status;

  test.each([
    ['by dots', 'file:../outside.csv', 'file_not_allowed'],
    ['by encoded dots', 'file:%2e%2e/outside.csv', 'file_not_allowed'],
    ['by encoded slashes', 'file:..%2Foutside.csv', 'file_not_allowed'],
    ['through a link', 'file:link.csv', 'file_not_allowed'],
    ['through a link to a folder', 'file:up/outside.csv', 'file_not_allowed'],
    ['from the top', 'file:///etc/passwd', 'file_not_allowed'],
    ['with NUL', 'file:gl.csv%00.csv', 'file_unreadable'],
    ['by another scheme', 'https://user:hush@169.254.169.254/gl.csv?signature=hush', 'file_not_allowed'],
  ])('a file %s', async (how, url, code) => {
    const session = how.replaceAll(' ', '-');
    expect((await service.run(session, { ...files, gl_file_url: [url] })).status).toBe(202);
    const { status, stages, error } = await service.ended(session);
    expect([status, error.code]).toEqual(['failed', code]);
    expectSentence(error.message);
    expect(JSON.stringify(error)).not.toMatch(/hush|NOBODY/);
    expect(stages[0]).toMatchObject({ name: 'ingress', status: 'failed', message: error.message });
    expect(await statusOf(session, 'matches')).toBe(404);
  });
});
