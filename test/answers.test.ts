// What an answer says beside the contract's body, over the whole service: figures of a decision, fields that nobody
// read, a call made once for its key, a list that knows its parameters, a failure with its code.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ErrorInfoSchema } from '../gen/google/rpc/error_details_pb.ts';
import { ReconciliationCustomerType } from '../gen/tieout/engine/v1/vocabulary_pb.ts';
import { ReportingService } from '../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { ResolutionService } from '../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { ClusterType, DecisionType } from '../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { ERROR_KINDS } from '../src/core/error-kinds.ts';
import { TestDatabase } from './adapters/store-mongo/temporary-database.ts';
import { monthOf, writePart } from './workflows/small-month.ts';

const MONTH = monthOf(400);
const TOKEN = 'a-token-of-the-platform';
const OF = { tenant_id: 'bank-a', partner_id: 'lagos' };

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}
interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}

function answersOver(storeOf: (folder: string) => Readonly<Record<string, string>>): void {
  let folder: string;
  let service: RunningService;
  let grpc: Transport;

  const call = async (method: string, path: string, body?: object, headers: object = {}): Promise<Reply> => {
    const reply = await fetch(service.address + path, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Reply['body'] };
  };
  const get = (path: string) => call('GET', path);
  const list = async (path: string) => (await get(path)).body as unknown as Listed;
  const query = new URLSearchParams(OF).toString();
  const clustersOf = (type: string, status = 'pending') =>
    list(`/v1/exceptions/clusters?${query}&cluster_type=${type}&decision_status=${status}&page_size=1000`);
  const facts = ({ headers }: Reply) =>
    ['decided', 'approved', 'skipped', 'ignored-fields'].map((name) => headers.get(`tieout-${name}`));
  const decision = (more: object) => ({ ...OF, customer_type: 'mfb', decision: 'approved', ...more });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tieout-answers-'));
    await writePart(folder, MONTH, { side: 'gl' });
    await writePart(folder, MONTH, { side: 'bank', to: 0.6, name: 'bank.csv' });
    const tokens = [createHash('sha256').update(TOKEN).digest('hex')];
    const roles = ['read', 'submit', 'decide', 'operate'];
    const callers = [{ id: 'platform', tokens, tenants: ['bank-a'], roles, quota: { calls_a_minute: 100_000 } }];
    writeFileSync(join(folder, 'callers.json'), JSON.stringify({ callers }));
    const given = { TIEOUT_PORT: '0', TIEOUT_FILES_ROOT: folder, TIEOUT_CALLERS: join(folder, 'callers.json') };
    service = await startService(readConfiguration({ ...given, ...storeOf(folder) }), pino({ level: 'silent' }));
    grpc = createGrpcTransport({ baseUrl: service.address });
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  test('a run is accepted once for its key, and found by its id and in the sessions', async () => {
    const body = {
      ...{ ...OF, session_id: 'june', gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] },
      ...{ period_start_date: '2026-09-01', period_end_date: '2026-09-30' },
    };
    const key = { 'idempotency-key': 'run-of-june' };
    const first = await call('POST', '/v1/reconcile/banking', body, key);
    expect([first.status, first.body]).toEqual([202, expect.objectContaining({ session_id: 'june' })]);
    const again = await call('POST', '/v1/reconcile/banking', body, key);
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([202, first.body, 'true']);
    const runId = String(first.body['run_id']);
    for (const deadline = Date.now() + 60_000; ; await pause(50)) {
      const { body: run } = await get(`/v1/runs/${runId}`);
      if (run['state'] === 'succeeded') break;
      if (run['state'] === 'failed' || Date.now() > deadline) throw new Error(JSON.stringify(run));
    }
    expect((await get(`/v1/runs/${runId}`)).body).toMatchObject({ ...OF, session_id: 'june', caller: 'platform' });
    expect((await list(`/v1/runs?${query}`)).total).toBe(1);
    const { items, total } = await list('/v1/sessions?tenant_id=bank-a&start_date=2026-09-30&state=succeeded');
    expect([total, items[0]]).toEqual([
      1,
      expect.objectContaining({ session_id: 'june', kind: 'banking', run_id: runId }),
    ]);
    expect(items[0]).toMatchObject({ period_start: '2026-09-01', period_end: '2026-09-30', state: 'succeeded' });
    expect((await list('/v1/sessions?tenant_id=bank-a&end_date=2026-08-31')).total).toBe(0);
    const client = createClient(ReportingService, grpc);
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await client.listSessions({ tenantId: 'bank-a' }, { headers })).items).toHaveLength(1);
  });

  test('a mistyped field is named in the answer, and refused under strict handling with nothing decided', async () => {
    const { items, total } = await clustersOf('not_found_gl');
    expect(total).toBeGreaterThan(10);
    const one = String(items[0]!['cluster_id']);
    const typo = decision({ cluster_type: 'not_found_gl', cluster_idss: [one], metadata: { any: 1 } });
    const strict = await call('POST', '/v1/exceptions/resolve', typo, { prefer: 'handling=strict' });
    expect([strict.status, strict.body]).toMatchObject([422, { detail: [{ loc: ['body', 'cluster_idss'] }] }]);
    expect((await clustersOf('not_found_gl')).total).toBe(total);
    const named = decision({ cluster_type: 'not_found_gl', cluster_ids: [one, 'nobody'], branch_id: 'x' });
    const decided = await call('POST', '/v1/exceptions/resolve', named);
    expect([decided.status, facts(decided)]).toEqual([200, ['1', '1', '1', 'branch_id']]);
  });

  test('a mistyped key of a template is named, and refused under strict handling', async () => {
    const template = { name: 't', service: 'nip', reversal_max_days_forward_serch: 5, rules: [] };
    const typo = { ...OF, session_id: 'typo', template };
    const { status, body } = await call('POST', '/v1/reconcile/banking', typo, { prefer: 'handling=strict' });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('reversal_max_days_forward_serch')]);
    const { headers } = await call('POST', '/v1/reconcile/banking', { ...typo, gl_file_url: 5 });
    expect(headers.get('tieout-ignored-fields')).toContain('template.reversal_max_days_forward_serch');
  });

  test('a preview says what the call then does, and writes nothing', async () => {
    const asked = decision({ cluster_type: 'not_found_gl', decision: 'escalated' });
    const before = await clustersOf('not_found_gl');
    const preview = await call('POST', '/v1/exceptions/resolve/preview', asked);
    const [group] = preview.body['groups'] as readonly { cluster_ids: string[]; amount: number }[];
    const ids = before.items.map((cluster) => cluster['cluster_id']);
    expect([preview.status, preview.body['clusters'], group!.cluster_ids]).toEqual([200, before.total, ids]);
    expect(group).toMatchObject({ cluster_type: 'not_found_gl', session_id: 'june', clusters: before.total });
    const sum = before.items.reduce(
      (minor, cluster) => minor + Math.round(Math.abs(Number(cluster['amount'])) * 100),
      0,
    );
    expect(Math.round(group!.amount * 100)).toBe(sum);
    expect((await clustersOf('not_found_gl')).total).toBe(before.total);
    const done = await call('POST', '/v1/exceptions/resolve', asked, { 'idempotency-key': 'escalate' });
    expect([done.body, facts(done).slice(0, 3)]).toEqual([{ results: [] }, [String(before.total), '0', '0']]);
  });

  test('a decision with a key is made once: the same answer over every protocol, and another request refused', async () => {
    const again = decision({ cluster_type: 'not_found_gl', decision: 'reopened' });
    const approve = decision({ cluster_type: 'not_found_gl' });
    const key = { 'idempotency-key': 'approve-1' };
    expect(facts(await call('POST', '/v1/exceptions/resolve', again))[0]).not.toBe('0');
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/v1/exceptions/resolve', approve, key)),
    );
    const made = replies.filter(({ status }) => status === 200);
    const others = replies.filter(({ status }) => status !== 200).map(({ body }) => body['code']);
    expect([...new Set(others)].filter((code) => code !== 'key_in_use')).toEqual([]);
    const first = await call('POST', '/v1/exceptions/resolve', approve, key);
    expect((first.body['results'] as unknown[]).length).toBeGreaterThan(10);
    for (const { body } of made) expect(body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBe('true');
    const other = await call('POST', '/v1/exceptions/resolve', { ...approve, note: 'x' }, key);
    expect([other.status, other.body['code']]).toEqual([409, 'key_reused']);
    const trailers: Record<string, string> = {};
    const rpc = createClient(ResolutionService, grpc);
    const { results } = await rpc.resolve(
      {
        tenantId: 'bank-a',
        partnerId: 'lagos',
        customerType: ReconciliationCustomerType.MFB,
        clusterType: ClusterType.NOT_FOUND_GL,
        decision: DecisionType.APPROVED,
      },
      {
        headers: { authorization: `Bearer ${TOKEN}`, ...key },
        onTrailer: (trailer) => void Object.assign(trailers, Object.fromEntries(trailer)),
      },
    );
    expect(results.map(({ clusterId }) => clusterId)).toEqual(
      (first.body['results'] as { cluster_id: string }[]).map(({ cluster_id }) => cluster_id),
    );
    expect(trailers).toMatchObject({ 'tieout-decided': String(results.length), 'idempotent-replayed': 'true' });
    const bad = await call('POST', '/v1/exceptions/resolve', approve, { 'idempotency-key': 'x'.repeat(256) });
    expect(bad.status).toBe(422);
  });

  test('the audit carries the caller, whatever the body says', async () => {
    const { items } = await list(`/v1/exceptions/resolutions?${query}&page_size=1000`);
    expect(items.length).toBeGreaterThan(10);
    expect(new Set(items.map(({ caller }) => caller))).toEqual(new Set(['platform']));
  });

  test.each([
    '/v1/runs?statee=failed',
    `/v1/sessions?tenant_id=bank-a&partner=lagos`,
    `/v1/exceptions/clusters?${query}&status=pending`,
    `/v1/exceptions/resolutions?${query}&caller=x`,
    `/v1/exceptions/patterns?${query}&limit=5`,
    `/v1/sessions/june/matches?${query}&tiers=3`,
    `/v1/sessions/june/open-items?${query}&Side=gl`,
    `/v1/sessions/june/clusters?${query}&type=x`,
  ])('a list refuses a parameter that it does not know: %s', async (path) => {
    const { status, body } = await get(path);
    expect([status, body['detail']]).toMatchObject([
      422,
      [{ type: 'parameter_unknown', loc: ['query', expect.any(String)] }],
    ]);
  });

  test('every failure has its code, where it is explained, and the request', async () => {
    const page = await (await fetch(`${service.address}/errors`)).text();
    for (const [path, status] of [
      ['/v1/runs/nobody', 404],
      ['/v1/none', 404],
      ['/v1/reconcile/banking', 405],
      [`/v1/sessions/none/matches?${query}`, 404],
      ['/v1/sessions', 422],
    ] as const) {
      const reply = await get(path);
      const { code, help, request_id } = reply.body as Record<string, string>;
      expect([path, reply.status, reply.headers.get('x-request-id')]).toEqual([path, status, request_id]);
      expect([code! in ERROR_KINDS, help]).toEqual([true, `/errors#${code}`]);
      expect(page).toContain(`<tr id="${code}">`);
    }
    const transports = [grpc, createConnectTransport({ baseUrl: service.address, httpVersion: '2' })];
    for (const transport of transports) {
      const client = createClient(ReportingService, transport);
      const failure = await client
        .getSummary(
          { tenantId: 'bank-b', partnerId: 'lagos', sessionId: 'june' },
          { headers: { authorization: `Bearer ${TOKEN}` } },
        )
        .catch((error: unknown) => ConnectError.from(error));
      const [info] = (failure as ConnectError).findDetails(ErrorInfoSchema);
      expect(info).toMatchObject({ reason: 'not_found', domain: 'tieout', metadata: { help: '/errors#not_found' } });
    }
  });
}

describe('answers on the embedded store', () => answersOver((folder) => ({ TIEOUT_DATA_DIR: join(folder, 'data') })));

const mongodb = inject('mongodb');
describe.skipIf('missing' in mongodb)('answers on MongoDB', () => {
  const database = new TestDatabase('uri' in mongodb ? mongodb.uri : '');
  afterAll(() => database.drop());
  answersOver(() => ({ MONGODB_URI: database.uri }));
});
