// Two lists of holdings, the books' and a custodian's in a layout of its own, from the command line and over REST: what
// agrees, each break by its name, and the difference between the two values taken apart.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPE, type Served, served } from './served.ts';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-holdings-'));
const BOOK = `Portfolio,ISIN,Security Name,Quantity,Price,Price Factor,Market Value,Currency,As Of
F001,US0378331005,APPLE INC,1000,150.25,1,150250.00,USD,2026-09-30
F001,US5949181045,MICROSOFT CORP,500,300.10,1,150050.00,USD,2026-09-30
F001,US5949181045,MICROSOFT CORP,250,300.10,1,75025.00,USD,2026-09-30
F001,GB0002634946,BAE SYSTEMS,2000,9.50,1,19000.00,GBP,2026-09-30
F001,US912828U816,US TREASURY 2%,100000,98.50,0.01,98500.00,USD,2026-09-30
F001,NGDANGCEM008,DANGOTE CEMENT,10000,480.00,1,4800000.00,NGN,2026-09-30
F001,,CASH USD,12500.50,1,1,12500.50,USD,2026-09-30
F001,US88160R1014,TESLA,100,250.00,1,25000.00,USD,2026-09-30
`;
/** Semicolons, decimal commas, CUSIPs among the ISINs, no factors, the day above the header, a total below. */
const CUSTODIAN = `ABC CUSTODY BANK
Holdings report as of 30 September 2026
Account;Security ID;Description;Units;Market Price;Market Value;Ccy
F001;US0378331005;Apple Inc;1000,000;150,25;150.250,00;USD
F001;594918104;Microsoft Corp;750,000;300,10;225.075,00;USD
F001;GB0002634946;BAE Systems PLC;2000,000;9,60;19.200,00;GBP
F001;US912828U816;US Treasury 2%;100000,000;98,50;98.500,00;USD
F001;NGDANGCEM008;Dangote Cement;9900,000;480,00;4.752.000,00;NGN
F001;;USD Cash;12500,500;1,00;12.500,50;USD
F001;US88160R1014;Tesla Inc;300,000;83,33;24.999,00;USD
F001;US02079K3059;Alphabet A;10,000;140,00;1.400,00;USD
Total;;;;;5.283.924,50;
`;
const BREAKS = { missing_in_book: 1, quantity_break: 1, corporate_action: 1, price_break: 1 };
const write = (name: string, text: string): string => {
  writeFileSync(join(cwd, name), text);
  return name;
};
const urlOf = (name: string): string => pathToFileURL(join(cwd, name)).href;

let service: Served;
beforeAll(async () => {
  write('book.csv', BOOK);
  write('custodian.csv', CUSTODIAN);
  service = await served({ data: join(cwd, 'data'), root: cwd });
});
afterAll(async () => {
  await service.stop();
  rmSync(cwd, { recursive: true, force: true });
});

const reconcile = (...more: readonly string[]) =>
  tieout(['reconcile', '--kind', 'asset', '--gl', 'book.csv', '--bank', 'custodian.csv', ...more], { cwd });

test('from the command line', async () => {
  const { status, stdout, stderr } = await reconcile('--json', '--as-of', '2026-09-30');
  expect([status, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({
    gl: { rows: 8, rejected: 0 },
    bank: { rows: 8, rejected: 0 },
    matched: { groups: 4, gl_rows: 5, bank_rows: 4 },
    by_tier: { 1: 4 },
    open: { gl: 3, bank: 4 },
    clusters: BREAKS,
    warnings: [],
    balanced: true,
  });
});

test('the files of --out say each break in a sentence', async () => {
  await reconcile('--out', 'out');
  const clusters = readFileSync(join(cwd, 'out/clusters.csv'), 'utf8');
  for (const sentence of [
    'NGDANGCEM008 DANGOTE CEMENT: the books have 10,000 units, the custodian 9,900, 100 apart (book.csv line 7; custodian.csv line 8).',
    'the custodian has 3 for every 1 of the books, and the prices differ the other way round',
    'the books price it at 9.5, the custodian at 9.6 (1.04% apart)',
    'The custodian holds 10 units of US02079K3059 Alphabet A, worth USD 1,400.00 (',
  ]) {
    expect(clusters).toContain(sentence);
  }
  const { proofs, summary_text } = JSON.parse(readFileSync(join(cwd, 'out/summary.json'), 'utf8'));
  expect(proofs.map(({ unexplained }: { unexplained: string }) => unexplained)).toEqual(['0.00', '0.00', '0.00']);
  expect(summary_text).toContain('There are 4 breaks');
});

test('a code that is no ISIN by its check digit is the same code, and a custodian names accounts in its own words', async () => {
  const books = `Portfolio;ISIN;Instrument;Qty;Price;Market Value;Ccy
F1;NGTB26091234;NTB SEPTEMBER;500;91,50;45.750,00;NGN
F1;NGZENITHBNK9;ZENITH BANK;100;42,35;4.235,00;NGN
F2;NGZENITHBNK9;ZENITH BANK;30;42,35;1.270,50;NGN
F2;;CASH NGN;1.250,90;1;1.250,90;NGN
F2;US0378331005;APPLE INC;10;150;1.500,00;USD
`;
  const custodian = `Client A/C,Security ID,Security Description,Units,Price,Value,Currency
F1,NGTB26091234,NTB 10-SEP-2026,500,91.50,"45,750.00",NGN
F1,NGZENITHBNK9,ZENITH BANK PLC,100,42.35,"4,235.00",NGN
F2,NGZENITHBNK9,ZENITH BANK PLC,30,42.35,"1,270.50",NGN
F2,,NGN CASH,"1,250.80",1,"1,250.80",NGN
F2,US0378331005,APPLE INC,10,150,"1,500.00",USD
`;
  const files = ['--gl', write('wrong-digit-book.csv', books), '--bank', write('wrong-digit-custodian.csv', custodian)];
  const { stdout } = await tieout(['reconcile', '--kind', 'asset', ...files, '--json', '--out', 'wrong-digit'], {
    cwd,
  });
  const { matched, clusters, warnings } = JSON.parse(stdout);
  expect(matched).toMatchObject({ groups: 4, gl_rows: 4, bank_rows: 4 });
  expect(clusters).toEqual({ cash_break: 1 });
  expect(warnings.join('\n')).not.toContain('names accounts');
  expect(readFileSync(join(cwd, 'wrong-digit/clusters.csv'), 'utf8')).toContain(
    'the books have NGN 1,250.90, the custodian NGN 1,250.80, 0.10 apart',
  );
});

test('what is missing or odd in a file is a warning with its line', async () => {
  const odd = write(
    'odd.csv',
    'ISIN,Name,Quantity,Price,Currency\nUS912828U816,US TREASURY 2%,100000,98.50,USD\nUS0378331005,APPLE,500,150.25,USD\n' +
      'US0378331005,APPLE,500,150.25,USD\nXX0000000000,ODD,5,1.2,USD\n',
  );
  const { stdout } = await tieout(['reconcile', '--kind', 'asset', '--gl', odd, '--bank', 'custodian.csv', '--json'], {
    cwd,
  });
  expect(JSON.parse(stdout).warnings).toEqual([
    expect.stringMatching(
      /^odd\.csv: 4 positions \(the first on line 2\) have neither a market value nor a price factor, .* need a column Price Factor/,
    ),
    expect.stringMatching(/^odd\.csv: 1 ISIN \(line 5\) has a wrong check digit/),
    expect.stringMatching(/^odd\.csv: 1 row repeats another one in everything \(line 4 repeats line 3\)/),
  ]);
});

interface Shown {
  readonly side: string;
  readonly amount: number;
  readonly holding: Readonly<Record<string, string | null>>;
}

const post = (path: string, body: object) =>
  service.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...SCOPE, ...body }),
  });

test('over REST, by either route, with the same breaks in the reports', async () => {
  const asked = {
    session_id: 'rest',
    gl_file_url: [urlOf('book.csv')],
    bank_file_url: [urlOf('custodian.csv')],
    period_end_date: '2026-09-30',
    custodian_id: 'ABC',
    custodian_name: 'ABC Custody Bank',
  };
  expect((await post('/v1/reconcile/asset', asked)).status).toBe(202);
  const ingested = await post('/v1/ingestion/asset', {
    holdings_file_url: [urlOf('book.csv')],
    custodian_file_url: [urlOf('custodian.csv')],
  });
  expect(ingested.status).toBe(202);
  const query = new URLSearchParams(SCOPE);
  for (const session of ['rest', ingested.json.session_id]) {
    const ended = await service.ended(session);
    expect([ended.status, ended.error, ended.warnings]).toEqual(['succeeded', null, []]);
    const { json: summary } = await service.ask(`/v1/sessions/${session}/summary?${query}`);
    expect(summary).toMatchObject({ gl: { rows: 8, open_rows: 3 }, bank: { rows: 8 }, clusters: BREAKS });
    const { json: clusters } = await service.ask(`/v1/sessions/${session}/clusters?${query}`);
    expect(clusters.items).toHaveLength(4);
    expect(new Set(clusters.items.map(({ domain }: { domain: string }) => domain))).toEqual(new Set(['asset']));
    const { json: matches } = await service.ask(`/v1/sessions/${session}/matches?${query}`);
    expect(matches.items.map(({ gl }: { gl: unknown[] }) => gl.length).toSorted()).toEqual([1, 1, 1, 2]);
    const { json: open } = await service.ask(`/v1/sessions/${session}/open-items?${query}`);
    expect(open.total).toBe(7);
    const ofDangote = open.items.filter(({ reference }: { reference: string }) => reference === 'NGDANGCEM008');
    expect(ofDangote.map(({ side, amount, holding }: Shown) => [side, amount, holding.isin, holding.units])).toEqual([
      ['gl', 4_800_000, 'NGDANGCEM008', '10000'],
      ['bank', 4_752_000, 'NGDANGCEM008', '9900'],
    ]);
    const microsoft = matches.items.find(({ gl }: { gl: unknown[] }) => gl.length === 2);
    expect(microsoft.gl.map(({ holding }: Shown) => [holding.units, holding.price, holding.price_factor])).toEqual([
      ['250', '300.1', '1'],
      ['500', '300.1', '1'],
    ]);
    expect(microsoft.bank[0].holding).toMatchObject({
      ...{ isin: null, cusip: '594918104', is_cash: false, units: '750', market_value: '225075', lot: null },
    });
  }
});

/** One security whose price is five hundredths apart, and with it the value by 5.00; one that agrees; cash. */
const priced = (
  price: string,
  value: string,
  cash: string,
) => `Portfolio,ISIN,Security Name,Quantity,Price,Market Value,Currency,As Of
F1,US0378331005,APPLE INC,100,${price},${value},USD,2026-09-30
F1,US5949181045,MICROSOFT CORP,10,300.00,3000.00,USD,2026-09-30
F1,,CASH USD,${cash},1,${cash},USD,2026-09-30
`;

test('an amount that a run tolerates is no break, and by every method there is an answer', async () => {
  const urls = {
    gl_file_url: [urlOf(write('priced-book.csv', priced('150.25', '15025.00', '1000.00')))],
    bank_file_url: [urlOf(write('priced-custodian.csv', priced('150.30', '15030.00', '992.00')))],
  };
  const query = new URLSearchParams(SCOPE);
  const result = async (session_id: string, terms: object) => {
    expect((await post('/v1/reconcile/asset', { session_id, ...urls, ...terms })).status).toBe(202);
    const ended = await service.ended(session_id);
    expect([ended.status, ended.error, ended.warnings]).toEqual(['succeeded', null, []]);
    const { json } = await service.ask(`/v1/sessions/${session_id}/summary?${query}`);
    for (const { difference, explained } of json.proofs) expect(explained).toBe(difference);
    const { json: matches } = await service.ask(`/v1/sessions/${session_id}/matches?${query}`);
    expect(matches.total).toBe(Object.values<number>(json.by_tier).reduce((sum, count) => sum + count, 0));
    return [json.clusters, json.by_tier];
  };
  const both = { price_break: 1, cash_break: 1 };
  expect(await result('strict', {})).toEqual([both, { 1: 1 }]);
  expect(await result('below', { amount_tolerance: 4.99 })).toEqual([both, { 1: 1 }]);
  expect(await result('just', { amount_tolerance: 5 })).toEqual([{ cash_break: 1 }, { 1: 1, 2: 1 }]);
  expect(await result('tolerant', { amount_tolerance: 10 })).toEqual([{}, { 1: 1, 2: 2 }]);
  // A share of the books' value: of the shares' 15.03, of the cash 1.00.
  expect(await result('share', { amount_tolerance_percent: 0.1 })).toEqual([{ cash_break: 1 }, { 1: 1, 2: 1 }]);
  expect(await result('bulk', { matching_method: 'bulk', amount_tolerance: 10 })).toEqual([{}, { 1: 1, 2: 2 }]);
  // The totals are 19,025.00 and 19,022.00: 3.00 apart.
  expect(await result('lump', { matching_method: 'lump_sum', amount_tolerance: 3 })).toEqual([{}, { 9: 1 }]);
  expect(await result('apart', { matching_method: 'lump_sum', amount_tolerance: 2 })).toEqual([both, { 1: 1 }]);
  const rest = { matching_method: 'line_by_line_and_lump_sum', amount_tolerance: 3 };
  expect(await result('rest', rest)).toEqual([{}, { 1: 1, 9: 1 }]);
});

test.each([
  [
    'a statement in place of holdings',
    'Date,Description,Debit,Credit,Balance\n2026-09-01,RENT,5.00,,10.00\n',
    /book-odd\.csv.*no column names securities/,
  ],
  ['no quantity', 'ISIN,Name,Price\nUS0378331005,APPLE,150\n', /no column has a quantity/],
  [
    'a number that is none',
    'ISIN,Quantity,Price,Currency\nUS0378331005,many,150,USD\n',
    /line 2: .*the quantity “many” is no number|2: .*“many”/,
  ],
])('%s is refused', async (_, text, sentence) => {
  const { status, stderr } = await tieout(
    ['reconcile', '--kind', 'asset', '--gl', write('book-odd.csv', text), '--bank', 'custodian.csv'],
    { cwd },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(sentence);
});

test('made-up portfolios come out as their truth has it, whatever the order of their rows', async () => {
  await tieout(
    ['generate', '--kind', 'asset', '--rows', '2000', '--seed', 'mine', '--accounts', '3', '--out', 'made'],
    { cwd },
  );
  const groups = new Map(
    readFileSync(join(cwd, 'made/truth.csv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',') as [string, string]),
  );
  const truth: Record<string, number> = {};
  for (const cause of groups.values()) truth[cause] = (truth[cause] ?? 0) + 1;
  const { agrees, within_tolerance, ...breaks } = truth;
  const result = async () => {
    const { stdout } = await tieout(
      ['reconcile', '--kind', 'asset', '--gl', 'made/gl.csv', '--bank', 'made/bank.csv', '--json'],
      { cwd },
    );
    const { seconds: _, ...said } = JSON.parse(stdout);
    return said;
  };
  const first = await result();
  expect(first).toMatchObject({ matched: { groups: agrees! + within_tolerance! }, clusters: breaks, balanced: true });
  await tieout(
    ['reconcile', '--kind', 'asset', '--gl', 'made/gl.csv', '--bank', 'made/bank.csv', '--out', 'made/out'],
    { cwd },
  );
  expect(readFileSync(join(cwd, 'made/out/clusters.csv'), 'utf8')).not.toMatch(/NaN|undefined/);
  const [header, ...rows] = readFileSync(join(cwd, 'made/bank.csv'), 'utf8').trimEnd().split('\n');
  writeFileSync(join(cwd, 'made/bank.csv'), [header, ...rows.toReversed()].join('\n'));
  expect(await result()).toEqual(first);
});

test('a column that a mapping keeps from the fields is not read', async () => {
  const list = (old: number) =>
    `Security,ISIN,Units,Old Units,Price\nDANGOTE,NGDANGCEM008,100,${old},300\nMTN,NGMTNN000002,50,40,200\n`;
  const files = ['--gl', write('old.csv', list(90)), '--bank', write('older.csv', list(80))];
  const args = (others: string) => ['--mapping', write(`${others}.json`, JSON.stringify({ others: [others] }))];
  const clusters = async (others: string) => {
    const { stdout } = await tieout(['reconcile', '--kind', 'asset', ...files, '--json', ...args(others)], { cwd });
    return JSON.parse(stdout).clusters;
  };
  expect([await clusters('Old Units'), await clusters('Units')]).toEqual([{}, { quantity_break: 1 }]);
});
