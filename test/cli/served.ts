// The service in a process of its own, asked over its port, with all that it logs.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const TIEOUT = fileURLToPath(new URL('../../bin/tieout', import.meta.url));

/** Who asks, where it does not matter. */
export const SCOPE = { tenant_id: 'umoja', partner_id: 'mfb' };

interface ServedOptions {
  readonly data: string;
  /** TIEOUT_FILES_ROOT. */
  readonly root: string;
  /** Largest file that the process may write, in the shell's blocks of 512 bytes or 1 KiB: a disk that is full. */
  readonly fileBlocks?: number;
  readonly env?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
  readonly json: any;
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
}

export interface Served {
  /** http://127.0.0.1:port */
  readonly address: string;
  readonly process: ChildProcess;
  /** What it logged until now, warnings and worse. */
  log(): LogLine[];
  ask(path: string, init?: RequestInit): Promise<Answer>;
  /** Asks for a banking run of the session. */
  run(session: string, fields: object): Promise<Answer>;
  status(session: string, scope?: Record<string, string>): Promise<Answer['json']>;
  /** The status of a run that has ended. */
  ended(session: string, scope?: Record<string, string>): Promise<Answer['json']>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
}

export async function served({ data, root, fileBlocks, env = {} }: ServedOptions): Promise<Served> {
  // Without the trap the kernel would end the process instead of failing the write.
  const limit = fileBlocks === undefined ? '' : `trap "" XFSZ; ulimit -f ${fileBlocks}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, TIEOUT, 'serve', '--port', '0', '--data', data], {
    env: { ...process.env, TIEOUT_FILES_ROOT: root, TIEOUT_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (logged += text));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(String(line).trim().split(' ').at(-1)!));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${logged}`)));
  });
  const ask: Served['ask'] = async (path, init) => {
    const reply = await fetch(address + path, init);
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    return { status: reply.status, headers: reply.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };
  const status: Served['status'] = async (session, scope = SCOPE) =>
    (await ask(`/v1/loader/pipeline-status/${session}?${new URLSearchParams(scope)}`)).json;
  return {
    address,
    process: child,
    log: () =>
      logged
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    ask,
    run: (session_id, fields) =>
      ask('/v1/reconcile/banking', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...SCOPE, session_id, ...fields }),
      }),
    status,
    async ended(session, scope) {
      for (;;) {
        const now = await status(session, scope);
        if (['succeeded', 'failed'].includes(now.status)) return now;
        await pause(10);
      }
    },
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
