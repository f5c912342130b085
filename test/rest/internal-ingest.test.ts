// POST /v1/internal/ingest/banking-document over HTTP: titles that nobody could guess are read by the request's mappings,
// rows outside the days that are asked for are left out, and every row is in one count.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { adHocNamed } from '../../src/core/exceptions/ad-hoc-id.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { warningOfDates } from '../../src/rpc/internal/date-warnings.ts';
import { engineInternalService } from '../../src/rpc/internal/engine-internal.ts';
import { dayIn } from '../../src/rpc/validation/day-of.ts';
import { type Partner, partner, rowOf, SCOPE } from '../workflows/decisions/month.ts';
import { resolving } from '../workflows/decisions/resolving.ts';
import { start } from './running.ts';

let lagos: Partner;
let server: RunningServer;
const logged: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });

beforeAll(async () => {
  lagos = await partner();
  const here = resolving(lagos.store, lagos.root);
  const engineInternal = engineInternalService({
    ...{ ...here, digest: sha256, dayOf: dayIn('Africa/Lagos'), languageModel: null, loaderSummary: null },
  });
  server = await start({ handlers: { engineInternal: warningOfDates(engineInternal) }, logger });
});
afterAll(async () => {
  await server.close();
  await lagos.dispose();
});

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
async function ingest(body: object): Promise<{ status: number; json: any }> {
  const reply = await fetch(`${server.address}/v1/internal/ingest/banking-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ tenant_id: SCOPE.tenant, partner_id: SCOPE.partner, branch_id: '', session_id: 'adhoc-1' },
      ...{ start_date: '2026-03-01', end_date: '2026-03-31', ...body },
    }),
  });
  return { status: reply.status, json: await reply.json() };
}
/** Of the rows that are open, whenever they were booked. */
async function openAmounts() {
  const { rows } = await lagos.store.openItems.columns({ ...SCOPE, side: 'bank', fromDay: 0, toDay: 99_999 });
  return [...rows.amount.subarray(0, rows.count)].sort((a, b) => a - b);
}
function file(name: string, lines: readonly string[]): string[] {
  writeFileSync(join(lagos.root, name), `${lines.join('\n')}\n`);
  return [`file:${name}`];
}
const titled = (system: string, statement_title: string) => ({ system, statement_title });

test('which of two columns is the amount is what the mappings say, and no title is known', async () => {
  const lines = ['Aa,Bb,Cc,Dd', '2026-03-02,K4T9A,101.01,901.01', '2026-03-03,K4T9B,102.02,902.02'];
  const mappings = (amount: string) => [
    ...[titled('Booking Date', 'Aa'), titled('reference', 'Bb'), titled('Amount', amount)],
  ];
  const first = await ingest({ bank_file_url: file('one.csv', lines), mappings: mappings('Cc') });
  expect(first).toEqual({
    status: 200,
    json: { success: true, rows_added: 2, rows_known: 0, rows_outside: 0, notes: [] },
  });
  expect(await openAmounts()).toEqual([10_101, 10_202]);
  const second = await ingest({ bank_file_url: ['file:one.csv'], mappings: mappings('Dd') });
  expect([second.json.rows_added, await openAmounts()]).toEqual([2, [10_101, 10_202, 90_101, 90_202]]);
  // What a mapping said of the layout is remembered for the partner, as of a run's files.
  const later = await ingest({ bank_file_url: file('next.csv', [lines[0], '2026-03-04,K4T9C,103.03,903.03']) });
  expect([later.status, (await openAmounts()).at(-1)]).toEqual([200, 90_303]);
});

test('a mapping that the file or the service does not know is refused, and nothing is stored', async () => {
  const before = await openAmounts();
  const bank_file_url = file('other.csv', ['Date,Reference,Amount', '2026-03-02,K4T9C,5.00']);
  const absent = await ingest({ bank_file_url, mappings: [titled('amount', 'Sum')] });
  expect([absent.status, absent.json.detail[0].loc]).toEqual([422, ['body', 'bank_file_url', 0]]);
  const unknown = await ingest({ bank_file_url, mappings: [titled('colour', 'Amount')] });
  expect([unknown.status, JSON.stringify(unknown.json)]).toEqual([422, expect.stringMatching(/no field .*colour/)]);
  expect(await openAmounts()).toEqual(before);
});

test('rows outside the days are left out and counted, and come with a later window once', async () => {
  const before = await openAmounts();
  const days = ['02-28', '03-01', '03-31', '04-01', '04-01'];
  const rows = days.map((day, n) => `2026-${day},K5T${Math.min(n, 3)},Deposit,${7 + Math.min(n, 3)}.00`);
  const bank_file_url = file('days.csv', ['Date,Reference,Narration,Amount', ...rows]);
  expect((await ingest({ bank_file_url })).json).toMatchObject({ rows_added: 2, rows_known: 0, rows_outside: 3 });
  expect(await openAmounts()).toEqual([800, 900, ...before]);
  const key = { ...SCOPE, session: adHocNamed('adhoc-1', sha256) };
  expect((await lagos.store.ingestions.live(key)).flatMap(({ warnings }) => warnings)).toContain(
    '3 rows lie outside 2026-03-01 to 2026-03-31 and were left out.',
  );
  const wider = { bank_file_url, start_date: '2026-02-01', end_date: '2026-04-30' };
  expect((await ingest(wider)).json).toMatchObject({ rows_added: 3, rows_known: 2, rows_outside: 0 });
  expect((await ingest(wider)).json).toMatchObject({ rows_added: 0, rows_known: 5, rows_outside: 0 });
  expect(await openAmounts()).toEqual([700, 800, 900, 1_000, 1_000, ...before]);
});

test('a time without an offset is its day, and the log says so under the request’s id', async () => {
  const bank_file_url = file('midnight.csv', ['Date,Reference,Amount', '2026-05-01,K8T1,6.66', '2026-06-01,K8T2,7.77']);
  logged.length = 0;
  const days = { start_date: '2026-05-01T00:00:00', end_date: '2026-05-31T00:00:00+01:00' };
  expect((await ingest({ bank_file_url, ...days })).json).toMatchObject({ rows_added: 1, rows_outside: 1 });
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'start_date has a time without an offset; it was taken as UTC: 2026-05-01.',
      ...{ ...{ tenant: SCOPE.tenant, partner: SCOPE.partner }, level: 40, request_id: expect.any(String) },
    },
  ]);
});

test('columns of the others are no field’s', async () => {
  const before = await openAmounts();
  const lines = [
    'Date,Netto,Brutto,Text',
    '2026-03-02,11.00,13.19,A',
    '2026-03-03,12.00,14.33,B',
    '2026-03-04,15.00,16.99,C',
  ];
  const bank_file_url = file('others.csv', lines);
  const asks = await ingest({ bank_file_url });
  expect([asks.status, asks.json.detail[0].type]).toEqual([422, 'file_needs_answer']);
  const read = await ingest({ bank_file_url, others: { statement: ['Netto'] } });
  expect([read.status, read.json.rows_added]).toEqual([200, 3]);
  expect(await openAmounts()).toEqual([...before, 1_319, 1_433, 1_699].sort((a, b) => a - b));
});

test('a session that runs have by the name that is given stays as it is', async () => {
  await lagos.session('march', { gl: [rowOf('gl', 0)], bank: [rowOf('bank', 1)] });
  const key = { ...SCOPE, session: 'march' };
  const before = await lagos.store.sessions.get(key);
  const bank_file_url = file('own.csv', ['Date,Reference,Amount', '2026-03-02,K9T1,5.55']);
  expect((await ingest({ session_id: 'march', bank_file_url })).json.rows_added).toBe(1);
  expect(await lagos.store.sessions.get(key)).toEqual(before);
});

test('a ledger’s own file is no document for its other side', async () => {
  await lagos.session('april', { gl: [rowOf('gl', 5)], bank: [rowOf('bank', 6)] });
  const before = await openAmounts();
  const refused = await ingest({ bank_file_url: ['file:april-gl.csv'] });
  expect([refused.status, refused.json.detail]).toEqual([
    422,
    [
      {
        type: 'file_given_twice',
        loc: ['body', 'bank_file_url', 0],
        msg: 'april-gl.csv: session april holds this file on its ledger side; give each file to one side.',
      },
    ],
  ]);
  expect(await openAmounts()).toEqual(before);
});
