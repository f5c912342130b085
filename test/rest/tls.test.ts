// TLS on the service's own port: every protocol over it, client certificates, strangers of all kinds, and files that
// are not what they should be.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { HealthStatus } from '../../gen/tieout/engine/v1/status_pb.ts';
import type { PortTls } from '../../src/rest/one-port.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { readTls } from '../../src/rest/tls-files.ts';
import { makeAuthority } from '../servers/certificates.ts';
import { start } from './running.ts';

const authority = makeAuthority('The bank');
const own = authority.issue('tieout');
const client = authority.issue('loader');
const strange = makeAuthority('Nobody').issue('loader');

const tls: PortTls = { certificate: own.certificate, key: own.key, clientAuthority: null };
const ca = authority.certificate;

const portOf = ({ address }: RunningServer) => Number(new URL(address).port);

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

function get(server: RunningServer, options: ConnectionOptions = { ca }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${server.address}/v1/health`, { ...options, agent: false }, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (text) => (body += text));
      reply.on('end', () => resolve({ status: reply.statusCode, body }));
    });
    asked.on('error', reject).end();
  });
}

/** Until the other side ends it; what it says, or why it failed. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const chunk of socket) text += chunk;
  } catch (error) {
    return String(error);
  }
  return text;
}

describe('with a certificate', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start({ tls });
  });
  afterAll(() => server.close());

  test('the address says so, and REST answers on both versions of HTTP', async () => {
    expect(server.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await get(server)).toMatchObject({ status: 200, body: expect.stringContaining('"status":"ok"') });
    const session = connectHttp2(server.address, { ca });
    const stream = session.request({ ':path': '/v1/health' });
    const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve as never));
    expect(headers[':status']).toBe(200);
    stream.resume();
    session.close();
  });

  test('Connect, gRPC-Web and gRPC answer alike', async () => {
    const baseUrl = server.address;
    const nodeOptions = { ca };
    for (const transport of [
      createConnectTransport({ baseUrl, httpVersion: '1.1', nodeOptions }),
      createConnectTransport({ baseUrl, httpVersion: '2', nodeOptions }),
      createGrpcWebTransport({ baseUrl, httpVersion: '1.1', nodeOptions }),
      createGrpcTransport({ baseUrl, nodeOptions }),
    ]) {
      const health = await createClient(EngineService, transport).getHealth({});
      expect(health).toMatchObject({ status: HealthStatus.OK });
    }
  });

  test.each([
    [['h2', 'http/1.1'], 'h2'],
    [['http/1.1'], 'http/1.1'],
    [undefined, false],
  ])('a client that offers %j is answered %j', async (ALPNProtocols, agreed) => {
    const socket = connect({ port: portOf(server), host: '127.0.0.1', ca, ...(ALPNProtocols && { ALPNProtocols }) });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    expect(socket.alpnProtocol).toBe(agreed);
    socket.destroy();
  });

  test('who does not know the authority does not go on, and who speaks no TLS hears nothing', async () => {
    await expect(get(server, {})).rejects.toThrow(/certificate/);
    const plain = connectTcp(portOf(server), '127.0.0.1');
    plain.write('GET /v1/health HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await heard(plain)).not.toContain('200');
    await expect(get(server, { ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
    expect((await get(server)).status).toBe(200);
  });

  test('sockets that say nothing, or stop after the handshake, do not delay the end', async () => {
    const other = await start({ tls });
    const silent = connectTcp(portOf(other), '127.0.0.1');
    const quiet = connect({ port: portOf(other), host: '127.0.0.1', ca });
    await new Promise((resolve) => quiet.once('secureConnect', resolve));
    for (const socket of [silent, quiet]) socket.on('error', () => undefined);
    const began = performance.now();
    await other.close();
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('a request that runs when the end comes is answered', async () => {
    const ending = await start({ tls, probes: [{ name: 'store', isNeeded: true, trouble: slowly }] });
    const answer = get(ending);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await ending.close();
    expect((await answer).status).toBe(200);
  });
});

const slowly = (): Promise<null> => new Promise((resolve) => setTimeout(resolve, 400, null));

describe('with an authority of clients', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start({ tls: { ...tls, clientAuthority: ca } });
  });
  afterAll(() => server.close());

  test('its clients are let in, on REST and on gRPC', async () => {
    const { certificate: cert, key } = client;
    expect((await get(server, { ca, cert, key })).status).toBe(200);
    const transport = createGrpcTransport({ baseUrl: server.address, nodeOptions: { ca, cert, key } });
    expect(await createClient(EngineService, transport).getHealth({})).toMatchObject({ status: HealthStatus.OK });
  });

  test('nobody else is', async () => {
    await expect(get(server, { ca })).rejects.toThrow();
    await expect(get(server, { ca, cert: strange.certificate, key: strange.key })).rejects.toThrow();
    const grpc = createGrpcTransport({ baseUrl: server.address, nodeOptions: { ca } });
    await expect(createClient(EngineService, grpc).getHealth({})).rejects.toThrow();
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tieout-tls-'));
    const expired = authority.issue('late', { days: -0.5 });
    for (const [name, content] of Object.entries({
      'own.pem': own.certificate,
      'own.key': own.key,
      'other.key': client.key,
      'late.pem': expired.certificate,
      'late.key': expired.key,
      'text.pem': 'no certificate',
    })) {
      writeFileSync(join(folder, name), content);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (certificate: string | null, key: string | null, clientAuthority: string | null = null) => {
    const at = (name: string | null) => name && join(folder, name);
    return readTls({ certificate: at(certificate), key: at(key), clientAuthority: at(clientAuthority) });
  };

  test('the right ones are read, none is none', () => {
    expect(read('own.pem', 'own.key')).toEqual(tls);
    expect(read('own.pem', 'own.key', 'own.pem')?.clientAuthority).toBe(own.certificate);
    expect(read(null, null)).toBeNull();
  });

  test.each([
    ['own.pem', null, null, /both TIEOUT_TLS_CERT and TIEOUT_TLS_KEY/],
    [null, null, 'own.pem', /both TIEOUT_TLS_CERT and TIEOUT_TLS_KEY/],
    ['none.pem', 'own.key', null, /TIEOUT_TLS_CERT names cannot be read \(ENOENT\)/],
    ['text.pem', 'own.key', null, /TIEOUT_TLS_CERT names is no certificate in PEM/],
    ['own.pem', 'text.pem', null, /TIEOUT_TLS_KEY names is no private key in PEM/],
    ['own.pem', 'own.key', 'text.pem', /TIEOUT_TLS_CLIENT_CA names is no certificate/],
    ['own.pem', 'other.key', null, /TIEOUT_TLS_KEY names is not that of the certificate/],
    ['late.pem', 'late.key', null, /TIEOUT_TLS_CERT names ended on .+: renew it/],
  ])('%s with %s and %s stop the start with a sentence', (certificate, key, clientAuthority, says) => {
    const refusal = (() => {
      try {
        return read(certificate, key, clientAuthority);
      } catch (error) {
        return error as Error;
      }
    })();
    expect(refusal).toMatchObject({ code: 'usage', message: expect.stringMatching(says) });
    expect((refusal as Error).message).toMatch(/^[A-Z][^\n]+: [^\n]+\.$/);
  });
});
