// The service as a command: ready in one line, alone on its data, ended by SIGTERM, and stopped by what it cannot use.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

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

async function serve(...args: string[]): Promise<{ process: ChildProcess; line: string }> {
  const process = spawn(tieout, ['serve', '--port', '0', '--data', folder, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(process);
  const line = await new Promise<string>((resolve, reject) => {
    process.stdout!.once('data', (text: Buffer) => resolve(String(text)));
    process.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  return { process, line };
}

test('says its address in one line when it is ready, and SIGTERM ends it with 0', async () => {
  const { process, line } = await serve();
  const address = /^Tieout serves at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line)?.[1];
  const health = await fetch(`${address}/v1/health`);
  expect(await health.json()).toMatchObject({ status: 'ok', checks: { store: 'ok', bus: 'ok', worker: 'ok' } });
  process.kill('SIGTERM');
  expect(await new Promise((resolve) => process.once('exit', resolve))).toBe(0);
});

test('a folder of files that is not there is said in the log, and the service starts', async () => {
  const files = join(folder, 'not-mounted');
  const log = join(folder, 'log');
  const out = openSync(log, 'w');
  const service = spawn(tieout, ['serve', '--port', '0', '--data', join(folder, 'data')], {
    stdio: ['ignore', 'pipe', out],
    env: { ...process.env, TIEOUT_FILES_ROOT: files },
  });
  started.push(service);
  await new Promise((resolve) => service.stdout!.once('data', resolve));
  closeSync(out);
  const said = readFileSync(log, 'utf8').trim().split('\n');
  expect(said.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: 40,
      folder: files,
      msg: expect.stringMatching(/^TIEOUT_FILES_ROOT is no folder/),
    }),
  );
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

test('a second process on the same data is refused in one sentence', async () => {
  await serve();
  const second = spawnSync(tieout, ['serve', '--port', '0', '--data', folder], { encoding: 'utf8' });
  expect(second.status).toBe(1);
  expect(second.stdout).toBe('');
  expect(second.stderr.trim().split('\n')).toHaveLength(1);
  expect(second.stderr).toMatch(/another process/i);
});

test('an address that it cannot listen at is said in one sentence', async () => {
  const { line } = await serve();
  const port = /:(\d+)\n$/.exec(line)![1]!;
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
