// Files that come by themselves, over the whole service: from a folder on both stores, from an SFTP server whose key is
// pinned, from an interface that answers pages of rows; what is late; and a process that is killed in the middle.

import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from '../servers/nats-server.ts';
import { hostKey, PASSWORD, type SftpServer, startSftpServer, USER } from '../servers/sftp-server.ts';

const nats = inject('nats');
const GL = 'Date,Reference,Narration,Debit,Credit,Balance\n';
const [MONDAY, TUESDAY] = ['2026-09-07', '2026-09-08'];
/** A day's files that agree in all entries. */
const month = (day: string, n: number) => ({
  gl: `${GL}${day},FT2625${n}A,RECEIPT BELLO FARMS,${n}000.00,,${n}000.00\n${day},FT2625${n}B,FUEL OANDO,,50.00,${n - 1}950.00\n`,
  bank: `${GL}${day},FT2625${n}A,NIP BELLO FARMS,,${n}000.00,${n}000.00\n${day},FT2625${n}B,TRF OANDO,50.00,,${n - 1}950.00\n`,
});

let root: string;
let service: RunningService | null = null;
const logged: Record<string, unknown>[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tieout-feeds-'));
});
afterEach(async () => {
  await service?.close();
  service = null;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let at = 0;
/** A place of its own for a test: its folders and its settings. */
function prepared(feeds: string, of: Record<string, string> = {}) {
  const folder = join(root, String(at++));
  for (const side of ['gl', 'bank']) mkdirSync(join(folder, side), { recursive: true });
  const file = join(folder, 'feeds.yaml');
  writeFileSync(file, feeds.replaceAll('FOLDER', folder));
  const store: Record<string, string> =
    'MONGODB_URI' in of ? { TIEOUT_FILES_SENT: join(folder, 'sent') } : { TIEOUT_DATA_DIR: join(folder, 'data') };
  return { folder, settings: { TIEOUT_PORT: '0', TIEOUT_FEEDS: file, ...store, ...of } };
}
async function begin(settings: Record<string, string>): Promise<void> {
  logged.length = 0;
  const logger = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
  service = await startService(readConfiguration(settings), logger);
}
const BOTH = `
calendars:
  nigeria: {weekend: [saturday, sunday], holidays: ["2026-10-01"]}
feeds:
  - id: naira
    tenant: bank-a
    partner: lagos
    calendar: nigeria
    since: "2026-09-07"
    look_every: 1s
    settle: 1s
    gl: {folder: FOLDER/gl, names: "gl-{yyyymmdd}.csv", done: taken}
    bank: {folder: FOLDER/bank, names: "*{ddmmyyyy}.csv"}
`;

type Answer = Record<string, unknown>;
const get = async (path: string): Promise<Answer> => (await (await fetch(service!.address + path)).json()) as Answer;
const arrivals = async () => (await get('/v1/arrivals?tenant_id=bank-a')) as { feeds: Answer[]; items: Answer[] };
const until = async <T>(read: () => Promise<T>, is: (value: T) => boolean): Promise<T> => {
  for (const deadline = Date.now() + 40_000; ; await pause(100)) {
    const value = await read();
    if (is(value)) return value;
    if (Date.now() > deadline) expect.fail(JSON.stringify([value, logged.filter(({ level }) => Number(level) > 30)]));
  }
};
const runsOf = async () => (await get('/v1/runs?tenant_id=bank-a')) as { items: Answer[] };
const summaryOf = (session: string) => get(`/v1/sessions/${session}/summary?tenant_id=bank-a&partner_id=lagos`);

async function bothSidesOfADay(of: Record<string, string>): Promise<void> {
  const { folder, settings } = prepared(BOTH, of);
  const [monday, tuesday] = [month(MONDAY, 2), month(TUESDAY, 3)];
  writeFileSync(join(folder, 'gl/gl-20260907.csv'), monday.gl);
  writeFileSync(join(folder, 'gl/gl-20260907.csv.part'), 'half');
  await begin(settings);
  const first = await until(arrivals, ({ items }) => items.length === 1);
  expect(first.items).toMatchObject([
    { feed_id: 'naira', side: 'gl', name: 'gl-20260907.csv', day: MONDAY, run_id: null },
  ]);
  // The file is moved once it is told, and the folder made then.
  await until(
    async () => readdirSync(join(folder, 'gl'), { recursive: true, encoding: 'utf8' }),
    (names) => names.some((name) => dirname(name) === 'taken'),
  );
  // The other side has not come: nothing runs.
  expect((await runsOf()).items).toEqual([]);
  writeFileSync(join(folder, 'bank/stmt 07092026.csv'), monday.bank);
  const ordered = await until(
    arrivals,
    ({ items }) => items.length === 2 && items.every((one) => one['run_id'] !== null),
  );
  expect(new Set(ordered.items.map((one) => one['run_id'])).size).toBe(1);
  await until(runsOf, ({ items }) => items.length === 1 && items[0]!['state'] === 'succeeded');
  expect(await summaryOf('naira-2026-09')).toMatchObject({
    gl: { rows: 2, open_rows: 0 },
    bank: { rows: 2, open_rows: 0 },
  });
  // The next day is added to the month; the same file again, under another name, is taken no second time.
  writeFileSync(join(folder, 'gl/gl-20260908.csv'), tuesday.gl);
  writeFileSync(join(folder, 'bank/again 07092026.csv'), monday.bank);
  writeFileSync(join(folder, 'bank/08092026.csv'), tuesday.bank);
  await until(runsOf, ({ items }) => items.length === 2 && items.every((one) => one['state'] === 'succeeded'));
  expect(await summaryOf('naira-2026-09')).toMatchObject({
    gl: { rows: 4, open_rows: 0 },
    bank: { rows: 4, open_rows: 0 },
  });
  const { items } = await arrivals();
  expect(items).toHaveLength(4);
  expect((await runsOf()).items.map((one) => one['caller'])).toEqual(['feed:naira', 'feed:naira']);
  expect(readdirSync(join(folder, 'gl')).sort()).toEqual(['gl-20260907.csv.part', 'taken']);
}

describe('from a folder', () => {
  test('both sides of a day run together, on the embedded store', () => bothSidesOfADay({}));

  test('a file that grows is taken once it stays, and only as it is then', async () => {
    const { folder, settings } = prepared(BOTH.replace('settle: 1s', 'settle: 3s'));
    const path = join(folder, 'gl/gl-20260907.csv');
    const { gl } = month(MONDAY, 2);
    await begin(settings);
    for (let length = 10; length < gl.length; length += 25) {
      writeFileSync(path, gl.slice(0, length));
      await pause(700);
      expect((await arrivals()).items).toEqual([]);
    }
    writeFileSync(path, gl);
    const { items } = await until(arrivals, (one) => one.items.length > 0);
    expect(items).toMatchObject([{ size: gl.length }]);
  });

  test('what is late is said: in the log, as a count, in health and in the list; what waits for nobody is not', async () => {
    const today = new Date();
    const since = new Date(today.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
    const { folder, settings } = prepared(
      `feeds: [{id: late, tenant: bank-a, partner: lagos, since: "${since}", expected_by: "00:00", look_every: 1s, settle: 1s,
        bank: {folder: FOLDER/bank, names: "{yyyy-mm-dd}.csv"}, gl: {folder: FOLDER/none, names: "*"}}]`,
    );
    writeFileSync(join(folder, `bank/${since}.csv`), month(since, 2).bank);
    await begin(settings);
    const isOfBank = ({ side, day }: Answer) => side === 'bank' && day === since;
    const { feeds } = await until(
      arrivals,
      ({ feeds: [feed] }) => feed!['looked_at'] !== null && !(feed!['late'] as Answer[]).some(isOfBank),
    );
    const late = feeds[0]!['late'] as Answer[];
    expect(late.filter(({ side, day }) => side === 'gl' && day === since)).toHaveLength(1);
    expect(feeds[0]!['troubles']).toEqual([expect.stringMatching(/^The folder .*none cannot be read \(ENOENT\)\.$/)]);
    await until(
      async () => logged.filter(({ msg }) => msg === 'The file of a day has not come.').length,
      (n) => n >= late.length,
    );
    await pause(2_500);
    // Each is told once.
    expect(logged.filter(({ msg }) => msg === 'The file of a day has not come.')).toHaveLength(late.length);
    expect(logged.filter(({ msg }) => msg === 'A feed cannot go on; it is tried again.')).toHaveLength(1);
    const metrics = await (await fetch(`${service!.address}/metrics`)).text();
    expect(metrics).toContain(`tieout_feed_files_late{feed="late"} ${late.length}`);
    expect(metrics).toContain('tieout_feed_files_taken_total{feed="late"} 1');
    expect(await get('/v1/health')).toMatchObject({ status: 'degraded', checks: { feeds: 'degraded' } });
  });

  test('a file without a day in its name is of the working day before; each runs at once', async () => {
    const { folder, settings } = prepared(
      BOTH.replace('look_every', 'run: each\n    look_every').replace('"gl-{yyyymmdd}.csv", done: taken', '"*.csv"'),
    );
    const path = join(folder, 'gl/ledger.csv');
    writeFileSync(path, month(MONDAY, 2).gl);
    // What is no file of the folder is left alone.
    writeFileSync(join(folder, 'elsewhere.csv'), month(MONDAY, 3).gl);
    symlinkSync(join(folder, 'elsewhere.csv'), join(folder, 'gl/link.csv'));
    mkdirSync(join(folder, 'gl/folder.csv'));
    // Monday morning in Lagos: the file is Friday's.
    utimesSync(path, 0, Date.parse('2026-09-14T06:00:00Z') / 1_000);
    await begin(settings);
    const { items } = await until(arrivals, (one) => one.items.some(({ run_id }) => run_id !== null));
    expect(items).toMatchObject([{ day: '2026-09-11', side: 'gl' }]);
    await pause(2_500);
    expect((await arrivals()).items).toHaveLength(1);
    expect(existsSync(path)).toBe(true);
    expect(statSync(path).size).toBe(items[0]!['size']);
  });
});

withMongodb('from a folder, on MongoDB', (database) => {
  test('both sides of a day run together', () =>
    bothSidesOfADay({
      MONGODB_URI: database.uri,
      ...('url' in nats && { NATS_URL: nats.url, TIEOUT_ENV: freshEnvironment() }),
    }));
});

describe('over SFTP', () => {
  let server: SftpServer;
  const key = hostKey();
  const remote = () => join(root, 'sftp');
  const feeds = (fingerprint: string, more = '') => `
feeds:
  - id: usd
    tenant: bank-a
    partner: lagos
    since: "2026-09-07"
    run: each
    look_every: 1s
    settle: 1s
    bank:
      sftp:
        host: 127.0.0.1
        port: "${server.port}"
        user: ${USER}
        password: {file: FOLDER/password}
        host_keys: ["${fingerprint}"]
        folder: /out
      names: "*.csv"
      done: taken
${more}`;
  const start = (yaml: string) => {
    const one = prepared(yaml);
    writeFileSync(join(one.folder, 'password'), `${PASSWORD}\n`);
    return one;
  };
  beforeAll(async () => {
    mkdirSync(join(remote(), 'out'), { recursive: true });
    server = await startSftpServer(remote(), key);
  });
  afterAll(() => server.close());
  afterEach(() => {
    rmSync(join(remote(), 'out'), { recursive: true });
    mkdirSync(join(remote(), 'out'));
  });

  test('a file is fetched, run and moved', async () => {
    const { settings } = start(feeds(key.fingerprint));
    const large = `${GL}${'2026-09-07,FT1,A LINE OF SOME LENGTH,1.00,,1.00\n'.repeat(20_000)}`;
    writeFileSync(join(remote(), 'out/a.csv'), month(MONDAY, 2).bank);
    writeFileSync(join(remote(), 'out/large.csv'), large);
    await begin(settings);
    const { items } = await until(arrivals, (one) => one.items.length === 2 && one.items.every(({ run_id }) => run_id));
    expect(items.map(({ name, size }) => [name, size]).sort()).toEqual([
      ['a.csv', month(MONDAY, 2).bank.length],
      ['large.csv', large.length],
    ]);
    await until(
      async () => readdirSync(join(remote(), 'out/taken')).sort(),
      (names) => names.length === 2,
    );
    expect((await arrivals()).feeds[0]).toMatchObject({
      bank_from: `sftp://127.0.0.1:${server.port}/out`,
      troubles: [],
    });
  });

  test('a server with another key is asked for nothing, in one sentence', async () => {
    const other = hostKey().fingerprint;
    const { settings } = start(feeds(other));
    writeFileSync(join(remote(), 'out/a.csv'), month(MONDAY, 2).bank);
    server.asked.length = 0;
    await begin(settings);
    const { feeds: shown, items } = await until(arrivals, ({ feeds: [feed] }) => feed!['looked_at'] !== null);
    expect([shown[0]!['troubles'], items, server.asked]).toEqual([
      [
        `The SFTP server 127.0.0.1:${server.port} shows the host key ${key.fingerprint}, which is none of host_keys: nothing was asked of it; ask its owner before you add the key.`,
      ],
      [],
      [],
    ]);
  });

  test('a wrong password, and a server that is away, are said and tried again', async () => {
    const { folder, settings } = start(feeds(key.fingerprint));
    writeFileSync(join(folder, 'password'), 'wrong');
    writeFileSync(join(remote(), 'out/a.csv'), month(MONDAY, 2).bank);
    await begin(settings);
    const trouble = async () => ((await arrivals()).feeds[0]!['troubles'] as string[]).join();
    await until(trouble, (text) => /authentication methods failed/.test(text));
    const { port } = server;
    await server.close();
    await until(trouble, (text) => /ECONNREFUSED|cannot be used/.test(text) && !/authentication/.test(text));
    writeFileSync(join(folder, 'password'), PASSWORD);
    server = await startSftpServer(remote(), key, port);
    await until(arrivals, (one) => one.items.length === 1);
  });

  test('a process that is killed between taking and moving takes no file twice and loses none', async () => {
    const { settings } = start(feeds(key.fingerprint));
    writeFileSync(join(remote(), 'out/a.csv'), month(MONDAY, 2).bank);
    const release = server.holdRenames();
    server.asked.length = 0;
    const child = spawnService(settings);
    await until(
      async () => server.asked,
      (asked) => asked.includes('rename'),
    );
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    release();
    // The move that the dead process asked for never happened, as far as its end is known.
    if (existsSync(join(remote(), 'out/taken/a.csv'))) rmSync(join(remote(), 'out/taken'), { recursive: true });
    writeFileSync(join(remote(), 'out/a.csv'), month(MONDAY, 2).bank);
    await begin(settings);
    const { items } = await until(arrivals, (one) => one.items.some(({ run_id }) => run_id !== null));
    await until(
      async () => existsSync(join(remote(), 'out/taken/a.csv')),
      (is) => is,
    );
    await until(runsOf, (runs) => runs.items.every(({ state }) => state === 'succeeded' || state === 'failed'));
    expect([items.length, (await runsOf()).items.length]).toEqual([1, 1]);
  });
});

function spawnService(settings: Record<string, string>): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, ['src/main.ts', 'serve'], { env: { PATH, ...settings }, stdio: 'ignore' });
}

describe('rows of an interface', () => {
  let server: Server;
  const asked: { url: string; secret: unknown }[] = [];
  const rows = [
    {
      id: 'r1',
      narration: 'NIP BELLO FARMS',
      amount: 200_000,
      type: 'credit',
      balance: 200_000,
      date: '2026-09-07T09:00:00.000Z',
    },
    {
      id: 'r2',
      narration: 'TRF OANDO',
      amount: 5_000,
      type: 'debit',
      balance: 195_000,
      date: '2026-09-07T10:00:00.000Z',
    },
    {
      id: 'r3',
      narration: 'SMS CHARGE',
      amount: 405,
      type: 'debit',
      balance: 194_595,
      date: '2026-09-07T11:00:00.000Z',
    },
  ];
  let status = 200;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://x');
      asked.push({ url: request.url!, secret: request.headers['mono-sec-key'] });
      const page = Number(url.searchParams.get('page') ?? 1);
      const isDay = url.searchParams.get('start') === '07-09-2026';
      const data = isDay ? rows.slice(page - 1, page) : [];
      const next =
        isDay && page < rows.length ? `https://elsewhere.example/v2/acc/transactions?page=${page + 1}` : null;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'successful', data, meta: { total: 3, page, previous: null, next } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  test('pages of finished days are files, with money in units; an empty day has come; rows that come late are taken', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/accounts/{account_id}/transactions?start={start}&end={end}`;
    const { folder, settings } = prepared(`
calendars: {nigeria: {weekend: [saturday, sunday]}}
feeds:
  - id: mono
    tenant: bank-a
    partner: lagos
    account: "0123456789"
    calendar: nigeria
    since: "${new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)}"
    expected_by: "00:00"
    look_every: 1s
    settle: 1s
    gl: {folder: FOLDER/gl, names: "{yyyy-mm-dd}.csv"}
    bank:
      rows: {provider: mono, account_id: acc-1, url: "${url}", headers: {mono-sec-key: {file: FOLDER/secret}}, again_every: 1s, again_for: 1h}
`);
    writeFileSync(join(folder, 'secret'), 'the-secret\n');
    // The day of the rows is made one that is asked for.
    const day = await askedDay();
    for (const row of rows) row.date = row.date.replace('2026-09-07', day);
    writeFileSync(join(folder, `gl/${day}.csv`), `${GL}${day},X1,RECEIPT BELLO FARMS,2000.00,,2000.00\n`);
    status = 503;
    await begin(settings);
    await until(arrivals, ({ feeds: [feed] }) => /answers 503/.test(String(feed!['troubles'])));
    expect((await arrivals()).items).toEqual([]);
    status = 200;
    const { items } = await until(
      arrivals,
      ({ feeds: [feed] }) => !(feed!['late'] as Answer[]).some((one) => one['side'] === 'bank'),
    );
    const [whole] = items.filter(({ side, size }) => side === 'bank' && size !== 0);
    expect(items.filter(({ side, size }) => side === 'bank' && size !== 0)).toHaveLength(1);
    expect(whole).toMatchObject({ name: `${day}.json`, day });
    const { items: runs } = await until(
      runsOf,
      (one) => one.items.length === 1 && one.items[0]!['state'] === 'succeeded',
    );
    expect(await summaryOf(String(runs[0]!['session_id']))).toMatchObject({
      bank: { rows: 3, rejected_rows: 0, amount: 1_945.95 },
    });
    // A row that is booked late is taken, once, and the others no second time.
    rows.push({ ...rows[2]!, id: 'r4', narration: 'STAMP DUTY', amount: 5_000, balance: 189_595 });
    await until(runsOf, (one) => one.items.length === 2 && one.items.every(({ state }) => state === 'succeeded'));
    const before = asked.length;
    const timesAsked = async () => asked.slice(before).filter(({ url: one }) => one.includes('page=4')).length;
    await until(timesAsked, (times) => times >= 2);
    expect([(await runsOf()).items.length, await summaryOf(String(runs[0]!['session_id']))]).toMatchObject([
      2,
      { bank: { rows: 4, rejected_rows: 0, amount: 1_895.95 } },
    ]);
    expect(new Set(asked.map(({ secret }) => secret))).toEqual(new Set(['the-secret']));
    expect(asked.every(({ url: one }) => one.startsWith('/v2/accounts/acc-1/transactions?start='))).toBe(true);
  });

  /** A working day within the last weeks, which the server then has rows for. */
  async function askedDay(): Promise<string> {
    const day = new Date(Date.now() - 10 * 86_400_000);
    while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() - 1);
    const text = day.toISOString().slice(0, 10);
    const [year, of, ofMonth] = text.split('-');
    const listeners = server.listeners('request') as ((request: unknown, response: unknown) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      request.url = request.url!.replaceAll(`${ofMonth}-${of}-${year}`, '07-09-2026');
      for (const one of listeners) one(request, response);
    });
    return text;
  }
});
