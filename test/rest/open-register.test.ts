// The register of open items and rows matched elsewhere over HTTP, on both stores: a quarter whose items clear late on
// either side, with a row that two months' files have.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { XLSX_TYPE } from '../../src/adapters/spreadsheets/workbook.ts';
import type { Store } from '../../src/ports/store.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { reportingService } from '../../src/rpc/reporting/reporting.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { csvRows } from '../cli/csv-cells.ts';
import { type StoredSessions, startStoredSessions } from '../workflows/stored-session.ts';
import { start } from './running.ts';

const SCOPE = { tenant_id: 'umoja', partner_id: 'mfb' };
const HEAD = 'Date,Account,Reference,Narration,Amount';
const ACCOUNT = '0123456789';

const FILES = {
  january: {
    gl: ['05,FT26005A1,SALE ADA OBI,500.00', '20,CHQ000123,RENT SHOP 4,-300.00', '31,FT26031X9,DEPOSIT BELLO,330.00'],
    bank: ['05,FT26005A1,NIP ADA OBI,500.00', '30,CHG26030ZZ,SMS CHARGE,-12.50', '02-01,FT26031X9,NIP BELLO,330.00'],
  },
  february: {
    gl: ['02,CHG26030ZZ,BANK CHARGE JANUARY,-12.50', '10,FT26041B2,SALE MUSA,250.00', '12,FT26043M1,FUEL NNPC,-40.00'],
    bank: [
      '01,FT26031X9,NIP BELLO,330.00',
      '10,FT26041B2,NIP MUSA,250.00',
      '12,FT26043M1,NNPC,-40.00',
      '27,FT26059K7,NIP EZE,75.50',
    ],
  },
  march: {
    gl: ['02,FT26059K7,SALE EZE LOGISTICS,75.50', '11,FT26070C3,FUEL OANDO,-20.00'],
    bank: ['09,CHQ000123,CHQ PAID,-300.00', '11,FT26070C3,TRF OANDO,-20.00', '12,,COT CHARGE,-5.00'],
  },
} as const;
const MONTHS = [
  ['january', '2026-01', '31'],
  ['february', '2026-02', '28'],
  ['march', '2026-03', '31'],
] as const;

let sessions: StoredSessions;
let server: RunningServer;

async function begin(open?: () => Promise<Store>): Promise<void> {
  sessions = await startStoredSessions({ open });
  for (const [name, month, last] of MONTHS) {
    const file = (side: 'gl' | 'bank') => {
      const lines = FILES[name][side].map((row) => {
        const [day, ...cells] = row.split(',');
        return [day!.length > 2 ? `2026-${day}` : `${month}-${day}`, ACCOUNT, ...cells].join(',');
      });
      return sessions.file(`${name}-${side}.csv`, [HEAD, ...lines]);
    };
    const key = { tenant: SCOPE.tenant_id, partner: SCOPE.partner_id, session: name };
    const back = ['--months-back', '3', '--data', '.'];
    const period = ['--from', `${month}-01`, '--to', `${month}-${last}`];
    await sessions.reconcile(key, ['--gl', file('gl'), '--bank', file('bank'), ...period, ...back]);
  }
  server = await start({ handlers: { reporting: reportingService(sessions.deps) } });
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
async function get(path: string, query: Record<string, string> = {}): Promise<{ status: number; json: any }> {
  const reply = await fetch(`${server.address}${path}?${new URLSearchParams({ ...SCOPE, ...query })}`);
  return { status: reply.status, json: await reply.json() };
}

/** Each item as its reference, the session that made it, those in which it is still open, and what cleared it. */
async function register(query: Record<string, string>): Promise<unknown[]> {
  const { status, json } = await get('/v1/open-items', query);
  expect([status, json.warnings]).toEqual([200, []]);
  expect(json.total).toBe(json.items.length);
  return json.items.map((item: Record<string, unknown>) => {
    const cleared = item['cleared_by'] as Record<string, unknown> | null;
    const by = cleared && [cleared['session_id'], cleared['date'], cleared['origin']];
    return [item['reference'] ?? item['narration'], item['state'], item['session_id'], item['still_open_in'], by];
  });
}

const CHEQUE = (state: string, openIn: readonly string[]) => [
  ...['CHQ000123', state, 'january', openIn],
  ['march', '2026-03-09', 'cross_month'],
];
const CHARGE = (state: string) => ['CHG26030ZZ', state, 'january', [], ['february', '2026-02-02', 'cross_month']];
const DEPOSIT = (state: string) => ['FT26031X9', state, 'january', [], ['january', '2026-02-01', 'run']];
const CREDIT = (state: string) => ['FT26059K7', state, 'february', [], ['march', '2026-03-02', 'cross_month']];
const COT = ['COT CHARGE', 'open', 'march', [], null];

async function eachDayHasItsState(): Promise<void> {
  expect(await register({ as_of: '2026-01-19' })).toEqual([]);
  expect(await register({ as_of: '2026-01-31' })).toEqual([CHEQUE('open', []), CHARGE('open'), DEPOSIT('open')]);
  expect(await register({ as_of: '2026-02-28' })).toEqual([CHEQUE('open', ['february']), CREDIT('open')]);
  expect(await register({ as_of: '2026-02-28', state: 'cleared' })).toEqual([CHARGE('cleared'), DEPOSIT('cleared')]);
  // Without a day: the end of the latest period.
  expect(await register({})).toEqual([COT]);
  expect(await register({ state: 'all' })).toEqual([
    ...[CHEQUE('cleared', ['february']), CHARGE('cleared'), DEPOSIT('cleared'), CREDIT('cleared'), COT],
  ]);
  expect(await register({ as_of: '2026-01-31', side: 'bank' })).toEqual([CHARGE('open')]);
  expect(await register({ as_of: '2026-01-31', account: '123 456 789' })).toHaveLength(3);
}

async function showsAll(): Promise<void> {
  const { json } = await get('/v1/open-items', { as_of: '2026-02-28' });
  const id = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(json).toMatchObject({ next_page_token: null, as_of: '2026-02-28', cleared_since: null });
  expect(json.items[0]).toEqual({
    ...{ record_id: id, side: 'gl', date: '2026-01-20', amount: -300, currency: 'NGN', reference: 'CHQ000123' },
    ...{ settlement_session_id: null, narration: 'RENT SHOP 4', file: expect.stringContaining('january-gl.csv') },
    ...{ line: 3, source_id: null, value_date: null, account: ACCOUNT, state: 'open', age_days: 39 },
    ...{ session_id: 'january', still_open_in: ['february'] },
    cleared_by: { session_id: 'march', group_id: id, date: '2026-03-09', origin: 'cross_month' },
    ...{ cluster_id: id, cluster_type: 'not_found_gl', decision_status: null },
  });
  const bands = (rows: readonly number[], amounts: readonly number[]) =>
    [0, 31, 61, 91].map((from_days, i) => ({
      ...{ from_days, to_days: [30, 60, 90, null][i], rows: rows[i], amount: amounts[i] },
    }));
  const of = { account: ACCOUNT, currency: 'NGN', state: 'open', rows: 1 };
  expect(json.totals).toEqual([
    { ...of, side: 'gl', amount: -300, bands: bands([0, 1, 0, 0], [0, -300, 0, 0]) },
    { ...of, side: 'bank', amount: 75.5, bands: bands([1, 0, 0, 0], [75.5, 0, 0, 0]) },
  ]);
  // The group is one that the session shows.
  const matches = (await get('/v1/sessions/march/matches')).json.items;
  expect(matches.map((one: { group_id: string }) => one.group_id)).toContain(json.items[0].cleared_by.group_id);
  const all = await get('/v1/open-items', { state: 'all' });
  const deposit = all.json.items.find((one: { reference: string }) => one.reference === 'FT26031X9');
  const january = (await get('/v1/sessions/january/matches')).json.items;
  expect(january.map((one: { group_id: string }) => one.group_id)).toContain(deposit.cleared_by.group_id);
  expect(all.json.cleared_since).toBe('2024-03-30');
}

async function pages(): Promise<void> {
  const whole = (await get('/v1/open-items', { state: 'all' })).json;
  const items: unknown[] = [];
  let token: string | null = '';
  do {
    const { json } = await get('/v1/open-items', { state: 'all', page_size: '2', page_token: token });
    expect([json.total, json.totals]).toEqual([whole.total, whole.totals]);
    items.push(...json.items);
    token = json.next_page_token;
  } while (token !== null);
  expect(items).toEqual(whole.items);
}

async function asCsv(): Promise<void> {
  const ask = async (query: Record<string, string>) => {
    const of = new URLSearchParams({ ...SCOPE, format: 'csv', ...query });
    const reply = await fetch(`${server.address}/v1/open-items?${of}`);
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
  };
  const { type, text } = await ask({ as_of: '2026-02-28', page_size: '1' });
  expect(type).toBe('text/csv; charset=utf-8');
  const [titles, ...rows] = csvRows(text);
  const items = rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [titles![i], cell])));
  expect(items).toMatchObject([
    {
      ...{ side: 'gl', account: ACCOUNT, currency: 'NGN', date: '2026-01-20', amount: '-300.00', line: '3' },
      ...{ reference: 'CHQ000123', state: 'open', age_days: '39', session: 'january', still_open_in: 'february' },
      ...{ cleared_on: '2026-03-09', cleared_in: 'march', cleared_by_origin: 'cross_month', class: 'not_found_gl' },
    },
    { side: 'bank', reference: 'FT26059K7', session: 'february', still_open_in: '', cleared_in: 'march' },
  ]);
  expect((await ask({ as_of: '2026-02-28', format: '' })).type).toContain('application/json');
  expect((await ask({ format: 'pdf' })).status).toBe(422);
  expect(await ask({ format: 'xlsx' })).toMatchObject({ status: 200, type: XLSX_TYPE });
  const { json } = await get('/v1/open-items', { state: 'all', page_size: '1' });
  expect((await ask({ page_token: json.next_page_token })).status).toBe(422);
}

async function refuses(): Promise<void> {
  const refused: readonly (readonly [Record<string, string>, number, string])[] = [
    [{ as_of: '2026-02-30' }, 422, 'as_of'],
    [{ as_of: 'today' }, 422, 'as_of'],
    [{ state: 'matched' }, 422, 'state'],
    [{ side: 'left' }, 422, 'side'],
    [{ page_size: '0' }, 422, 'page_size'],
    [{ page_token: 'WyJtYXRjaGVzIiwxLDJd' }, 422, 'page_token'],
    [{ acount: ACCOUNT }, 422, 'acount'],
    [{ partner_id: '' }, 422, 'partner_id'],
    [{ account: '0123456780' }, 404, 'No session of this tenant and partner has an account 0123456780'],
  ];
  for (const [query, status, words] of refused) {
    const answer = await get('/v1/open-items', query);
    expect([answer.status, JSON.stringify(answer.json)], words).toEqual([status, expect.stringContaining(words)]);
  }
  const nobody = await get('/v1/open-items', { partner_id: 'nobody' });
  expect(nobody.json).toEqual({
    ...{ items: [], next_page_token: null, total: 0, as_of: null, cleared_since: null, totals: [], warnings: [] },
  });
}

async function tellsWhatElsewhere(): Promise<void> {
  const { status, json } = await get('/v1/sessions/february/matched-elsewhere');
  expect(status).toBe(200);
  const [deposit] = (await get('/v1/open-items', { as_of: '2026-01-31', side: 'gl' })).json.items.slice(-1);
  expect(json).toEqual({
    ...{ next_page_token: null, total: 1 },
    items: [
      {
        row: expect.objectContaining({
          side: 'bank',
          date: '2026-02-01',
          amount: 330,
          reference: 'FT26031X9',
          line: 2,
        }),
        matched_in: ['january'],
        group_id: deposit.cleared_by.group_id,
      },
    ],
  });
  const { json: summary } = await get('/v1/sessions/february/summary');
  expect(summary.bank.matched_elsewhere_rows).toBe(1);
  expect((await get('/v1/sessions/february/matched-elsewhere', { side: 'gl' })).json.total).toBe(0);
  expect((await get('/v1/sessions/march/matched-elsewhere')).json).toMatchObject({ items: [], total: 0 });
  expect((await get('/v1/sessions/april/matched-elsewhere')).status).toBe(404);
  expect((await get('/v1/sessions/february/matched-elsewhere', { tier: '1' })).status).toBe(422);
}

async function saysWhatIsKeptNoLonger(): Promise<void> {
  await sessions.deps.store.upkeep.prune({ rowsBefore: Date.parse('2100-01-01'), runsBefore: null });
  const { status, json } = await get('/v1/open-items', { as_of: '2026-01-31' });
  expect(status).toBe(200);
  // The cheque and the charge are kept as open items; the deposit was in a match of the run.
  expect(json.items.map((item: { reference: string }) => item.reference)).toEqual(['CHQ000123', 'CHG26030ZZ']);
  expect(json.warnings).toEqual([
    'The matches of session january are kept no longer: which of its rows were matched only after 2026-01-31, and were open until then, is unknown.',
  ]);
  const elsewhere = await get('/v1/sessions/february/matched-elsewhere');
  expect([elsewhere.status, elsewhere.json.code]).toEqual([409, 'content_pruned']);
}

async function hasOpeningItems(): Promise<void> {
  const key = { tenant: SCOPE.tenant_id, partner: 'first', session: 'january' };
  const file = (name: string, rows: readonly string[]) => sessions.file(`first-${name}.csv`, [HEAD, ...rows]);
  const pair = (reference: string) => `2026-01-05,${ACCOUNT},${reference},SALE,500.00`;
  const gl = file('gl', [pair('FT26005A1'), `2026-01-06,${ACCOUNT},FT26006A1,FUEL,-9.00`]);
  const bank = file('bank', [
    `2026-01-03,${ACCOUNT},CHQ000123,CHQ PAID,-300.00`,
    pair('FT26005A1'),
    `2026-01-06,${ACCOUNT},FT26006A1,FUEL,-9.00`,
  ]);
  const opening = file('opening', [
    `2025-10-20,${ACCOUNT},CHQ000123,RENT SHOP 4,-300.00`,
    `2025-11-20,${ACCOUNT},CHQ000099,DIESEL,-24.50`,
  ]);
  const period = ['--from', '2026-01-01', '--to', '2026-01-31'];
  await sessions.reconcile(key, ['--gl', gl, '--bank', bank, '--opening-gl', opening, ...period]);
  const of = { partner_id: 'first' };
  const CLEARED = ['CHQ000123', 'cleared', 'january', [], ['january', '2026-01-03', 'run']];
  const LEFT = ['CHQ000099', 'open', 'january', [], null];
  expect(await register({ ...of, state: 'all' })).toEqual([CLEARED, LEFT]);
  expect(await register({ ...of, as_of: '2025-12-31' })).toEqual([CLEARED.with(1, 'open'), LEFT]);
}

const CASES = [
  ['opening items of a first month are in it', hasOpeningItems],
  ['each day has its state: made in, still open in, cleared in', eachDayHasItsState],
  ['an item has all of its row, and sums are by age', showsAll],
  ['pages are of one list', pages],
  ['as CSV it is whole', asCsv],
  ['bad input and unknown filters are refused', refuses],
  ['rows matched elsewhere are listed with their match', tellsWhatElsewhere],
  ['what is kept no longer is said', saysWhatIsKeptNoLonger],
] as const;

afterEach(async () => {
  await server.close();
  await sessions.close();
});

describe('on the embedded store', () => {
  beforeEach(() => begin());
  test.each(CASES)('%s', (_, does) => does());
});

withMongodb('on MongoDB', (database) => {
  beforeEach(() => begin(() => database.openPrepared()));
  test.each(CASES)('%s', (_, does) => does());
});
