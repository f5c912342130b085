// Files that callers send over HTTP and gRPC: kept whole or not at all, read by their tenant's runs alone, and replaced
// only where no run waits for them. On the embedded store, and on MongoDB with a process for callers and one for runs.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as requestOverHttp } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { FilesService } from '../../gen/tieout/files/v1/files_service_pb.ts';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';
import { dayNumber } from '../../src/core/money/calendar.ts';
import { type Cell, STYLES, workbook } from '../adapters/files/workbooks.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from '../servers/nats-server.ts';

const nats = inject('nats');
const linesOf = (name: string) =>
  readFileSync(`examples/september/${name}.csv`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));

function cellOf(text: string): Cell {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return { v: dayNumber(Number(year), Number(month), Number(day)) + 25_569, s: STYLES.day };
  return /^\d+\.\d\d$/.test(text) ? { v: Number(text), s: STYLES.money } : text;
}
const LEDGER = workbook({ Sheet1: { rows: linesOf('gl').map((line) => line.map(cellOf)) } });

/** The bank's month as SWIFT has it. */
const STATEMENT = (() => {
  const [, ...rows] = linesOf('bank');
  const entries = rows.flatMap(([day = '', reference = '', narration = '', debit = '', credit = '']) => [
    `:61:${day.slice(2).replaceAll('-', '')}${day.slice(5).replace('-', '')}${debit ? 'D' : 'C'}${(debit || credit).replace('.', ',')}NTRF${reference || 'NONREF'}`,
    `:86:${narration}`,
  ]);
  const closing = rows.at(-1)!.at(-1)!.replace('.', ',');
  return Buffer.from(
    [
      ...[':20:SEPTEMBER', ':25:0123456789', ':28C:1/1', ':60F:C260901NGN500000,00', ...entries],
      `:62F:C260930NGN${closing}`,
      '-',
      '',
    ].join('\r\n'),
  );
})();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let service: RunningService;
let worker: RunningService | null = null;
let settings: Record<string, string>;
const started = (more: Record<string, string>) =>
  startService(readConfiguration({ TIEOUT_PORT: '0', ...settings, ...more }), pino({ level: 'silent' }));
async function begin(of: Record<string, string>, more: Record<string, string> = {}): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'tieout-sent-'));
  const place: Record<string, string> =
    'MONGODB_URI' in of ? { TIEOUT_FILES_SENT: join(folder, 'sent') } : { TIEOUT_DATA_DIR: join(folder, 'data') };
  settings = { TIEOUT_FILES_MEGABYTES: '1', ...place, ...of };
  service = await started(more);
}
async function end(): Promise<void> {
  await worker?.close();
  worker = null;
  await service.close();
  await rm(folder, { recursive: true });
}
const root = () => settings['TIEOUT_FILES_SENT'] ?? join(folder, 'data/sent-files');
const arriving = () => readdirSync(join(root(), 'arriving'));

type Answer = Record<string, unknown>;
const answerOf = async (reply: Response): Promise<[number, Answer]> => [reply.status, (await reply.json()) as Answer];
const pathOf = (name: string, tenant = 'bank-a') => `/v1/tenants/${tenant}/files/${name}`;
const put = async (name: string, body: Uint8Array | string, headers: Record<string, string> = {}) =>
  answerOf(
    await fetch(service.address + pathOf(name), { method: 'PUT', body: body as Uint8Array<ArrayBuffer>, headers }),
  );
const remove = async (name: string) => answerOf(await fetch(service.address + pathOf(name), { method: 'DELETE' }));
const get = async (path: string) => (await answerOf(await fetch(service.address + path)))[1];
const named = async () => ((await get('/v1/tenants/bank-a/files'))['items'] as Answer[]).map(({ name }) => name);

async function post(path: string, body: object): Promise<[number, Answer]> {
  const headers = { 'content-type': 'application/json' };
  return answerOf(await fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) }));
}
const SEPTEMBER = { period_start_date: '2026-09-01', period_end_date: '2026-09-30', partner_id: 'lagos' };
async function order(session: string, tenant = 'bank-a'): Promise<unknown> {
  const files = { gl_file_url: ['sent:gl.xlsx'], bank_file_url: ['sent:bank%20statement.sta'] };
  const of = { session_id: session, tenant_id: tenant, ...SEPTEMBER, ...files };
  const [status, { run_id }] = await post('/v1/reconcile/banking', of);
  expect(status).toBe(202);
  return run_id;
}
async function ended(session: string, run_id: unknown, tenant = 'bank-a'): Promise<Answer> {
  for (const deadline = Date.now() + 60_000; ; await pause(20)) {
    const status = await get(`/v1/loader/pipeline-status/${session}?tenant_id=${tenant}&partner_id=lagos`);
    if (status['run_id'] === run_id && /succeeded|failed/.test(String(status['status']))) return status;
    if (Date.now() > deadline) expect.fail(JSON.stringify(status));
  }
}

async function sendMonth(): Promise<void> {
  const gl = { name: 'gl.xlsx', url: 'sent:gl.xlsx', size: LEDGER.length, digest: sha256(LEDGER), format: 'xlsx' };
  expect(await put('gl.xlsx', LEDGER)).toMatchObject([200, { ...gl, problem: null, sent_by: null }]);
  const announced = { 'tieout-sha256': sha256(STATEMENT).toUpperCase() };
  const bank = await put('bank%20statement.sta', STATEMENT, announced);
  expect(bank).toMatchObject([200, { name: 'bank statement.sta', url: 'sent:bank%20statement.sta', format: 'mt940' }]);
  // The same again, over gRPC in pieces, is the same file.
  const client = createClient(FilesService, createGrpcTransport({ baseUrl: service.address }));
  const { answer } = await client.putFile(
    (async function* () {
      yield { tenantId: 'bank-a', name: 'bank statement.sta' };
      for (let at = 0; at < STATEMENT.length; at += 100) yield { content: STATEMENT.subarray(at, at + 100) };
    })(),
  );
  expect(answer.value).toMatchObject({ digest: sha256(STATEMENT), sentAt: bank[1]['sent_at'] });
}

async function reconciled(): Promise<void> {
  const status = await ended('september', await order('september'));
  expect([status['status'], status['error']]).toEqual(['succeeded', null]);
  const summary = await get('/v1/sessions/september/summary?tenant_id=bank-a&partner_id=lagos');
  expect(summary).toMatchObject({ gl: { rows: 6, rejected_rows: 0 }, bank: { rows: 6, rejected_rows: 0 } });
  expect(summary['proofs']).toMatchObject([{ difference: 0 }]);
  // Columns are suggested for a tenant's own files alone.
  const asked = { gl_file_url: ['sent:gl.xlsx'], bank_file_url: ['sent:gl.xlsx'] };
  const route = '/v1/reconcile/target-field-suggestion';
  expect((await post(route, { ...asked, tenant_id: 'bank-a' }))[0]).toBe(200);
  for (const other of [{}, { tenant_id: 'bank-b' }]) expect((await post(route, { ...asked, ...other }))[0]).toBe(422);
}

async function othersAreUnknown(): Promise<void> {
  expect(await get('/v1/tenants/bank-b/files')).toMatchObject({ items: [], bytes: 0 });
  const run = await order('stolen', 'bank-b');
  const { status, error } = await ended('stolen', run, 'bank-b');
  expect([status, error]).toMatchObject(['failed', { code: 'file_unreadable', message: 'no such file was sent.' }]);
}

async function refused(): Promise<void> {
  const before = await named();
  const wrong: readonly (readonly [Promise<[number, Answer]>, number, string])[] = [
    [put('new.csv', ''), 422, 'file_not_understood'],
    [put('new.csv', 'a', { 'tieout-sha256': sha256(STATEMENT) }), 422, 'digest_differs'],
    [put('new.csv', 'a', { 'tieout-sha256': 'abc' }), 422, 'invalid_request'],
    [put('new.csv', new Uint8Array(1_000_001)), 413, 'body_too_large'],
    [put('new.csv', 'a', { 'content-type': 'multipart/form-data; boundary=x' }), 415, 'unsupported_media_type'],
    [put('new.csv', 'a', { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type'],
    [put('a%2Fb', 'a'), 422, 'invalid_request'],
    [put('..%2F..%2Fb', 'a'), 422, 'invalid_request'],
    [put('a%5Cb', 'a'), 422, 'invalid_request'],
    [put('a%00b', 'a'), 422, 'invalid_request'],
    [put('', 'a'), 422, 'invalid_request'],
    [put('x'.repeat(257), 'a'), 422, 'invalid_request'],
    [remove('new.csv'), 404, 'not_found'],
  ];
  for (const [call, status, code] of wrong) expect(await call).toMatchObject([status, { code }]);
  expect(await raw('PUT', '/v1/tenants/bank-a/files/%2e%2e', 'a')).toMatch(/ 422 /);
  // A body without an announced length is counted.
  const chunks = (async function* () {
    for (let n = 0; n < 11; n++) yield Buffer.alloc(100_000);
  })();
  expect(await chunked('new.csv', chunks)).toBe(413);
  await tornOff();
  expect([await named(), arriving()]).toEqual([before, []]);
}

/** A path as it is written, which fetch would change. */
function raw(verb: string, path: string, body: string): Promise<string> {
  const { port } = new URL(service.address);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    `${verb} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `content-length: ${body.length}`,
    '',
    body,
  ];
  socket.write(head.join('\r\n'));
  return new Promise((resolve, reject) => {
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk;
    });
    socket.on('end', () => resolve(read)).on('error', reject);
  });
}

function chunked(name: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = requestOverHttp(service.address + pathOf(name), { method: 'PUT' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    sent.on('error', reject);
    (async () => {
      for await (const chunk of chunks) sent.write(chunk);
      sent.end();
    })();
  });
}

/** Connections that end in the middle: over HTTP/1.1 with and without a length, and over HTTP/2. */
async function tornOff(): Promise<void> {
  for (const framing of ['content-length: 1000\r\n\r\nabc', 'transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n']) {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    socket.write(`PUT ${pathOf('torn.csv')} HTTP/1.1\r\nhost: localhost\r\n${framing}`);
    await expect.poll(() => arriving().length).toBe(1);
    socket.destroy();
    await expect.poll(() => arriving().length).toBe(0);
  }
  const session = connectHttp2(service.address);
  const stream = session.request({ ':method': 'PUT', ':path': pathOf('torn.csv') });
  stream.on('error', () => undefined);
  stream.write('Date,Amount\n');
  await expect.poll(() => arriving().length).toBe(1);
  stream.destroy();
  await expect.poll(() => arriving().length).toBe(0);
  session.destroy();
}

async function atOnce(): Promise<void> {
  const contents = Array.from({ length: 10 }, (_, n) => Buffer.from(`Date,Amount\n2026-01-0${n},${n}.00\n`));
  const answers = await Promise.all(contents.map((content) => put('one.csv', content)));
  expect(answers.map(([status]) => status)).toEqual(contents.map(() => 200));
  const items = (await get('/v1/tenants/bank-a/files'))['items'] as Answer[];
  const { digest } = items.find(({ name }) => name === 'one.csv')!;
  expect(contents.map(sha256)).toContain(digest);
  const same = await Promise.all(contents.map(() => put('one.csv', contents[0]!)));
  expect(new Set(same.map(([status, of]) => `${status} ${of['digest']}`))).toEqual(
    new Set([`200 ${sha256(contents[0]!)}`]),
  );
  expect(await remove('one.csv')).toEqual([200, { name: 'one.csv' }]);
  // Nothing of the former ones is left.
  const kept = readdirSync(root(), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(kept.length).toBe(2 * (await named()).length);
}

async function unreadableIsSaid(): Promise<void> {
  const binary = new Uint8Array(1_000).map((_, n) => (n * 7) % 256);
  expect(await put('noise.bin', binary)).toMatchObject([200, { format: null, problem: expect.stringMatching(/\.$/) }]);
  expect(await put('words.txt', 'hello world\nthis is no table\n')).toMatchObject([200, { format: 'csv' }]);
  const cut = LEDGER.subarray(0, LEDGER.length - 200);
  expect(await put('cut.xlsx', cut)).toMatchObject([200, { problem: expect.stringContaining('cut') }]);
  for (const name of ['noise.bin', 'words.txt', 'cut.xlsx']) expect((await remove(name))[0]).toBe(200);
}

/** Files that nothing names go, once they were sent long enough ago; what is attached to an exception stays. */
async function unnamedGo(): Promise<void> {
  for (const name of ['spare.csv', 'again.csv'])
    expect((await put(name, `Date,Amount\n2026-01-01,${name.length}.00\n`))[0]).toBe(200);
  const [, slip] = await put('slip.txt', 'Teller 4, 80,000.00\n');
  const of = { tenant_id: 'bank-a', partner_id: 'lagos' };
  const open = (await get(`/v1/exceptions/clusters?${new URLSearchParams(of)}`))['items'] as Answer[];
  const attach = [{ name: slip['url'], digest: slip['digest'] }];
  const order = { ...of, cluster_ids: [open[0]!['cluster_id']], attach };
  expect((await post('/v1/exceptions/follow-up', order))[0]).toBe(200);
  const kept = readdirSync(root(), { recursive: true, withFileTypes: true }).filter(({ name }) => name === 'file.json');
  for (const { parentPath, name } of kept) utimesSync(join(parentPath, name), 0, Date.now() / 1_000 - 2 * 86_400);
  await put('again.csv', 'Date,Amount\n2026-01-01,9.00\n');
  await service.close();
  service = await started({ TIEOUT_KEEP_SENT_DAYS: '1' });
  await expect.poll(named, { timeout: 20_000 }).toEqual(['again.csv', 'bank statement.sta', 'gl.xlsx', 'slip.txt']);
  for (const name of ['again.csv', 'slip.txt']) expect((await remove(name))[0]).toBe(200);
}

describe('on the embedded store', () => {
  beforeAll(() => begin({}));
  afterAll(end);
  test('a workbook and an MT940 are sent, and reconcile', async () => {
    await sendMonth();
    await reconciled();
  });
  test('they are of no other tenant', othersAreUnknown);
  test('what is wrong or cut off leaves nothing', refused);
  test('ten of one name are kept one after the other', atOnce);
  test('what cannot be read is said', unreadableIsSaid);
  test('files that nothing names go after their time', unnamedGo);
});

withMongodb('on MongoDB', (database) => {
  const real = {
    MONGODB_URI: database.uri,
    ...('url' in nats && { NATS_URL: nats.url, TIEOUT_ENV: freshEnvironment() }),
  };
  beforeAll(() => begin(real, { TIEOUT_ROLES: 'api' }));
  afterAll(end);

  test('a file that a run waits for stays; another process reads it', async () => {
    await sendMonth();
    const run = await order('waiting');
    expect(await put('gl.xlsx', 'Date,Amount\n')).toMatchObject([409, { code: 'file_in_use' }]);
    expect(await remove('bank%20statement.sta')).toMatchObject([409, { code: 'file_in_use' }]);
    expect((await put('gl.xlsx', LEDGER))[0]).toBe(200);
    expect([await named(), arriving()]).toEqual([['bank statement.sta', 'gl.xlsx'], []]);
    worker = await started({ TIEOUT_ROLES: 'worker' });
    expect((await ended('waiting', run))['status']).toBe('succeeded');
    await reconciled();
    await unnamedGo();
    expect(await put('gl.xlsx', 'Date,Amount\n')).toMatchObject([200, { format: 'csv' }]);
    expect((await remove('gl.xlsx'))[0]).toBe(200);
    await atOnce();
  });

  test('without a folder that is shared none is taken', async () => {
    const { TIEOUT_FILES_SENT: _, ...without } = settings;
    const config = readConfiguration({ TIEOUT_PORT: '0', ...without, TIEOUT_ROLES: 'api' });
    const other = await startService(config, pino({ level: 'silent' }));
    try {
      const reply = await fetch(other.address + pathOf('gl.csv'), { method: 'PUT', body: 'Date,Amount\n' });
      expect(await answerOf(reply)).toMatchObject([501, { code: 'files_not_taken' }]);
    } finally {
      await other.close();
    }
  });
});
