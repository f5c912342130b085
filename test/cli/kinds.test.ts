// The kinds of run beside banking from the way in that people use: columns that no title gives away are named in a
// mapping, on the command line and in the request that answers a failed run; a file is inspected as a kind reads it; and
// two rows are explained by what the kind goes by.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPE, type Served, served } from './served.ts';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-kinds-'));
const write = (name: string, text: string): string => {
  writeFileSync(join(cwd, name), text);
  return name;
};
const urlOf = (name: string): string => pathToFileURL(join(cwd, name)).href;

/** Columns K1 to K9 say nothing by their titles; the numbers beside them are of no use. */
const FILES = {
  atm: {
    gl: 'K1,K2,K3,K4,Narration,Debit,Credit\n2026-09-01,606000000001,77,1033AB03,CASH WDL,,6000.00\n2026-09-02,606000000002,78,1033AB03,CASH WDL,,500.00\n',
    bank: 'Transaction Date,RRN,STAN,Terminal ID,Response Code,Amount\n2026-09-01,606000000001,000077,1033AB03,00,6000.00\n2026-09-02,606000000002,000078,1044XX09,00,500.00\n',
    mapping: { gl: { columns: { date: 'K1', rrn: 'K2', stan: 3, terminal: 'K4' } } },
    result: { matched: { groups: 1 }, clusters: { not_found_gl: 1, not_found_bank: 1 } },
  },
  nip: {
    gl: 'K1,K2,K3,Debit,Credit\n2026-09-01,000013260901183523000001640430,0614982367,,4548.00\n2026-09-01,000013260901183523000001640431,0614982999,,90.00\n',
    bank: 'K1,K2,K3,K4,AMOUNT\n2026-09-01 18:35:23,000013260901183523000001640430,0614982367,00,4548.00\n2026-09-01 18:35:23,000013260901183523000001640431,0614982367,00,90.00\n',
    mapping: {
      gl: { columns: { date: 'K1', session_id: 'K2', beneficiary: 'K3' } },
      bank: { columns: { date: 'K1', settlement_session_id: 'K2', beneficiary: 'K3', status: 'K4' } },
    },
    result: { matched: { groups: 1 }, clusters: { account_mismatch: 1 } },
  },
  asset: {
    gl: 'K1;K2;K3;K4;K5\nUS0378331005;1.000,5;150,25;USD;01/02/2026\nUS5949181045;7,0;300,1;USD;01/02/2026\n',
    bank: 'ISIN,Quantity,Price,Currency,As Of\nUS0378331005,1000.5,150.25,USD,2026-01-02\nUS5949181045,8,300.1,USD,2026-01-02\n',
    mapping: { gl: { columns: { isin: 'K1', Quantity: 'K2', price: 3, ccy: 4, as_of_date: 'K5' }, date_order: 'mdy' } },
    result: { matched: { groups: 1 }, clusters: { quantity_break: 1 } },
  },
} as const;
const KINDS = Object.keys(FILES) as (keyof typeof FILES)[];

let service: Served;
beforeAll(async () => {
  for (const kind of KINDS) {
    for (const side of ['gl', 'bank'] as const) write(`${kind}-${side}.csv`, FILES[kind][side]);
    write(`${kind}.json`, JSON.stringify(FILES[kind].mapping));
  }
  service = await served({ data: join(cwd, 'data'), root: cwd });
});
afterAll(async () => {
  await service.stop();
  rmSync(cwd, { recursive: true, force: true });
});

const reconcile = (kind: string, ...more: readonly string[]) =>
  tieout(['reconcile', '--kind', kind, '--gl', `${kind}-gl.csv`, '--bank', `${kind}-bank.csv`, ...more], { cwd });
const mapped = (kind: string, ...more: readonly string[]) => reconcile(kind, '--mapping', `${kind}.json`, ...more);

test.each(KINDS)('columns of %s are named in a mapping', async (kind) => {
  const { status, stdout, stderr } = await mapped(kind, '--json');
  expect([status, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject(FILES[kind].result);
});

test.each(KINDS)('a run of %s that failed is done with a mapping over REST', async (kind) => {
  const asked = {
    ...{ gl_file_url: [urlOf(`${kind}-gl.csv`)], bank_file_url: [urlOf(`${kind}-bank.csv`)] },
    ...(kind === 'asset' ? {} : { service: kind, reconciliation_flow: 'outward' }),
  };
  const path = `/v1/reconcile/${kind === 'asset' ? 'asset' : 'commercial'}`;
  const run = async (fields: object) => {
    const body = JSON.stringify({ ...SCOPE, session_id: kind, ...asked, ...fields });
    const answer = await service.ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return answer.status === 202 ? service.ended(kind) : answer;
  };
  if (kind === 'asset') {
    expect((await run({})).error).toMatchObject({ code: 'file_not_understood', file: 'asset-gl.csv' });
  }
  const { gl, bank } = FILES[kind].mapping as { gl: object; bank?: object };
  expect(await run({ gl_mapping: gl, ...(bank && { bank_mapping: bank }) })).toMatchObject({ status: 'succeeded' });
  const { json } = await service.ask(`/v1/sessions/${kind}/summary?${new URLSearchParams(SCOPE)}`);
  expect(json.clusters).toEqual(FILES[kind].result.clusters);
});

test('a name that another kind has is refused with those there are', async () => {
  write('wrong.json', '{"gl":{"columns":{"isin":"K1"}}}');
  const wrong = await reconcile('atm', '--mapping', 'wrong.json');
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toMatch(/wrong\.json: there is no field "isin"; the fields are booking_date, .*, rrn, stan/);
  write('signed.json', '{"gl":{"sign":"in"}}');
  const signed = await reconcile('asset', '--mapping', 'signed.json');
  expect(signed.stderr).toMatch(/asset-gl\.csv: "sign" says nothing of holdings/);
  const body = JSON.stringify({ ...SCOPE, session_id: 's', gl_mapping: { columns: { nonsense: 'K1' } } });
  const refused = await service.ask('/v1/reconcile/asset', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
  });
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'gl_mapping', 'columns', 'nonsense']]);
});

const explain = async (kind: string, lines: string) => {
  const { stdout } = await mapped(kind, '--explain', lines, '--json');
  return JSON.parse(stdout);
};

test('a sale and the line of its charge are explained by their sums, in words that are true of them', async () => {
  const title = 'Date,RRN,Terminal ID,Narration,Debit,Credit';
  write('charge-gl.csv', `${title}\n2026-09-01,606000000001,1033AB03,SALE,6000.00,\n`);
  const lines = ['SALE,,6000.00', 'MSC,30.00,'].map((line) => `2026-09-01,606000000001,1033AB03,${line}\n`);
  write('charge-bank.csv', `${title}\n${lines.join('')}`);
  const { stdout } = await tieout(
    [
      ...['reconcile', '--kind', 'atm', '--gl', 'charge-gl.csv', '--bank', 'charge-bank.csv'],
      ...['--flow', 'inward', '--msc-rate', '0.005', '--explain', '2:3'],
    ],
    { cwd },
  );
  expect(stdout).toMatch(/Tier 2, .*or the same reference with its charge or in parts\n/);
  expect(stdout).toMatch(
    /amount +the sums of 1 ledger row and 2 bank rows: 30\.00 NGN apart, the merchant service charge\n/,
  );
});

test('two rows are explained by the identifiers of their kind', async () => {
  expect(await explain('atm', '2:2')).toMatchObject({
    tier: 1,
    explanation: {
      key_relation: 'same',
      keys_compared: [
        { identifier: '606000000001', gl: 'rrn', bank: 'rrn' },
        { identifier: '000077', gl: 'stan', bank: 'stan' },
        { identifier: '1033AB03', gl: 'terminal', bank: 'terminal' },
      ],
    },
    obstacles: [],
  });
  expect((await explain('atm', '3:3')).obstacles).toEqual([
    { kind: 'identifiers_differ', name: 'terminal', gl: '1033AB03', bank: '1044XX09' },
  ]);
  expect((await explain('nip', '3:3')).obstacles).toEqual([
    { kind: 'identifiers_differ', name: 'beneficiary', gl: '0614982999', bank: '0614982367' },
  ]);
  expect((await explain('nip', '3:2')).obstacles.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['no_common_identifier', 'identifiers_differ', 'amounts_disagree', 'taken'],
  ]);
  const { stdout } = await mapped('nip', '--explain', '2:2');
  expect(stdout).toContain('Tier 2, confidence 0.95: same session and amount');
});

test('two rows of holdings are one position that agrees, one that breaks, or two', async () => {
  expect(await explain('asset', '2:2')).toMatchObject({ tier: 1, one_position: true, break: null });
  const broken = await explain('asset', '3:3');
  expect(broken).toMatchObject({ tier: null, one_position: true, break: 'quantity_break' });
  expect(broken.explanation).toMatchObject({
    compared: expect.arrayContaining([{ name: 'units', book: '7', custodian: '8' }]),
    value_difference: '-300.10',
  });
  expect(await explain('asset', '2:3')).toMatchObject({
    one_position: false,
    obstacles: [
      { kind: 'other_position', side: 'gl' },
      { kind: 'quantity_break', side: 'bank' },
    ],
  });
});

test('a file is inspected as a kind reads it, without a card’s number', async () => {
  write(
    'cards.csv',
    'Posting Date,RRN,Terminal ID,Card Number,Narration,Amount\n2026-09-01,606000000001,1033AB03,4000056655665556,paid 4000056655665556,-60.00\nx,1,1,1,paid 4000056655665556,y4000056655665556\n',
  );
  const { stdout } = await tieout(['inspect', '--kind', 'atm', '--side', 'gl', '--json', 'cards.csv'], { cwd });
  expect(stdout).not.toContain('4000056655665556');
  const fieldsOf = (json: string) => JSON.parse(json)[0].columns.map(({ field }: { field: string | null }) => field);
  expect(fieldsOf(stdout)).toEqual(['booking_date', 'rrn', 'terminal_id', 'masked_card', 'narration', 'amount']);
  const held = await tieout(['inspect', '--kind', 'asset', '--json', 'asset-bank.csv'], { cwd });
  expect(fieldsOf(held.stdout)).toEqual(['isin', 'units', 'price', 'currency', 'as_of_date']);
  expect(JSON.parse(held.stdout)[0].accounts).toMatchObject([{ currency: 'USD', rows: 2, amount: '152725.93' }]);
  const wrong = await tieout(['inspect', '--kind', 'asset', 'asset-gl.csv'], { cwd });
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('asset-gl.csv: ')]);
});
