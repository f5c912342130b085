// A question that a failed run puts is answered by the same request with a mapping, on every protocol alike; one that is
// wrong is refused where it is wrong.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { RunStatus } from '../../gen/tieout/engine/v1/run_pb.ts';
import { SCOPE, type Served, served } from './served.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-serve-question-'));
const rows = Array.from({ length: 9 }, (_, i) => `1${i}/03/2026,A,-${i + 1}.00,-${i + 2}.19`);
writeFileSync(join(folder, 'bank.csv'), ['Date,Text,Netto,Brutto', ...rows].join('\n'));
writeFileSync(join(folder, 'gl.csv'), 'Date,Reference,Narration,Debit,Credit\n13/03/2026,R1,X,,5.19\n');
const urlOf = (name: string) => pathToFileURL(join(folder, name)).href;
const files = { gl_file_url: [urlOf('gl.csv')], bank_file_url: [urlOf('bank.csv')] };

let service: Served;
beforeAll(async () => {
  service = await served({ data: join(folder, 'data'), root: folder });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const QUESTION = '“Netto” (-1.00; -2.00; -3.00) or “Brutto” (-2.19; -3.19; -4.19) may be the amount';
const ANSWER = { columns: { amount: 'Brutto' }, date_order: 'dmy' };

test('over REST the question is the run’s error, and the mapping answers it', async () => {
  await service.run('rest', files);
  const asked = await service.ended('rest');
  expect(asked.error).toMatchObject({
    code: 'file_needs_answer',
    message: expect.stringContaining(QUESTION),
    choices: [
      { label: '“Netto” is the amount', side: 'bank', accounts: [{ currency: 'NGN', rows: 9, amount: -45 }] },
      { first_rows: [{ line: 2, date: '2026-03-10', amount: -2.19 }, {}, {}] },
    ],
  });
  const [, chosen] = asked.error.choices;
  expect(chosen.mapping).toEqual({ columns: { amount: 'Brutto' } });
  await service.run('rest', { ...files, [`${chosen.side}_mapping`]: chosen.mapping });
  expect((await service.ended('rest')).status).toBe('succeeded');
  const summary = await service.ask(`/v1/sessions/rest/summary?${new URLSearchParams(SCOPE)}`);
  expect(summary.json.bank).toMatchObject({ rows: 9, amount: -55.71 });
});

test('a file that is appended is read by the plan of the session’s first one of its layout', async () => {
  const entries = (days: readonly string[]) => days.map((day, i) => `${day},A,-${i + 1}.00,-${i + 2}.19`);
  writeFileSync(
    join(folder, 'first.csv'),
    ['Date,Text,Netto,Brutto', ...entries(['03/04/2026', '03/13/2026'])].join('\n'),
  );
  writeFileSync(
    join(folder, 'later.csv'),
    ['Date,Text,Netto,Brutto', ...entries(['03/04/2026', '03/05/2026'])].join('\n'),
  );
  const period = { period_start_date: '2026-03-01', period_end_date: '2026-03-31' };
  const first = {
    gl_file_url: files.gl_file_url,
    bank_file_url: [urlOf('first.csv')],
    ...period,
    bank_mapping: { columns: { amount: 4 } },
  };
  await service.run('append', first);
  expect(await service.ended('append')).toMatchObject({ status: 'succeeded' });
  await service.run('append', { bank_file_url: [urlOf('later.csv')], ...period, on_existing_action: 'append' });
  expect(await service.ended('append')).toMatchObject({ status: 'succeeded' });
  const items = await service.ask(`/v1/sessions/append/open-items?${new URLSearchParams({ ...SCOPE, side: 'bank' })}`);
  const dated = items.json.items.map(({ date, amount }: { date: string; amount: number }) => [date, amount]);
  // The row that both files hold is one row: read day first it would be of 3 April in the later one.
  expect(dated.sort()).toEqual([
    ['2026-03-04', -2.19],
    ['2026-03-05', -3.19],
    ['2026-03-13', -3.19],
  ]);
});

describe.each([
  ['connect', (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: '1.1' })],
  ['grpc', (baseUrl: string) => createGrpcTransport({ baseUrl })],
])('over %s', (name, transportTo: (baseUrl: string) => Transport) => {
  const client = () => createClient(EngineService, transportTo(service.address));
  const request = {
    // A partner of its own: what another one answered is remembered for that one.
    ...{ tenantId: SCOPE.tenant_id, partnerId: name, sessionId: name },
    ...{ glFileUrl: files.gl_file_url, bankFileUrl: files.bank_file_url },
  };

  test('the question is the run’s error, and the mapping answers it', async () => {
    await client().reconcileBanking(request);
    const scope = { tenant_id: SCOPE.tenant_id, partner_id: name };
    expect((await service.ended(name, scope)).error.message).toContain(QUESTION);
    await client().reconcileBanking({ ...request, bankMapping: ANSWER });
    await service.ended(name, scope);
    const status = await client().getPipelineStatus(request);
    expect(status.status).toBe(RunStatus.SUCCEEDED);
  });

  test('a wrong mapping is refused with its place', async () => {
    const wrong = client().reconcileBanking({ ...request, bankMapping: { columns: { amont: 1 } } });
    await expect(wrong).rejects.toThrow(/bank_mapping\.columns\.amont: there is no field "amont"/);
  });
});

test.each([
  [{ sign: 'minus' }, ['sign'], '"sign" is not one of as_is, in, out, debit_positive'],
  [{ colums: {} }, ['colums'], expect.stringMatching(/^there is no key "colums"; the keys are columns, sign,/)],
  [{ columns: { amount: [1, {}] } }, ['columns', 'amount'], expect.stringContaining('nor the number of a column')],
  [{ entries: { '12': 'yes' } }, ['entries'], expect.stringContaining('from line numbers to true or false')],
  [{ marks: { D: 'away' } }, ['marks'], expect.stringContaining('"in" or "out"')],
  [{ skip_lines: Array.from({ length: 5_000 }, () => 1) }, [], 'must hold at most 4096 values'],
  [{ account: 'x'.repeat(300) }, ['account'], '"account" is not a text of at most 256 characters'],
  [{ columns: { ['x'.repeat(300)]: 1 } }, ['columns'], 'a key has more than 256 characters'],
] as [object, string[], unknown][])('a wrong mapping is refused at its path: case %#', async (mapping, path, msg) => {
  for (const field of ['gl_mapping', 'bank_mapping']) {
    const { status, json } = await service.run('wrong', { ...files, [field]: mapping });
    expect([status, json.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', field, ...path], msg })]]);
  }
});
