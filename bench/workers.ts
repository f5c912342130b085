// Two sessions of different partners at once, on MongoDB and NATS: done by one worker process one after the other, and by
// two, each with one compute thread. The processes are those of a deployment, an api and its workers; what is timed is
// from posting both runs until the second has succeeded.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { mongodForBenchmarks } from '../test/servers/mongod.ts';
import { natsForBenchmarks } from '../test/servers/nats-server.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { inSeconds, median } from './measure.ts';

const ROWS = 250_000;
const ROUNDS = 3;
const TIEOUT = fileURLToPath(new URL('../bin/tieout', import.meta.url));
const SESSIONS = ['a', 'b'];

interface Place {
  readonly environment: Readonly<Record<string, string>>;
  /** Folder of the month. */
  readonly root: string;
}

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const month = inputs.month({ rows: rows ?? ROWS, accounts: 1 });
  const [mongod, nats] = await Promise.all([mongodForBenchmarks(), natsForBenchmarks()]);
  const database = `tieout-bench-${process.pid}-workers`;
  const uri = mongod.uri.replace(/^(\w+:\/\/[^/]+)(\/[^?]*)?/, `$1/${database}`);
  const environment = { MONGODB_URI: uri, NATS_URL: nats.url, TIEOUT_ENV: `bench-${process.pid}` };
  try {
    const place = { environment, root: month.directory };
    const one = await timed(place, 1);
    const two = await timed(place, 2);
    say(`workers: two sessions of ${rows ?? ROWS} rows a side, one compute thread a worker, median of ${ROUNDS}`);
    say(`  one worker     ${inSeconds(one)}`);
    say(`  two workers    ${inSeconds(two)}`);
    say(`  ${(two / one).toFixed(2)} of the time`);
    return { one_seconds: one, two_seconds: two, share: two / one };
  } finally {
    const client = await MongoClient.connect(mongod.uri);
    await client.db(database).dropDatabase();
    await client.close();
    await Promise.all([mongod.stop(), nats.stop()]);
  }
}

/** Seconds of a round; the first, which also compiles, does not count. */
async function timed(place: Place, workers: number): Promise<number> {
  const children: ChildProcess[] = [];
  try {
    const roles = ['api', ...Array.from({ length: workers }, () => 'worker')];
    const [address] = await Promise.all(roles.map((role) => serve(place, role, children)));
    const taken: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const begun = performance.now();
      await Promise.all(SESSIONS.map((name) => reconciled(address!, { name, round: `${workers}-${round}` })));
      if (round > 0) taken.push((performance.now() - begun) / 1_000);
    }
    return median(taken);
  } finally {
    await Promise.all(children.map(ended));
  }
}

/** The address on which a process of this role answers. */
async function serve({ environment, root }: Place, role: string, children: ChildProcess[]): Promise<string> {
  const child = spawn(TIEOUT, ['serve', '--port', '0', '--roles', role], {
    env: { ...process.env, ...environment, TIEOUT_FILES_ROOT: root, TIEOUT_THREADS: '1', TIEOUT_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise<Buffer>((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`tieout serve --roles ${role} ended with ${code}`)));
  });
  return String(line).trim().split(' ').at(-1)!;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

async function json(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const reply = await fetch(url, init);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
}

/** One session, of a partner of its own: rows of one partner are written by one worker at a time. */
async function reconciled(address: string, { name, round }: { name: string; round: string }): Promise<void> {
  const accepted = await json(`${address}/v1/reconcile/banking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      tenant_id: 'bench',
      partner_id: `partner-${name}-${round}`,
      session_id: `session-${name}-${round}`,
      gl_file_url: ['file:gl.csv'],
      bank_file_url: ['file:bank.csv'],
      max_days_forward_search: 3,
      max_days_backward_search: 3,
    }),
  });
  for (;;) {
    const { status, error } = await json(address + accepted['pipeline_status_url']);
    if (status === 'failed') throw new Error(JSON.stringify(error));
    if (status === 'succeeded') return;
    await pause(50);
  }
}
