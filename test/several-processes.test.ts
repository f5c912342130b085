// Several processes of `bin/tieout serve` on one MongoDB and one NATS: one that answers and two that do runs take ten
// sessions at once, one of the two is killed (SIGKILL, which nothing can catch) in the middle of a run, and every
// session reads as it does where one process alone did it, this one, on an embedded store.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { isMissing, natsUrl, whyNot } from './adapters/bus-nats/nats-under-test.ts';
import { withMongodb } from './adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from './servers/nats-server.ts';
import { monthOf, writePart } from './workflows/small-month.ts';

const TIEOUT = fileURLToPath(new URL('../bin/tieout', import.meta.url));
const ROWS = 150;

/** Ten sessions, two of each of five partners. */
const SESSIONS = Array.from({ length: 10 }, (_, i) => ({
  session_id: `session-${i}`,
  tenant_id: 'bank-a',
  partner_id: `partner-${i % 5}`,
}));
type Session = (typeof SESSIONS)[number];

interface Said {
  readonly msg: string;
  readonly session?: string;
  readonly interruptions?: number;
}

interface Process {
  readonly child: ChildProcess;
  readonly address: string;
  /** What it has logged of runs. */
  readonly said: readonly Said[];
  /** Of the sessions whose runs it began, those that it did not end. */
  inHand(): readonly string[];
  succeeded(): readonly string[];
}

const ENDS = ['The run succeeded.', 'The run failed.', 'The run was taken over.'];

describe.skipIf(isMissing)(`several processes${whyNot}`, () => {
  withMongodb('one api and two workers', (database) => {
    let folder: string;
    const children: ChildProcess[] = [];
    let api: Process;
    let workers: readonly [Process, Process];
    let alone: RunningService;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tieout-processes-'));
      for (const [i] of SESSIONS.entries()) {
        const month = monthOf(ROWS + 10 * i, `session-${i}`);
        for (const side of ['gl', 'bank'] as const) await writePart(folder, month, { side, name: `${side}-${i}.csv` });
      }
      const shared = { MONGODB_URI: database.uri, NATS_URL: natsUrl, TIEOUT_ENV: freshEnvironment() };
      // All at once: each makes the collections, indexes and streams that it does not find.
      const [first, one, two, last] = await Promise.all([
        serve(['--roles', 'api'], shared),
        serve(['--roles', 'worker'], shared),
        serve(['--roles', 'worker'], shared),
        startService(
          readConfiguration({ TIEOUT_PORT: '0', TIEOUT_DATA_DIR: join(folder, 'data'), TIEOUT_FILES_ROOT: folder }),
          pino({ level: 'silent' }),
        ),
      ]);
      [api, workers, alone] = [first, [one, two], last];
    });
    afterAll(async () => {
      await Promise.all([alone.close(), ...children.map((child) => end(child, 'SIGKILL'))]);
      rmSync(folder, { recursive: true });
    });

    async function serve(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Process> {
      const child = spawn(TIEOUT, ['serve', '--port', '0', ...args], {
        // A worker that is gone is missed after two seconds.
        env: { ...process.env, TIEOUT_FILES_ROOT: folder, TIEOUT_LEASE_SECONDS: '2', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      const said: Said[] = [];
      let rest = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop()!;
        said.push(...lines.filter((line) => line.includes('"session"')).map((line) => JSON.parse(line)));
      });
      const [line] = await once(child.stdout, 'data');
      const of = (...sentences: readonly string[]) =>
        said.filter(({ msg }) => sentences.includes(msg)).map(({ session }) => session!);
      return {
        child,
        address: /http:\S+/.exec(String(line))![0],
        said,
        inHand: () => of('A run begins.').slice(of(...ENDS).length),
        succeeded: () => of('The run succeeded.'),
      };
    }
    async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      return (await ended)[0];
    }

    const of = ({ tenant_id, partner_id }: Session) => `tenant_id=${tenant_id}&partner_id=${partner_id}`;
    const statusPath = (session: Session) => `/v1/loader/pipeline-status/${session.session_id}?${of(session)}`;

    async function get(address: string, path: string): Promise<Record<string, unknown>> {
      const reply = await fetch(address + path);
      return { code: reply.status, ...((await reply.json()) as object) };
    }
    async function post(address: string, session: Session): Promise<void> {
      const i = SESSIONS.indexOf(session);
      const reply = await fetch(`${address}/v1/reconcile/banking`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...session, gl_file_url: [`file:gl-${i}.csv`], bank_file_url: [`file:bank-${i}.csv`] }),
      });
      expect(reply.status, await reply.text()).toBe(202);
    }
    async function succeeds(address: string, session: Session): Promise<void> {
      for (const deadline = Date.now() + 60_000; ; await pause(100)) {
        const status = await get(address, statusPath(session));
        if (status['status'] === 'succeeded') return;
        if (status['status'] === 'failed' || Date.now() > deadline) expect.fail(JSON.stringify(status));
      }
    }

    /** What a run is called and when things were done is of the moment; a page token is the store's own. */
    const OF_THE_MOMENT = /^(run_id|next_page_token|task_id|.*_at|occurred)$/;
    /** All that the service says of a session. */
    async function answersOf(address: string, session: Session): Promise<unknown> {
      const name = `/v1/sessions/${session.session_id}`;
      const pages = ['summary', 'matches', 'open-items', 'clusters'].map((part) => `${name}/${part}?${of(session)}`);
      const paths = [statusPath(session), ...pages.map((page) => `${page}&page_size=1000`)];
      const answers = await Promise.all(paths.map((path) => get(address, path)));
      return JSON.parse(JSON.stringify(answers, (key, value) => (OF_THE_MOMENT.test(key) ? null : value)));
    }

    /** Stops a worker that has done a run, while it does another one, and kills it if the run is unfinished by then. */
    async function killInTheMiddle(): Promise<{ readonly killed: Process; readonly session: string }> {
      for (const deadline = Date.now() + 40_000; Date.now() < deadline; await pause(5)) {
        const killed = workers.find((worker) => worker.succeeded().length > 0 && worker.inHand().length > 0);
        if (killed === undefined) continue;
        killed.child.kill('SIGSTOP');
        const session = SESSIONS.find(({ session_id }) => session_id === killed.inHand()[0])!;
        const { status } = await get(api.address, statusPath(session));
        if (status === 'running') {
          await end(killed.child, 'SIGKILL');
          return { killed, session: session.session_id };
        }
        killed.child.kill('SIGCONT');
      }
      throw new Error('No worker was found in the middle of a run.');
    }

    test('do ten sessions at once as one process does, and lose nothing with a worker that is killed', async () => {
      await Promise.all(SESSIONS.map((session) => post(api.address, session)));
      const { killed, session } = await killInTheMiddle();
      const other = workers.find((worker) => worker !== killed)!;
      // Meanwhile, so that the processors have something to do.
      for (const each of SESSIONS) await post(alone.address, each);
      for (const { address } of [api, alone]) for (const each of SESSIONS) await succeeds(address, each);

      // Both did work, each run was ended once, and the one that was left lying was taken up where it lay.
      const ended = [killed, other].map((worker) => worker.succeeded());
      expect(ended.map(({ length }) => length).every((length) => length > 0)).toBe(true);
      expect(ended.flat().sort()).toEqual(SESSIONS.map(({ session_id }) => session_id).sort());
      expect(ended[0]).not.toContain(session);
      const taken = other.said.find((line) => line.session === session && (line.interruptions ?? 0) > 0);
      expect(taken).toMatchObject({ msg: 'A run begins.' });

      for (const each of SESSIONS) {
        const answer = await answersOf(api.address, each);
        expect(answer).toEqual(await answersOf(alone.address, each));
        expect(JSON.stringify(answer).length).toBeGreaterThan(100 * ROWS);
      }
      expect(await get(api.address, '/readyz')).toMatchObject({ code: 200, status: 'ok' });
      expect(await Promise.all([api, other].map(({ child }) => end(child, 'SIGTERM')))).toEqual([0, 0]);
    }, 180_000);
  });
});
