// Cards and cash machines from files to clusters: the passes in their order, what keeps two rows apart, cash that was not
// dispensed, chargebacks, and card numbers that nothing may keep.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_DECIMALS } from '../../../src/core/matching/parameters-from-decimals.ts';
import { ingestedFiles } from '../../../src/workflows/rows/session-files.ts';
import { type ServiceUnderTest, startService } from '../worker-under-test.ts';
import { commercialRun } from './commercial-run.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
  service.work();
});
afterAll(() => service.dispose());

const LEDGER = 'Posting Date,RRN,STAN,Terminal ID,Card Number,Narration,Debit,Credit';
const SWITCH =
  'Transaction Date,Transaction Time,RRN,STAN,Terminal ID,PAN,Amount,Response Code,Transaction Type,Amount Dispensed';
const CARD = '5399830000000008';

interface Posted {
  readonly day?: string;
  readonly rrn?: string;
  readonly stan?: string;
  readonly terminal?: string;
  readonly card?: string;
  readonly at?: string;
  readonly text?: string;
  readonly amount: string;
  readonly debit?: boolean;
}
const posted = ({ rrn = '', stan = '', terminal = '1033AB01', card = '', at = '10:00:00', ...of }: Posted) =>
  [
    `${of.day ?? '2026-03-02'} ${at}`,
    rrn,
    stan,
    terminal,
    card,
    of.text ?? 'ATM WDL',
    ...(of.debit ? [of.amount, ''] : ['', of.amount]),
  ].join(',');

interface Switched {
  readonly day?: string;
  readonly rrn?: string;
  readonly stan?: string;
  readonly terminal?: string;
  readonly card?: string;
  readonly at?: string;
  readonly amount: string;
  readonly response?: string;
  readonly type?: string;
  readonly dispensed?: string;
}
const switched = ({ rrn = '', stan = '', terminal = '1033AB01', card = '', at = '10:00:00', ...of }: Switched) =>
  [
    of.day ?? '2026-03-02',
    at,
    rrn,
    stan,
    terminal,
    card,
    of.amount,
    of.response ?? '00',
    of.type ?? 'Withdrawal',
    of.dispensed ?? '',
  ].join(',');

const OTHERS = [1, 2, 3].map((n) => ({ rrn: `60612345670${n}`, stan: `00010${n}`, amount: '4000.00' }));
const run = (of: { gl: Posted[]; bank: Switched[]; command?: object }) =>
  commercialRun(service, {
    service: 'atm',
    gl: [LEDGER, ...[...OTHERS, ...of.gl].map(posted)],
    bank: [SWITCH, ...[...OTHERS, ...of.bank].map(switched)],
    command: of.command ?? {},
  });
const FIRST = ['2 = 2 (tier 1, 0.00)', '3 = 3 (tier 1, 0.00)', '4 = 4 (tier 1, 0.00)'];

test('retrieval reference, then trace number, then card within ten minutes, each with its terminal', async () => {
  const { matches, clusters } = await run({
    gl: [
      { rrn: '12345678', amount: '1000.00' },
      { stan: '77', amount: '2000.00' },
      { card: CARD, amount: '3000.00', at: '11:00:00' },
      { card: CARD, amount: '3100.00', at: '11:00:00' },
      { rrn: '606000000009', amount: '5000.00', terminal: '1033AB01' },
      { stan: '88', amount: '6000.00', terminal: '1033AB01' },
    ],
    bank: [
      { rrn: '000012345678', amount: '1000.00' },
      { stan: '000077', amount: '2000.00' },
      { card: '539983******0008', amount: '3000.00', at: '11:09:59' },
      { card: '539983******0008', amount: '3100.00', at: '11:10:01' },
      { rrn: '606000000009', amount: '5000.00', terminal: '1033AB02' },
      { stan: '88', amount: '6000.00', terminal: '1033AB02' },
    ],
  });
  expect(matches).toEqual([...FIRST, '5 = 5 (tier 1, 0.00)', '6 = 6 (tier 2, 0.00)', '7 = 7 (tier 3, 0.00)']);
  expect(clusters.map((cluster) => cluster.replace(/ .*/, ''))).toEqual([
    ...Array(3).fill('not_found_gl'),
    ...Array(3).fill('not_found_bank'),
  ]);
});

test('an open row that a card names is not without identifier, and a reason knows which open row has the amount', async () => {
  const { clusters, reasons } = await run({
    gl: [
      { card: CARD, amount: '3000.00' },
      { stan: '91', amount: '1500.00', terminal: '' },
      { rrn: '606000000011', amount: '900.00', terminal: '1033AB01' },
      { amount: '41.00', terminal: '' },
    ],
    bank: [
      { stan: '91', amount: '1500.00', terminal: '1033AB02' },
      { rrn: '606000000011', amount: '900.00', terminal: '1033AB02' },
      { rrn: '606000000012', amount: '60.00' },
    ],
  });
  expect(clusters.map((cluster) => cluster.replace(/ .*/, ''))).toEqual([
    ...['missing_identifier', 'not_found_gl', 'not_found_gl', 'not_found_gl'],
    ...['not_found_bank', 'not_found_bank', 'not_found_bank'],
  ]);
  const saying = (words: string) => reasons.filter((reason) => reason.includes(words)).length;
  expect(saying('which carries its reference, is open, but the two could not be paired')).toBe(2);
  expect(saying('is open and fits its amount and dates')).toBe(2);
  expect(saying('no open bank line has its amount within the search window')).toBe(1);
  expect(saying('no open ledger entry has its amount within the search window')).toBe(1);
});

test('a status counts the rows that were compared', async () => {
  const { run: ended } = await run({
    gl: [{ rrn: '606000000071', amount: '900.00' }],
    bank: [{ rrn: '606000000072', amount: '60.00', response: '51' }],
  });
  const stage = ended.report.stages.find(({ name }) => name === 'reconciliation');
  // The refused one takes no part.
  expect(stage).toMatchObject({ status: 'succeeded', rowsDone: 7, rowsTotal: 7 });
});

test('cash that was not dispensed in full is a dispense error of what is missing', async () => {
  const { matches, clusters, reasons } = await run({
    gl: [
      { rrn: '606000000021', amount: '20000.00' },
      { rrn: '606000000022', amount: '5000.00' },
      { rrn: '606000000023', amount: '7000.00' },
      { rrn: '606000000024', amount: '8000.00' },
    ],
    bank: [
      { rrn: '606000000021', amount: '20000.00', dispensed: '15000.00' },
      { rrn: '606000000022', amount: '5000.00', type: 'Dispense Error' },
      { rrn: '606000000023', amount: '6000.00' },
      { rrn: '606000000024', amount: '8000.00', dispensed: '8000.00' },
    ],
  });
  expect(matches).toEqual([...FIRST, '8 = 8 (tier 1, 0.00)']);
  expect(clusters).toEqual([
    'amount_mismatch gl 7 bank 7 delta 1000.00',
    'dispense_error gl 6 bank 6 delta 5000.00',
    'dispense_error gl 5 bank 5 delta 5000.00',
  ]);
  expect(reasons[2]).toContain('only NGN 15,000.00 was dispensed: NGN 5,000.00 has to go back to the card holder');
  expect(reasons[1]).toContain('nothing was dispensed');
});

test('what the switch declined, takes back or charges back has its class', async () => {
  const { matches, clusters } = await run({
    gl: [
      { rrn: '606000000031', amount: '1000.00' },
      { rrn: '606000000032', amount: '2000.00' },
      { rrn: '606000000032', amount: '2000.00', debit: true, text: 'ATM RVSL' },
      { rrn: '606000000033', amount: '3000.00' },
      { rrn: '606000000033', amount: '3000.00', debit: true, text: 'CHARGEBACK DISPUTE 33' },
      { rrn: '606000000034', amount: '4100.00' },
      { rrn: '606000000034', amount: '4100.00' },
      { rrn: '606000000036', amount: '6100.00' },
      { rrn: '606000000036', amount: '6100.00', debit: true, text: 'ATM REVERSAL' },
    ],
    bank: [
      { rrn: '606000000031', amount: '1000.00', response: '91' },
      { rrn: '606000000031', amount: '1000.00', response: '51' },
      { rrn: '606000000033', amount: '3000.00' },
      { rrn: '606000000034', amount: '4100.00' },
      { rrn: '606000000035', amount: '5100.00', response: '14' },
      { rrn: '606000000036', amount: '6100.00' },
      { rrn: '606000000036', amount: '6100.00', type: '0420' },
    ],
  });
  expect(matches).toEqual([
    '10 = 8 (tier 1, 0.00)',
    '12 = 10 (tier 1, 0.00)',
    '13 = 11 (tier 1, 0.00)',
    ...FIRST,
    '6,7 =  (tier 10, 0.00)',
    '8 = 7 (tier 1, 0.00)',
  ]);
  expect(clusters).toEqual(['chargeback gl 9', 'duplicate_gl gl 11', 'status_mismatch gl 5']);
});

test('two transactions of one trace number are not netted: another retrieval reference, or days between them', async () => {
  const { matches, clusters } = await run({
    gl: [
      { rrn: '606000000041', stan: '000124', amount: '5000.00' },
      { rrn: '606000000777', stan: '000124', amount: '5000.00', debit: true, text: 'ATM RVSL' },
      { stan: '000125', amount: '6000.00' },
      { stan: '000125', day: '2026-03-05', amount: '6000.00', debit: true, text: 'ATM RVSL' },
      { stan: '000126', amount: '7000.00' },
      { stan: '000126', day: '2026-03-03', amount: '7000.00', debit: true, text: 'ATM RVSL' },
    ],
    bank: [],
  });
  expect(matches).toEqual([...FIRST, '9,10 =  (tier 10, 0.00)']);
  expect(clusters).toEqual([
    'reversal_unmatched gl 6',
    'reversal_unmatched gl 8',
    'not_found_gl gl 5',
    'not_found_gl gl 7',
  ]);
});

test('a trace number that begins again makes no duplicate and no other amount of another retrieval reference', async () => {
  const { clusters } = await run({
    gl: [
      { rrn: '606000000071', stan: '000200', amount: '5000.00' },
      { rrn: '606000000072', stan: '000200', amount: '5000.00' },
      { rrn: '606000000073', stan: '000201', amount: '6000.00' },
    ],
    bank: [
      { rrn: '606000000071', stan: '000200', amount: '5000.00' },
      { rrn: '606000000074', stan: '000201', amount: '6500.00' },
    ],
  });
  expect(clusters).toEqual(['not_found_gl gl 6', 'not_found_gl gl 7', 'not_found_bank bank 6']);
});

test('a withdrawal of which a part was taken back is what the other side has left of it', async () => {
  const { matches, clusters } = await run({
    gl: [
      { rrn: '606000000061', amount: '5000.00' },
      { rrn: '606000000062', amount: '7000.00' },
      { rrn: '606000000063', amount: '5000.00' },
    ],
    bank: [
      { rrn: '606000000061', amount: '7000.00' },
      { rrn: '606000000061', amount: '2000.00', type: '0420' },
      { rrn: '606000000062', amount: '7000.00' },
      { rrn: '606000000062', amount: '2000.00', type: '0420' },
      { rrn: '606000000063', amount: '4000.00' },
      { rrn: '606000000063', amount: '1000.00' },
    ],
  });
  expect(matches).toEqual([...FIRST, '5 = 5,6 (tier 2, 0.00)', '6 = 7 (tier 1, 0.00)']);
  expect(clusters).toContain('reversal_unmatched bank 8');
});

test('a sale that was settled net of its charge is matched before its chargeback is looked at', async () => {
  const LATER = '2026-03-03';
  const { matches, clusters } = await commercialRun(service, {
    service: 'pos',
    flow: 'inward',
    gl: [
      LEDGER,
      ...OTHERS.map((one) => posted({ ...one, debit: true })),
      posted({ rrn: '606000000051', amount: '2100.00', debit: true }),
    ],
    bank: [
      'Transaction Date,RRN,STAN,Terminal ID,Narration,Debit,Credit',
      ...OTHERS.map(({ rrn }) => `2026-03-02,${rrn},,1033AB01,SALE,,3980.00`),
      `${LATER},606000000051,,1033AB01,SALE,,2089.50`,
      `${LATER},606000000051,,1033AB01,CHARGEBACK,2089.50,`,
    ],
    command: { parameters: { ...DEFAULT_DECIMALS, mscRate: '0.005', daysForward: 3 } },
  });
  expect(matches).toEqual([
    '2 = 2 (tier 2, 20.00)',
    '3 = 3 (tier 2, 20.00)',
    '4 = 4 (tier 2, 20.00)',
    '5 = 5 (tier 2, 10.50)',
  ]);
  expect(clusters).toEqual(['chargeback bank 6']);
});

test('a charge on a line of its own joins its sale, whichever side shows it net, and another amount is told', async () => {
  const [sale, charge] = ['606000000061', '606000000062'];
  const { matches, clusters, reasons } = await commercialRun(service, {
    service: 'pos',
    flow: 'inward',
    gl: [
      LEDGER,
      ...OTHERS.map((one) => posted({ ...one, debit: true })),
      posted({ rrn: sale, amount: '9950.00', debit: true }),
      posted({ rrn: charge, amount: '6000.00', debit: true }),
    ],
    bank: [
      'Transaction Date,RRN,STAN,Terminal ID,Narration,Debit,Credit',
      ...OTHERS.map(({ rrn }) => `2026-03-02,${rrn},,1033AB01,SALE,,4000.00`),
      ...OTHERS.slice(1).map(({ rrn }) => `2026-03-02,${rrn},,1033AB01,MSC,20.00,`),
      `2026-03-02,${sale},,1033AB01,SALE,,10000.00`,
      `2026-03-02,${sale},,1033AB01,MSC,50.00,`,
      `2026-03-02,${charge},,1033AB01,SALE,,6000.00`,
      `2026-03-02,${charge},,1033AB01,MSC,31.00,`,
    ],
    command: { parameters: { ...DEFAULT_DECIMALS, mscRate: '0.005' } },
  });
  expect(matches).toEqual([
    '2 = 2 (tier 1, 0.00)',
    '3 = 3,5 (tier 2, 20.00)',
    '4 = 4,6 (tier 2, 20.00)',
    '5 = 7,8 (tier 2, 0.00)',
    '6 = 9 (tier 1, 0.00)',
  ]);
  expect(clusters).toEqual(['fee_mismatch bank 10 delta 1.00']);
  expect(reasons[0]).toMatch(/by the rules of the template or the run’s rate it is NGN 30\.00\.$/);
});

test('chargebacks do not say which way the money of a file goes, and name what they take back', async () => {
  const day = '2026-03-03';
  const { matches, clusters, reasons, warnings } = await commercialRun(service, {
    service: 'pos',
    flow: 'inward',
    gl: [
      LEDGER,
      posted({ stan: '004711', amount: '1250.00', debit: true }),
      posted({ stan: '004711', day, amount: '1250.00', debit: true }),
      posted({ stan: '4712', amount: '800.00', debit: true }),
      posted({ stan: '4714', amount: '900.00' }),
      posted({ stan: '4714', amount: '900.00', debit: true }),
    ],
    bank: [
      'Transaction Date,STAN,Terminal,Details,Money Out,Money In',
      '2026-03-02,4711,1033AB01,SETTLED,,1250.00',
      '2026-03-03,4711,1033AB01,SETTLED,,1250.00',
      '2026-03-02,4712,1033AB01,SETTLED,,800.00',
      '2026-03-02,4714,1033AB01,REFUND,900.00,',
      '2026-03-02,4714,1033AB01,SETTLED,,900.00',
      '2026-03-10,4712,1033AB01,CHARGEBACK,800.00,',
      '2026-03-10,,,CBK STAN 4711 TID 1033AB01,1250.00,',
      '2026-03-10,,,CHARGEBACK STAN 004714 TID 1033AB01,900.00,',
      '2026-03-11,4714,1033AB01,DISPUTE,100.00,',
    ],
  });
  expect(warnings.filter((warning) => warning.includes('the other way round'))).toEqual([]);
  expect(matches).toEqual(['2 = 2', '3 = 3', '4 = 4', '5 = 5', '6 = 6'].map((pair) => `${pair} (tier 2, 0.00)`));
  expect(clusters).toEqual([7, 9, 8, 10].map((line) => `chargeback bank ${line}`));
  expect(reasons[0]).toMatch(/takes back the bank credit of NGN 800\.00 .*line 4\)/);
  expect(reasons[2]).toMatch(/takes back one of several settled rows .* NGN 1,250\.00 on 2026-03-02/);
  expect(reasons[1]).toMatch(/takes back the bank credit of NGN 900\.00 .*line 6\)/);
});

test('a whole card number is nowhere: not in rows, narrations, warnings, failures or files of the store', async () => {
  const { run: done, matches } = await run({
    gl: [
      { rrn: '606000000041', card: CARD, amount: '1000.00', text: `POS ${CARD} SHOP` },
      { rrn: '606000000042', card: '5399 8300 0000 0008', amount: '1100.00', text: 'POS 5399-8300-0000-0008 SHOP' },
      { rrn: '606000000043', amount: CARD },
    ],
    bank: [
      { rrn: '606000000041', card: CARD, amount: '1000.00' },
      { rrn: '606000000042', card: CARD, amount: '1100.00' },
    ],
    command: { rejectedShare: 0.5 },
  });
  expect(done.failure).toBe(null);
  expect(matches).toHaveLength(5);
  const failed = await run({ gl: [{ amount: CARD }], bank: [], command: { rejectedShare: 0 } });
  expect(failed.run.failure?.code).toBe('too_many_rejected');
  const folders = (await readdir(service.data, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const written = await Promise.all(folders.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  const stored = await ingestedFiles(service.deps, done.key);
  const rows = stored.flatMap(({ columns }) => [
    ...(columns.named ?? []).map(({ texts }) => new TextDecoder().decode(texts.bytes.slice())),
    new TextDecoder().decode(columns.narration.bytes.slice()),
  ]);
  expect(rows.join()).toContain('539983******0008');
  const said = JSON.stringify([service.said, done, failed, rows]);
  for (const text of [...written, said]) expect(text).not.toMatch(/5399[ -]?8300[ -]?0000[ -]?0008/);
});

test('a type that says refund or return turns an amount without a sign', async () => {
  const { matches, clusters } = await commercialRun(service, {
    service: 'pos',
    gl: [
      LEDGER,
      posted({ rrn: '606100000001', amount: '20000.00', text: 'POS PURCHASE SHOPRITE' }),
      posted({ rrn: '606100000002', amount: '7000.00', text: 'POS PURCHASE SPAR' }),
      posted({ rrn: '606100000003', amount: '900.00', text: 'POS PURCHASE SPAR' }),
      posted({ rrn: '606100000050', amount: '20000.00', text: 'POS REFUND SHOPRITE', debit: true }),
      posted({ rrn: '606100000051', amount: '500.00', text: 'POS RETURN SPAR', debit: true }),
    ],
    bank: [
      SWITCH,
      switched({ rrn: '606100000001', amount: '20000.00', type: 'PURCHASE' }),
      switched({ rrn: '606100000002', amount: '7000.00', type: 'PURCHASE' }),
      switched({ rrn: '606100000003', amount: '900.00', type: 'PURCHASE' }),
      switched({ rrn: '606100000050', amount: '20000.00', type: 'REFUND' }),
      switched({ rrn: '606100000051', amount: '500.00', type: 'Purchase Return' }),
    ],
  });
  expect(clusters).toEqual([]);
  expect(matches).toHaveLength(5);
});
