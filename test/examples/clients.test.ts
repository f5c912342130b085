// The clients in examples/ against a real service: each posts the month, waits for its run and prints the summary, and
// all three say the same.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isMissing, natsUrl, whyNot } from '../adapters/bus-nats/nats-under-test.ts';
import { type Ran, shell, tieout } from '../cli/tieout.ts';
import { freshEnvironment } from '../servers/nats-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tieout-clients-'));
const environment = freshEnvironment();
let service: ChildProcess;
let address: string;

beforeAll(async () => {
  service = spawn(join(root, 'bin/tieout'), ['serve', '--port', '0', '--data', folder], {
    cwd: root,
    env: {
      ...process.env,
      TIEOUT_FILES_ROOT: 'examples',
      ...(isMissing ? {} : { NATS_URL: natsUrl, TIEOUT_ENV: environment }),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  address = await new Promise((resolve, reject) => {
    service.stdout!.once('data', (line: Buffer) => resolve(/http:\S+/.exec(String(line))![0]));
    service.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
});
afterAll(async () => {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

const run = (client: string): Promise<Ran> =>
  shell(`node_modules/.bin/node examples/${client}.ts ${address}`, { cwd: root });

/** What they are to say, from the same files without a service. */
async function expected(): Promise<string> {
  const files = '--gl examples/gl.csv --bank examples/bank.csv';
  const fees = '--msc-rate 0.005 --charge-min 10 --charge-max 60';
  const { stdout } = await tieout(`reconcile ${files} ${fees} --json`.split(' '));
  const { gl, bank, open, by_tier, balanced } = JSON.parse(stdout);
  expect(balanced).toBe(true);
  return (
    `${gl.rows} and ${bank.rows} rows: ${open.gl} and ${open.bank} are open,\n` +
    `${by_tier[1]} pairs are of tier 1, the balances differ by 0\n`
  );
}

test('REST, Connect and gRPC post a run, wait for it and read its summary', async () => {
  const [says, ...ran] = await Promise.all([expected(), run('rest'), run('connect'), run('grpc')]);
  for (const client of ran) expect(client).toEqual({ status: 0, stdout: says, stderr: '' });
});

test.each(['rest', 'connect', 'grpc'])('%s ends with 1 where no service is', async (client) => {
  const { status, stdout } = await shell(`node_modules/.bin/node examples/${client}.ts http://127.0.0.1:1`, {
    cwd: root,
  });
  expect([status, stdout]).toEqual([1, '']);
});

test.skipIf(isMissing)(
  `the subscriber asks for a decision and hears its outcome, once and again${whyNot}`,
  async () => {
    const scope = { tenant_id: 'example-mfb', partner_id: 'example-bank' };
    const query = new URLSearchParams({ ...scope, cluster_type: 'not_found_gl', decision_status: 'pending' });
    const listed = await fetch(`${address}/v1/exceptions/clusters?${query}`);
    const { total } = (await listed.json()) as { readonly total: number };
    expect(total).toBeGreaterThan(0);
    const ask = (more: object) => {
      const of = { ...scope, customer_type: 'mfb', cluster_type: 'not_found_gl', decision: 'approved' };
      const body = JSON.stringify({ ...of, resolution_request_id: 'first', ...more });
      const subscriber = `node_modules/.bin/node examples/subscriber.ts ${natsUrl} ${environment}`;
      return shell(`echo '${body}' | ${subscriber}`, { cwd: root });
    };
    const stdout = `${total} clusters are approved, 0 are still pending\n`;
    expect(await ask({})).toEqual({ status: 0, stdout, stderr: '' });
    expect(await ask({})).toEqual({ status: 0, stdout, stderr: '' });
    expect(await ask({ decision: 'rejected' })).toMatchObject({
      ...{ status: 1, stdout: '', stderr: expect.stringMatching(/^request_id_reused: /) },
    });
  },
);
