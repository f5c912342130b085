// A first month with opening items over HTTP, on the embedded store and the bus in memory, and on MongoDB and
// JetStream: both answer the same, the next month carries what is left, and bad requests are refused.

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
const TITLES = 'Date,Account,Reference,Narration,Amount,Balance';
const FILES: Readonly<Record<string, readonly string[]>> = {
  'jan-gl.csv': [
    TITLES,
    '2026-01-02,0123456789,FT25365K7,SALE EZE LOGISTICS,75.50,1075.50',
    '2026-01-05,0123456789,FT26005A1,SALE ADA OBI,500.00,1575.50',
    '2026-01-20,0123456789,FT26020B2,FUEL OANDO,-20.00,1555.50',
  ],
  'jan-bank.csv': [
    TITLES,
    '2026-01-03,0123456789,CHQ000123,CHQ PAID,-300.00,1100.00',
    '2026-01-05,0123456789,FT26005A1,NIP ADA OBI,500.00,1600.00',
    '2026-01-20,0123456789,FT26020B2,TRF OANDO,-20.00,1580.00',
  ],
  'open-gl.csv': [
    'Date,Account,Reference,Narration,Amount',
    '2025-10-20,0123456789,CHQ000123,RENT SHOP 4 ADEWALE,-300.00',
    '2025-11-20,0123456789,CHQ000099,DIESEL ALHAJI MUSA,-24.50',
  ],
  'open-bank.csv': [
    'Date,Account,Reference,Narration,Amount',
    '2025-12-31,0123456789,FT25365K7,NIP EZE LOGISTICS,75.50',
  ],
  'empty-gl.csv': ['Date,Account,Reference,Narration,Amount'],
  'feb-gl.csv': [TITLES, '2026-02-09,0123456789,FT26040C4,WATER RATES,-40.00,1515.50'],
  'feb-bank.csv': [
    TITLES,
    '2026-02-02,0123456789,CHQ000099,CHQ PAID,-24.50,1555.50',
    '2026-02-09,0123456789,FT26040C4,TRF WATER RATES,-40.00,1515.50',
  ],
};
const JANUARY = { period_start_date: '2026-01-01', period_end_date: '2026-01-31' };
const FEBRUARY = { period_start_date: '2026-02-01', period_end_date: '2026-02-28' };
const filesOf = (month: string) => ({
  gl_file_url: [`file:${month}-gl.csv`],
  bank_file_url: [`file:${month}-bank.csv`],
});
const OPENING = { opening_gl_file_url: ['file:open-gl.csv'], opening_bank_file_url: ['file:open-bank.csv'] };
const TEMPLATE = {
  ...{ service: 'other', matching_method: 'line_by_line', max_days_backward_search: 3, max_days_forward_search: 3 },
  ...{ reversal_max_days_backward_search: 3, reversal_max_days_forward_search: 3, is_reversal: true },
};
const OF = 'tenant_id=bank-a&partner_id=lagos';

let folder: string;
let service: RunningService;
async function begin(settings: Record<string, string>): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'tieout-opening-'));
  for (const [name, lines] of Object.entries(FILES)) await writeFile(join(folder, name), `${lines.join('\n')}\n`);
  const shared = { TIEOUT_PORT: '0', TIEOUT_FILES_ROOT: folder, TIEOUT_DATA_DIR: join(folder, 'data') };
  const { TIEOUT_DATA_DIR: _, ...ofServers } = shared;
  const on = 'MONGODB_URI' in settings ? ofServers : shared;
  service = await startService(readConfiguration({ ...on, ...settings }), pino({ level: 'silent' }));
}
async function end(): Promise<void> {
  await service.close();
  await rm(folder, { recursive: true });
}

async function post(path: string, body: object): Promise<[number, Record<string, unknown>]> {
  const reply = await fetch(service.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'handling=strict' },
    body: JSON.stringify({ tenant_id: 'bank-a', partner_id: 'lagos', ...body }),
  });
  return [reply.status, (await reply.json()) as Record<string, unknown>];
}
async function get(path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(service.address + path)).json()) as Record<string, unknown>;
}

type Status = Readonly<Record<string, unknown>>;
async function ended(session: string, run_id: unknown): Promise<Status> {
  for (const deadline = Date.now() + 60_000; ; await pause(20)) {
    const status = await get(`/v1/loader/pipeline-status/${session}?${OF}`);
    if (status['run_id'] === run_id && /succeeded|failed/.test(String(status['status']))) return status;
    if (Date.now() > deadline) expect.fail(JSON.stringify(status));
  }
}
async function succeeded(session: string, body: object, path?: string): Promise<Status> {
  const status = await run(session, body, path);
  expect([status['status'], status['error']]).toEqual(['succeeded', null]);
  return status;
}
async function run(session: string, body: object, path = '/v1/reconcile/banking'): Promise<Status> {
  const [status, { run_id, ...said }] = await post(path, { session_id: session, ...body });
  expect([status, run_id === undefined ? said : 'accepted']).toEqual([202, 'accepted']);
  return ended(session, run_id);
}

interface Proof {
  readonly difference: number;
  readonly lines: readonly { readonly kind: string; readonly rows: number; readonly amount: number }[];
}
async function proofOf(session: string): Promise<Proof> {
  const summary = await get(`/v1/sessions/${session}/summary?${OF}`);
  return (summary as { proofs: Proof[] }).proofs[0]!;
}
const linesOf = async (session: string) =>
  (await proofOf(session)).lines.map(({ kind, rows, amount }) => [kind, rows, amount]);

async function monthAfterMonth(): Promise<void> {
  const january = await succeeded('january', { ...filesOf('jan'), ...JANUARY, ...OPENING });
  expect([january['status'], january['warnings']]).toEqual([
    'succeeded',
    [expect.stringContaining('open-bank.csv: No amount has a sign')],
  ]);
  expect(await proofOf('january')).toMatchObject({ difference: 0 });
  expect(await linesOf('january')).toEqual([['outstanding_payments', 1, -24.5]]);
  const { items } = (await get(`/v1/sessions/january/open-items?${OF}`)) as { items: Status[] };
  expect(items.map(({ date, amount }) => [date, amount])).toEqual([['2025-11-20', -24.5]]);
  // A side without opening urls keeps the opening items of its session; a file without entries removes them.
  await succeeded('january', { ...filesOf('jan'), ...JANUARY });
  expect(await linesOf('january')).toEqual([['outstanding_payments', 1, -24.5]]);
  await succeeded('january', { ...JANUARY, opening_gl_file_url: ['file:empty-gl.csv'] });
  expect(await linesOf('january')).toContainEqual(['brought_forward', 0, 324.5]);
  await succeeded('january', { ...JANUARY, ...OPENING });
  expect(await linesOf('january')).toEqual([['outstanding_payments', 1, -24.5]]);

  const february = await succeeded('february', { ...filesOf('feb'), ...FEBRUARY, ...OPENING });
  expect(String(february['warnings'])).toContain('session january has the opening items of lines 2 and 3');
  expect(await proofOf('february')).toMatchObject({ difference: 0 });
  const of = { session_id: 'february', ...FEBRUARY, months_back: 4, both_sides: true };
  const [status, { run_id, ...said }] = await post('/v1/reconcile/reprocess-cross-month/background', {
    ...of,
    template: TEMPLATE,
  });
  expect([status, run_id === undefined ? said : null]).toEqual([202, null]);
  expect((await ended('february', run_id))['status']).toBe('succeeded');
  expect(await linesOf('february')).toEqual([]);
  expect(await proofOf('february')).toMatchObject({ difference: 0 });
  expect(await linesOf('january')).toEqual([['outstanding_payments', 1, -24.5]]);
}

async function fileByFile(): Promise<void> {
  const of = { customer_type: 'mfb', ...JANUARY };
  const { opening_gl_file_url, opening_bank_file_url } = OPENING;
  const path = '/v1/ingestion/background';
  await succeeded('parts', { ...of, bank_file_url: ['file:jan-bank.csv'], opening_gl_file_url }, path);
  await succeeded('parts', { ...of, gl_file_url: ['file:jan-gl.csv'], opening_bank_file_url }, path);
  expect(await linesOf('parts')).toEqual([['outstanding_payments', 1, -24.5]]);
  expect(await proofOf('parts')).toMatchObject({ difference: 0 });
}

async function refusals(): Promise<void> {
  const of = { session_id: 'refused', ...filesOf('jan'), ...JANUARY };
  for (const [path, body, status, words] of [
    ['/v1/reconcile/asset', { ...of, ...OPENING }, 422, 'Opening items are of banking runs alone'],
    [
      '/v1/ingestion/background',
      { ...of, ...OPENING, customer_type: 'commercial_bank', service: 'nip' },
      422,
      'Opening items',
    ],
    ['/v1/reconcile/commercial', { ...of, ...OPENING }, 422, 'opening_gl_file_url'],
    ['/v1/reconcile/banking', { ...of, opening_gl_file_url: 'file:open-gl.csv' }, 422, 'opening_gl_file_url'],
    ['/v1/reconcile/banking', { ...of, opening_gl_file_url: [''] }, 422, 'opening_gl_file_url'],
  ] as const) {
    const [answered, said] = await post(path, body);
    expect([path, answered, JSON.stringify(said)]).toEqual([path, status, expect.stringContaining(words)]);
  }
  for (const [opening, words] of [
    ['file:feb-gl.csv', 'No row of the opening items is dated before 2026-01-01'],
    ['file:none.csv', 'none.csv'],
    ['file:jan-gl.csv', 'given twice'],
  ] as const) {
    const failed = await run('refused', { ...filesOf('jan'), ...JANUARY, opening_gl_file_url: [opening] });
    expect([failed['status'], JSON.stringify(failed['error'])]).toEqual(['failed', expect.stringContaining(words)]);
  }
}

const CASES = [
  ['they match, stay, are proved and carried', monthAfterMonth],
  ['they are ingested file by file', fileByFile],
  ['bad requests are refused', refusals],
] as const;

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
  test('they match, stay, are proved and carried; file by file; bad requests are refused', async () => {
    for (const [, does] of CASES) await does();
  });
});
