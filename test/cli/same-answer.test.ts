// Every kind of run is asked for over REST, Connect and gRPC, by its run route and by its ingestion, and comes to one
// summary; what one way refuses the others refuse at the same field.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromJson, type JsonObject, toJson } from '@bufbuild/protobuf';
import { ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { SCOPE, type Served, served } from './served.ts';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-same-answer-'));
let service: Served;
let transports: Readonly<Record<'connect' | 'grpc', Transport>>;
beforeAll(async () => {
  for (const kind of ['banking', 'nip', 'atm', 'asset']) {
    await tieout(['generate', '--kind', kind, '--rows', '40', '--seed', 'same', '--out', kind], { cwd });
  }
  service = await served({ data: join(cwd, 'data'), root: cwd });
  const baseUrl = service.address;
  transports = {
    connect: createConnectTransport({ baseUrl, httpVersion: '2' }),
    grpc: createGrpcTransport({ baseUrl }),
  };
});
afterAll(async () => {
  await service.stop();
  rmSync(cwd, { recursive: true, force: true });
});

const PERIOD = { period_start_date: '2026-09-01', period_end_date: '2026-09-30' };
const url = (name: string) => [pathToFileURL(join(cwd, name)).href];
const files = (kind: string) => ({ gl_file_url: url(`${kind}/gl.csv`), bank_file_url: url(`${kind}/bank.csv`) });
const held = { holdings_file_url: url('asset/gl.csv'), custodian_file_url: url('asset/bank.csv') };
const OUTWARD = { reconciliation_flow: 'outward' };
const commercial = { customer_type: 'commercial_bank', ...PERIOD, ...OUTWARD };

type Route = readonly [path: string, method: keyof typeof EngineService.method];
const BANKING: Route = ['reconcile/banking', 'reconcileBanking'];
const COMMERCIAL: Route = ['reconcile/commercial', 'reconcileCommercial'];
const ASSET: Route = ['reconcile/asset', 'reconcileAsset'];
const INGEST: Route = ['ingestion/background', 'ingestBackground'];
const INGEST_ASSET: Route = ['ingestion/asset', 'ingestAsset'];

/** Enumerations are lower case on REST, and have their prefix elsewhere. */
const PREFIXES: Readonly<Record<string, string>> = {
  service: 'SERVICE_TYPE_',
  reconciliation_flow: 'RECONCILIATION_FLOW_',
  customer_type: 'RECONCILIATION_CUSTOMER_TYPE_',
  matching_method: 'MATCHING_METHOD_',
};

const overRest = (path: string, body: object) =>
  service.ask(`/v1/${path}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(body),
  });
function overRpc(how: 'connect' | 'grpc', method: Route[1], body: JsonObject): Promise<unknown> {
  const named = Object.entries(body).map(([name, value]) => [
    name,
    name in PREFIXES ? PREFIXES[name] + String(value).toUpperCase() : value,
  ]);
  const { input } = EngineService.method[method];
  const request = fromJson(input, Object.fromEntries(named));
  const client = createClient(EngineService, transports[how]) as unknown as Record<
    string,
    (request: unknown) => Promise<unknown>
  >;
  expect(toJson(input, request)).toBeTypeOf('object');
  return client[method](request);
}

const KINDS: readonly (readonly [string, Route, JsonObject, Route, JsonObject])[] = [
  [
    'banking',
    BANKING,
    { ...files('banking'), ...PERIOD },
    INGEST,
    { ...files('banking'), ...PERIOD, customer_type: 'mfb' },
  ],
  [
    'nip',
    COMMERCIAL,
    { ...files('nip'), ...PERIOD, ...OUTWARD, service: 'nip' },
    INGEST,
    { ...files('nip'), ...commercial, service: 'nip' },
  ],
  [
    'atm',
    COMMERCIAL,
    { ...files('atm'), ...PERIOD, ...OUTWARD, service: 'pos' },
    INGEST,
    { ...files('atm'), ...commercial, service: 'pos' },
  ],
  [
    'asset',
    ASSET,
    { ...files('asset'), period_end_date: '2026-09-30' },
    INGEST_ASSET,
    { ...held, as_of_date: '2026-09-30' },
  ],
];

test.each(KINDS)('%s comes to one summary, whatever way it is asked for', async (kind, run, asked, ingest, given) => {
  const summaries: unknown[] = [];
  for (const how of ['rest', 'connect', 'grpc'] as const) {
    for (const [[path, method], fields] of [[run, asked] as const, [ingest, given] as const]) {
      const session = `${kind}-${how}-${path.replace('/', '-')}`;
      const body = { ...SCOPE, session_id: session, ...fields };
      if (how === 'rest') expect((await overRest(path, body)).status).toBe(202);
      else expect(await overRpc(how, method, body)).toMatchObject({ sessionId: session });
      expect(await service.ended(session)).toMatchObject({ status: 'succeeded', error: null });
      const { json } = await service.ask(`/v1/sessions/${session}/summary?${new URLSearchParams(SCOPE)}`);
      summaries.push({
        gl: json.gl,
        bank: json.bank,
        by_tier: json.by_tier,
        clusters: json.clusters,
        proofs: json.proofs,
      });
    }
  }
  expect(summaries).toHaveLength(6);
  for (const summary of summaries) expect(summary).toEqual(summaries[0]);
});

const REFUSED: readonly (readonly [Route, JsonObject, string])[] = [
  [COMMERCIAL, { service: 'nip', gl_mapping: { columns: { nonsense: 'A' } } }, 'gl_mapping.columns.nonsense'],
  [INGEST_ASSET, { holdings_file_url: [], custodian_file_url: ['file:a'] }, 'holdings_file_url'],
  [INGEST_ASSET, { ...held, bank_mapping: { sign: 'up' } }, 'bank_mapping.sign'],
  [INGEST, { customer_type: 'fund_manager' }, 'customer_type'],
  [COMMERCIAL, { period_start_date: '2026-09-02', period_end_date: '2026-09-01' }, 'period_end_date'],
];
test.each(REFUSED)('%j with %j is refused at the same field', async ([path, method], fields, field) => {
  const body = { ...SCOPE, session_id: 'refused', ...fields };
  const { status, json } = await overRest(path, body);
  expect([status, json.detail[0].loc.slice(1).join('.')]).toEqual([422, field]);
  for (const how of ['connect', 'grpc'] as const) {
    const refusal = ConnectError.from(await overRpc(how, method, body).catch((error: unknown) => error));
    expect(refusal.message).toMatch(`[invalid_argument] ${field}: ${json.detail[0].msg}`);
  }
});
