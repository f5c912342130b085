// pain.001, pacs.008, pacs.004 and pacs.002: the payments that a message tells of, for banking and for instant transfers.

import { describe, expect, it } from 'vitest';
import { nipReading } from '../../../../src/core/kinds/nip/nip.ts';
import { textAt } from '../../../../src/core/records/rows/columns.ts';
import { failureOf, readText, rowsOf } from '../reading.ts';
import { silentDamage } from './hostile.ts';

const document = (name: string, root: string, ...inside: string[]): string =>
  [
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">`,
    `<${root}>`,
    ...inside,
    `</${root}>`,
    '</Document>',
  ].join('\n');

const order = (id: string, amount: string) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="NGN">${amount}</InstdAmt></Amt><Cdtr><Nm>ADA</Nm></Cdtr></CdtTrfTxInf>`;
const pain = (version: string, day: string, sum = '300.00') =>
  document(
    version,
    version.endsWith('.02') ? 'pain.001.001.02' : 'CstmrCdtTrfInitn',
    `<GrpHdr><CreDtTm>2026-09-01T08:00:00</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>${sum}</CtrlSum></GrpHdr>`,
    `<PmtInf><PmtInfId>BATCH-2026-0007</PmtInfId><ReqdExctnDt>${day}</ReqdExctnDt>`,
    '<DbtrAcct><Id><Othr><Id>0123456789</Id></Othr></Id></DbtrAcct>',
    order('SAL-1', '100'),
    order('SAL-2', '200.00000'),
    '</PmtInf>',
  );

describe('orders of a customer (pain.001)', () => {
  it.each([
    ['pain.001.001.02', '2026-09-02'],
    ['pain.001.001.03', '2026-09-02'],
    ['pain.001.001.09', '<Dt>2026-09-02</Dt>'],
    ['pain.001.001.12', '<DtTm>2026-09-02T10:00:00</DtTm>'],
  ])('%s are money out on the day of execution, with the name of their group', (version, day) => {
    const file = readText(pain(version, day), { side: 'gl' });
    expect(rowsOf(file)).toMatchObject([
      {
        day: '2026-09-02',
        amount: '-100.00',
        account: '0123456789',
        reference: 'SAL-1',
        narration: 'ADA BATCH-2026-0007',
      },
      { amount: '-200.00', reference: 'SAL-2' },
    ]);
    expect(file.layout.format).toBe(version);
    expect(file.isSignUnknown).toBe(false);
    expect(file.warnings).toEqual([]);
  });
  it('have their number and sum checked', () => {
    expect(readText(pain('pain.001.001.09', '2026-09-02', '301.00')).warnings).toEqual([
      'The file states 301.00 as the sum of the message (line 3), and what was read of it makes 300.00.',
    ]);
  });
});

const SESSION = '000013260302091011000000000001';
const transfer = (id: string, amount = '10000.00') =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId><TxId>${SESSION}</TxId></PmtId><IntrBkSttlmAmt Ccy="NGN">${amount}</IntrBkSttlmAmt>` +
  '<AccptncDtTm>2026-03-02T09:10:12</AccptncDtTm><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>000013</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt>' +
  '<Cdtr><Nm>ADA</Nm></Cdtr><CdtrAcct><Id><Othr><Id>0123456789</Id></Othr></Id></CdtrAcct><CdtrAgt><FinInstnId><BICFI>GTBINGLA</BICFI></FinInstnId></CdtrAgt></CdtTrfTxInf>';
const HEADER =
  '<GrpHdr><CreDtTm>2026-03-02T09:10:12</CreDtTm><NbOfTxs>1</NbOfTxs><TtlIntrBkSttlmAmt Ccy="NGN">10000</TtlIntrBkSttlmAmt><IntrBkSttlmDt>2026-03-02</IntrBkSttlmDt></GrpHdr>';
const pacs008 = (...inside: string[]) => document('pacs.008.001.08', 'FIToFICstmrCdtTrf', HEADER, ...inside);
const kind = nipReading('outward', null);
const columnOf = (file: ReturnType<typeof readText>, name: string) =>
  textAt(file.columns.named!.find((one) => one.name === name)!.texts, 0);

describe('transfers between institutions (pacs.008)', () => {
  it('are rows of instant transfers in the direction of the run', () => {
    const file = readText(pacs008(transfer('PAY0001')), { kind });
    expect(rowsOf(file)).toMatchObject([
      { day: '2026-03-02', amount: '-10000.00', reference: 'PAY0001', session: SESSION, sourceId: SESSION },
    ]);
    expect(columnOf(file, 'beneficiary')).toBe('0123456789');
    expect(columnOf(file, 'second_of_day')).toBe(String(9 * 3600 + 10 * 60 + 12));
    expect(columnOf(file, 'institution')).toBe('000013');
  });
  it('have no direction for banking, unless a mapping gives one', () => {
    expect(readText(pacs008(transfer('PAY0001'))).isSignUnknown).toBe(true);
    const out = readText(pacs008(transfer('PAY0001')), { mapping: { entries: [], given: { bank: { sign: 'out' } } } });
    expect(rowsOf(out)).toMatchObject([{ amount: '-10000.00' }]);
    expect(out.isSignUnknown).toBe(false);
    expect(out.warnings).toEqual([]);
  });
  it('cut at any byte give no silent half', () => {
    expect(silentDamage(Buffer.from(pacs008(transfer('P', '10000'))), 'cut')).toEqual([]);
  });
});

describe('returns (pacs.004)', () => {
  it('go the other way, with the reason and the original references', () => {
    const returned =
      '<TxInf><RtrId>R1</RtrId><OrgnlEndToEndId>PAY0001</OrgnlEndToEndId><RtrdIntrBkSttlmAmt Ccy="NGN">10000</RtrdIntrBkSttlmAmt>' +
      '<RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf><OrgnlTxRef><Cdtr><Pty><Nm>ADA</Nm></Pty></Cdtr></OrgnlTxRef></TxInf>';
    const text = document('pacs.004.001.09', 'PmtRtr', HEADER.replaceAll('TtlIntr', 'TtlRtrdIntr'), returned);
    // The reason is no state: the money moved, in every kind of run.
    for (const [of, amount] of [
      [{ kind }, '10000.00'],
      [{}, '-10000.00'],
    ] as const) {
      const file = readText(text, of);
      expect(rowsOf(file)).toMatchObject([{ amount, reference: 'PAY0001', narration: 'REVERSAL RETURN AC04 ADA R1' }]);
      expect(file.counts).toMatchObject({ entries: 1, rejected: 0, setAside: 0 });
    }
    expect(readText(text, { kind }).columns.named).toBeUndefined();
  });
});

describe('states (pacs.002)', () => {
  const states = (...inside: string[]) =>
    document(
      'pacs.002.001.10',
      'FIToFIPmtStsRpt',
      '<GrpHdr><CreDtTm>2026-03-02T09:11:00</CreDtTm></GrpHdr>',
      ...inside,
    );
  const state = (code: string, amount = '<OrgnlTxRef><IntrBkSttlmAmt Ccy="NGN">10000</IntrBkSttlmAmt></OrgnlTxRef>') =>
    `<TxInfAndSts><OrgnlEndToEndId>PAY0001</OrgnlEndToEndId><TxSts>${code}</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>${amount}</TxInfAndSts>`;
  it.each([
    ['ACSC', '00', 0],
    ['RJCT', 'rejected: RJCT AC04', 0],
    ['PDNG', 'pending: PDNG AC04', 0],
  ])('%s answer a transfer', (code, answer) => {
    const file = readText(states(state(code)), { kind });
    expect(rowsOf(file)).toMatchObject([{ day: '2026-03-02', amount: '-10000.00', reference: 'PAY0001' }]);
    expect(columnOf(file, 'response_code')).toBe(answer);
  });
  it('of what was not paid are set aside in banking', () => {
    expect(readText(states(state('RJCT'))).rejected).toEqual([
      { line: 4, reason: 'its state RJCT AC04 says that nothing was paid' },
    ]);
  });
  it('without the amount of their payment are rejected', () => {
    expect(failureOf(states(state('ACSC', ''))).sentence).toContain('a state without the amount of its payment');
  });
  it('of none are refused', () => {
    expect(failureOf(states()).sentence).toBe('file.csv: the message pacs.002.001.10 has no payments.');
  });
});
