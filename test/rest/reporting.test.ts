// The reporting routes over HTTP, on a real store with a small month: six rows a side of which five agree.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/rest/server.ts';
import { reportingService } from '../../src/rpc/reporting/reporting.ts';
import { type StoredSessions, startStoredSessions } from '../workflows/stored-session.ts';
import { start } from './running.ts';
import { told } from './told.ts';

const SCOPE = { tenant_id: 'umoja', partner_id: 'mfb' };
const MONTH = '/v1/sessions/january';
const LISTS = ['matches', 'open-items', 'clusters'];

const AGREEING = [
  ['2025-01-06', 'K4T90117', 'Transfer from Adaeze Stores', '125000.00'],
  ['2025-01-07', 'K4T90218', 'Transfer from Bello Farms', '83250.50'],
  ['2025-01-08', 'K4T90326', 'Payment to Okafor Printing', '-40000.00'],
  ['2025-01-09', 'K4T90431', 'Transfer from Danjuma Motors', '17999.99'],
  ['2025-01-10', 'K4T90547', 'Payment to Eze Logistics', '-6300.75'],
];
const OPEN = {
  gl: ['2025-01-13', 'K4T90655', 'Transfer from Falola Textiles', '777.77'],
  bank: ['2025-01-14', 'M8R30762', 'Deposit by Gana Bakery', '31240.00'],
};

let sessions: StoredSessions;
let server: RunningServer;
beforeAll(async () => {
  sessions = await startStoredSessions();
  const lines = (open: readonly string[]) => [
    'Date,Reference,Narration,Amount',
    ...[...AGREEING, open].map((row) => row.join(',')),
  ];
  const [gl, bank] = [sessions.file('gl.csv', lines(OPEN.gl)), sessions.file('bank.csv', lines(OPEN.bank))];
  const key = { tenant: SCOPE.tenant_id, partner: SCOPE.partner_id, session: 'january' };
  await sessions.reconcile(key, ['--gl', gl, '--bank', bank, '--to', '2025-01-31']);
  server = await start({ handlers: { reporting: reportingService(sessions.deps) } });
});
afterAll(async () => {
  await server.close();
  await sessions.close();
});

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
async function get(path: string, query: Record<string, string> = {}): Promise<{ status: number; json: any }> {
  const url = `${server.address}${path}?${new URLSearchParams({ ...SCOPE, ...query })}`;
  const reply = await fetch(url);
  return { status: reply.status, json: await reply.json() };
}

test('the summary counts five matched rows and one open row a side', async () => {
  const { status, json } = await get(`${MONTH}/summary`);
  expect(status).toBe(200);
  const side = { rows: 6, rejected_rows: 0, matched_rows: 5, open_rows: 1, matched_amount: 179949.74 };
  expect(json).toMatchObject({
    session_id: 'january',
    created_at: expect.stringMatching(/^2026-10-01T00:00:00\.\d{3}Z$/),
    recalculation_count: 1,
    currency: 'NGN',
    gl: { ...side, open_amount: 777.77, amount: 180727.51, opening_balance: null, closing_balance: null },
    bank: { ...side, open_amount: 31240 },
    by_tier: { 1: 5 },
    clusters: { not_found_gl: 1, not_found_bank: 1 },
    clusters_pending: { not_found_gl: 1, not_found_bank: 1 },
    proof: { adjusted_bank: null, adjusted_book: null, difference: 0, explained: 0 },
    ai_summary: null,
  });
  expect(json.ageing.map((band: { from_days: number }) => band.from_days)).toEqual([0, 2, 8, 31, 61, 91]);
  expect(json.ageing.at(-1).to_days).toBeNull();
  expect(json.summary_text).toContain('NGN');
  const history = await get(`${MONTH}/summary`, { history: 'true' });
  expect(history.json).toEqual({ items: [json], next_page_token: null, total: 1 });
});

test('a match shows both rows and why', async () => {
  const { json } = await get(`${MONTH}/matches`, { page_size: '1' });
  expect(json).toMatchObject({ total: 5, next_page_token: expect.any(String) });
  const row = {
    record_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    date: '2025-01-06',
    amount: 125000,
    currency: 'NGN',
    reference: 'K4T90117',
    settlement_session_id: null,
    narration: 'Transfer from Adaeze Stores',
    line: 2,
    source_id: null,
    value_date: null,
    holding: null,
  };
  expect(json.items).toEqual([
    {
      group_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      session_id: 'january',
      tier: 1,
      confidence: 1,
      difference: 0,
      cross_month: false,
      method: null,
      by_hand: null,
      gl: [{ ...row, side: 'gl', file: expect.stringMatching(/gl\.csv$/) }],
      bank: [{ ...row, side: 'bank', file: expect.stringMatching(/bank\.csv$/) }],
      explanation: {
        keys_compared: [{ identifier: 'K4T90117', gl: 'reference', bank: 'reference' }],
        amount_difference: 0,
        date_difference_days: 0,
        fee_basis: null,
        fee_legs: [],
        text_score: null,
        runner_up: null,
        probability: null,
        evidence: [],
        netted_by: null,
      },
    },
  ]);
});

test('rows show the value date too: days are counted by it where it is nearer', async () => {
  const key = { tenant: SCOPE.tenant_id, partner: SCOPE.partner_id, session: 'value-dates' };
  const gl = sessions.file('value-gl.csv', ['Date,Reference,Narration,Amount', '2025-01-06,K4T90117,Adaeze,100.00']);
  const bank = sessions.file('value-bank.csv', [
    'Date,Value Date,Reference,Narration,Amount',
    '2025-01-07,2025-01-06,K4T90117,Adaeze,100.00',
    '2025-01-08,2025-01-09,M8R30762,Gana,5.00',
  ]);
  await sessions.reconcile(key, ['--gl', gl, '--bank', bank]);
  const [match] = (await get('/v1/sessions/value-dates/matches')).json.items;
  expect(match).toMatchObject({
    gl: [{ date: '2025-01-06', value_date: null }],
    bank: [{ date: '2025-01-07', value_date: '2025-01-06' }],
    explanation: { date_difference_days: 0 },
  });
  const [open] = (await get('/v1/sessions/value-dates/open-items')).json.items;
  expect(open).toMatchObject({ date: '2025-01-08', value_date: '2025-01-09' });
});

test('an open item has its age and its cluster, and the cluster its rows', async () => {
  const { json } = await get(`${MONTH}/open-items`);
  expect(json).toMatchObject({
    total: 2,
    next_page_token: null,
    items: [
      { side: 'gl', date: '2025-01-13', amount: 777.77, age_days: 18, line: 7, source_id: null },
      { side: 'bank', date: '2025-01-14', amount: 31240, age_days: 17, line: 7, reference: 'M8R30762' },
    ],
  });
  const clusters = (await get(`${MONTH}/clusters`)).json;
  for (const item of json.items) {
    const [cluster] = clusters.items.filter((one: { cluster_id: string }) => one.cluster_id === item.cluster_id);
    expect(cluster).toMatchObject({
      session_id: 'january',
      domain: 'mfb',
      cluster_type: `not_found_${item.side}`,
      decision_status: 'pending',
      is_reconciled: false,
      agent_invoked: false,
      branch_id: null,
      [`${item.side}_record_ids`]: [item.record_id],
      [`sample_${item.side}_transaction_date`]: item.date,
      date_delta_days: null,
      amount_delta: null,
      amount: item.amount,
    });
  }
  const bank = await get(`${MONTH}/open-items`, { side: 'bank' });
  expect(bank.json).toEqual({ items: [json.items[1]], next_page_token: null, total: 1 });
});

test('a cluster whose row looks like another one names it and says why', async () => {
  const header = 'Date,Reference,Narration,Amount';
  const file = (side: string, amount: string) =>
    sessions.file(`typed-${side}.csv`, [
      header,
      AGREEING[0].join(','),
      `2025-01-13,,Chinedu Okafor Provisions ${side},${amount}`,
    ]);
  const key = { tenant: SCOPE.tenant_id, partner: 'typed', session: 'typed' };
  await sessions.reconcile(key, ['--gl', file('gl', '54300.00'), '--bank', file('bank', '45300.00')]);
  const { items } = (await get('/v1/sessions/typed/clusters', { partner_id: 'typed' })).json;
  const [ledger, bank] = (await get('/v1/sessions/typed/open-items', { partner_id: 'typed' })).json.items;
  const of = (row: { cluster_id: string }) =>
    items.find((one: { cluster_id: string }) => one.cluster_id === row.cluster_id);
  expect(of(ledger).looks_like).toEqual([
    {
      kind: 'transposed_amount',
      record_ids: [bank.record_id],
      sentence:
        'It may be the bank credit of NGN 45,300.00 on 2025-01-13 (typed-bank.csv line 3): the words are the same, and two figures of the amount have changed places (a difference of NGN 9,000.00).',
    },
  ]);
  expect(of(bank).looks_like).toMatchObject([{ kind: 'transposed_amount', record_ids: [ledger.record_id] }]);
  expect(items.map((one: { cluster_type: string }) => one.cluster_type)).toEqual(['not_found_gl', 'not_found_bank']);
});

test.each(LISTS)('%s come page by page, each once', async (list) => {
  const whole = (await get(`${MONTH}/${list}`)).json;
  const found: unknown[] = [];
  let query: Record<string, string> = {};
  do {
    const { json } = await get(`${MONTH}/${list}`, { page_size: '1', ...query });
    expect([json.items.length, json.total]).toEqual([1, whole.total]);
    found.push(...json.items);
    query = { page_token: json.next_page_token };
  } while (query['page_token'] !== null);
  expect(found).toEqual(whole.items);
});

test.each(['matches', 'open-items'])('a walk over %s ends when another run replaces its own', async (list) => {
  const key = { tenant: SCOPE.tenant_id, partner: 'walks', session: list };
  const query = { partner_id: key.partner, page_size: '1' };
  const files = ['--gl', 'examples/gl.csv', '--bank', 'examples/bank.csv'];
  await sessions.reconcile(key, files);
  const page_token = (await get(`/v1/sessions/${list}/${list}`, query)).json.next_page_token;
  expect((await get(`/v1/sessions/${list}/${list}`, { ...query, page_token })).status).toBe(200);
  await sessions.reconcile(key, [...files, '--charge-max', '60']);
  const { status, json } = await get(`/v1/sessions/${list}/${list}`, { ...query, page_token });
  const msg = 'is of a run that another one has replaced; begin with the first page';
  const problems = [{ type: 'page_token', loc: ['query', 'page_token'], msg }];
  expect([status, json]).toEqual([422, told('invalid_request', problems)]);
});

test('clusters of all sessions take filters', async () => {
  const total = async (query: Record<string, string>) => (await get('/v1/exceptions/clusters', query)).json.total;
  expect(await total({ session_id: 'january' })).toBe(2);
  expect(await total({ session_id: 'january', domain: 'mfb', decision_status: 'pending' })).toBe(2);
  expect(await total({ cluster_type: 'not_found_gl' })).toBe(1);
  for (const none of [{ session_id: 'july' }, { domain: 'nip' }, { decision_status: 'approved' }]) {
    expect(await total(none as Record<string, string>)).toBe(0);
  }
});

test('an empty parameter is one that is not given', async () => {
  const scope = { session_id: 'january' };
  const whole = (await get('/v1/exceptions/clusters', scope)).json;
  const empty = { domain: '', cluster_type: '', decision_status: '', page_size: '', page_token: '' };
  expect(await get('/v1/exceptions/clusters', { ...scope, ...empty })).toEqual({ status: 200, json: whole });
  const all = (await get('/v1/exceptions/clusters')).json;
  expect(all.total).toBeGreaterThan(0);
  expect((await get('/v1/exceptions/clusters', { session_id: '' })).json).toEqual(all);
  const items = (await get(`${MONTH}/open-items`)).json;
  expect((await get(`${MONTH}/open-items`, { side: '' })).json).toEqual(items);
  const matches = (await get(`${MONTH}/matches`)).json;
  expect((await get(`${MONTH}/matches`, { tier: '', min_confidence: '' })).json).toEqual(matches);
  const summary = (await get(`${MONTH}/summary`)).json;
  expect((await get(`${MONTH}/summary`, { history: '' })).json).toEqual(summary);
  const { status, json } = await get(`${MONTH}/summary`, { tenant_id: '' });
  expect([status, json.detail]).toEqual([422, [{ type: 'missing', loc: ['query', 'tenant_id'], msg: 'is required' }]]);
});

test('an empty filter is none on Connect too', async () => {
  const url = `${server.address}/tieout.reporting.v1.ReportingService/ListClusters`;
  const listed = async (fields: object) => {
    const body = JSON.stringify({ tenantId: SCOPE.tenant_id, partnerId: SCOPE.partner_id, ...fields });
    return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
  };
  const all = await listed({});
  expect(all).toMatchObject({ total: expect.any(Number), items: expect.any(Array) });
  expect(await listed({ sessionId: '', domain: '' })).toEqual(all);
});

describe('what is not the caller’s', () => {
  test.each(['summary', ...LISTS])('%s of another tenant’s session is 404', async (name) => {
    for (const query of [{ tenant_id: 'other' }, { partner_id: 'other' }]) {
      const { status, json } = await get(`${MONTH}/${name}`, query as Record<string, string>);
      expect([status, Object.keys(json)]).toEqual([404, ['detail', 'code', 'help', 'request_id']]);
    }
    expect((await get(`/v1/sessions/july/${name}`)).status).toBe(404);
  });

  test.each(['clusters', 'resolutions', 'patterns'])('%s of a scope without rows are an empty list', async (name) => {
    const { status, json } = await get(`/v1/exceptions/${name}`, { tenant_id: 'other' });
    expect([status, json]).toEqual([200, { items: [], next_page_token: null, total: 0 }]);
  });
});

test('a page token that the list did not give out is 422 at its place', async () => {
  const other = (await get(`${MONTH}/clusters`, { page_size: '1' })).json.next_page_token;
  const ours = (await get(`${MONTH}/matches`, { page_size: '1' })).json.next_page_token;
  for (const page_token of ['nonsense', '%00', other, `${ours.slice(0, -4)}AAAA`]) {
    const { status, json } = await get(`${MONTH}/matches`, { page_token });
    expect(status).toBe(422);
    expect(json.detail.map(({ loc }: { loc: unknown }) => loc)).toEqual([['query', 'page_token']]);
  }
});
