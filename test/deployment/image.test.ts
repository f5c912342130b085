// What the image runs, without a container engine: the Dockerfile's commands in a clean folder, and what comes out of
// them started as docker-compose.yml says, by the image's user and with its environment alone, on a real mongod and on
// a real nats-server with the configuration of deploy/.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, natsBinary, whyNot } from '../adapters/bus-nats/nats-under-test.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from '../servers/nats-server.ts';
import { type ComposeService, composeWith, root, textOf } from './compose-file.ts';
import { build, contentOf, type Image, instructions } from './dockerfile.ts';

const SECRETS = {
  MONGO_PASSWORD: 'not-asked-for-by-the-server-of-tests',
  MONGO_ROOT_PASSWORD: 'neither',
  // It begins as a number does.
  NATS_PASSWORD: '12e5f0c4',
  TIEOUT_SERVICE_TOKEN: 'a-token-of-sixteen-or-more',
};
const compose = composeWith(SECRETS);
const authorization = `Bearer ${SECRETS.TIEOUT_SERVICE_TOKEN}`;

/** Those that the image of its last stage has: glibc, and the runtime libraries of GCC. */
const LIBRARIES = /\/(linux-vdso|ld-linux-[\w-]+|lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+))\.so/;

const started: ChildProcess[] = [];
async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (process.exitCode !== null || process.signalCode !== null) return process.exitCode;
  const ended = once(process, 'exit');
  process.kill(signal);
  return (await ended)[0];
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

test('the image has the Node that everything here runs on', () => {
  const { optionalDependencies } = JSON.parse(textOf('package.json'));
  const versions = new Set(Object.values<string>(optionalDependencies));
  const bases = instructions().filter(({ name }) => name === 'FROM');
  expect(bases[0].text).toMatch(/^node:([\d.]+)-trixie-slim AS build$/);
  expect([...versions]).toEqual([/^node:([\d.]+)/.exec(bases[0].text)![1]]);
  if (process.platform !== 'linux') return;
  const { sharedObjects } = process.report!.getReport() as unknown as { sharedObjects: readonly string[] };
  // The first are Node itself; addons are what tests load.
  const system = sharedObjects.filter((path) => path.includes('.so') && !path.endsWith('.node'));
  expect(system.filter((path) => !LIBRARIES.test(path.replace(/^(?!\/)/, '/')))).toEqual([]);
});

describe.skipIf(isMissing || natsBinary === null)(`the image${whyNot}`, () => {
  withMongodb('as docker-compose.yml starts it', (database) => {
    let folder: string;
    let image: Image;
    let nats: { readonly process: ChildProcess; readonly port: string };
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tieout-image-'));
      // Also for the image's user.
      chmodSync(folder, 0o755);
      [image, nats] = await Promise.all([build(folder), startNats()]);
      for (const name of ['tmp', 'data']) {
        mkdirSync(join(image.folder, name), { recursive: true });
        chmodSync(join(image.folder, name), 0o777);
      }
    }, 180_000);
    afterAll(async () => {
      for (const process of started) await end(process, 'SIGKILL');
      rmSync(folder, { recursive: true });
    });

    /** By the file's command, with the configuration that is mounted there; only ports and folder are the test's. */
    async function startNats() {
      const kept = join(folder, 'nats');
      mkdirSync(kept);
      const { command, volumes } = compose.services.nats;
      const mounted = new Map(volumes.map((one) => [one.split(':')[1], one.split(':')[0]]));
      const outside = (path: string) =>
        path.startsWith('.') ? fileURLToPath(new URL(path, root)) : path === 'nats-data' ? kept : path;
      const args = command.slice(1).map((word) => outside(mounted.get(word) ?? word));
      const place = ['--addr', '127.0.0.1', '--port', '-1', '--http_port', '-1', '--ports_file_dir', kept];
      const server = spawn(natsBinary!, [...args, ...place], {
        env: compose.services.nats.environment,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      started.push(server);
      let said = '';
      server.stderr.setEncoding('utf8').on('data', (text) => (said += text));
      for (const deadline = Date.now() + 20_000; Date.now() < deadline && server.exitCode === null; await pause(20)) {
        const file = readdirSync(kept).find((name) => name.endsWith('.ports'));
        const ports = file === undefined ? '' : readFileSync(join(kept, file), 'utf8');
        if (!ports.endsWith('}')) continue;
        const { nats: clients, monitoring } = JSON.parse(ports);
        // What the container's health check asks for.
        expect((await fetch(`${monitoring[0]}/healthz`)).status).toBe(200);
        const { config } = (await (await fetch(`${monitoring[0]}/jsz`)).json()) as { config: object };
        expect(config).toMatchObject({ sync_always: true });
        return { process: server, port: new URL(clients[0]).port };
      }
      throw new Error(`nats-server did not start: ${said}`);
    }

    const within = (path: string): string => (path.startsWith('/') ? join(image.folder, path) : path);

    /** A container's environment: the image's, the file's, and where the servers of this test are. */
    function environmentOf(service: ComposeService, environment: string, port: string): Record<string, string> {
      const env = Object.fromEntries(
        Object.entries({ ...image.env, ...service.environment }).map(([name, value]) => [name, within(value)]),
      );
      return {
        ...env,
        MONGODB_URI: database.uri,
        NATS_URL: env['NATS_URL'].replace('@nats:4222', `@127.0.0.1:${nats.port}`),
        TIEOUT_ENV: environment,
        TIEOUT_PORT: port,
      };
    }
    const asUser = process.getuid?.() === 0 ? () => image.user : () => ({});

    async function start(service: ComposeService, environment: string) {
      const port = await freePort();
      const env = environmentOf(service, environment, port);
      for (const volume of service.volumes) {
        const [source, target] = volume.split(':') as [string, string];
        // A volume that has a name begins empty.
        if (/^[./]/.test(source)) cpSync(new URL(source, root), within(target), { recursive: true });
      }
      const [node, ...args] = [...image.entrypoint, ...service.command];
      const options = { cwd: within(image.workdir), env, ...asUser() };
      const container = spawn(within(node!), args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      started.push(container);
      let said = '';
      container.stderr.setEncoding('utf8').on('data', (text) => (said += text));
      const [line] = await Promise.race([
        once(container.stdout, 'data'),
        once(container, 'exit').then(() => expect.fail(`it ended: ${said}`)),
      ]);
      expect(String(line)).toBe(`Tieout serves at http://0.0.0.0:${port}\n`);
      const health = () =>
        new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
          const [command, ...rest] = image.healthcheck;
          execFile(within(command!), rest, options, (error, stdout, stderr) =>
            resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
          );
        });
      return { container, address: `http://127.0.0.1:${port}`, health };
    }

    test('its processes do a run, are healthy, say why they are not, end when told, and change nothing of it', async () => {
      const environment = freshEnvironment();
      const before = contentOf(image.folder, ['/tmp', '/files']);
      expect(before.length).toBeGreaterThan(1_000);
      expect(before.some((name) => /^(app\/)?(test|docs|bench|\.git)\//.test(name))).toBe(false);
      const { api, worker } = compose.services;
      const running = await Promise.all([api, worker].map((service) => start(service, environment)));
      for (const { address, health } of running) {
        expect((await fetch(`${address}/readyz`)).status).toBe(200);
        expect(await health()).toEqual({ code: 0, said: 'ready\n' });
      }

      const { address } = running[0];
      const key = { session_id: 'september', tenant_id: 'example-mfb', partner_id: 'example-bank' };
      const body = JSON.stringify({ ...key, gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] });
      const post = (headers: Record<string, string>) =>
        fetch(`${address}/v1/reconcile/banking`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        });
      expect((await post({})).status).toBe(401);
      expect((await post({ authorization })).status).toBe(202);
      for (const deadline = Date.now() + 30_000; ; await pause(50)) {
        const reply = await fetch(`${address}/v1/loader/pipeline-status/september`, { headers: { authorization } });
        const status = (await reply.json()) as { status: string };
        if (status.status === 'succeeded') break;
        if (status.status === 'failed' || Date.now() > deadline) expect.fail(JSON.stringify(status));
      }

      await end(nats.process, 'SIGKILL');
      for (const { address: asked, health } of running) {
        for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(50)) {
          if ((await fetch(`${asked}/readyz`)).status === 503) break;
        }
        expect(await health()).toEqual({
          code: 1,
          said: 'The service is not ready. bus: The connection to NATS is lost.\n',
        });
      }
      expect(await Promise.all(running.map(({ container }) => end(container, 'SIGTERM')))).toEqual([0, 0]);
      expect(contentOf(image.folder, ['/tmp', '/files'])).toEqual(before);
    }, 180_000);
  });
});
