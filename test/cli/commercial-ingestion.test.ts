// A commercial bank's files come by ingestion, one after the other: what they are reconciled as, that a later run of the
// session says the same, what its summary is made anew from, and what is said of files that are of another kind.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPE, type Served, served } from './served.ts';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-commercial-'));
const urlOf = (name: string): string => pathToFileURL(join(cwd, name)).href;
const write = (name: string, text: string): string => {
  writeFileSync(join(cwd, name), text);
  return urlOf(name);
};

let service: Served;
beforeAll(async () => {
  for (const kind of ['nip', 'atm']) {
    await tieout(['generate', '--kind', kind, '--rows', '60', '--seed', 'ingested', '--out', kind], { cwd });
  }
  service = await served({ data: join(cwd, 'data'), root: cwd });
});
afterAll(async () => {
  await service.stop();
  rmSync(cwd, { recursive: true, force: true });
});

const post = (path: string, body: object) =>
  service.ask(`/v1/${path}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ ...SCOPE, ...body }),
  });
const done = async (session_id: string, path: string, body: object) => {
  const { status, text } = await post(path, { session_id, ...body });
  expect([status, text]).toEqual([202, expect.anything()]);
  return service.ended(session_id);
};
const summaryOf = async (session: string) =>
  (await service.ask(`/v1/sessions/${session}/summary?${new URLSearchParams(SCOPE)}`)).json;
const shown = ({ gl, bank, by_tier, clusters }: Record<string, unknown>) => ({ gl, bank, by_tier, clusters });

test.each([
  ['nip', 'nip', 'nip'],
  ['card_settlement', 'atm', 'atm'],
])('files of service %s are reconciled as they come, and again by a run', async (name, kind, domain) => {
  const period = { period_start_date: '2026-09-01', period_end_date: '2026-09-30' };
  const terms = { ...period, service: name, reconciliation_flow: 'outward' };
  const ingest = (files: object) =>
    done(name, 'ingestion/background', { ...terms, customer_type: 'commercial_bank', ...files });
  expect(await ingest({ gl_file_url: [urlOf(`${kind}/gl.csv`)] })).toMatchObject({ status: 'succeeded', error: null });
  const both = await ingest({ bank_file_url: [urlOf(`${kind}/bank.csv`)] });
  expect(both).toMatchObject({ status: 'succeeded', error: null });
  const ingested = await summaryOf(name);
  const ran = await done(name, 'reconcile/commercial', terms);
  expect(ran).toMatchObject({ status: 'succeeded', error: null });
  expect(shown(await summaryOf(name))).toEqual(shown(ingested));
  const { stdout } = await tieout(
    [
      ...['reconcile', '--kind', kind, '--gl', `${kind}/gl.csv`, '--bank', `${kind}/bank.csv`, '--json'],
      ...['--from', '2026-09-01', '--to', '2026-09-30', '--days-forward', '0', '--days-back', '0'],
    ],
    { cwd },
  );
  expect(ingested.clusters).toEqual(JSON.parse(stdout).clusters);
  const clusters = await service.ask(`/v1/sessions/${name}/clusters?${new URLSearchParams(SCOPE)}`);
  expect(new Set(clusters.json.items.map((one: { domain: string }) => one.domain))).toEqual(new Set([domain]));
});

test('a summary of transfers is made anew from what it keeps', async () => {
  const files = { gl_file_url: [urlOf('nip/gl.csv')], bank_file_url: [urlOf('nip/bank.csv')] };
  const asked = { period_start_date: '2026-09-01', period_end_date: '2026-09-30', service: 'nip' };
  await done('kept', 'reconcile/commercial', { ...files, ...asked, reconciliation_flow: 'outward' });
  const before = await summaryOf('kept');
  const anew = await post('internal/summary/regenerate/nip', { session_id: 'kept' });
  expect([anew.status, anew.json.period_start_date, anew.json.period_end_date]).toEqual([
    ...[200, '2026-09-01', '2026-09-30'],
  ]);
  const after = await summaryOf('kept');
  expect(shown(after)).toEqual(shown(before));
  expect(after.recalculation_count).toBe(before.recalculation_count + 1);
  expect([after.gl.opening_balance, after.bank.opening_balance]).toEqual([
    ...[before.gl.opening_balance, before.bank.opening_balance],
  ]);
});

const refusals: readonly (readonly [string, string, () => object, RegExp])[] = [
  [
    'a settlement report given as the ledger',
    'reconcile/commercial',
    () => ({ service: 'nip', gl_file_url: [urlOf('nip/bank.csv')], bank_file_url: [urlOf('nip/gl.csv')] }),
    /given as a ledger file and is the settlement report of a switch by its titles; give it to the bank’s side/,
  ],
  [
    'holdings given as card transactions',
    'reconcile/commercial',
    () => ({
      gl_file_url: [write('held.csv', 'ISIN,Quantity,Price,Currency\nUS0378331005,10,150.25,USD\n')],
      bank_file_url: [urlOf('atm/bank.csv')],
    }),
    /held\.csv|no (column|date)/,
  ],
  [
    'a settlement report given as holdings',
    'reconcile/asset',
    () => ({ gl_file_url: [urlOf('nip/bank.csv')], bank_file_url: [urlOf('nip/gl.csv')] }),
    /no column names securities|no list of holdings/,
  ],
];
test.each(refusals)('%s is refused in one sentence', async (name, path, files, sentence) => {
  const { status, error } = await done(name.replaceAll(' ', '-'), path, files());
  expect([status, error.message]).toEqual(['failed', expect.stringMatching(sentence)]);
});

test('postings of a core banking system without a direction, and holdings without factors, are told of', async () => {
  const header = readFileSync(join(cwd, 'nip/bank.csv'), 'utf8').split('\n').slice(0, 3);
  const id = '000013260901183523000001640430';
  const report = [
    ...header,
    `1,MOBILE,'${id},NIP,00,50.00,2026-09-01 18:35:23,A,B,C,D,'0614982367,x,PAY1,'000001640430`,
  ];
  const unsigned = await done('unsigned', 'reconcile/commercial', {
    service: 'nip',
    gl_file_url: [write('cba.csv', `Tran Date,Tran Amount,Tran Particulars\n01-Sep-2026,50.00,NIP/${id}/ADA\n`)],
    bank_file_url: [write('report.csv', report.join('\n'))],
  });
  expect([unsigned.status, unsigned.error]).toEqual(['succeeded', null]);
  expect((await summaryOf('unsigned')).by_tier).toMatchObject({ 2: 1 });
  expect(unsigned.warnings.join()).toMatch(
    /No direction was given: the transfers are outward, for report\.csv is titled outward/,
  );
  const bonds = (name: string) =>
    write(name, `ISIN,Quantity,Price,Currency,Name\nUS912828U816,1000,98.50,USD,${name}\n`);
  const held = await done('factors', 'reconcile/asset', {
    ...{ gl_file_url: [bonds('a.csv')], bank_file_url: [bonds('b.csv')] },
  });
  expect(held.warnings.join()).toMatch(/neither a market value nor a price factor.* need a column Price Factor/);
});
