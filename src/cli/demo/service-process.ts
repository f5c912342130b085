// A service of one's own: `bin/tieout serve` as a child process on a free port, with a folder for its data and its log.
// It is ready when it has said its address. It never outlives the process that started it, unless it is let go.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TieoutError } from '../../core/errors.ts';

const TIEOUT = fileURLToPath(new URL('../../../bin/tieout', import.meta.url));
/** It is ready within a second; a machine may be busy, or its disk slow. */
const MOST_START_MS = 30_000;
/** A service that is asked to end gives the run in hand ten seconds. */
const MOST_DRAIN_MS = 12_000;

interface ServiceProcessOptions {
  /** Must exist; the service's data and its log are made in it. */
  readonly folder: string;
  /** As the service's own --port takes it: 0 for a free one. */
  readonly port: string;
  /** Of this process with this on top. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it may be let go: it is then not among the processes that Ctrl-C reaches. */
  readonly mayStay: boolean;
  /** Aborted with a sentence when the process ends by itself; aborted by others it ends the wait for the start. */
  readonly over: AbortController;
}

interface ServiceProcess {
  /** http://127.0.0.1:41234 */
  readonly address: string;
  readonly pid: number;
  /** Lets the run in hand end; returns when the process is gone. */
  readonly stop: () => Promise<void>;
  /** It goes on when this process ends. */
  readonly letGo: () => void;
}

/** Throws TieoutError with what the service said when it does not start; nothing is left running then. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { folder, port, environment, mayStay, over } = options;
  const log = join(folder, 'service.log');
  const logFile = openSync(log, 'a');
  const child = spawn(TIEOUT, ['serve', '--host', '127.0.0.1', '--port', port, '--data', join(folder, 'data')], {
    stdio: ['ignore', 'pipe', logFile],
    detached: mayStay,
    env: { ...process.env, ...environment },
  });
  closeSync(logFile);
  const kill = () => {
    if (isRunning(child)) child.kill('SIGKILL');
  };
  // Before whatever else is done at the end, such as removing the folder.
  process.prependOnceListener('exit', kill);
  let state: 'starting' | 'ready' | 'ending' = 'starting';
  const ended = new Promise<void>((resolve) => {
    const end = (words: string) => {
      resolve();
      const what = state === 'starting' ? 'did not start' : 'ended';
      if (state !== 'ending') over.abort(new TieoutError('internal', `the service ${what}: ${words}`));
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(lastWords(log) ?? `it ended with ${signal ?? `code ${code}`}.`));
  });
  const stop = async () => {
    state = 'ending';
    child.kill('SIGTERM');
    const timer = setTimeout(kill, MOST_DRAIN_MS);
    await ended;
    clearTimeout(timer);
    process.removeListener('exit', kill);
  };
  try {
    const address = await addressSaid(child, over);
    state = 'ready';
    const letGo = () => {
      state = 'ending';
      process.removeListener('exit', kill);
      child.stdout!.destroy();
      child.unref();
    };
    return { address, pid: child.pid!, stop, letGo };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/** What the service says once it is ready. Throws what `over` is aborted with. */
async function addressSaid(child: ChildProcess, over: AbortController): Promise<string> {
  const late = new TieoutError(
    'internal',
    `the service did not start: it is not ready after ${MOST_START_MS / 1000} s.`,
  );
  const timer = setTimeout(() => over.abort(late), MOST_START_MS);
  try {
    return await new Promise<string>((resolve, reject) => {
      over.signal.addEventListener('abort', () => reject(over.signal.reason));
      if (over.signal.aborted) reject(over.signal.reason);
      let said = '';
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const address = /^Tieout serves at (\S+)\n/m.exec(said)?.[1];
        if (address !== undefined) resolve(address);
      });
    });
  } finally {
    clearTimeout(timer);
  }
}

/** The sentence that the service ended with; its log besides is JSON, a line each. */
function lastWords(log: string): string | undefined {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
    .at(-1);
}
