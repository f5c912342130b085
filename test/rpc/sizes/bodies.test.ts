// Bodies that are made to cost the most, by every protocol: they are refused before anything is made of them, and the
// service goes on; the largest that passes passes.

import { connect } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SummaryRegenerateRequestSchema } from '../../../gen/tieout/engine/v1/summary_regenerate_pb.ts';
import { MAX_BODY_VALUES } from '../../../src/core/limits.ts';
import type { RunningServer } from '../../../src/rest/server.ts';
import { start } from '../../rest/running.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await start();
});
afterAll(() => server.close());

const RPC = '/tieout.engine.v1.EngineInternalService/RegenerateBankingSummary';
const values = { sessionId: 's', tenantId: 't', partnerId: 'p' };
const proper = toBinary(SummaryRegenerateRequestSchema, create(SummaryRegenerateRequestSchema, values));
const OWN = 3;

/** A valid request with so many values: what is unknown is ignored, and counts. */
const inJson = (names: readonly string[], n: number) =>
  `{${names.map((name) => `"${name}":"x",`).join('')}"more":[${Array(n - names.length - 1)
    .fill('0')
    .join(',')}]}`;
const inProtobuf = (n: number) =>
  Buffer.concat([proper, new Uint8Array(2 * (n - OWN)).map((_, i) => (i % 2 === 0 ? 15 << 3 : 0))]);

function framed(bytes: Uint8Array, isPacked: boolean): Buffer {
  const head = Buffer.alloc(5);
  head[0] = isPacked ? 1 : 0;
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

async function post(path: string, headers: Record<string, string>, body: string | Uint8Array): Promise<string> {
  const reply = await fetch(server.address + path, { method: 'POST', headers, body: body as never });
  const text = await reply.text();
  const grpc = reply.headers.get('grpc-status') ?? /grpc-status: ?(\d+)/.exec(text)?.[1];
  return grpc === undefined ? String(reply.status) : `grpc ${grpc}`;
}

function callGrpc(headers: Record<string, string>, body: Uint8Array): Promise<string> {
  const session = connect(server.address);
  return new Promise<string>((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': RPC,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    let status: unknown;
    stream.on('response', (head) => (status = head['grpc-status']));
    stream.on('trailers', (trailers) => (status ??= trailers['grpc-status']));
    stream.on('error', reject).on('end', () => resolve(`grpc ${status}`));
    stream.resume().end(body);
  }).finally(() => session.destroy());
}

const gzip = { 'content-encoding': 'gzip' };
const grpcGzip = { 'grpc-encoding': 'gzip' };
const json = { 'content-type': 'application/json' };
const proto = { 'content-type': 'application/proto' };
const web = { 'content-type': 'application/grpc-web+proto' };
const SNAKE = ['session_id', 'tenant_id', 'partner_id'];
const CAMEL = ['sessionId', 'tenantId', 'partnerId'];

/** What answers a body of so many values, and what says that it was refused for its size. */
const WAYS: readonly (readonly [name: string, send: (n: number) => Promise<string>, refused: string])[] = [
  ['REST', (n) => post('/v1/internal/summary/regenerate/banking', json, inJson(SNAKE, n)), '413'],
  ['Connect JSON', (n) => post(RPC, json, inJson(CAMEL, n)), '429'],
  ['Connect JSON, packed', (n) => post(RPC, { ...json, ...gzip }, gzipSync(inJson(CAMEL, n))), '429'],
  ['Connect binary', (n) => post(RPC, proto, inProtobuf(n)), '429'],
  ['Connect binary, packed', (n) => post(RPC, { ...proto, ...gzip }, gzipSync(inProtobuf(n))), '429'],
  ['gRPC-Web', (n) => post(RPC, web, framed(inProtobuf(n), false)), 'grpc 8'],
  ['gRPC-Web, packed', (n) => post(RPC, { ...web, ...grpcGzip }, framed(gzipSync(inProtobuf(n)), true)), 'grpc 8'],
  ['gRPC', (n) => callGrpc({}, framed(inProtobuf(n), false)), 'grpc 8'],
  ['gRPC, packed', (n) => callGrpc(grpcGzip, framed(gzipSync(inProtobuf(n)), true)), 'grpc 8'],
];

describe.each(WAYS)('%s', (_, send, refused) => {
  test('takes as many values as a body may have, and not one more', async () => {
    const taken = await send(10);
    expect(taken).not.toBe(refused);
    expect(await send(MAX_BODY_VALUES)).toBe(taken);
    expect(await send(MAX_BODY_VALUES + 1)).toBe(refused);
  });

  test('refuses millions at once', async () => {
    const began = performance.now();
    expect(await send(7_000_000)).toBe(refused);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

test('a key of 600,000 letters over a thousand problems is refused in a small answer', async () => {
  const aliases = Array(1_000).fill(1);
  const reply = await fetch(`${server.address}/v1/reconcile/target-field-suggestion`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      target_field_definitions: {
        ['k'.repeat(600_000)]: { aliases },
        b: { aliases: aliases.slice(0, 100) },
        c: { aliases: [1] },
      },
    }),
  });
  const text = await reply.text();
  expect(reply.status).toBe(422);
  expect(text.length).toBeLessThan(50_000);
  const { detail } = JSON.parse(text) as { detail: { type: string; loc: unknown[] }[] };
  expect(detail).toHaveLength(101);
  expect(detail[0]).toMatchObject({
    type: 'string.max_len',
    loc: ['body', 'target_field_definitions', `${'k'.repeat(64)}…`],
  });
  expect(detail.at(-1)).toMatchObject({ type: 'too_many_problems', loc: ['body'] });
  expect((await fetch(`${server.address}/livez`)).status).toBe(200);
});
