// One port for every protocol, with real sockets: bytes that come one by one, garbage, silence, many at once, and an
// end that waits for what runs.

import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../gen/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../gen/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as ServerReflectionAlpha } from '../../gen/grpc/reflection/v1alpha/reflection_pb.ts';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { HealthStatus } from '../../gen/tieout/engine/v1/status_pb.ts';
import { createOnePort, type OnePort } from '../../src/rest/one-port.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { probe, start } from './running.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await start();
});
afterAll(() => server.close());

const portOf = ({ address }: RunningServer) => Number(new URL(address).port);

function open(to = server): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(to), '127.0.0.1', () => resolve(socket)).on('error', reject);
  });
}

/** Everything that the other side says until it ends. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

describe('protocols', () => {
  test('Connect, gRPC-Web and gRPC answer alike', async () => {
    const baseUrl = server.address;
    for (const transport of [
      createConnectTransport({ baseUrl, httpVersion: '1.1' }),
      createConnectTransport({ baseUrl, httpVersion: '2' }),
      createGrpcWebTransport({ baseUrl, httpVersion: '1.1' }),
      createGrpcTransport({ baseUrl }),
    ]) {
      const health = await createClient(EngineService, transport).getHealth({});
      expect(health).toMatchObject({ status: HealthStatus.OK, version: '0.1.0' });
    }
  });

  test('REST answers on HTTP/2 too, with its request id', async () => {
    const session = connectHttp2(server.address);
    const stream = session.request({ ':path': '/v1/health', 'x-request-id': 'over-two' });
    const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve as never));
    expect([headers[':status'], headers['x-request-id']]).toEqual([200, 'over-two']);
    stream.resume();
    session.close();
  });

  test('an unknown name of an enumeration is refused on Connect, plain and packed', async () => {
    const body = JSON.stringify({ sessionId: 's', tenantId: 't', partnerId: 'p', matchingMethod: 'nipp', unknown: 1 });
    const url = `${server.address}/tieout.engine.v1.EngineService/ReconcileBanking`;
    const packed = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
    for (const [sent, encoding] of [
      [body, undefined],
      [Buffer.from(await new Response(packed).arrayBuffer()), 'gzip'],
    ] as const) {
      const headers = { 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) };
      const reply = await fetch(url, { method: 'POST', headers, body: sent });
      expect(await reply.json()).toMatchObject({ code: 'invalid_argument', message: /^matching_method: / });
    }
  });
});

const named = (name: string) => expect.objectContaining({ name });

describe('reflection and health', () => {
  test.each([
    ['v1', ServerReflection],
    ['v1alpha', ServerReflectionAlpha],
  ])('%s lists services and gives a symbol with all it imports', async (_, service) => {
    const client = createClient(service as typeof ServerReflection, createGrpcTransport({ baseUrl: server.address }));
    async function* questions() {
      yield { messageRequest: { case: 'listServices', value: '' } } as const;
      yield {
        messageRequest: { case: 'fileContainingSymbol', value: 'tieout.engine.v1.EngineService.GetHome' },
      } as const;
      yield { messageRequest: { case: 'fileContainingSymbol', value: 'no.such.Thing' } } as const;
    }
    const answers: { case: string | undefined; value?: unknown }[] = [];
    for await (const { messageResponse } of client.serverReflectionInfo(questions())) answers.push(messageResponse);
    expect(answers).toMatchObject([
      { case: 'listServicesResponse', value: { service: expect.arrayContaining([named(EngineService.typeName)]) } },
      { case: 'fileDescriptorResponse' },
      { case: 'errorResponse', value: { errorCode: Code.NotFound } },
    ]);
    const { fileDescriptorProto } = answers[1].value as { fileDescriptorProto: Uint8Array[] };
    const names = fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes).name);
    expect(names).toEqual(expect.arrayContaining([EngineService.file.proto.name, 'buf/validate/validate.proto']));
  });

  test('health follows the probes', async () => {
    const broken = await start({ probes: [probe('store', false), probe('bus')] });
    try {
      const check = (to: RunningServer) =>
        createClient(Health, createGrpcTransport({ baseUrl: to.address })).check({
          service: 'tieout.engine.v1.EngineService',
        });
      expect((await check(server)).status).toBe(Status.SERVING);
      expect((await check(broken)).status).toBe(Status.NOT_SERVING);
      const statusOf = async (path: string) => (await fetch(broken.address + path)).status;
      expect([await statusOf('/readyz'), await statusOf('/livez'), await statusOf('/v1/health')]).toEqual([
        503, 200, 200,
      ]);
      expect((await fetch(`${broken.address}/readyz`)).headers.get('retry-after')).toBe('5');
      expect(await (await fetch(`${broken.address}/readyz`)).json()).toEqual({
        status: 'degraded',
        checks: { store: 'degraded', bus: 'ok' },
        reasons: { store: 'store is away.' },
      });
      expect(await (await fetch(`${broken.address}/v1/health`)).json()).toMatchObject({
        status: 'degraded',
        checks: { store: 'degraded', bus: 'ok' },
      });
    } finally {
      await broken.close();
    }
  });
});

describe('odd senders', () => {
  test('a request that comes byte by byte is answered', async () => {
    const socket = await open();
    socket.setNoDelay(true);
    for (const byte of 'GET /livez HTTP/1.0\r\n\r\n') {
      socket.write(byte);
      await pause(1);
    }
    expect(await heard(socket)).toMatch(/^HTTP\/1.1 200 /);
  });

  test.each([
    ['a request without end', `GET /${'x'.repeat(100_000)}`],
    ['garbage', '\x16\x03\x01\x02\x00\x01'],
    ['a preface that goes wrong', 'PRI * HTTP/2.0\r\n\r\nNO\r\n\r\n'],
    ['a preface and then garbage', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nwhat is this, and why so long?'],
  ])('%s is hung up on', async (_, bytes) => {
    const socket = await open();
    socket.on('error', () => undefined).write(bytes);
    expect(await heard(socket).catch(() => '')).not.toMatch(/ 200 /);
  });

  test('half a preface and an end is hung up on', async () => {
    const socket = await open();
    socket.end('PRI * HT');
    expect(await heard(socket)).toBe('');
  });

  test('a thousand sockets that send nothing keep nobody out, and do not delay the end', async () => {
    const other = await start();
    const silent = await Promise.all(Array.from({ length: 1_000 }, () => open(other)));
    for (const socket of silent) socket.on('error', () => undefined);
    const began = performance.now();
    expect((await fetch(`${other.address}/livez`)).status).toBe(200);
    await other.close();
    // Less than what a silent socket may take until it is cut off.
    expect(performance.now() - began).toBeLessThan(9_000);
    for (const socket of silent) socket.destroy();
  });

  test('a message that unpacks to more than the limit is refused', async () => {
    const zeros = new Blob([new Uint8Array(20 << 20)]).stream().pipeThrough(new CompressionStream('gzip'));
    const reply = await fetch(`${server.address}/tieout.engine.v1.EngineService/GetHealth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: await new Response(zeros).arrayBuffer(),
    });
    expect(await reply.json()).toMatchObject({ code: 'resource_exhausted' });
  });
});

describe('slow senders', () => {
  let port: OnePort;
  beforeAll(async () => {
    port = createOnePort((_, response) => response.end('taken'), {
      times: { preface_ms: 200, request_ms: 600 },
    });
    await new Promise<void>((resolve) => port.server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => port.destroy());
  const address = () => `http://127.0.0.1:${(port.server.address() as AddressInfo).port}`;
  const openSlow = () => connect((port.server.address() as AddressInfo).port, '127.0.0.1');

  test('one that sends nothing is hung up on', async () => {
    expect(await heard(openSlow())).toBe('');
  });

  test('one whose bytes came in time is heard, though the process was busy until after it', async () => {
    const taken = once(port.server, 'connection');
    const socket = openSlow();
    await Promise.all([once(socket, 'connect'), taken]);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    for (const until = performance.now() + 300; performance.now() < until; );
    expect(await heard(socket)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('one that stops in the head of a request is told that it took too long', async () => {
    const socket = openSlow();
    socket.write('POST / HTTP/1.1\r\nhost: x\r\n');
    expect(await heard(socket)).toMatch(/^HTTP\/1.1 408 /);
  });

  test('one that stops in the body over HTTP/2 loses its stream', async () => {
    const silent = createOnePort(() => undefined, { times: { preface_ms: 200, request_ms: 300 } });
    await new Promise<void>((resolve) => silent.server.listen(0, '127.0.0.1', resolve));
    const session = connectHttp2(`http://127.0.0.1:${(silent.server.address() as AddressInfo).port}`);
    const stream = session.request({ ':method': 'POST', ':path': '/' });
    stream.on('error', () => undefined).write('half');
    await new Promise((resolve) => stream.once('close', resolve));
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
    session.destroy();
    silent.destroy();
    silent.server.close();
  });

  test('others are served meanwhile', async () => {
    const waiting = Array.from({ length: 50 }, openSlow);
    expect(await (await fetch(address())).text()).toBe('taken');
    for (const socket of waiting) socket.destroy();
  });
});

describe('the end', () => {
  test('leaves no socket to a client that keeps its half open, on either version of HTTP', async () => {
    const port = createOnePort((_, response) => response.end('taken'));
    await new Promise<void>((resolve) => port.server.listen(0, '127.0.0.1', resolve));
    const said = ['GET / HTTP/1.1\r\nhost: x\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'];
    const { port: number } = port.server.address() as AddressInfo;
    const clients = await Promise.all(
      said.map(async (text) => {
        const client = connect({ port: number, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
        client.write(text, 'latin1');
        await new Promise((resolve) => client.once('data', resolve));
        return client;
      }),
    );
    const closed = new Promise((resolve) => port.server.close(resolve));
    const draining = setInterval(port.drain, 20);
    expect(await Promise.race([closed, pause(5_000, 'a socket is still open')])).toBeUndefined();
    clearInterval(draining);
    port.destroy();
    for (const client of clients) client.destroy();
  });

  test('waits for a request that runs, on both versions of HTTP', async () => {
    const ending = await start({
      handlers: {
        engine: {
          reconcileBanking: async ({ sessionId }) => {
            await pause(300);
            return { runId: 'r', sessionId: sessionId! };
          },
        },
      },
    });
    const request = { sessionId: 's', tenantId: 't', partnerId: 'p' };
    const byGrpc = createClient(EngineService, createGrpcTransport({ baseUrl: ending.address })).reconcileBanking(
      request,
    );
    const byRest = fetch(`${ending.address}/v1/reconcile/banking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: 's', tenant_id: 't', partner_id: 'p' }),
    });
    await pause(100);
    const closed = ending.close();
    expect((await byRest).status).toBe(202);
    expect((await byGrpc).runId).toBe('r');
    await closed;
    await expect(open(ending)).rejects.toThrow();
  });
});
