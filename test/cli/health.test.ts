// `tieout health` as a container engine calls it: by its exit code, against real servers with and without TLS.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer, ServerOptions } from '../../src/rest/server.ts';
import { probe, start } from '../rest/running.ts';
import { makeAuthority } from '../servers/certificates.ts';
import { tieout } from './tieout.ts';

const authority = makeAuthority('The bank');
const own = authority.issue('tieout');
let folder: string;
let files: Readonly<Record<'TIEOUT_TLS_CERT' | 'TIEOUT_TLS_KEY' | 'TIEOUT_TLS_CLIENT_CA', string>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-health-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  files = {
    TIEOUT_TLS_CERT: file('own.pem', own.certificate),
    TIEOUT_TLS_KEY: file('own.key', own.key),
    TIEOUT_TLS_CLIENT_CA: file('ca.pem', authority.certificate),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const portOf = ({ address }: RunningServer) => new URL(address).port;

/** Asked of a server of its own, which knows its port alone. */
async function healthOf(options: Partial<ServerOptions>, env: Readonly<Record<string, string>> = {}) {
  const server = await start(options);
  try {
    return await tieout(['health'], { env: { TIEOUT_PORT: portOf(server), ...env } });
  } finally {
    await server.close();
  }
}

test('a service that is ready is healthy, wherever it listens', async () => {
  const ready = { status: 0, stdout: 'ready\n', stderr: '' };
  expect(await healthOf({})).toEqual(ready);
  expect(await healthOf({ host: '0.0.0.0', isInsecure: true }, { TIEOUT_HOST: '0.0.0.0' })).toEqual(ready);
});

test('one that is not says what does not work', async () => {
  const { status, stdout, stderr } = await healthOf({ probes: [probe('store', false), probe('bus', false)] });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe('The service is not ready. store: store is away. bus: bus is away.\n');
});

test('TLS and an authority of clients make no difference', async () => {
  const tls = { certificate: own.certificate, key: own.key, clientAuthority: null };
  const { TIEOUT_TLS_CLIENT_CA: _, ...certificate } = files;
  expect(await healthOf({ tls }, certificate)).toMatchObject({ status: 0 });
  expect(await healthOf({ tls: { ...tls, clientAuthority: authority.certificate } }, files)).toMatchObject({
    status: 0,
  });
  const unasked = await healthOf({ tls: { ...tls, clientAuthority: authority.certificate } }, certificate);
  expect(unasked).toMatchObject({
    status: 1,
    stderr: 'The service does not answer: tlsv13 alert certificate required.\n',
  });
});

test('where nothing listens, or nobody answers, it is not healthy', async () => {
  const silent = createServer((socket) => void socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const late = await tieout(['health', '--port', String(port)]);
  await new Promise((resolve) => silent.close(resolve));
  const nothing = await tieout(['health', '--port', String(port)]);
  expect(late).toEqual({ status: 1, stdout: '', stderr: 'The service does not answer: it was asked for 2 seconds.\n' });
  expect(nothing).toMatchObject({ status: 1, stderr: expect.stringMatching(/^[^\n]+ECONNREFUSED[^\n]+\n$/) });
});

test.each([[['--porte', '1']], [['--port', '0']]])('%j is wrong usage', async (args) => {
  const { status, stderr } = await tieout(['health', ...args]);
  expect([status, stderr.trim().split('\n')]).toEqual([2, [expect.stringMatching(/--(help|port)/)]]);
});
