// A ledger in CSV against the same month as the bank sends it in each format: from the command line, and over
// REST by the address of the file. Every one of them comes to the same matches.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asBai2,
  asCamt,
  asFixed,
  asHtml,
  asJson,
  asMt940,
  asOds,
  asOfx,
  asPdf,
  asQif,
  asXlsx,
  camtMessage,
  type WrittenMonth,
} from '../adapters/files/written-month.ts';
import { SCOPE, type Served, served } from './served.ts';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-messages-'));
const urlOf = (name: string): string => pathToFileURL(join(cwd, name)).href;
const GL = [
  'Date,Reference,Narration,Debit,Credit',
  '2026-09-01,FT260901A77,Rent of September,,25000.50',
  '2026-09-02,FT260902B78,Card sales,41000.00,',
  '2026-09-03,FT260903C79,Diesel,,3000.00',
  '2026-09-04,FT260904D80,Not at the bank,,7.00',
];
const MONTH: WrittenMonth = {
  account: '0123456789',
  opening: 10_000_000,
  entries: [
    { day: '2026-09-01', minor: -2_500_050, reference: 'FT260901A77', text: 'RENT SEPTEMBER' },
    { day: '2026-09-02', minor: 4_100_000, reference: 'FT260902B78', text: 'POS SETTLEMENT' },
    { day: '2026-09-03', minor: -300_000, reference: 'FT260903C79', text: 'DIESEL' },
  ],
};
const camt = (...inside: string[]): string => camtMessage(MONTH.account, ...inside);

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'bank.sta': asMt940(MONTH),
  'bank.xml': asCamt(MONTH),
  'bank.ofx': asOfx(MONTH),
  'bank.bai': asBai2(MONTH),
  'bank.qif': asQif(MONTH),
  'bank.txt': asFixed(MONTH),
  'bank.xlsx': asXlsx(MONTH),
  'bank.ods': asOds(MONTH),
  'bank.xls': asHtml(MONTH),
  'bank.json': asJson(MONTH),
  'bank.pdf': await asPdf(MONTH),
};

const names = Object.keys(FILES);

let service: Served;
beforeAll(async () => {
  for (const [name, text] of [['gl.csv', GL.join('\n')], ...Object.entries(FILES)])
    writeFileSync(join(cwd, name), text);
  service = await served({ data: join(cwd, 'data'), root: cwd });
});
afterAll(async () => {
  await service.stop();
  rmSync(cwd, { recursive: true, force: true });
});

test.each(names)('%s from the command line', async (name) => {
  const { status, stdout, stderr } = await tieout(['reconcile', '--gl', 'gl.csv', '--bank', name, '--json'], { cwd });
  expect([status, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ matched: { groups: 3 }, clusters: { not_found_gl: 1 } });
});

test.each(names)('%s over REST', async (name) => {
  await service.run(name, { gl_file_url: [urlOf('gl.csv')], bank_file_url: [urlOf(name)] });
  expect(await service.ended(name)).toMatchObject({ status: 'succeeded' });
  const { json } = await service.ask(`/v1/sessions/${name}/summary?${new URLSearchParams(SCOPE)}`);
  expect(json).toMatchObject({ by_tier: { 1: 3 }, clusters: { not_found_gl: 1 } });
});

/** A month of sixty entries without the one that the other side lacks. */
function longMonth(lacks: number): WrittenMonth {
  const entries = Array.from({ length: 60 }, (_, n) => ({
    day: `2026-09-${String(1 + Math.floor(n / 2)).padStart(2, '0')}`,
    minor: (n % 3 === 0 ? 1 : -1) * (10_000 + 137 * n),
    reference: `FT2609${String(1_000 + 7 * n)}X`,
    text: `${['RENT', 'DIESEL', 'POS SETTLEMENT'][n % 3]} ${n}`,
  }));
  return { account: '0123456789', opening: 10_000_000, entries: entries.filter((_, n) => n !== lacks) };
}

const PAIRS: readonly (readonly [gl: string, bank: string])[] = [
  ['long-gl.xlsx', 'long-bank.sta'],
  ['long-gl.sta', 'long-bank.xlsx'],
  ['long-gl.xml', 'long-bank.pdf'],
  ['long-gl.pdf', 'long-bank.xml'],
];

describe('a month of sixty entries', () => {
  beforeAll(async () => {
    for (const [side, lacks] of [
      ['gl', 10],
      ['bank', 20],
    ] as const) {
      const month = longMonth(lacks);
      writeFileSync(join(cwd, `long-${side}.xlsx`), asXlsx(month));
      writeFileSync(join(cwd, `long-${side}.sta`), asMt940(month));
      writeFileSync(join(cwd, `long-${side}.xml`), asCamt(month));
      writeFileSync(join(cwd, `long-${side}.pdf`), await asPdf(month));
    }
  });
  test.each(PAIRS)('as %s against %s from the command line', async (gl, bank) => {
    const { status, stdout, stderr } = await tieout(['reconcile', '--gl', gl, '--bank', bank, '--json'], { cwd });
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      by_tier: { 1: 58 },
      clusters: { not_found_gl: 1, not_found_bank: 1 },
    });
  });
  test.each(PAIRS)('as %s against %s over REST', async (gl, bank) => {
    await service.run(`${gl}-${bank}`, { gl_file_url: [urlOf(gl)], bank_file_url: [urlOf(bank)] });
    expect(await service.ended(`${gl}-${bank}`)).toMatchObject({ status: 'succeeded' });
    const { json } = await service.ask(`/v1/sessions/${gl}-${bank}/summary?${new URLSearchParams(SCOPE)}`);
    expect(json).toMatchObject({ by_tier: { 1: 58 }, clusters: { not_found_gl: 1, not_found_bank: 1 } });
  });
});

test('a file that contradicts itself says so in the run', async () => {
  writeFileSync(join(cwd, 'wrong.sta'), asMt940(MONTH).replace('112999,50', '112000,00'));
  const { stdout } = await tieout(['reconcile', '--gl', 'gl.csv', '--bank', 'wrong.sta'], { cwd });
  expect(stdout).toMatch(/between balance 100000\.00 on line 3 .* -999\.50 is missing/);
});

const order = (id: string, amount: string): string =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="NGN">${amount}</InstdAmt></Amt></CdtTrfTxInf>`;
const AMOUNTS = Array.from({ length: 40 }, (_, n) => `${100 + n * 7}.00`);
const ORDERS =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><NbOfTxs>40</NbOfTxs></GrpHdr><PmtInf>\n' +
  '<PmtInfId>PAYROLL-2026-09-00017</PmtInfId><ReqdExctnDt><Dt>2026-09-02</Dt></ReqdExctnDt>\n' +
  `${AMOUNTS.map((amount, n) => order(`SALARY-${1000 + n}`, amount)).join('\n')}\n</PmtInf></CstmrCdtTrfInitn></Document>\n`;
const TOTAL = '9460.00';
const batchOf = (...details: string[]): string =>
  `<Ntry><Amt Ccy="NGN">${TOTAL}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-09-02</Dt></BookgDt>` +
  `<NtryDtls><Btch><PmtInfId>PAYROLL-2026-09-00017</PmtInfId></Btch>${details.join('\n')}</NtryDtls></Ntry>`;
const DETAILS = AMOUNTS.map(
  (amount, n) =>
    `<TxDtls><Refs><EndToEndId>SALARY-${1000 + n}</EndToEndId></Refs><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`,
);
const LUMP = 'Date,Reference,Narration,Debit,Credit\n2026-09-02,PAYROLL-2026-09-00017,Salaries,,9460.00\n';

test.each([
  [
    'forty orders, and one booking without details: a batch by its name',
    ORDERS,
    camt(batchOf()),
    { groups: 1, tier: '7' },
  ],
  ['forty orders, and a booking with its details: pairs', ORDERS, camt(batchOf(...DETAILS)), { groups: 40, tier: '1' }],
  [
    'one posting, and a booking with its details: a batch by its name',
    LUMP,
    camt(batchOf(...DETAILS)),
    { groups: 1, tier: '7' },
  ],
  [
    'one posting, and a booking with its details that nobody named: a batch by its sum',
    LUMP.replace('PAYROLL-2026-09-00017', ''),
    camt(batchOf(...DETAILS).replace(/<Btch>.*<\/Btch>/, '')),
    { groups: 1, tier: '8' },
  ],
  [
    'forty orders, and one booking that names nothing: a batch by its sum',
    ORDERS,
    camt(batchOf().replace(/<Btch>.*<\/Btch>/, '')),
    { groups: 1, tier: '8' },
  ],
  [
    'forty postings, and one booking that names its payments without their amounts: a batch by their references',
    `Date,Reference,Narration,Debit,Credit\n${AMOUNTS.map((amount, n) => `2026-09-02,SALARY-${1000 + n},,,${amount}`).join('\n')}\n`,
    camt(batchOf(...DETAILS.map((one) => one.replace(/<Amt.*DBIT<\/CdtDbtInd>/, ''))).replace(/<Btch>.*<\/Btch>/, '')),
    { groups: 1, tier: '7' },
  ],
  [
    'one posting by the bank’s reference, and a booking with its details that no sender named: a batch by that',
    LUMP.replace('PAYROLL-2026-09-00017', 'BK20260902118'),
    camt(
      batchOf(...DETAILS)
        .replace(/<Btch>.*<\/Btch>/, '')
        .replace('<NtryDtls>', '<AcctSvcrRef>BK20260902118</AcctSvcrRef><NtryDtls>'),
    ),
    { groups: 1, tier: '7' },
  ],
])('%s', async (_, gl, bank, { groups, tier }) => {
  writeFileSync(join(cwd, 'expected'), gl);
  writeFileSync(join(cwd, 'booked.xml'), bank);
  const { stdout, stderr } = await tieout(['reconcile', '--gl', 'expected', '--bank', 'booked.xml', '--json'], { cwd });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ matched: { groups }, by_tier: { [tier]: groups }, clusters: {} });
});

test('transfers of a message are instant transfers, over REST too', async () => {
  const transfer = (id: string, amount: string) =>
    `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><IntrBkSttlmAmt Ccy="NGN">${amount}</IntrBkSttlmAmt></CdtTrfTxInf>`;
  writeFileSync(
    join(cwd, 'rail.xml'),
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf><GrpHdr><IntrBkSttlmDt>2026-09-02</IntrBkSttlmDt></GrpHdr>\n' +
      `${transfer('PAY00000001', '5000.00')}\n${transfer('PAY00000002', '900.00')}\n</FIToFICstmrCdtTrf></Document>`,
  );
  const titles = 'Date,Payment Reference,Narration,Debit,Credit';
  writeFileSync(
    join(cwd, 'core.csv'),
    `${titles}\n2026-09-02,PAY00000001,TRF,,5000.00\n2026-09-02,PAY00000003,TRF,,1.00\n`,
  );
  const body = JSON.stringify({
    ...{ ...SCOPE, session_id: 'rail', service: 'nip', reconciliation_flow: 'outward' },
    ...{ gl_file_url: [urlOf('core.csv')], bank_file_url: [urlOf('rail.xml')] },
  });
  const headers = { 'content-type': 'application/json' };
  expect((await service.ask('/v1/reconcile/commercial', { method: 'POST', headers, body })).status).toBe(202);
  expect(await service.ended('rail')).toMatchObject({ status: 'succeeded' });
  const { json } = await service.ask(`/v1/sessions/rail/summary?${new URLSearchParams(SCOPE)}`);
  expect(json).toMatchObject({ by_tier: { 1: 1 }, clusters: { not_found_gl: 1, not_found_bank: 1 } });
});

test('both rails stand side by side, sent as files over REST; a message that is cut is refused', async () => {
  const session = '000013260902101112100000000001';
  const sent: Readonly<Record<string, string>> = {
    'core.csv': `Date,Session ID,Payment Reference,Narration,Amount\n2026-09-02,${session},PR1,NIP,-70.00\n2026-09-02,,PAY00000001,NPS,-50.00\n`,
    'nip.csv':
      'S/N,SESSION ID,TRANSACTION TYPE,RESPONSE,AMOUNT,TRANSACTION TIME,NARRATION,PAYMENT REFERENCE\n' +
      `1,${session},OUTWARD,00,70.00,02/09/2026 10:11,NIP,PR1\n`,
    'answers.xml':
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.12"><FIToFIPmtStsRpt><TxInfAndSts>' +
      '<OrgnlEndToEndId>PAY00000001</OrgnlEndToEndId><TxSts>ACSC</TxSts><OrgnlTxRef><IntrBkSttlmAmt Ccy="NGN">50.00</IntrBkSttlmAmt>' +
      '<IntrBkSttlmDt>2026-09-02</IntrBkSttlmDt></OrgnlTxRef></TxInfAndSts></FIToFIPmtStsRpt></Document>',
  };
  const put = async (name: string, body: string) =>
    (await service.ask(`/v1/tenants/${SCOPE.tenant_id}/files/${name}`, { method: 'PUT', body })).json;
  for (const [name, text] of Object.entries(sent)) expect(await put(name, text)).toMatchObject({ problem: null });
  const cut = sent['answers.xml'].slice(0, 200);
  expect((await put('cut.xml', cut)).problem).toContain('it is cut off.');
  const run = async (sessionId: string, ...bank: string[]) => {
    const body = JSON.stringify({
      ...{ ...SCOPE, session_id: sessionId, service: 'nip', reconciliation_flow: 'outward' },
      ...{ gl_file_url: ['sent:core.csv'], bank_file_url: bank.map((name) => `sent:${name}`) },
    });
    const headers = { 'content-type': 'application/json' };
    expect((await service.ask('/v1/reconcile/commercial', { method: 'POST', headers, body })).status).toBe(202);
    return service.ended(sessionId);
  };
  expect(await run('rails', 'nip.csv', 'answers.xml')).toMatchObject({ status: 'succeeded' });
  const { json } = await service.ask(`/v1/sessions/rails/summary?${new URLSearchParams(SCOPE)}`);
  expect(json).toMatchObject({ by_tier: { 1: 2 }, clusters: {} });
  expect(await run('cut-rail', 'nip.csv', 'cut.xml')).toMatchObject({
    ...{ status: 'failed', error: { code: 'file_not_understood', file: 'cut.xml' } },
  });
});
