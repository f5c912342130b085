// Every CSV file that leaves Tieout, for spreadsheets: each begins with a byte order mark, and no cell of it is a formula,
// whatever a bank, a ledger or a file's name says. The places are found in the source, so that a new one is held too.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutFormulas } from '../../src/core/words/quoted-cell.ts';
import { csvRows } from './csv-cells.ts';
import { type Served, served } from './served.ts';
import { tieout } from './tieout.ts';

const HEAD = 'Date,Account,Reference,Narration,Amount';
/** What begins a formula, in each column that a text comes from. */
const GL = [
  HEAD,
  '2026-03-02,77,RC77,Sale to Bola,510.00',
  '2026-03-03,77,=PV9,"=HYPERLINK(""http://x"",""y"")",-70.00',
  '2026-03-04,77,-REF7,"@SUM(A1), and more",-7.00',
  '2026-03-05,77,+2348031234567,Nothing moved,0.00',
  '2026-03-35,77,K1,No such day,1.00',
];
const BANK = [
  HEAD,
  '2026-03-02,77,RC77,=Sale to Bola,510.00',
  '2026-03-05,77,=M1,=SMS ALERT CHARGE,-52.50',
  '2026-03-09,77,-M2,+Mobile transfer,900.00',
];
const HOLDINGS = ['Portfolio,ISIN,Security Name,Quantity,Price,Market Value,Currency,As Of'];
const POSITION = ',US0378331005,=APPLE INC,1000,150.25,150250.00,USD,2026-03-31';

let cwd: string;
let service: Served;
const write = (name: string, lines: readonly string[]) => writeFileSync(join(cwd, name), `${lines.join('\n')}\n`);
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'tieout-every-csv-'));
  write('=gl.csv', GL);
  write('+bank.csv', BANK);
  write('book.csv', [...HOLDINGS, `=F001${POSITION}`]);
  write('custodian.csv', [...HOLDINGS, `=F001${POSITION.replace('1000', '900')}`]);
  write('chart.json', [
    JSON.stringify({
      rules: [{ class: 'bank_charges', account: '=51010', name: '@charges' }],
      bank_accounts: [{ number: '77', account: '-10100', name: '+bank' }],
    }),
  ]);
  const columns = ['date', 'account', 'account_name', 'amount', 'text'].map((value) => ({ title: `=${value}`, value }));
  write('layout.json', [JSON.stringify({ columns, separator: ';', decimal: ',' })]);
  mkdirSync(join(cwd, 'csv'));
});
afterAll(async () => {
  await service?.stop();
  rmSync(cwd, { recursive: true });
});

function held(name: string, text: string, separator = ','): void {
  expect([name, text[0]]).toEqual([name, '\uFEFF']);
  const cells = (
    separator === ','
      ? csvRows(text.slice(1))
      : text
          .slice(1)
          .split('\n')
          .map((line) => line.split(separator))
  ).flat();
  expect(cells.length).toBeGreaterThan(2);
  const isFormula = (cell: string) => /^"?[=+\-@\t\r]/.test(cell);
  const isNumber = (cell: string) => /^-?[\d.,]+$/.test(cell);
  expect([name, cells.filter((cell) => isFormula(cell) && !isNumber(cell))]).toEqual([name, []]);
}

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

test('these are the places where a CSV leaves', () => {
  const places = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('console'))
    .filter((path) => /csvText\(|new CsvFile\(|text\/csv; charset/.test(readFileSync(join(SOURCE, path), 'utf8')));
  expect(places.sort()).toEqual([
    'adapters/spreadsheets/journal-file.ts', // posting.csv, journals export
    'cli/files/matches-thread.ts', // matches.csv
    'cli/files/write-outputs.ts', // the other files of --out
    'cli/journals/journals.ts', // journals list
    'cli/register/open-items.ts',
    'core/records/kept-statement.ts', // An example in words: statements are no CSV.
    'core/words/quoted-cell.ts',
    'rpc/reporting/statements.ts', // journals and the register, over REST and RPC
    'rpc/services.ts', // An example in words.
  ]);
});

test('each of them, for spreadsheets', { timeout: 120_000 }, async () => {
  const period = ['--from', '2026-03-01', '--to', '2026-03-31'];
  const sides = ['--gl', '=gl.csv', '--bank', '+bank.csv', '--account', '77', ...period];
  const posting = ['--chart', 'chart.json', '--journal-layout', 'layout.json'];
  const kept = ['--data', 'data', '--session', 'march'];
  const ran = await tieout(
    ['reconcile', ...sides, ...posting, ...kept, '--out', 'csv', '--excel', '--rejected-share', '0.5'],
    { cwd },
  );
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  const holdings = ['--kind', 'asset', '--gl', 'book.csv', '--bank', 'custodian.csv', '--out', 'holdings', '--excel'];
  expect((await tieout(['reconcile', ...holdings], { cwd })).status).toBe(0);
  const files = ['csv', 'holdings'].flatMap((folder) =>
    readdirSync(join(cwd, folder))
      .filter((name) => name.endsWith('.csv'))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.map((name) => name.split('/')[1])).toEqual(
    expect.arrayContaining([
      'matches.csv',
      'open-items.csv',
      'clusters.csv',
      'rejected.csv',
      'set-aside.csv',
      'journals.csv',
      'posting.csv',
      'positions.csv',
    ]),
  );
  for (const name of files) held(name, readFileSync(join(cwd, name), 'utf8'), name.endsWith('posting.csv') ? ';' : ',');
  const said = async (...args: string[]) => (await tieout([...args, '--data', 'data', '--excel'], { cwd })).stdout;
  held('open-items', await said('open-items', '--csv'));
  held('journals list', await said('journals', 'list', '--session', 'march', '--chart', 'chart.json'));
  service = await served({ data: join(cwd, 'data'), root: cwd });
  const of = { tenant_id: 'local', partner_id: 'local', format: 'csv' };
  const asked = (path: string, more: object = {}) =>
    fetch(`${service.address}/v1/${path}?${new URLSearchParams({ ...of, ...more })}`).then((reply) => reply.bytes());
  for (const path of ['open-items', 'sessions/march/journals']) {
    const [plain, forExcel] = await Promise.all([asked(path), asked(path, { excel: 'true' })]);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(forExcel);
    held(path, text);
    expect(text).toBe(`\uFEFF${withoutFormulas(new TextDecoder().decode(plain))}`);
  }
});

test('numbers stay numbers, and only texts get an apostrophe', () => {
  expect(withoutFormulas('a,-5.00,"=1,2",-x,"+""y""",\t=1,@,-,2026-01-02\n-7,+7\n')).toBe(
    `a,-5.00,"'=1,2","'-x","'+""y""","'\t=1","'@","'-",2026-01-02\n-7,"'+7"\n`,
  );
  expect(withoutFormulas('-1,50;-a;"x;=y"', ';')).toBe(`-1,50;"'-a";"x;=y"`);
  expect(withoutFormulas('')).toBe('');
});
