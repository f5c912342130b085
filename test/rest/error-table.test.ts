// The contract's table of errors (spec/2, Errors), and every other refusal of resolve, of patterns and of the internal
// routes: each over REST, Connect and gRPC, and what a request of the bus can be refused for over NATS too.

import { setTimeout as pause } from 'node:timers/promises';
import { create, type DescMethod, type Message, toJson } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineInternalService } from '../../gen/tieout/engine/v1/engine_internal_service_pb.ts';
import { ResolutionService } from '../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { localBus } from '../../src/adapters/bus-local/bus.ts';
import { openNatsBus } from '../../src/adapters/bus-nats/bus.ts';
import { subjectsOf } from '../../src/adapters/bus-nats/subjects.ts';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import type { Bus } from '../../src/ports/bus.ts';
import type { Compute } from '../../src/ports/compute.ts';
import type { Engine } from '../../src/ports/engine.ts';
import type { Store } from '../../src/ports/store.ts';
import { busRequestReader } from '../../src/rest/bus-request.ts';
import { decode } from '../../src/rest/decode.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { engineInternalService } from '../../src/rpc/internal/engine-internal.ts';
import { resolutionService } from '../../src/rpc/resolution/resolve.ts';
import { dayIn } from '../../src/rpc/validation/day-of.ts';
import { afterDecisions } from '../../src/workflows/afterwards/after-resolve.ts';
import { busRequests } from '../../src/workflows/requests/carry-out-request.ts';
import { startTaking } from '../../src/workflows/requests/take-requests.ts';
import { committedAlarm } from '../../src/workflows/work/committed-alarm.ts';
import { startWorker } from '../../src/workflows/work/worker.ts';
import { isMissing, natsUrl, settingsOf, whyNot } from '../adapters/bus-nats/nats-under-test.ts';
import { clustersOf, type Partner, partner, rowOf, SCOPE } from '../workflows/decisions/month.ts';
import { CHAIN, resolving } from '../workflows/decisions/resolving.ts';
import { start } from './running.ts';

const TOKEN = 'sixteen-and-more-characters';
const OF = { tenant_id: SCOPE.tenant, partner_id: SCOPE.partner };
const RESOLVE = { ...OF, customer_type: 'mfb', cluster_type: 'not_found_gl', decision: 'approved' };
const RECONCILE = { ...RESOLVE, decision: 'reconcile' };
const NIP = { ...RECONCILE, customer_type: 'commercial_bank', service: 'nip' };
const MATCH = {
  ...OF,
  ...{ branch_id: '', domain: 'mfb', cluster_type: 'not_found_gl', start_date: '2026-03-01', end_date: '2026-03-31' },
};
const { resolve, previewPattern, undoSweep } = ResolutionService.method;
const internal = EngineInternalService.method;

interface Row {
  readonly what: string;
  readonly method: DescMethod;
  readonly path: string;
  /** Null: a GET. */
  readonly body: object | null;
  /** What a message has in place of what REST cannot say otherwise: an unknown value of an enumeration. */
  readonly unknown?: Record<string, unknown>;
  readonly http: number;
  readonly code: Code;
  /** In the sentence of every way. */
  readonly says: string;
  readonly token?: string | null;
  /** Null: no request of the bus is refused for it. */
  readonly bus?: null;
}

const of422 = { http: 422, code: Code.InvalidArgument };
const ofResolve = { method: resolve, path: '/v1/exceptions/resolve' };
const ofMatch = { method: internal.matchBanking, path: '/v1/internal/match/banking' };
const none = '0123456789abcdef0123456789abcdef';

const TABLE: readonly Row[] = [
  {
    what: 'unknown decision',
    ...ofResolve,
    body: { ...RESOLVE, decision: 'maybe' },
    unknown: { decision: 99 },
    ...of422,
    says: 'decision',
  },
  {
    what: 'cluster_type outside the enumeration',
    ...ofResolve,
    body: { ...RESOLVE, cluster_type: 'odd' },
    unknown: { clusterType: 99 },
    ...of422,
    says: 'cluster_type',
  },
  ...['payment_provider', 'lender', 'fund_manager'].map((customer_type) => ({
    what: customer_type,
    ...ofResolve,
    body: { ...RESOLVE, customer_type },
    ...of422,
    says: 'customer_type',
  })),
  ...['not_found_gl', 'not_found_bank'].map((cluster_type) => ({
    what: `cluster_ids to reconcile ${cluster_type}`,
    ...ofResolve,
    body: { ...RECONCILE, cluster_type, cluster_ids: ['c'] },
    ...of422,
    says: 'cluster_ids',
  })),
  {
    what: 'domain atm',
    ...ofResolve,
    body: { ...RESOLVE, customer_type: 'commercial_bank', service: 'atm' },
    http: 501,
    code: Code.Unimplemented,
    says: 'unsupported domain: atm',
  },
  { what: 'no tenant', ...ofResolve, body: { ...RESOLVE, tenant_id: undefined }, ...of422, says: 'tenant_id' },
  {
    what: 'no service',
    ...ofResolve,
    body: { ...RESOLVE, customer_type: 'commercial_bank' },
    ...of422,
    says: 'service',
  },
  {
    what: 'reconcile of another type',
    ...ofResolve,
    body: { ...RECONCILE, cluster_type: 'date_difference' },
    ...of422,
    says: 'decision',
  },
  {
    what: 'a note beyond its bound',
    ...ofResolve,
    body: { ...RESOLVE, note: 'n'.repeat(4_001) },
    ...of422,
    says: 'note',
  },
  {
    what: 'metadata beyond its bound',
    ...ofResolve,
    body: { ...RESOLVE, metadata: { m: 'm'.repeat(65_536) } },
    ...of422,
    says: 'metadata',
  },
  {
    what: 'a whole number in metadata that a double rounds',
    ...ofResolve,
    body: { ...RESOLVE, metadata: { ids: [7, { core: 2 ** 53 }] } },
    ...of422,
    says: 'metadata.ids.1.core',
  },
  {
    what: 'a negative tolerance',
    ...ofResolve,
    body: { ...RECONCILE, amount_tolerance: -0.01 },
    ...of422,
    says: 'amount_tolerance',
  },
  {
    what: 'a tolerance that is no amount',
    ...ofResolve,
    body: { ...RECONCILE, amount_tolerance: 1e308 },
    ...of422,
    says: 'amount_tolerance',
  },
  {
    what: 'negative days',
    ...ofResolve,
    body: { ...RECONCILE, recon_time_search_forward: -1 },
    ...of422,
    says: 'recon_time_search_forward',
  },
  {
    what: 'a file outside the root',
    ...ofResolve,
    body: { ...RECONCILE, bank_file_url: ['file:../../etc/passwd'] },
    ...of422,
    says: 'bank_file_url.0',
  },
  {
    what: 'a file that is not there',
    ...ofResolve,
    body: { ...RECONCILE, bank_file_url: ['file:absent.csv'] },
    ...of422,
    says: 'bank_file_url.0',
  },
  {
    what: 'a file that cannot be read',
    ...ofResolve,
    body: { ...RECONCILE, bank_file_url: ['file:empty.csv'] },
    ...of422,
    says: 'bank_file_url.0',
  },
  {
    what: 'an unknown pattern',
    method: previewPattern,
    path: `/v1/exceptions/patterns/${none}/preview?tenant_id=a&partner_id=b`,
    body: null,
    unknown: { patternId: none, tenantId: 'a', partnerId: 'b' },
    http: 404,
    code: Code.NotFound,
    says: 'unknown',
    bus: null,
  },
  {
    what: 'a page too large',
    method: previewPattern,
    path: `/v1/exceptions/patterns/${none}/preview?tenant_id=a&partner_id=b&page_size=1001`,
    body: null,
    unknown: { patternId: none, tenantId: 'a', partnerId: 'b', pageSize: 1_001 },
    ...of422,
    says: 'page_size',
    bus: null,
  },
  {
    what: 'a page token of another list',
    method: previewPattern,
    path: `/v1/exceptions/patterns/${none}/preview?tenant_id=a&partner_id=b&page_token=odd`,
    body: null,
    unknown: { patternId: none, tenantId: 'a', partnerId: 'b', pageToken: 'odd' },
    ...of422,
    says: 'page_token',
    bus: null,
  },
  {
    what: 'an unknown sweep',
    method: undoSweep,
    path: `/v1/exceptions/patterns/${none}/undo-sweep`,
    body: { resolution_request_id: 'auto-sweep-none' },
    unknown: { patternId: none },
    http: 404,
    code: Code.NotFound,
    says: 'unknown',
    bus: null,
  },
  {
    what: 'a sweep without a token',
    method: undoSweep,
    path: `/v1/exceptions/patterns/${none}/undo-sweep`,
    body: { resolution_request_id: 'auto-sweep-none' },
    unknown: { patternId: none },
    token: null,
    http: 401,
    code: Code.Unauthenticated,
    says: '',
    bus: null,
  },
  {
    what: 'an internal route without a token',
    ...ofMatch,
    body: MATCH,
    token: null,
    http: 401,
    code: Code.Unauthenticated,
    says: '',
    bus: null,
  },
  {
    what: 'an internal route with another token',
    ...ofMatch,
    body: MATCH,
    token: 'another-of-sixteen-letters',
    http: 401,
    code: Code.Unauthenticated,
    says: '',
    bus: null,
  },
  {
    what: 'a match without its tenant',
    ...ofMatch,
    body: { ...MATCH, tenant_id: undefined },
    ...of422,
    says: 'tenant_id',
    bus: null,
  },
  {
    what: 'a match whose days are turned',
    ...ofMatch,
    body: { ...MATCH, start_date: '2026-04-01' },
    ...of422,
    says: 'date',
    bus: null,
  },
  {
    what: 'a document that is not there',
    method: internal.ingestBankingDocument,
    path: '/v1/internal/ingest/banking-document',
    body: {
      ...OF,
      session_id: 'adhoc-1',
      branch_id: '',
      gl_file_url: [],
      bank_file_url: ['file:absent.csv'],
      start_date: '2026-03-01',
      end_date: '2026-03-31',
    },
    ...of422,
    says: 'bank_file_url.0',
    bus: null,
  },
  {
    what: 'a nip match without its tenant',
    method: internal.matchNip,
    path: '/v1/internal/match/nip',
    body: { ...OF, tenant_id: undefined },
    ...of422,
    says: 'tenant_id',
    bus: null,
  },
  ...(['banking', 'nip'] as const).map(
    (vertical) =>
      ({
        what: `no ${vertical} summary to renew`,
        method: vertical === 'nip' ? internal.regenerateNipSummary : internal.regenerateBankingSummary,
        path: `/v1/internal/summary/regenerate/${vertical}`,
        body: { ...OF, session_id: 'none' },
        http: 500,
        code: Code.Internal,
        says: '',
        bus: null,
      }) as const,
  ),
];

describe('the table of errors', () => {
  let lagos: Partner;
  let server: RunningServer;
  /** What fails as nobody expects. */
  let fails: 'audit' | 'chunks' | 'summary' | null = null;
  let deps: Parameters<typeof afterDecisions>[0] &
    Parameters<typeof busRequests>[0] & { readonly bus: Bus; readonly compute: Compute };
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    lagos = await partner();
    await lagos.session('march', { gl: [0, 1].map((n) => rowOf('gl', n)), bank: [rowOf('bank', 0)] });
    lagos.file('late.csv', [rowOf('bank', 7)]);
    lagos.file('empty.csv', ['no', 'columns']);
    const defect = (what: typeof fails) => {
      if (fails === what) throw new Error('Nobody expected this: secret at 10.0.0.7.');
    };
    const store: Store = {
      ...lagos.store,
      audit: {
        ...lagos.store.audit,
        async insertIfAbsent(...given) {
          defect('audit');
          await lagos.store.audit.insertIfAbsent(...given);
        },
      },
    };
    const engine: Engine = {
      ...lagos.deps.engine,
      async matchBanking(...given) {
        defect('chunks');
        return lagos.deps.engine.matchBanking(...given);
      },
      async regenerateSummary(...given) {
        defect('summary');
        return lagos.deps.engine.regenerateSummary(...given);
      },
    };
    const read = busRequestReader('UTC');
    deps = { ...lagos.deps, ...CHAIN, store, engine, read, bus: localBus(), languageModel: null } as typeof deps;
    const own = resolving(lagos.store, lagos.root).engine;
    server = await start({
      token: TOKEN,
      handlers: {
        resolution: resolutionService(deps),
        engineInternal: engineInternalService({
          ...resolving(lagos.store, lagos.root),
          ...deps,
          engine: { ...own, ...engine, matchNip: own.matchNip },
          dayOf: dayIn('UTC'),
          languageModel: null,
          loaderSummary: null,
        }),
      },
    });
    closing.push(
      () => lagos.dispose(),
      () => server.close(),
    );
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  const bearer = ({ token = TOKEN }: Pick<Row, 'token'>) =>
    token === null ? {} : { authorization: `Bearer ${token}` };
  const messageOf = ({ method, body, unknown = {} }: Pick<Row, 'method' | 'body' | 'unknown'>): Message =>
    Object.assign(create(method.input), decode(method.input, body ?? {}).message, unknown);

  async function overRest(row: Row): Promise<void> {
    const headers = { 'content-type': 'application/json', ...bearer(row) };
    const init = row.body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(row.body) };
    const reply = await fetch(server.address + row.path, init);
    const json = (await reply.json()) as { readonly detail: string | readonly { loc: string[]; msg: string }[] };
    expect([row.what, reply.status]).toEqual([row.what, row.http]);
    const { detail } = json;
    const told =
      typeof detail === 'string'
        ? detail
        : detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
    expect(told).toContain(row.says);
    // Its code beside it where it is no defect, and why where the caller may know.
    if (row.http === 500) {
      const { code, reason, ...rest } = json as { code?: string; reason?: string };
      const help = `/errors#${code}`;
      expect(rest).toEqual({ detail: 'Internal Server Error', help, request_id: expect.any(String) });
      expect(code === 'summary_unknown').toBe(reason !== undefined);
    }
  }
  async function overConnect(row: Row): Promise<void> {
    const { method } = row;
    const body = JSON.stringify(toJson(method.input, messageOf(row)));
    const headers = { 'content-type': 'application/json', 'connect-protocol-version': '1', ...bearer(row) };
    const reply = await fetch(`${server.address}/${method.parent.typeName}/${method.name}`, {
      method: 'POST',
      headers,
      body,
    });
    const { code, message } = (await reply.json()) as { readonly code: string; readonly message: string };
    expect([row.what, code]).toEqual([row.what, Code[row.code].replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()]);
    expect(message ?? '').toContain(row.says);
  }
  async function overGrpc(row: Row): Promise<void> {
    const transport = createGrpcTransport({ baseUrl: server.address });
    const client = createClient(row.method.parent, transport) as unknown as Record<
      string,
      (message: Message, options: object) => Promise<unknown>
    >;
    const failure = await client[row.method.localName](messageOf(row), { headers: bearer(row) }).then(
      () => null,
      (error: unknown) => ConnectError.from(error),
    );
    expect([row.what, failure && Code[failure.code]]).toEqual([row.what, Code[row.code]]);
    expect(failure!.rawMessage).toContain(row.says);
  }

  test.each(TABLE.map((row) => [row.what, row] as const))('%s, over REST, Connect and gRPC', async (_, row) => {
    await overRest(row);
    await overConnect(row);
    await overGrpc(row);
    expect(new Set((await clustersOf(lagos)).map((one) => one.decisionStatus))).toEqual(new Set(['pending']));
  });

  test.skipIf(isMissing)(`each of resolve on the bus is a dead letter with its reason${whyNot}`, async () => {
    const settings = settingsOf();
    const nats = await connect({ servers: natsUrl });
    const bus = await openNatsBus(settings, deps.log);
    const alarm = committedAlarm(deps.log, () => {});
    const worker = startWorker(
      { ...deps, bus, alarm, handlers: [busRequests(deps)] },
      { name: 'w', announceEveryMs: 50 },
    );
    const taking = startTaking({ ...deps, bus, callerOf: () => ANYBODY, store: lagos.store });
    const rows = TABLE.filter(({ bus: refused }) => refused !== null);
    const sent = rows.map(({ what, body, says }) => ({
      text: JSON.stringify({ ...body, resolution_request_id: what }),
      says,
    }));
    for (const { text } of sent) await jetstream(nats).publish(subjectsOf(settings.environment).requests, text);
    const letters = async () =>
      (await lagos.store.outbox.due({ destination: 'bus', limit: 100, after: null })).messages
        .filter(({ topic }) => topic === 'resolution_dead_letters')
        .map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)));
    for (const deadline = Date.now() + 20_000; (await letters()).length < rows.length; await pause(30)) {
      if (Date.now() > deadline) break;
    }
    const found = await letters();
    expect(found).toHaveLength(rows.length);
    for (const { text, says } of sent) {
      const letter = found.find(({ message }) => Buffer.from(message, 'base64').toString() === text);
      expect([text.slice(-60), letter?.reason]).toEqual([text.slice(-60), expect.stringContaining(says)]);
      expect(letter?.reason).not.toContain('[object');
    }
    await taking.stop();
    await worker.drain(5_000);
    await bus.close();
    await nats.close();
  });

  test('an unexpected failure, and one of every chunk, is a clean 500 and an error in the log, never a success', async () => {
    const clean = { ...ofResolve, http: 500, code: Code.Internal, says: '' };
    for (const [what, body] of [
      ['chunks', { ...RECONCILE, bank_file_url: ['file:late.csv'] }],
      ['audit', { ...NIP, decision: 'approved' }],
    ] as const) {
      fails = what;
      for (const way of [overRest, overConnect, overGrpc]) {
        lagos.said.length = 0;
        await way({ what, body, ...clean });
        expect(lagos.said.filter(({ level }) => level === 'error').map(({ sentence }) => sentence)).toContain(
          'A call of resolve failed.',
        );
        expect(lagos.said.map(({ sentence }) => sentence)).not.toContain('A decision was made.');
      }
    }
    fails = null;
  });

  test('a summary that cannot be renewed is logged alone: the answer and what follows are as they are', async () => {
    fails = 'summary';
    lagos.said.length = 0;
    const alarm = committedAlarm(deps.log, () => {});
    const worker = startWorker(
      { ...deps, alarm, handlers: [afterDecisions(deps)] },
      { name: 'w', announceEveryMs: 50 },
    );
    const reply = await fetch(`${server.address}/v1/exceptions/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(RESOLVE),
    });
    expect([reply.status, ((await reply.json()) as { results: unknown[] }).results.length]).toEqual([200, 2]);
    const sentences = () => lagos.said.map(({ sentence }) => sentence);
    while (!sentences().includes('A summary was not renewed after a decision.')) await pause(20);
    await worker.drain(5_000);
    expect(sentences()).toContain('The work after a decision succeeded.');
    expect(lagos.said.filter(({ level }) => level === 'error').map(({ sentence }) => sentence)).toEqual([
      'A summary was not renewed after a decision.',
    ]);
    fails = null;
  });
});
