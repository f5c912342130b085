// What a caller without a token can make of the service: streams, watches of the health and reflection have bounds, and
// beyond them the answer is resource_exhausted, not a service that has no time or memory for others.

import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServerReflection } from '../../gen/grpc/reflection/v1/reflection_pb.ts';
import {
  MAX_REFLECTION_STREAMS,
  MAX_STREAMS,
  MAX_WATCHES,
  PAGES_BURST_BYTES,
  REFLECTION_BURST_BYTES,
} from '../../src/core/limits.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { start } from './running.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await start({ token: 'a-token-of-the-service' });
});
afterAll(() => server.close());

const GRPC = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers' };
const EXHAUSTED = '8';
const WATCH = '/grpc.health.v1.Health/Watch';

/** A stream that is left open, once it was answered: its status, or that it goes on. */
async function opened(session: ClientHttp2Session, path: string, body: Buffer): Promise<string> {
  const stream = session.request({ ...GRPC, ':path': path });
  stream.on('error', () => undefined).write(body);
  // A watch is one question, of which reflection takes many.
  if (path === WATCH) stream.end();
  const status = new Promise<string>((resolve) => {
    const see = (headers: Record<string, unknown>) => {
      if (typeof headers['grpc-status'] === 'string') resolve(headers['grpc-status']);
    };
    stream.on('response', see).on('trailers', see);
    stream.once('data', () => resolve('open'));
  });
  return status;
}

function sessions(count: number): ClientHttp2Session[] {
  return Array.from({ length: count }, () => connect(server.address).on('error', () => undefined));
}

test('a connection is offered 100 streams', async () => {
  const [session] = sessions(1) as [ClientHttp2Session];
  const [settings] = (await once(session, 'remoteSettings')) as [{ maxConcurrentStreams: number }];
  expect(settings.maxConcurrentStreams).toBe(MAX_STREAMS);
  session.destroy();
});

test('so many watches of the health are taken', async () => {
  const watching = sessions(MAX_WATCHES / MAX_STREAMS);
  for (const session of watching) {
    const all = await Promise.all(Array.from({ length: MAX_STREAMS }, () => opened(session, WATCH, Buffer.alloc(5))));
    expect(new Set(all)).toEqual(new Set(['open']));
  }
  const [other] = sessions(1) as [ClientHttp2Session];
  expect(await opened(other, WATCH, Buffer.alloc(5))).toBe(EXHAUSTED);
  expect((await fetch(`${server.address}/livez`)).status).toBe(200);
  // Those that leave make room.
  for (const session of watching) session.destroy();
  await expect.poll(() => opened(other, WATCH, Buffer.alloc(5)), { timeout: 10_000 }).toBe('open');
  other.destroy();
});

/** A question of reflection, in its envelope: the file of a symbol (field 4), or every service (field 7). */
function question(field: 4 | 7, text: string): Buffer {
  const message = Buffer.concat([Buffer.of((field << 3) | 2, text.length), Buffer.from(text)]);
  return Buffer.concat([Buffer.of(0, 0, 0, 0, message.length), message]);
}

const REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';

test('so many streams of reflection are taken', async () => {
  const [one, other] = sessions(2) as [ClientHttp2Session, ClientHttp2Session];
  const asked = () => opened(one, REFLECTION, question(7, 'x'));
  const all = await Promise.all(Array.from({ length: MAX_REFLECTION_STREAMS }, asked));
  expect(new Set(all)).toEqual(new Set(['open']));
  expect(await opened(other, REFLECTION, question(7, 'x'))).toBe(EXHAUSTED);
  one.destroy();
  await expect.poll(() => opened(other, REFLECTION, question(7, 'x')), { timeout: 10_000 }).toBe('open');
  other.destroy();
});

test('reflection is told in so many bytes, then no more for a while', async () => {
  const [session] = sessions(1) as [ClientHttp2Session];
  const stream = session.request({ ...GRPC, ':path': REFLECTION }).on('error', () => undefined);
  let [heard, status] = [0, ''];
  stream.on('data', ({ length }) => (heard += length));
  stream.on('trailers', (trailers) => (status = String(trailers['grpc-status'])));
  for (let i = 0; i < 2_000; i++) stream.write(question(4, 'tieout.engine.v1.EngineService'));
  await expect.poll(() => status, { timeout: 10_000 }).toBe(EXHAUSTED);
  expect(heard).toBeGreaterThan(REFLECTION_BURST_BYTES / 4);
  expect(heard).toBeLessThan(REFLECTION_BURST_BYTES * 2);
  session.destroy();
});

test('the pages about the contract are sent in so many bytes, then no more for a while, and others answer meanwhile', async () => {
  const one = await start();
  const asked = async (path: string) => {
    const answer = await fetch(`${one.address}${path}`);
    return {
      status: answer.status,
      again: answer.headers.get('retry-after'),
      bytes: (await answer.arrayBuffer()).byteLength,
    };
  };
  const { bytes } = await asked('/openapi.json');
  const answers: Awaited<ReturnType<typeof asked>>[] = [];
  // Not by so many connections that this process, which is the client too, has no time to speak on each within the limit.
  const some = () => Promise.all(Array.from({ length: 100 }, (_, i) => asked(i % 2 ? '/openapi.json' : '/docs/json')));
  while (answers.length < 1_200) answers.push(...(await some()));
  const sent = answers.filter(({ status }) => status === 200);
  expect(new Set(sent.map((answer) => answer.bytes))).toEqual(new Set([bytes]));
  expect(sent.length).toBeGreaterThan(PAGES_BURST_BYTES / bytes / 4);
  expect(answers.filter(({ status, again }) => status === 429 && again !== null).length).toBe(1_200 - sent.length);
  expect(sent.length).toBeLessThan(1_200);
  expect(await asked('/livez')).toMatchObject({ status: 200 });
  await one.close();
});

test('reflection can be switched off', async () => {
  const silent = await start({ isReflected: false });
  const client = createClient(ServerReflection, createGrpcTransport({ baseUrl: silent.address }));
  const listed = async () => {
    async function* ask() {
      yield { messageRequest: { case: 'listServices', value: '' } } as const;
    }
    for await (const { messageResponse } of client.serverReflectionInfo(ask())) return messageResponse.case;
    return 'nothing';
  };
  await expect(listed()).rejects.toMatchObject({ message: /unimplemented/i });
  await silent.close();
});
