// The service as a command: ready in one line, alone on its data, ended by SIGTERM, and stopped by what it cannot use.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const tieout = fileURLToPath(new URL('../../bin/tieout', import.meta.url));
let folder: string;
let started: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-serve-'));
  started = [];
});
afterEach(() => {
  for (const process of started) process.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('a service', () => {
  let data: string;
  let service: ChildProcess;
  let line: string;
  let port: string;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'tieout-serve-'));
    const log = openSync(join(data, 'log'), 'w');
    service = spawn(tieout, ['serve', '--port', '0', '--data', data], {
      stdio: ['ignore', 'pipe', log],
      env: { ...process.env, TIEOUT_FILES_ROOT: data },
    });
    closeSync(log);
    line = await new Promise<string>((resolve, reject) => {
      service.stdout!.once('data', (text: Buffer) => resolve(String(text)));
      service.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
    port = /:(\d+)\n$/.exec(line)![1];
  });
  afterAll(() => {
    service.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  });

  test('says its address in one line when it is ready', async () => {
    const address = /^Tieout serves at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line)?.[1];
    const health = await fetch(`${address}/v1/health`);
    expect(await health.json()).toMatchObject({ status: 'ok', checks: { store: 'ok', bus: 'ok', worker: 'ok' } });
  });

  test('whose folder of files is not there does not start, unless it does no runs', () => {
    const start = (folder: string, roles: string) =>
      spawnSync(tieout, ['serve', '--port', '0', '--data', data, '--roles', roles], {
        encoding: 'utf8',
        env: { ...process.env, TIEOUT_FILES_ROOT: folder },
      });
    for (const folder of [join(data, 'not-mounted'), tieout]) {
      const { status, stdout, stderr } = start(folder, 'api,worker');
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toBe(
        `TIEOUT_FILES_ROOT names ${folder}, which is no folder that this process can see: correct it, or mount it before the start.\n`,
      );
    }
    // It goes on to what stops it next.
    expect(start(join(data, 'not-mounted'), 'api').stderr).toMatch(/^The embedded store belongs to one process/);
  });

  test.each([
    { MONGODB_URI: 'mongodb://tieout:a@b@127.0.0.1:1/' },
    { MONGODB_URI: 'mongodb://127.0.0.1:1/a.b' },
    { MONGODB_URI: 'mongodb://127.0.0.1:1/?tls=true&tlsCAFile=/nowhere/ca.pem' },
    { NATS_URL: 'nats://127.0.0.1:1', NATS_CREDS: '/nowhere/nats.creds' },
    { NATS_URL: 'nats://127.0.0.1:1', NATS_TLS_KEY: '/nowhere/key.pem' },
    { NATS_CREDS: '/nowhere/nats.creds' },
    { NATS_TLS_CA: '/nowhere/ca.pem' },
    { NATS_TLS_CERT: '/nowhere/own.pem', NATS_TLS_KEY: '/nowhere/key.pem' },
    { TIEOUT_CURRENCY: 'XXQ' },
  ])('that is given what cannot be used whatever the server does says so and ends with 2: %j', (given) => {
    const other = join(data, 'other');
    const { status, stderr } = spawnSync(tieout, ['serve', '--port', '0', '--data', other], {
      encoding: 'utf8',
      env: { ...process.env, ...(given as Record<string, string>) },
    });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^[^\n]*(MONGODB_URI|NATS_\w+|TIEOUT_CURRENCY)[^\n]*\.\n$/),
    ]);
  });

  test('refuses a second process on the same data in one sentence', () => {
    const second = spawnSync(tieout, ['serve', '--port', '0', '--data', data], { encoding: 'utf8' });
    expect(second.status).toBe(1);
    expect(second.stdout).toBe('');
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
    expect(second.stderr).toMatch(/another process/i);
  });

  test('keeps its port: who cannot listen at an address says so in one sentence', () => {
    const start = (...args: string[]) =>
      spawnSync(tieout, ['serve', '--data', join(folder, 'other'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, TIEOUT_INSECURE: '1' },
      });
    const taken = start('--port', port);
    expect([taken.status, taken.stdout]).toEqual([1, '']);
    expect(taken.stderr).toBe(
      `The service cannot listen at 127.0.0.1, port ${port}: another process listens there already; ` +
        'choose another port with --port, 0 for a free one.\n',
    );
    const foreign = start('--host', '192.0.2.1', '--port', '0');
    expect([foreign.status, foreign.stdout]).toEqual([1, '']);
    expect(foreign.stderr).toMatch(
      /^The service cannot listen at 192\.0\.2\.1, port 0: it is no address of this machine/,
    );
  });

  // The last: it is gone then.
  test('is ended by SIGTERM with 0', async () => {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });
});

describe('with a NATS server that takes the connection and says nothing', () => {
  let mute: Server;
  beforeEach(async () => {
    mute = createServer(() => {}).listen(0, '127.0.0.1');
    await once(mute, 'listening');
  });
  afterEach(() => void mute.close());

  const begin = (): ChildProcess => {
    const { port } = mute.address() as AddressInfo;
    const service = spawn(tieout, ['serve', '--port', '0', '--data', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NATS_URL: `nats://127.0.0.1:${port}` },
    });
    started.push(service);
    return service;
  };

  test('it says so and ends', async () => {
    const service = begin();
    let said = '';
    service.stderr!.on('data', (text: Buffer) => (said += String(text)));
    expect((await once(service, 'exit'))[0]).toBe(1);
    expect(said).toMatch(/^What listens at 127\.0\.0\.1:\d+ does not answer as a NATS server does: .+\.$/m);
  });

  test('SIGTERM ends it while it still waits', async () => {
    const connected = once(mute, 'connection');
    const service = begin();
    await connected;
    service.kill('SIGTERM');
    expect((await once(service, 'exit'))[0]).toBe(0);
  });
});

test.each([
  [['--port', 'http'], /TIEOUT_PORT must be a whole number/],
  [['--host', '0.0.0.0'], /TIEOUT_SERVICE_TOKEN/],
  [['--porte', '1'], /tieout serve --help/],
])('%j is wrong usage', (args, says) => {
  const run = spawnSync(tieout, ['serve', '--data', folder, ...args], { encoding: 'utf8' });
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(says);
  expect(run.stderr).not.toMatch(/\bat .+:\d+/);
});

test('roles are of several processes: on the embedded store one process has to do everything', () => {
  const run = spawnSync(tieout, ['serve', '--data', folder, '--roles', 'api'], { encoding: 'utf8' });
  expect([run.status, run.stdout]).toEqual([2, '']);
  expect(run.stderr).toMatch(/^The embedded store belongs to one process, [^\n]+: [^\n]+ MONGODB_URI\.\n$/);
});
