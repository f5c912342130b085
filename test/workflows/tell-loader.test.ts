// The loader as a real server that fails, hangs and recovers: it is told of every change of a run's stages in their order
// and of the summary behind them, whatever it did meanwhile, and a run waits for none of it. Both stores relay alike.

import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loader } from '../../src/adapters/loader/loader.ts';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import { DEFAULT_DECIMALS } from '../../src/core/matching/parameters-from-decimals.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import type { Side } from '../../src/core/records/rows/columns.ts';
import type { Store } from '../../src/ports/store.ts';
import { loaderSummary } from '../../src/rest/loader-summary.ts';
import { type OutboxRelay, startOutboxRelay } from '../../src/workflows/delivery/relay-outbox.ts';
import { crossMonthOrder } from '../../src/workflows/kinds/cross-month-command.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { cancelRun } from '../../src/workflows/runs/operate-runs.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { monthOf, writePart } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTH = monthOf(60);
const TASKS = { ingress: 't/1', records_create: 't-2', reconciliation: 't-3', gl_reversal: 't-4', chargeback: 't-6' };

interface Patch {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape, which the test then compares.
  readonly body: any;
  readonly token: string | undefined;
}

/** `open`: the embedded store where it is not given. */
function tellsOf(open?: () => Promise<Store>): void {
  let service: ServiceUnderTest;
  let server: Server;
  let relay: OutboxRelay;
  let taken: Patch[];
  let asked: number;
  /** Null: it hangs. */
  let answer: (n: number, path: string) => number | null;
  let fileUrls: { gl: string[]; bank: string[] };

  beforeEach(async () => {
    [taken, asked, answer] = [[], 0, () => 204];
    service = await startService(open === undefined ? {} : { open });
    fileUrls = {
      gl: [await writePart(service.root, MONTH, { side: 'gl' })],
      bank: [await writePart(service.root, MONTH, { side: 'bank' })],
    };
    server = createServer(async (request, reply) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const status = answer(++asked, request.url!);
      if (status === null) return;
      expect(request.method).toBe('PATCH');
      if (status < 300)
        taken.push({ path: request.url!, body: JSON.parse(text), token: request.headers.authorization });
      reply.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const deliver = loader({
      baseUrl: `http://127.0.0.1:${port}/base/`,
      token: 'secret-of-the-loader',
      timeoutMs: 150,
    });
    relay = startOutboxRelay(
      { store: service.store, log: service.deps.log, deliverers: { loader: deliver } },
      { keepMs: 60_000, lookEveryMs: 20 },
    );
  });
  afterEach(async () => {
    await relay.stop();
    server.closeAllConnections();
    server.close();
    await service.dispose();
  });

  const telling = () => service.work({ deps: { loaderSummary } });
  const told = async (many: number) => {
    for (const deadline = Date.now() + 20_000; taken.length < many; await pause(10)) {
      if (Date.now() > deadline) expect.fail(`of ${many} the loader heard ${JSON.stringify(taken)}`);
    }
    // Nothing comes behind it.
    await pause(100);
    return taken;
  };
  const heard = (patches: readonly Patch[]) => patches.map(({ path, body }) => `${path} ${body.status ?? 'summary'}`);

  const DONE = [
    ...['t%2F1 running', 't%2F1 succeeded', 't-2 running', 't-3 running', 't-2 succeeded', 't-3 succeeded'],
    ...['t-4 running', 't-4 succeeded', 't-6 running', 't-6 succeeded'],
  ].map((change) => `/base/v1/loader/tasks/${change}`);
  const inOrder = (changes: readonly string[]) =>
    ['t%2F1', 't-2', 't-3', 't-4', 't-6'].map((task) => changes.filter((change) => change.includes(task)));

  test('a loader that fails and hangs hears everything in its order once it is well', async () => {
    answer = (n) => (n <= 3 ? 500 : n === 4 ? null : n === 5 ? 401 : 204);
    telling();
    const run = await service.run({ fileUrls, taskIds: TASKS });
    expect(run.status).toBe('succeeded');
    const patches = await told(DONE.length + 1);
    const changes = heard(patches);
    expect(changes.at(-1)).toBe('/base/v1/loader/summaries/june summary');
    expect([...changes.slice(0, -1)].toSorted()).toEqual([...DONE].toSorted());
    expect(inOrder(changes)).toEqual(inOrder(DONE));
    expect(patches.every(({ token }) => token === 'Bearer secret-of-the-loader')).toBe(true);
    expect(patches[1].body).toEqual({
      ...{ task_id: 't/1', session_id: 'june', tenant_id: KEY.tenant, partner_id: KEY.partner, run_id: run.runId },
      ...{ stage: 'ingress', status: 'succeeded', rows_done: expect.any(Number), rows_total: expect.any(Number) },
      ...{ started_at: expect.stringMatching(/Z$/), finished_at: expect.stringMatching(/Z$/), message: null },
    });
    expect(patches.at(-1)!.body).toMatchObject({
      ...{ tenant_id: KEY.tenant },
      gl: { rows: expect.any(Number) },
      currency: 'NGN',
    });
    expect(JSON.stringify(service.said)).not.toContain('secret');
  });

  test('a task that the loader does not know is refused by itself, and holds no other session back', async () => {
    const isHeard = () => taken.some(({ path }) => path.endsWith('/july'));
    answer = (_, path) => (path.endsWith('/unknown') && !isHeard() ? 404 : 204);
    telling();
    await service.run({ fileUrls, taskIds: { ingress: 'unknown' } });
    await service.run({ fileUrls, key: { ...KEY, session: 'july' }, taskIds: { ingress: 'known' } });
    expect(heard((await told(6)).slice(0, 3))).toEqual([
      '/base/v1/loader/tasks/known running',
      '/base/v1/loader/tasks/known succeeded',
      '/base/v1/loader/summaries/july summary',
    ]);
  });

  test('summaries that a run across months renews are told of each of its sessions, behind the months’ own', async () => {
    const month = async (session: string, rows: { readonly [side in Side]: readonly string[] }) => {
      const write = (side: Side) => {
        const lines = ['Date,Reference,Narration,Amount,Balance', ...rows[side]];
        writeFileSync(join(service.root, `${session}-${side}.csv`), `${lines.join('\n')}\n`);
        return [`file:${session}-${side}.csv`];
      };
      const run = await service.run({ key: { ...KEY, session }, fileUrls: { gl: write('gl'), bank: write('bank') } });
      expect(run).toMatchObject({ status: 'succeeded', failure: null });
    };
    telling();
    const february = ['2026-02-03,FT26034A1,SALE,500.00,1500.00', '2026-02-04,FT26035D4,DIESEL,-50.00,1450.00'];
    const march = ['2026-03-05,FT26064B2,SALE,250.00,1400.00', '2026-03-06,FT26065E5,FUEL,-20.00,1380.00'];
    await month('february', { gl: [...february, '2026-02-25,CHQ000123,RENT,-300.00,1150.00'], bank: february });
    await month('march', { gl: march, bank: ['2026-03-04,CHQ000123,CHQ PAID,-300.00,1150.00', ...march] });
    const summaries = (patches: readonly Patch[]) =>
      patches.map(({ path, body }) => [path.split('/').at(-1), body.recalculation_count, body.gl.matched_rows]);
    expect(summaries(await told(2))).toEqual([
      ['february', 1, 2],
      ['march', 1, 2],
    ]);
    const [periodStart, periodEnd] = [parseDay('2026-03-01')!, parseDay('2026-03-31')!];
    const order = crossMonthOrder({
      ...{ key: { ...KEY, session: 'march' }, branchId: null, periodStart, periodEnd, monthsBack: 1, bothSides: false },
      ...{ parameters: DEFAULT_DECIMALS, isScheduled: null, taskIds: {} },
    });
    const { run } = await acceptRun({ ...service.deps, newId: () => 'across' }, order);
    expect(await service.ended(run.runId)).toMatchObject({ status: 'succeeded' });
    expect(summaries((await told(4)).slice(2)).toSorted()).toEqual([
      ['february', 2, 3],
      ['march', 2, 2],
    ]);
  });

  test('a run that fails, or is cancelled before anybody began it, tells the task that it stood at', async () => {
    const { run } = await service.accept({ fileUrls, taskIds: { ingress: 'a' } });
    await cancelRun({ ...service.deps, loaderSummary }, run.runId, ANYBODY);
    telling();
    await service.run({ fileUrls: { gl: ['file:missing.csv'], bank: [] }, taskIds: { ingress: 'b' } });
    const patches = await told(3);
    expect(patches.map(({ body }) => [body.task_id, body.status])).toEqual([
      ['a', 'failed'],
      ['b', 'running'],
      ['b', 'failed'],
    ]);
    expect(patches[0].body.message).toMatch(/^An operator cancelled the run/);
    expect(patches[2].body.message).toMatch(/The bank side has no rows/);
  });
}

describe('of the embedded store', () => tellsOf());
withMongodb('of MongoDB', (database) => tellsOf(() => database.openPrepared()));
