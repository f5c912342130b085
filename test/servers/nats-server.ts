// The NATS server that tests and benchmarks run on: the one that NATS_URL names, else one that is started here from a
// binary on PATH, in the cache folder, or built into it with Go. It listens on a free port of loopback, keeps JetStream
// in a folder of its own and goes with the process that started it. As vitest's global set-up this file starts one
// server for the whole call; every test file has streams of its own there, by the name of its environment
// (freshEnvironment).

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    nats: NatsForTests;
  }
}

/**
 * What a test file finds: where the server is and its binary, if any, or the command after which there would be one.
 */
type NatsForTests = { readonly url: string; readonly binary: string | null } | { readonly missing: string };

export interface RunningNats {
  readonly url: string;
  /** kill -9; its port and what it keeps stay. */
  kill(): Promise<void>;
  /** After kill. `emptied`: what JetStream kept is gone. */
  restart(options?: { readonly emptied?: boolean }): Promise<void>;
  /** Has other lines in its configuration file from now on; it takes them while it runs. */
  reconfigure(settings: string): void;
  /** Ends it and removes what it kept. */
  stop(): Promise<void>;
}

const run = promisify(execFile);

const VERSION = '2.15.2';
const MODULE = `github.com/nats-io/nats-server/v2@v${VERSION}`;
/** The oldest one that Tieout works with (src/adapters/bus-nats/connect.ts). */
const OLDEST = [2, 10, 4] as const;
const INSTALL = `go install ${MODULE}`;

/** A name for TIEOUT_ENV that nobody else uses. */
export const freshEnvironment = (): string => `test-${randomBytes(6).toString('hex')}`;

const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tieout');

/** The binary's path, or the command that would help. */
export async function findNatsServer(): Promise<{ readonly path: string } | { readonly missing: string }> {
  const name = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  const cached = join(cacheFolder(), `nats-server-${VERSION}`, name);
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  for (const path of [...onPath, cached]) if (await isRecent(path)) return { path };
  try {
    await build(cached, name);
    return { path: cached };
  } catch {
    return { missing: `${INSTALL}   (with its folder on PATH; or set NATS_URL)` };
  }
}

async function isRecent(path: string): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK);
    const { stdout } = await run(path, ['--version']);
    const version = /v(\d+)\.(\d+)\.(\d+)/.exec(stdout)!.slice(1).map(Number);
    const differs = version.findIndex((part, i) => part !== OLDEST[i]);
    return differs < 0 || version[differs] > OLDEST[differs];
  } catch {
    return false;
  }
}

/** Builds into a folder of its own and renames it, so that what is there is whole, whoever asks at the same time. */
async function build(path: string, name: string): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true });
  const unfinished = mkdtempSync(join(cacheFolder(), 'nats-server-'));
  try {
    await run('go', ['install', MODULE], { env: { ...process.env, GOBIN: unfinished } });
    accessSync(join(unfinished, name), constants.X_OK);
    renameSync(unfinished, join(path, '..'));
  } catch (error) {
    // Another process may have been faster.
    if (!(await isRecent(path))) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

interface NatsOptions {
  readonly binary: string;
  /** Lines of its configuration file besides its port and JetStream's folder. */
  readonly settings?: string;
  readonly jetstream?: boolean;
}

/** Starts a server of its own on a free port. */
export async function startNats({ binary, settings = '', jetstream = true }: NatsOptions): Promise<RunningNats> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-nats-'));
  const kept = join(folder, 'jetstream');
  const file = join(folder, 'nats.conf');
  let lines = settings;
  const configure = (port: number): void =>
    writeFileSync(
      file,
      [
        'host: 127.0.0.1',
        `port: ${port}`,
        `ports_file_dir: ${JSON.stringify(folder)}`,
        // Streams reserve what they may hold, nearly 1 GiB for each environment of a test, and use next to nothing of it.
        jetstream ? `jetstream { store_dir: ${JSON.stringify(kept)}, max_file_store: ${2 ** 44} }` : '',
        lines,
      ].join('\n'),
    );
  let process_: ChildProcess | null = null;
  const start = async (): Promise<number> => {
    process_ = spawn(binary, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    return listening(process_, folder);
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const ending = process_;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  };
  configure(-1);
  const port = await start();
  const withIt = (): void => void process_?.kill('SIGKILL');
  process.once('exit', withIt);
  return {
    url: `nats://127.0.0.1:${port}`,
    kill: () => kill(),
    async restart({ emptied = false } = {}) {
      if (emptied) rmSync(kept, { recursive: true, force: true });
      configure(port);
      await start();
    },
    reconfigure(changed) {
      lines = changed;
      configure(port);
      process_?.kill('SIGHUP');
    },
    async stop() {
      await kill();
      process.off('exit', withIt);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Its port, once it listens: the server writes it into a file called after its process. */
async function listening(server: ChildProcess, folder: string): Promise<number> {
  let said = '';
  server.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(10)) {
    if (server.exitCode !== null) break;
    const file = readdirSync(folder).find((name) => name.endsWith(`_${server.pid}.ports`));
    if (file === undefined) continue;
    try {
      const { nats, tls } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      return Number(new URL((nats ?? tls)[0]).port);
    } catch {
      // Not written to its end yet.
    }
  }
  server.kill('SIGKILL');
  throw new Error(`nats-server did not start: ${said.split('\n').slice(-5).join(' ')}`);
}

/** The server that NATS_URL names, else one of its own. Throws with the command that would help when there is none. */
export async function natsForBenchmarks(): Promise<Pick<RunningNats, 'url' | 'stop'>> {
  const given = process.env['NATS_URL'];
  if (given) return { url: given, stop: async () => {} };
  const found = await findNatsServer();
  if ('missing' in found) throw new Error(`There is no nats-server: ${found.missing}`);
  return startNats({ binary: found.path });
}

/** Vitest's global set-up. Where no server can be had its tests are skipped, but not with CI=true: then it throws. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = await findNatsServer();
  const binary = 'path' in found ? found.path : null;
  const given = process.env['NATS_URL'];
  if (given) {
    project.provide('nats', { url: given, binary });
    return;
  }
  if ('missing' in found) {
    if (process.env['CI'] === 'true') throw new Error(`The NATS tests need a nats-server: ${found.missing}`);
    project.provide('nats', found);
    return;
  }
  const server = await startNats({ binary: found.path });
  project.provide('nats', { url: server.url, binary });
  return server.stop;
}
