// POST /v1/reconcile/target-field-suggestion over REST and gRPC, on real files and a thread that reads them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { filesUnder } from '../../src/adapters/file-urls/find-file.ts';
import { startThreads } from '../../src/adapters/threads/compute.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { targetFieldSuggestion } from '../../src/rpc/target-fields.ts';
import { start } from './running.ts';

const root = mkdtempSync(join(tmpdir(), 'tieout-suggest-'));
const mapping = startThreads(1);
let server: RunningServer;
beforeAll(async () => {
  const deps = { files: filesUnder({ root, perTenant: false }), mapping, languageModel: null };
  server = await start({
    handlers: { engine: { suggestTargetFields: (asked) => targetFieldSuggestion(deps, asked) } },
  });
});
afterAll(async () => {
  await server.close();
  await mapping.close();
  rmSync(root, { recursive: true });
});

let last = 0;
function file(...lines: readonly string[]): string {
  const name = `${++last}.csv`;
  writeFileSync(join(root, name), `${lines.join('\n')}\n`);
  return `file:${name}`;
}

const URL_PATH = '/v1/reconcile/target-field-suggestion';
// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
async function suggest(body: object, address = server.address): Promise<{ status: number; json: any }> {
  const reply = await fetch(`${address}${URL_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, json: await reply.json() };
}

const DAYS = ['05/03/2026', '06/03/2026', '09/03/2026', '10/03/2026', '13/03/2026', '17/03/2026'];
const NAMES = ['Adaeze Okafor', 'Bello Farms', 'Chidi Stores', 'Danjuma Motors', 'Eze Prints', 'Falola Ltd'];
const REFS = ['TRF90117', 'TRF92218', 'TRF94326', 'TRF95431', 'TRF97547', 'TRF99655'];
const MONEY = ['125,000.00', '83,250.50', '40,000.00', '17,999.99', '6,300.75', '777.77'];
const rows = (cells: (i: number) => readonly string[]) =>
  DAYS.map((_, i) =>
    cells(i)
      .map((cell) => (cell.includes(',') ? `"${cell}"` : cell))
      .join(','),
  );

const ledger = () =>
  file('Posting Date,Voucher No,Narration,Amount', ...rows((i) => [DAYS[i], REFS[i], `Pay ${NAMES[i]}`, MONEY[i]]));
const statement = () =>
  file('Date,Reference,Details,Debit,Credit', ...rows((i) => [DAYS[i], REFS[i], NAMES[i], '', MONEY[i]]));

// biome-ignore lint/suspicious/noExplicitAny: as above.
const of = (json: any, system: string) => json.mappings.find((one: { system: string }) => one.system === system);

test('says what is what, how sure that is and why, with masked samples', async () => {
  const [gl, bank] = [ledger(), statement()];
  const { status, json } = await suggest({ gl_file_url: gl, bank_file_url: [bank] });
  expect(status).toBe(200);
  expect(json.gl.files).toEqual([
    {
      url: gl,
      header_row: 1,
      columns: [
        { title: 'Posting Date', type: 'date', samples: ['99/99/9999'] },
        { title: 'Voucher No', type: 'identifier', samples: ['XXX99999'] },
        { title: 'Narration', type: 'text', samples: ['Xxx Xxxxxx Xxxxxx', 'Xxx Xxxxx Xxxxx', 'Xxx Xxxxx Xxxxxx'] },
        { title: 'Amount', type: 'amount', samples: ['999,999.99', '99,999.99', '9,999.99'] },
      ],
    },
  ]);
  expect(of(json, 'Booking Date')).toMatchObject({
    gl_title: 'Posting Date',
    statement_title: 'Date',
    confidence: 0.9,
  });
  expect(of(json, 'Reference')).toMatchObject({
    gl_title: 'Voucher No',
    statement_title: 'Reference',
    reason: expect.stringContaining('6 of 6 values are met on the other side'),
  });
  expect(of(json, 'Amount')).toMatchObject({ gl_title: 'Amount', statement_title: null, secondary_mappings: [] });
  expect(of(json, 'Credit')).toMatchObject({ gl_title: null, statement_title: 'Credit' });
  expect(of(json, 'Narration')).toMatchObject({ gl_title: 'Narration', statement_title: 'Details' });
  expect(json).toMatchObject({
    others: { gl: [], statement: [] },
    switch_type: null,
    mapper: 'built_in',
    warnings: [],
  });
  expect(json.target_field_definitions['Booking Date']).toMatchObject({ type: 'date', required: true });
  expect(JSON.stringify(json)).not.toMatch(/Adaeze|Bello|TRF9|125,000/);
});

test('Connect and gRPC answer the same', async () => {
  const asked = { glFileUrl: [ledger()], bankFileUrl: [statement()], isSwitch: true };
  const answers = await Promise.all(
    [
      createConnectTransport({ baseUrl: server.address, httpVersion: '2' }),
      createGrpcTransport({ baseUrl: server.address }),
    ].map((transport) => createClient(EngineService, transport).suggestTargetFields(asked)),
  );
  const { json } = await suggest({ gl_file_url: asked.glFileUrl, bank_file_url: asked.bankFileUrl, is_switch: true });
  expect(json.switch_type).toBe('unknown');
  for (const { mappings } of answers)
    expect(mappings.map(({ system, confidence }) => [system, confidence])).toEqual(
      json.mappings.map(({ system, confidence }: { system: string; confidence: number }) => [system, confidence]),
    );
});

test('a file that cannot be read is 422 at its url, on every protocol; so is an empty list', async () => {
  const gl = ledger();
  const missing = await suggest({ gl_file_url: [gl, 'file:none.csv'], bank_file_url: 'file:../out.csv' });
  expect(missing.status).toBe(422);
  expect(missing.json.detail).toMatchObject([
    { type: 'file_unreadable', loc: ['body', 'gl_file_url', 1] },
    { type: 'file_not_allowed', loc: ['body', 'bank_file_url', 0] },
  ]);
  const binary = file('\0\0\0\0PNG\0');
  const unread = await suggest({ gl_file_url: binary, bank_file_url: [file('just one line of text')] });
  expect(unread.json.detail).toMatchObject([
    { type: 'file_not_understood', loc: ['body', 'gl_file_url', 0] },
    { type: 'file_not_understood', loc: ['body', 'bank_file_url', 0] },
  ]);
  const empty = await suggest({ gl_file_url: [], bank_file_url: gl });
  expect([empty.status, empty.json.detail[0].loc]).toEqual([422, ['body', 'gl_file_url']]);
  const client = createClient(EngineService, createGrpcTransport({ baseUrl: server.address }));
  await expect(client.suggestTargetFields({ glFileUrl: [gl], bankFileUrl: ['file:none.csv'] })).rejects.toThrow(
    /invalid_argument.*bank_file_url.0: file:none.csv: there is no such file/,
  );
});

test('what would take minutes to be weighed is refused at the file that is too many', async () => {
  const wide = Array.from({ length: 9 }, (_, k) =>
    file(
      `Date,Amount,${Array.from({ length: 498 }, (_, i) => `Part ${k} of ${i}`)}`,
      `2026-03-05,1.50${','.repeat(498)}`,
    ),
  );
  const { status, json } = await suggest({ gl_file_url: wide, bank_file_url: statement() });
  expect([status, json.detail?.length]).toEqual([422, 1]);
  expect(json.detail[0]).toMatchObject({ type: 'file_too_large', loc: ['body', 'gl_file_url', 8] });
});

test('a folder of files that is away is 503', async () => {
  const gone = filesUnder({ root: join(root, 'gone'), perTenant: false });
  const deps = { files: gone, mapping, languageModel: null };
  const away = await start({
    handlers: { engine: { suggestTargetFields: (asked) => targetFieldSuggestion(deps, asked) } },
  });
  expect((await suggest({ gl_file_url: 'file:a.csv', bank_file_url: 'file:b.csv' }, away.address)).status).toBe(503);
  await away.close();
});

describe('what the request gives', () => {
  test('mappings are kept and completed', async () => {
    const { json } = await suggest({
      gl_file_url: ledger(),
      bank_file_url: statement(),
      mappings: [
        { system: 'transaction_date', gl_title: 'Posting Date' },
        { system: 'Remarks', gl_title: 'Voucher No', statement_title: 'Nowhere' },
      ],
    });
    expect(of(json, 'Transaction Date')).toMatchObject({ gl_title: 'Posting Date', statement_title: 'Date' });
    expect(of(json, 'Remarks')).toMatchObject({ gl_title: 'Voucher No', statement_title: 'Nowhere', confidence: 0 });
    expect(json.warnings).toEqual(['“Nowhere”, given as Remarks, is no column of the statement.']);
    expect(of(json, 'Amount')).toMatchObject({ gl_title: 'Amount' });
  });

  test('target fields are looked for by name, alias and type', async () => {
    const { json } = await suggest({
      gl_file_url: ledger(),
      bank_file_url: statement(),
      target_field_definitions: {
        posting_day: { type: 'date', required: true },
        ticket: { description: 'the voucher', type: 'identifier', aliases: ['Voucher No', 'Reference'] },
        branch: 'where it was booked',
        details: { type: 'amount' },
      },
    });
    expect(Object.keys(json.target_field_definitions)).toEqual(['Posting Day', 'Ticket', 'Branch', 'Details']);
    expect(json.target_field_definitions.Branch).toMatchObject({ description: 'where it was booked' });
    expect(of(json, 'Ticket')).toMatchObject({ gl_title: 'Voucher No', statement_title: 'Reference', confidence: 0.9 });
    expect(of(json, 'Posting Day')).toMatchObject({ gl_title: 'Posting Date', statement_title: 'Date' });
    expect(of(json, 'Posting Day').confidence).toBeLessThanOrEqual(0.5);
    expect(of(json, 'Branch')).toMatchObject({ gl_title: null, statement_title: null, confidence: 0 });
    // A title of that name over texts is no amount.
    expect(of(json, 'Details').statement_title).not.toBe('Details');
    expect(json.others.gl).toEqual(expect.arrayContaining(['Narration']));
  });

  test('others are kept from the fields', async () => {
    const { json } = await suggest({
      gl_file_url: ledger(),
      bank_file_url: statement(),
      others: { statement: ['Details', 'Gone'] },
    });
    expect(of(json, 'Narration').statement_title).toBeNull();
    expect(json.others.statement).toEqual(['Details']);
    expect(json.warnings).toEqual(['“Gone”, given among the others, is no column of the statement.']);
  });
});

describe('files of every kind', () => {
  test('several layouts on a side: the further titles are secondary', async () => {
    const other = file(
      'Buchungstag;Belegnr;Verwendungszweck;Betrag',
      ...DAYS.map((day, i) => `${day};${REFS[i]};${NAMES[i]};${i + 1}00,00`),
    );
    const { json } = await suggest({ gl_file_url: [ledger(), other], bank_file_url: statement() });
    expect(json.gl.files.map((one: { columns: unknown[] }) => one.columns.length)).toEqual([4, 4]);
    expect(of(json, 'Booking Date')).toMatchObject({
      gl_title: 'Posting Date',
      secondary_mappings: [{ gl_title: 'Buchungstag', statement_title: 'Date' }],
    });
    expect(of(json, 'Reference').secondary_mappings).toEqual([{ gl_title: 'Belegnr', statement_title: 'Reference' }]);
  });

  test('without titles columns are called by number, and values on both sides tell the reference', async () => {
    const bare = file(...rows((i) => [DAYS[i], NAMES[i], `4${i}9`, REFS[i], MONEY[i]]));
    const { json } = await suggest({ gl_file_url: bare, bank_file_url: statement() });
    expect(json.gl.files[0].header_row).toBeNull();
    expect(of(json, 'Booking Date').gl_title).toBe('Column 1');
    expect(of(json, 'Reference')).toMatchObject({ gl_title: 'Column 4', statement_title: 'Reference' });
    expect(json.warnings[0]).toMatch(/has no titles/);
  });

  test('titles on two rows, and a nameless column that the other side knows', async () => {
    const two = file(
      'Posting,,,Debit,Credit',
      'Date,Key,Details,Amount,Amount',
      ...rows((i) => [DAYS[i], REFS[i], NAMES[i], MONEY[i], '']),
    );
    const { json } = await suggest({ gl_file_url: two, bank_file_url: statement() });
    expect(json.gl.files[0].header_row).toBe(2);
    expect(of(json, 'Debit').gl_title).toBe('Debit Amount');
    expect(of(json, 'Reference').gl_title).toBe('Key');
  });

  test('a balance that proves the amount is all but certain', async () => {
    let balance = 0;
    const proven = file(
      'Date,Narration,Amount,Balance',
      ...DAYS.map((day, i) => `${day},${NAMES[i]},${i + 1}00.00,${(balance += (i + 1) * 100)}.00`),
    );
    const { json } = await suggest({ gl_file_url: ledger(), bank_file_url: proven });
    expect(json.mappings.find((one: { system: string }) => one.system === 'Balance').confidence).toBe(0.99);
  });

  test('holdings have no days: their first line titles them', async () => {
    const holdings = file(
      'ISIN,Security Name,Units,Price,Market Value',
      'NG0001,Dangote,100,5.5,550',
      'NG0002,Zenith,20,30,600',
    );
    const { json } = await suggest({ gl_file_url: holdings, bank_file_url: holdings, customer_type: 'fund_manager' });
    expect(json.mappings.map((one: { system: string }) => one.system)).toEqual([
      'Security Id',
      'Security Name',
      'Units',
      'Price',
      'Market Value',
    ]);
  });

  test('the switch is told by names and by session ids', async () => {
    const nip = file(
      'Date,Session ID,Narration,Amount',
      ...rows((i) => [DAYS[i], `0000152603051${i}30450000123456789`.padEnd(30, '1').slice(0, 30), NAMES[i], MONEY[i]]),
    );
    const isw = file(
      'Date,Terminal ID,STAN,Interswitch Ref,Amount',
      ...rows((i) => [DAYS[i], '2ISW0001', `00123${i}`, REFS[i], MONEY[i]]),
    );
    const typeOf = async (bank: string) =>
      (await suggest({ gl_file_url: ledger(), bank_file_url: bank, is_switch: true })).json.switch_type;
    const named = (title: string) =>
      file(
        `Date,Terminal ID,RRN,${title},Amount`,
        ...rows((i) => [DAYS[i], '2XYZ0001', `60310000123${i}`, REFS[i], MONEY[i]]),
      );
    const [pos, upsl, etranzact] = ['NIBSS Reference', 'UPSL Ref', 'eTranzact Ref'].map(named);
    expect(await Promise.all([nip, pos!, isw, upsl!, etranzact!, statement()].map(typeOf))).toEqual([
      ...['nibss_nip', 'nibss_pos', 'interswitch', 'upsl', 'etranzact', 'unknown'],
    ]);
    const paid = file(
      'Date,Terminal ID,Description,Amount',
      ...rows((i) => [DAYS[i], '2XYZ0001', `PayAttitude ${NAMES[i]}`, MONEY[i]]),
    );
    const both = file('Date,UPSL Ref,Interswitch Ref,Amount', ...rows((i) => [DAYS[i], REFS[i], REFS[i], MONEY[i]]));
    expect(await Promise.all([paid, both].map(typeOf))).toEqual(['upsl', 'unknown']);
  });
});
