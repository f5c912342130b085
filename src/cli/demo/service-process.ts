// A private service: `bin/tieout serve` as a child process on a free port, with a folder for its data and log. It is
// ready when it prints its address. It ends with the process that started it, unless it is let go.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TieoutError } from '../../core/errors.ts';

const TIEOUT = fileURLToPath(new URL('../../../bin/tieout', import.meta.url));
/** Longest start. Usually it takes a second; a busy machine or slow disk takes longer. */
const MOST_START_MS = 30_000;
/** Longest end: the service gives the current run ten seconds. */
const MOST_DRAIN_MS = 12_000;

interface ServiceProcessOptions {
  /** An existing folder for data and log. */
  readonly folder: string;
  /** The value of the service's --port: 0 for a free one. */
  readonly port: string;
  /** Added to this process's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it may be let go: then Ctrl-C does not reach it. */
  readonly mayStay: boolean;
  /** Aborted with a sentence if the process ends by itself. Aborting it ends the wait for the start. */
  readonly over: AbortController;
}

interface ServiceProcess {
  /** http://127.0.0.1:41234 */
  readonly address: string;
  readonly pid: number;
  /** Waits for the current run and for the end of the process. */
  readonly stop: () => Promise<void>;
  /** Lets it keep running when this process ends. */
  readonly letGo: () => void;
}

/** Throws TieoutError with the service's message if it does not start; then no process is left. */
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
  // This runs before other exit steps, such as removing the folder.
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

/** Waits for the service's address. Throws the reason of `over`. */
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
      let output = '';
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const address = /^Tieout serves at (\S+)\n/m.exec(output)?.[1];
        if (address !== undefined) resolve(address);
      });
    });
  } finally {
    clearTimeout(timer);
  }
}

/** The sentence with which the service ended; its other log lines are JSON. */
function lastWords(log: string): string | undefined {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
    .at(-1);
}
