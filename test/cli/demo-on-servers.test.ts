// `npm run demo` with MONGODB_URI and NATS_URL: it shows what it shows without them, field by field, touches nothing of
// whoever's servers they are, and leaves nothing on them, also when it is kept, interrupted or its service dies.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { streamNames, subjectsOf } from '../../src/adapters/bus-nats/subjects.ts';
import { isMissing, natsUrl, whyNot } from '../adapters/bus-nats/nats-under-test.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from '../servers/nats-server.ts';
import { type Ran, shell } from './tieout.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What a run is called, when things were done and where is of the moment. */
const OF_THE_MOMENT = /^(run_id|.*_at|seconds|place)$/;
const NAME = /demo-[0-9a-f]{8}/;

describe.skipIf(isMissing)(`npm run demo on MongoDB and NATS${whyNot}`, () => {
  withMongodb('the demo', (database) => {
    const servers = { MONGODB_URI: database.uri, NATS_URL: natsUrl, TIEOUT_ENV: freshEnvironment() };
    let nats: NatsConnection;
    let folder: string;
    const begun: ChildProcess[] = [];
    const kept: number[] = [];
    beforeAll(async () => {
      nats = await connect({ servers: natsUrl });
    });
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'tieout-demo-test-'));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    afterAll(async () => {
      for (const process of begun) process.kill('SIGKILL');
      for (const pid of kept.filter(isThere)) process.kill(pid, 'SIGKILL');
      await nats.close();
    });

    const demo = (args: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
      shell(`exec node_modules/.bin/node src/cli/demo.ts ${args}`, { env: { TMPDIR: folder, ...env } });

    /** The names of demos that have something on the servers, and of whoever owns them. */
    async function onServers(): Promise<string[]> {
      const { databases } = await (await database.direct()).admin().listDatabases({ nameOnly: true });
      const manager = await jetstreamManager(nats);
      const streams: string[] = [];
      for await (const { config } of manager.streams.list()) streams.push(config.name);
      return [...databases.map(({ name }) => name), ...streams];
    }
    async function isNothingLeftOf(name: string): Promise<void> {
      expect(name).toMatch(NAME);
      expect((await onServers()).filter((one) => one.includes(name) || one.includes(servers.TIEOUT_ENV))).toEqual([]);
      expect(await (await database.direct()).collections()).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);
    }
    const answersOf = ({ stdout }: Ran) =>
      JSON.parse(stdout, (name, value) => (OF_THE_MOMENT.test(name) ? null : value));

    test('shows what it shows without them, twice, and leaves nothing there', { timeout: 180_000 }, async () => {
      const embedded = await demo('--json');
      expect([embedded.status, embedded.stderr]).toEqual([0, '']);
      const { port } = new URL(JSON.parse(embedded.stdout).address);
      for (let time = 1; time <= 2; time++) {
        // The session is called by the port, and clusters and matches by the session.
        const ran = await demo(`--json --port ${port}`, servers);
        expect([ran.status, ran.stderr]).toEqual([0, '']);
        expect(answersOf(ran)).toEqual(answersOf(embedded));
        const { place } = JSON.parse(ran.stdout);
        expect(place).toEqual({ name: place.name, database: `tieout-${place.name}`, environment: place.name });
        await isNothingLeftOf(place.name);
      }
      expect(JSON.parse(embedded.stdout)).toMatchObject({ place: { database: null }, clusters: { length: 119 } });
    });

    test('is kept there with --keep until it is removed', async () => {
      const { status, stdout, stderr } = await demo('--keep', servers);
      expect([status, stderr]).toEqual([0, '']);
      const [name] = NAME.exec(stdout)!;
      const pid = Number(/kill (\d+)/.exec(stdout)![1]);
      kept.push(pid);
      expect(new Set((await onServers()).filter((one) => one.includes(name)))).toEqual(
        new Set([`tieout-${name}`, ...streamNames(subjectsOf(name))]),
      );
      process.kill(pid);
      while (isThere(pid)) await pause(20);
      for (const line of [/rm -r \S+/, /npm run demo -- --remove \S+/]) {
        expect((await shell(line.exec(stdout)![0], { env: servers })).status).toBe(0);
      }
      await isNothingLeftOf(name);
    });

    test.each([
      ['is interrupted', 'the demo'],
      ['loses its service', 'the service'],
    ])('leaves nothing there when it %s', async (_, killed) => {
      const process_ = spawn(join(root, 'node_modules/.bin/node'), ['src/cli/demo.ts'], {
        cwd: root,
        env: { ...process.env, TMPDIR: folder, ...servers },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      begun.push(process_);
      let said = '';
      process_.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
      const log = await untilRunBegins();
      const names = (await onServers()).map((one) => NAME.exec(one)?.[0]).filter((one) => one !== undefined);
      if (killed === 'the demo') process_.kill('SIGINT');
      else process.kill(JSON.parse(log.split('\n')[0]).pid, 'SIGKILL');
      const [status] = await once(process_, 'close');
      expect([status, said.trim().split('\n')]).toEqual(
        killed === 'the demo'
          ? [130, ['Interrupted; the service was stopped.']]
          : [1, ['The demo failed: the service ended: it ended with SIGKILL.']],
      );
      expect(names.length).toBeGreaterThan(0);
      for (const name of new Set(names)) await isNothingLeftOf(name);
    });

    async function untilRunBegins(): Promise<string> {
      for (;;) {
        const [own] = readdirSync(folder).filter((name) => name.startsWith('tieout-demo-'));
        try {
          const log = readFileSync(join(folder, own ?? '', 'service.log'), 'utf8');
          if (log.includes('A run begins.')) return log;
        } catch {}
        await pause(10);
      }
    }

    test('does not remove what no demo made', async () => {
      const { status, stderr } = await demo('--remove tieout', servers);
      expect([status, stderr]).toEqual([
        2,
        'The demo failed: tieout is no name that a demo gave. See npm run demo -- --help.\n',
      ]);
    });
  });
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
