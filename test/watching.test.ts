// Runs and sessions as they are watched, on both stores: over gRPC, Connect and REST, through another process of the
// same store where there may be one, with callers; and that whoever leaves is not told any longer.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunStatus } from '../gen/tieout/engine/v1/run_pb.ts';
import { type SessionChange, SessionChangeKind } from '../gen/tieout/engine/v1/watch_pb.ts';
import { WatchService } from '../gen/tieout/engine/v1/watch_service_pb.ts';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { withMongodb } from './adapters/store-mongo/temporary-database.ts';
import { monthOf, writePart } from './workflows/small-month.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const tokenOf = (id: string) => `token-of-${id}`;
const as = (id: string) => ({ authorization: `Bearer ${tokenOf(id)}` });
const MONTH = { session_id: 'month', tenant_id: 'umoja', partner_id: 'lagos' };
const KEY = { sessionId: 'month', tenantId: 'umoja', partnerId: 'lagos' };
const { NONE, RUN, COMMIT, ACT, SUMMARY } = SessionChangeKind;

async function allOf<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

interface Watching {
  begin(): Promise<void>;
  end(): Promise<void>;
  /** One after the other. */
  readonly steps: readonly (readonly [string, () => Promise<void>])[];
}

function watchingOn(storeOf: (folder: string) => Readonly<Record<string, string>>, isShared: boolean): Watching {
  let folder: string;
  let service: RunningService;
  /** Where changes are made: another process's service, where the store may be shared. */
  let other: RunningService;
  const clients = () => {
    const baseUrl = service.address;
    const of = (transport: Parameters<typeof createClient>[1]) => createClient(WatchService, transport);
    return {
      grpc: of(createGrpcTransport({ baseUrl })),
      'gRPC-Web': of(createGrpcWebTransport({ baseUrl, httpVersion: '1.1' })),
      Connect: of(createConnectTransport({ baseUrl, httpVersion: '2' })),
      'Connect JSON': of(createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: false })),
    };
  };
  const post = async (path: string, body: object, caller = 'ada') => {
    const reply = await fetch(other.address + path, {
      method: 'POST',
      headers: { ...as(caller), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const json = (await reply.json()) as Record<string, never>;
    expect(reply.status, JSON.stringify(json)).toBeLessThan(300);
    return json;
  };
  const reconcile = async (days = 3) =>
    (
      await post('/v1/reconcile/banking', {
        ...MONTH,
        ...{ gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] },
        ...{ max_days_forward_search: days, max_days_backward_search: days },
      })
    )['run_id'] as string;
  const get = (path: string, headers: Readonly<Record<string, string>> = as('ada'), init: RequestInit = {}) =>
    fetch(service.address + path, { headers, ...init });
  const watched = async () => {
    const page = await (await get('/metrics')).text();
    return Number(/^tieout_watches (\d+)$/m.exec(page)![1]);
  };

  const steps: (readonly [string, () => Promise<void>])[] = [];
  const step = (name: string, does: () => Promise<void>) => void steps.push([name, does]);

  const begin = async () => {
    folder = mkdtempSync(join(tmpdir(), 'tieout-watching-'));
    const roles = ['read', 'submit', 'decide', 'review', 'operate', 'verify'];
    const callers = [
      { id: 'ada', tokens: [sha256(tokenOf('ada'))], tenants: ['umoja'], roles },
      { id: 'decider', tokens: [sha256(tokenOf('decider'))], tenants: ['umoja'], roles: ['decide'] },
      { id: 'stranger', tokens: [sha256(tokenOf('stranger'))], tenants: ['another'], roles },
    ];
    writeFileSync(join(folder, 'callers.json'), JSON.stringify({ callers }));
    const month = monthOf(120, 'watched');
    for (const side of ['gl', 'bank'] as const) await writePart(folder, month, { side });
    const settings = {
      ...{ TIEOUT_PORT: '0', TIEOUT_CALLERS: join(folder, 'callers.json'), TIEOUT_FILES_ROOT: folder },
      ...storeOf(folder),
    };
    const serve = (more = {}) => startService(readConfiguration({ ...settings, ...more }), pino({ level: 'silent' }));
    service = await serve();
    other = isShared ? await serve({ TIEOUT_ROLES: 'api' }) : service;
  };
  const end = async () => {
    await service.close();
    if (other !== service) await other.close();
    rmSync(folder, { recursive: true });
  };

  step('a run is told from its acceptance to its end, in every protocol', async () => {
    const runId = await reconcile();
    const told = await Promise.all(
      Object.values(clients()).map(async (client) => {
        const statuses = await allOf(client.watchRun({ runId }, { headers: as('ada') }));
        return statuses.at(-1)!;
      }),
    );
    for (const { status, runId: of, stages } of told) {
      expect([status, of]).toEqual([RunStatus.SUCCEEDED, runId]);
      const stored = stages.find(({ name }) => name === 'records_create')!;
      expect(stored.rowsDone).toBeGreaterThan(200);
      expect(stored.rowsDone).toBe(stored.rowsTotal);
    }
    const lines = await get(`/v1/runs/${runId}/watch`);
    expect([lines.status, lines.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expect(lines.headers.get('x-accel-buffering')).toBe('no');
    const [last] = (await lines.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .slice(-1);
    expect([last.status, last.run_id, last.error]).toEqual(['succeeded', runId, null]);
    const events = await get(`/v1/runs/${runId}/watch`, { ...as('ada'), accept: 'text/event-stream' });
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    const [event] = (await events.text()).split('\n\n');
    expect(JSON.parse(event!.replace(/^data: /, ''))).toEqual(last);
  });

  step(
    'a session’s changes arrive with who made them: a decision, then a run with its commit and summary',
    async () => {
      const changes: SessionChange[] = [];
      const left = new AbortController();
      const opened = Promise.withResolvers<void>();
      const following = (async () => {
        const stream = clients().Connect.watchSession(KEY, { headers: as('ada'), signal: left.signal });
        for await (const change of stream) {
          changes.push(change);
          opened.resolve();
        }
      })().catch((error) => expect(ConnectError.from(error).code).toBe(Code.Canceled));
      await Promise.race([opened.promise, following]);
      expect(changes.map(({ kind, version }) => [kind, version])).toEqual([[NONE, 1]]);
      const { items } = (await (
        await get(`/v1/exceptions/query?tenant_id=umoja&partner_id=lagos&session_id=month&cluster_types=not_found_gl`)
      ).json()) as { items: { cluster: { cluster_id: string } }[] };
      await post('/v1/exceptions/resolve', {
        ...{ tenant_id: 'umoja', partner_id: 'lagos', customer_type: 'mfb', cluster_type: 'not_found_gl' },
        ...{ decision: 'approved', resolution_request_id: 'by-ada', cluster_ids: [items[0]!.cluster.cluster_id] },
      });
      await expect.poll(() => changes.find(({ kind }) => kind === ACT), { timeout: 15_000 }).toBeDefined();
      expect(changes.find(({ kind }) => kind === ACT)).toMatchObject({ act: 'approved', by: 'ada', version: 1 });
      const runId = await reconcile(5);
      const isTold = (wanted: SessionChangeKind) =>
        changes.some(({ kind, runId: of }) => kind === wanted && of === runId);
      await expect.poll(() => [RUN, COMMIT, SUMMARY].map(isTold), { timeout: 30_000 }).toEqual([true, true, true]);
      expect(changes.find(({ kind }) => kind === COMMIT)).toMatchObject({ version: 2, by: 'ada', runId });
      left.abort();
      await following;
      await expect.poll(watched).toBe(0);
    },
  );

  step('whoever leaves is gone, in every protocol', async () => {
    for (const [name, client] of Object.entries(clients())) {
      const left = new AbortController();
      const stream = client.watchSession(KEY, { headers: as('ada'), signal: left.signal })[Symbol.asyncIterator]();
      expect([name, (await stream.next()).value!.kind, await watched()]).toEqual([name, NONE, 1]);
      left.abort();
      await expect.poll(watched, { message: name }).toBe(0);
    }
    const left = new AbortController();
    const rest = await get('/v1/sessions/month/watch?tenant_id=umoja&partner_id=lagos', as('ada'), {
      signal: left.signal,
    });
    const reader = rest.body!.getReader();
    const [line] = new TextDecoder().decode((await reader.read()).value).split('\n');
    expect(JSON.parse(line!)).toMatchObject({ kind: 'none', session_id: 'month', version: 2 });
    expect(await watched()).toBe(1);
    left.abort();
    await expect.poll(watched).toBe(0);
  });

  step('what is unknown, another tenant’s or not the role’s is refused before anything is told', async () => {
    const { Connect: client } = clients();
    const codeOf = async (stream: AsyncIterable<unknown>) =>
      allOf(stream).then(
        () => 'ok',
        (error) => Code[ConnectError.from(error).code],
      );
    const latest = '/v1/loader/pipeline-status/month?tenant_id=umoja&partner_id=lagos';
    const { run_id: runId } = (await (await get(latest)).json()) as { run_id: string };
    const unknown = { ...KEY, sessionId: 'nothing' };
    expect([
      await codeOf(client.watchSession(unknown, { headers: as('ada') })),
      await codeOf(client.watchSession(KEY, { headers: as('stranger') })),
      await codeOf(client.watchSession(KEY, { headers: as('decider') })),
      await codeOf(client.watchSession({}, { headers: as('ada') })),
      await codeOf(client.watchRun({ runId: 'nothing' }, { headers: as('ada') })),
      await codeOf(client.watchRun({ runId }, { headers: as('stranger') })),
      await codeOf(client.watchRun({ runId })),
    ]).toEqual([
      'NotFound',
      'NotFound',
      'PermissionDenied',
      'InvalidArgument',
      'NotFound',
      'NotFound',
      'Unauthenticated',
    ]);
    const statuses = [];
    for (const [path, caller] of [
      ['/v1/sessions/nothing/watch?tenant_id=umoja&partner_id=lagos', 'ada'],
      ['/v1/sessions/month/watch?tenant_id=umoja&partner_id=lagos', 'stranger'],
      ['/v1/sessions/month/watch?tenant_id=umoja&partner_id=lagos', 'decider'],
      ['/v1/sessions/month/watch?tenant_id=umoja&partner_id=lagos&since=1', 'ada'],
      [`/v1/runs/${runId}/watch`, 'stranger'],
    ] as const)
      statuses.push((await get(path, as(caller))).status);
    expect(statuses).toEqual([404, 404, 403, 422, 404]);
    expect(await watched()).toBe(0);
  });

  step('a service that ends does not wait for those who watch', async () => {
    const streams = await Promise.all([
      get('/v1/sessions/month/watch?tenant_id=umoja&partner_id=lagos'),
      get('/v1/sessions/month/watch?tenant_id=umoja&partner_id=lagos'),
    ]);
    const ends = Promise.all(streams.map((one) => one.text()));
    const begun = performance.now();
    await service.close();
    for (const text of await ends) expect(text).toMatch(/^\{"kind":"none".*\}\n$/);
    expect(performance.now() - begun).toBeLessThan(8_000);
  });

  return { begin, end, steps };
}

describe('watching on the embedded store', () => {
  const { begin, end, steps } = watchingOn((folder) => ({ TIEOUT_DATA_DIR: join(folder, 'data') }), false);
  beforeAll(begin);
  afterAll(end);
  test.each(steps)('%s', (_, does) => does());
});

withMongodb('watching on MongoDB', (database) => {
  test('is the same, and another process’s changes arrive', async () => {
    const { begin, end, steps } = watchingOn(() => ({ MONGODB_URI: database.uri }), true);
    await begin();
    try {
      for (const [, does] of steps) await does();
    } finally {
      await end();
    }
  });
});
