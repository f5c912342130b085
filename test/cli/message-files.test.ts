// A ledger in CSV against the same month as the bank sends it in each format of messages: from the command line, and over
// REST by the address of the file. Every one of them comes to the same matches.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
const ENTRIES = [
  ['260901', '-25000.50', 'FT260901A77', 'RENT SEPTEMBER'],
  ['260902', '41000.00', 'FT260902B78', 'POS SETTLEMENT'],
  ['260903', '-3000.00', 'FT260903C79', 'DIESEL'],
] as const;
const mark = (amount: string): string => (amount.startsWith('-') ? 'D' : 'C');
const size = (amount: string): string => amount.replace('-', '');
const iso = (day: string): string => `20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)}`;

const camtBalance = (kind: string, amount: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-09-03</Dt></Dt></Bal>`;
const camtEntry = ([day, amount, reference, text]: (typeof ENTRIES)[number]): string =>
  `<Ntry><Amt Ccy="NGN">${size(amount)}</Amt><CdtDbtInd>${mark(amount) === 'D' ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
  `<BookgDt><Dt>${iso(day)}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>` +
  `<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const camt = (...inside: string[]): string =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>\n' +
  `${inside.join('\n')}\n</Stmt></BkToCstmrStmt></Document>\n`;

const FILES: Readonly<Record<string, string>> = {
  'bank.sta': [
    ':20:ST',
    ':25:0123456789',
    ':60F:C260831NGN100000,00',
    ...ENTRIES.flatMap(([day, amount, reference, text]) => [
      `:61:${day}${day.slice(2)}${mark(amount)}${size(amount).replace('.', ',')}NTRF${reference}`,
      `:86:${text}`,
    ]),
    ':62F:C260903NGN112999,50',
    '-',
  ].join('\r\n'),
  'bank.xml': camt(camtBalance('OPBD', '100000.00'), camtBalance('CLBD', '112999.50'), ...ENTRIES.map(camtEntry)),
  'bank.ofx': [
    'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NGN',
    '<BANKACCTFROM><ACCTID>0123456789</BANKACCTFROM><BANKTRANLIST>',
    ...ENTRIES.map(
      ([day, amount, reference, text]) =>
        `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20${day}<TRNAMT>${amount}<FITID>${day}<REFNUM>${reference}<NAME>${text}</STMTTRN>`,
    ),
    '</BANKTRANLIST><LEDGERBAL><BALAMT>112999.50<DTASOF>20260903</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\n'),
  'bank.bai': [
    '01,BANK,US,260904,0200,1,,,2/',
    ...ENTRIES.flatMap(([day, amount, reference, text], n) => [
      `02,US,BANK,1,${day},2359,NGN,2/`,
      `03,0123456789,NGN,010,${n}/`,
      `16,${mark(amount) === 'D' ? '495' : '195'},${size(amount).replace('.', '')},0,,${reference},${text}/`,
      `49,${n + Number(size(amount).replace('.', ''))},3/`,
      `98,${n + Number(size(amount).replace('.', ''))},1,5/`,
    ]),
    '99,6900053,3,17/',
  ].join('\n'),
  'bank.qif': `!Type:Bank\n${ENTRIES.map(([day, amount, reference, text]) => `D${iso(day)}\nT${amount}\nN${reference}\nP${text}\n^\n`).join('')}`,
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

test('a file that contradicts itself says so in the run', async () => {
  writeFileSync(join(cwd, 'wrong.sta'), FILES['bank.sta'].replace('112999,50', '112000,00'));
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
