// A partner's map of accounts over HTTP and RPC, on the embedded store and on MongoDB: runs go by the request's map, else
// by the latest remembered one, summaries say which, and bad maps are refused.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from '../servers/nats-server.ts';

const nats = inject('nats');
const FILES: Readonly<Record<string, readonly string[]>> = {
  'gl.csv': [
    'Date,Account,Reference,Narration,Amount,Balance',
    '2026-03-02,1001,FT26061A01,RECEIPT BELLO FARMS,1200.00,2200.00',
    '2026-03-04,1001,FT26063A02,RENT SHOP 4,-450.00,1750.00',
    '2026-03-09,1001,FT26068A03,RECEIPT OKORO STORES,310.00,2060.00',
    '2026-03-05,1002,FT26064B01,RECEIPT ADA OBI,770.00,1270.00',
    '2026-03-10,1002,FT26069B02,PAID EZE LOGISTICS,-220.00,1050.00',
  ],
  'bank.csv': [
    'Date,Account,Reference,Narration,Amount,Balance',
    '2026-03-02,0123456789,FT26061A01,TRF BELLO FARMS,1200.00,2200.00',
    '2026-03-04,0123456789,FT26063A02,TRF RENT,-450.00,1750.00',
    '2026-03-05,0987654321,FT26064B01,TRF ADA OBI,770.00,1270.00',
    '2026-03-09,0987654321,FT26068A03,TRF OKORO STORES,310.00,1580.00',
    '2026-03-10,0987654321,FT26069B02,TRF EZE,-220.00,1360.00',
  ],
};
const MARCH = {
  ...{ gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] },
  ...{ period_start_date: '2026-03-01', period_end_date: '2026-03-31' },
};
const entry = (gl: readonly unknown[], bank: readonly unknown[]) => ({ ledger_accounts: gl, bank_accounts: bank });
const TWO = { reconciliations: [entry(['1001'], ['0123456789']), entry(['1002'], ['0987654321'])] };
const ONE = { reconciliations: [entry(['1001', '1002'], ['0123456789', '0987654321'])] };
const NONE = { reconciliations: [] };
const OF = 'tenant_id=bank-a&partner_id=lagos';

let folder: string;
let service: RunningService;
async function begin(settings: Record<string, string>): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'tieout-accounts-'));
  for (const [name, lines] of Object.entries(FILES)) await writeFile(join(folder, name), `${lines.join('\n')}\n`);
  const shared = { TIEOUT_PORT: '0', TIEOUT_FILES_ROOT: folder };
  const on = 'MONGODB_URI' in settings ? shared : { ...shared, TIEOUT_DATA_DIR: join(folder, 'data') };
  service = await startService(readConfiguration({ ...on, ...settings }), pino({ level: 'silent' }));
}
async function end(): Promise<void> {
  await service.close();
  await rm(folder, { recursive: true });
}

type Answer = Readonly<Record<string, unknown>>;

async function send(method: string, path: string, body: object): Promise<[number, Answer]> {
  const reply = await fetch(service.address + path, {
    method,
    headers: { 'content-type': 'application/json', prefer: 'handling=strict' },
    body: JSON.stringify({ tenant_id: 'bank-a', partner_id: 'lagos', ...body }),
  });
  return [reply.status, (await reply.json()) as Answer];
}
async function get(path: string): Promise<[number, Answer]> {
  const reply = await fetch(service.address + path);
  return [reply.status, (await reply.json()) as Answer];
}

interface Summary extends Answer {
  readonly proofs: readonly {
    readonly account: string;
    readonly ledger_accounts: readonly string[];
    readonly difference: number;
  }[];
}

async function summaryOf(session: string, body: object): Promise<Summary> {
  const [status, said] = await send('POST', '/v1/reconcile/banking', { session_id: session, ...MARCH, ...body });
  expect([status, said['error']]).toEqual([202, undefined]);
  for (const deadline = Date.now() + 60_000; ; await pause(20)) {
    const [, run] = await get(`/v1/loader/pipeline-status/${session}?${OF}`);
    if (run['run_id'] === said['run_id'] && /succeeded|failed/.test(String(run['status']))) {
      expect([run['status'], run['error']]).toEqual(['succeeded', null]);
      break;
    }
    if (Date.now() > deadline) expect.fail(JSON.stringify(run));
  }
  return (await get(`/v1/sessions/${session}/summary?${OF}`))[1] as Summary;
}

const accountsOf = ({ proofs }: Summary) =>
  proofs.map(({ account, ledger_accounts, difference }) => [account, ledger_accounts, difference]);
const APART = [
  ['0123456789', ['1001'], 0],
  ['0987654321', ['1002'], 0],
];
const JOINED = [['0123456789, 0987654321', ['1001', '1002'], 0]];

async function versions(): Promise<void> {
  expect((await get(`/v1/accounts?${OF}`))[0]).toBe(404);
  const [status, first] = await send('PUT', '/v1/accounts', { accounts: TWO });
  expect([status, first]).toMatchObject([200, { version: 1, set_by: null, accounts: TWO }]);
  expect((await send('PUT', '/v1/accounts', { accounts: TWO }))[1]).toEqual(first);
  expect((await send('PUT', '/v1/accounts', { accounts: ONE }))[1]).toMatchObject({ version: 2, accounts: ONE });
  expect((await get(`/v1/accounts?${OF}`))[1]).toMatchObject({ version: 2, accounts: ONE });
  expect((await get(`/v1/accounts?${OF}&version=1`))[1]).toEqual(first);
  expect((await get(`/v1/accounts?${OF}&version=3`))[0]).toBe(404);
  expect((await get('/v1/accounts?tenant_id=bank-a&partner_id=abuja'))[0]).toBe(404);
  const rpc = await fetch(`${service.address}/tieout.partners.v1.PartnersService/GetAccounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: 'bank-a', partnerId: 'lagos' }),
  });
  expect(await rpc.json()).toMatchObject({ version: 2 });
}

async function runsGoByThem(): Promise<void> {
  await send('PUT', '/v1/accounts', { accounts: ONE });
  const remembered = await summaryOf('march', {});
  expect([accountsOf(remembered), remembered['accounts']]).toEqual([
    JOINED,
    { map_version: 2, mapped: true, ledger_accounts_apart: [], bank_accounts_apart: [] },
  ]);
  const given = await summaryOf('march', { account_map: TWO });
  expect([accountsOf(given), given['accounts']]).toMatchObject([APART, { map_version: null, mapped: true }]);
  expect(given['clusters']).toEqual({ account_mismatch: 1 });
  const [, statement] = await get(`/v1/sessions/march/statement?${OF}`);
  expect(statement['remarks']).toContain('Accounts were brought together by the map that the run was given.');
  const none = await summaryOf('march', { account_map: NONE });
  expect([accountsOf(none), none['accounts']]).toEqual([APART, null]);
  await send('PUT', '/v1/accounts', { accounts: NONE });
  expect(accountsOf(await summaryOf('march', {}))).toEqual(APART);
}

async function exceptionNamesBoth(): Promise<void> {
  const [, { items }] = (await get(`/v1/sessions/march/clusters?${OF}`)) as [number, { items: Answer[] }];
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ cluster_type: 'account_mismatch' });
  expect(String(items[0]!['reason'])).toContain('is booked in account 1001');
  expect(String(items[0]!['reason'])).toContain('stands in account 0987654321');
}

async function badMaps(): Promise<void> {
  const twice = { reconciliations: [entry(['1'], ['2']), entry(['3'], ['02'])] };
  for (const [map, words] of [
    [{ map: [] }, 'there is no key "map"; the keys are reconciliations'],
    [{ reconciliations: [entry([1001], ['2'])] }, 'write account numbers in quotes, with their zeros'],
    [twice, 'the bank’s account 02 stands in entry 1 too'],
  ] as const) {
    const put = await send('PUT', '/v1/accounts', { accounts: map });
    expect([put[0], JSON.stringify(put[1])]).toEqual([
      422,
      expect.stringContaining(JSON.stringify(words).slice(1, -1)),
    ]);
    const run = await send('POST', '/v1/reconcile/banking', { session_id: 'bad', ...MARCH, account_map: map });
    expect([run[0], JSON.stringify(run[1])]).toEqual([
      422,
      expect.stringContaining(JSON.stringify(words).slice(1, -1)),
    ]);
  }
  expect((await send('PUT', '/v1/accounts', {}))[0]).toBe(422);
  const asset = await send('POST', '/v1/reconcile/asset', { session_id: 'fund', ...MARCH, account_map: TWO });
  expect([asset[0] >= 400, JSON.stringify(asset[1])]).toEqual([true, expect.stringContaining('of banking runs alone')]);
}

const CASES: readonly (readonly [string, () => Promise<void>])[] = [
  ['every change is a version, and each is answered', versions],
  ['a run goes by the request’s map, else by the latest, and says which', runsGoByThem],
  ['a deposit in the wrong account is one exception that names both', exceptionNamesBoth],
  ['bad maps are refused with a sentence', badMaps],
];

describe('on the embedded store', () => {
  beforeAll(() => begin({}));
  afterAll(end);
  test.each(CASES)('%s', (_, does) => does());
});

withMongodb('on MongoDB', (database) => {
  const real = {
    MONGODB_URI: database.uri,
    ...('url' in nats && { NATS_URL: nats.url, TIEOUT_ENV: freshEnvironment() }),
  };
  beforeAll(() => begin(real));
  afterAll(end);
  test('versions, runs, the exception, bad maps', async () => {
    for (const [, does] of CASES) await does();
  });
});
