// Decisions whose engine is another process, both real and on one MongoDB, with a relay of sockets between them that lets
// requests through, hangs, answers a page, or cuts the line once the engine has done its work. What the engine did stands,
// the call has failed, and asking again ends in what one process alone would have done.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withMongodb } from './adapters/store-mongo/temporary-database.ts';

const TIEOUT = fileURLToPath(new URL('../bin/tieout', import.meta.url));
const TOKEN = 'a-token-of-both-processes';
const SCOPE = { tenant_id: 'umoja', partner_id: 'mfb' };
const PATHS = {
  nip: { service: 'nip', customer_type: 'commercial_bank', domain: 'nip' },
  mfb: { customer_type: 'mfb', domain: 'mfb' },
} as const;
type Domain = keyof typeof PATHS;

withMongodb('an engine of another process', (database) => {
  const root = mkdtempSync(join(tmpdir(), 'tieout-engine-'));
  const children: ChildProcess[] = [];
  let engine: { readonly child: ChildProcess; readonly address: string };
  let decider: { readonly child: ChildProcess; readonly address: string };
  const asked: string[] = [];
  const through = (from: IncomingMessage, to: ServerResponse): void => relayed(from, (reply) => reply.pipe(to));
  let answering = through;
  const relay = createServer((from, to) => {
    asked.push(from.url!);
    answering(from, to);
  });

  /** Sends it on as it came. A relay whose peer is gone hangs up. */
  function relayed(from: IncomingMessage, answered: (reply: IncomingMessage) => void): void {
    const { method, headers, url } = from;
    const sent = request(engine.address + url, { method: method!, headers }, answered);
    sent.on('error', () => from.socket.destroy());
    from.pipe(sent);
  }

  async function serve(env: Readonly<Record<string, string>>, roles: string) {
    const child = spawn(TIEOUT, ['serve', '--port', '0', '--roles', roles], {
      env: {
        ...process.env,
        ...{ MONGODB_URI: database.uri, TIEOUT_FILES_ROOT: root, TIEOUT_SERVICE_TOKEN: TOKEN },
        ...{ TIEOUT_LEASE_SECONDS: '2', TIEOUT_LOG_LEVEL: 'error', ...env },
      },
      stdio: ['ignore', 'pipe', process.env['DEBUG'] ? 'inherit' : 'ignore'],
    });
    children.push(child);
    const [line] = await once(child.stdout, 'data');
    return { child, address: /http:\S+/.exec(String(line))![0] };
  }

  beforeAll(async () => {
    relay.listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const at = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
    engine = await serve({}, 'api');
    decider = await serve({ ENGINE_BASE_URL: at, ENGINE_TIMEOUT_SECONDS: '20' }, 'api,worker');
  }, 60_000);
  afterEach(() => {
    answering = through;
    asked.length = 0;
  });
  afterAll(async () => {
    relay.closeAllConnections();
    relay.close();
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
    rmSync(root, { recursive: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
  async function ask(path: string, body?: object): Promise<{ status: number; json: any }> {
    const reply = await fetch(`${decider.address}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify({ ...SCOPE, ...body }) }),
    });
    return { status: reply.status, json: await reply.json() };
  }
  const get = async (path: string, more: object = {}) =>
    (await ask(`${path}?${new URLSearchParams({ ...SCOPE, ...more })}`)).json;

  const settled = (n: number) => `00001326090210010000000000010${n}`;
  const FILES = {
    nip: {
      gl: (n: number) =>
        `TX-${n}K,2026-09-0${n} 10:01:00,PAY260000010${n},NIP TRF TO MUSA BELLO ${settled(n)},,${4_000 + n}.10`,
      bank: (n: number) =>
        `NP-${n}Q,MOBILE,${settled(n)},00,${4_000 + n}.10,2026-09-0${n} 10:01:00,transfer,PAY260000010${n}`,
      titles: {
        gl: 'Transaction ID,Posting Date,Payment Reference,Narration,Debit,Credit',
        bank: 'TRANSACTION ID,CHANNEL,SESSION ID,RESPONSE,AMOUNT,TRANSACTION TIME,NARRATION,PAYMENT REFERENCE',
      },
    },
    mfb: {
      gl: (n: number) => `2026-09-0${n},K40${n}00X,Transfer from Bello Farms ${n},${7_000 + n}.25`,
      bank: (n: number) => `2026-09-0${n},K40${n}00X,TRF FRM Bello Farms ${n},${7_000 + n}.25`,
      titles: { gl: 'Date,Reference,Narration,Amount', bank: 'Date,Reference,Narration,Amount' },
    },
  };
  function file(domain: Domain, side: 'gl' | 'bank', rows: readonly number[]): string {
    const of = FILES[domain];
    const name = `${domain}-${side}-${rows.join('')}.csv`;
    writeFileSync(join(root, name), `${[of.titles[side], ...rows.map(of[side])].join('\n')}\n`);
    return `file:${name}`;
  }
  async function reconciled(domain: Domain): Promise<void> {
    const service = domain === 'nip' ? { service: 'nip', reconciliation_flow: 'outward' } : {};
    await ask(`reconcile/${domain === 'nip' ? 'commercial' : 'banking'}`, {
      ...{ session_id: domain, ...service },
      ...{ gl_file_url: [file(domain, 'gl', [1, 2, 3])], bank_file_url: [file(domain, 'bank', [1])] },
    });
    for (;;) {
      const { status } = await get(`loader/pipeline-status/${domain}`);
      if (status === 'succeeded') return;
      expect(status).not.toBe('failed');
      await pause(20);
    }
  }
  /** With the bank's row of the second ledger row, which the session did not have. */
  const resolve = (domain: Domain) =>
    ask('exceptions/resolve', {
      ...{ ...PATHS[domain], cluster_type: 'not_found_gl', decision: 'reconcile' },
      bank_file_url: [file(domain, 'bank', [2])],
    });
  const standing = async (domain: Domain): Promise<Record<string, number>> => {
    const { items } = await get(`sessions/${domain}/clusters`);
    const counts: Record<string, number> = {};
    for (const { decision_status: status } of items) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const audited = async (domain: Domain): Promise<number> =>
    (await get('exceptions/resolutions', { session_id: domain })).items.filter(
      ({ status_after }: { status_after: string }) => status_after === 'approved',
    ).length;

  test.each(['nip', 'mfb'] as const)('%s is matched and its summary renewed by it', async (domain) => {
    await reconciled(domain);
    const { status, json } = await resolve(domain);
    expect([status, json.results.length, json.results[0].success]).toEqual([200, 1, true]);
    const matching = domain === 'nip' ? ['match/nip'] : ['ingest/banking-document', 'match/banking'];
    expect(asked.slice(0, matching.length)).toEqual(matching.map((path) => `/v1/internal/${path}`));
    const renewed = `/v1/internal/summary/regenerate/${domain === 'nip' ? 'nip' : 'banking'}`;
    await expect.poll(async () => (await get(`sessions/${domain}/summary`)).recalculation_count, WITHIN).toBe(2);
    expect(asked).toContain(renewed);
  });

  test('a renewal that meets a page, or nobody, is made when the engine is there again', async () => {
    await reconciled('mfb');
    const isRenewal = (from: IncomingMessage): boolean => from.url!.includes('regenerate');
    let met = 0;
    answering = (from, to) => {
      if (!isRenewal(from)) return through(from, to);
      met++;
      if (met === 1) to.end('<html><body>Welcome</body></html>');
      else if (met === 2) to.destroy();
      else through(from, to);
    };
    expect((await resolve('mfb')).json.results).toHaveLength(1);
    await expect.poll(async () => (await get('sessions/mfb/summary')).recalculation_count, WITHIN).toBe(2);
    expect(met).toBeGreaterThanOrEqual(3);
  });

  const late = (from: IncomingMessage, to: ServerResponse): void =>
    relayed(from, (reply) => reply.on('end', () => to.destroy()).resume());
  test.each<[string, Domain, typeof through]>([
    ['hangs', 'nip', () => {}],
    ['is cut off when it has matched', 'nip', late],
    ['is cut off when it has ingested', 'mfb', late],
    [
      'is killed while it works',
      'nip',
      (from) => {
        relayed(from, () => {});
        engine.child.kill('SIGKILL');
      },
    ],
  ])('one that %s (%s) fails the call, and the same call again is decided once', async (_, domain, answers) => {
    await reconciled(domain);
    const before = await standing(domain);
    answering = answers;
    expect((await resolve(domain)).status).toBe(500);
    expect([await standing(domain), await audited(domain)]).toEqual([before, 0]);
    answering = through;
    if (engine.child.killed) engine = await serve({}, 'api');
    const again = await resolve(domain);
    expect([again.status, again.json.results?.length]).toEqual([200, 1]);
    expect(await audited(domain)).toBe(1);
  });
});

const WITHIN = { timeout: 20_000, interval: 50 };
