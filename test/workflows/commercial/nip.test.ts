// Instant transfers from files to clusters: the passes in their order, the traps that settlement reports and postings set,
// fees against the tariff, and what the switch refused.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { commercialOrder } from '../../../src/workflows/kinds/commercial-command.ts';
import { acceptRun } from '../../../src/workflows/runs/accept-run.ts';
import { answerOf } from '../session-content.ts';
import { commandOf, KEY, type ServiceUnderTest, startService } from '../worker-under-test.ts';
import { commercialRun } from './commercial-run.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
  service.work();
});
afterAll(() => service.dispose());

const CBA = 'Date,Payment Reference,Narration,Debit,Credit,Beneficiary Account';
const REPORT =
  'S/N, CHANNEL, SESSION ID, TRANSACTION TYPE, RESPONSE, AMOUNT, TRANSACTION TIME, ORIGINATOR INSTITUTION, ORIGINATOR / BILLER, DESTINATION INSTITUTION, DESTINATION ACCOUNT NAME, DESTINATION ACCOUNT NO, NARRATION, PAYMENT REFERENCE, LAST 12 DIGITS OF SESSION_ID';

const sessionId = (n: number, time = '091011') => `000013260302${time}${String(n).padStart(12, '0')}`;

interface Posting {
  readonly n?: number;
  readonly reference?: string;
  readonly amount: string;
  readonly text?: string;
  readonly credit?: boolean;
  readonly day?: string;
  readonly account?: string;
}
const posting = ({
  n,
  reference = '',
  amount,
  text = 'NIP TRF',
  credit,
  day = '2026-03-02',
  account = '',
}: Posting) => {
  const said = n === undefined ? text : `${text} ${sessionId(n)}`;
  const money = credit ? ['', amount] : [amount, ''];
  return [`${day} 09:10:11`, reference, said, ...money, account].join(',');
};

interface Settled {
  readonly n?: number;
  readonly id?: string;
  readonly reference?: string;
  readonly amount: string;
  readonly response?: string;
  readonly type?: string;
  readonly tail?: string;
  readonly account?: string;
}
let serial = 0;
function settled({ n = 0, reference = '', amount, response = '00', ...of }: Settled): string {
  const { id = `'${sessionId(n)}`, tail = `'${String(n).padStart(12, '0')}`, type = 'NIP' } = of;
  const paid = ['ACCESS', 'X', 'GTB', 'ADA', `'${of.account ?? '0123456789'}`, 'rent', reference, tail];
  return [++serial, 'Mobile', id, type, response, `"${amount}"`, '2026-03-02 09:10:12', ...paid].join(',');
}

/** Not what a test is about: most postings go the run's way. */
const OTHERS = [11, 12, 13].map((n) => ({ n, reference: `OT${n}`, amount: '7000.00' }));
const run = (of: {
  gl: Posting[];
  bank: Settled[];
  flow?: 'inward' | 'outward';
  command?: object;
  above?: string[];
  below?: string[];
}) =>
  commercialRun(service, {
    service: 'nip',
    flow: of.flow ?? 'outward',
    gl: [CBA, ...[...OTHERS, ...of.gl].map(posting)],
    bank: [...(of.above ?? []), REPORT, ...[...OTHERS, ...of.bank].map(settled), ...(of.below ?? [])],
    command: of.command ?? {},
  });
const FIRST = ['2 = 2 (tier 1, 0.00)', '3 = 3 (tier 1, 0.00)', '4 = 4 (tier 1, 0.00)'];

test('a reference that stands once a side matches first, then session and amount, in the order of time', async () => {
  const { matches, clusters } = await run({
    gl: [
      { reference: 'PR-1', amount: '100.00' },
      { n: 2, amount: '250.00' },
      { n: 2, amount: '250.00' },
      { n: 2, amount: '260.00' },
    ],
    bank: [
      { n: 2, amount: '250.00' },
      { n: 1, reference: 'pr1', amount: '100.00' },
      { n: 2, amount: '260.00' },
    ],
  });
  expect(matches).toEqual([...FIRST, '5 = 6 (tier 1, 0.00)', '6 = 5 (tier 2, 0.00)', '8 = 7 (tier 2, 0.00)']);
  expect(clusters).toEqual(['duplicate_gl gl 7']);
});

test('commission and VAT join their transfer by the tariff, and a fee of another amount is told', async () => {
  const { matches, clusters, reasons } = await run({
    gl: [
      { n: 1, reference: 'PAY-A1', amount: '10000.00' },
      { n: 1, reference: 'PAY-A1', amount: '25.00', text: 'NIP COMM' },
      { n: 1, reference: 'PAY-A1', amount: '1.88', text: 'VAT ON NIP COMM' },
      { n: 2, reference: 'PAY-A2', amount: '60000.00' },
      { n: 2, reference: 'PAY-A2', amount: '35.00', text: 'NIP COMM' },
      { reference: 'PAY-A3', amount: '5010.75' },
      { reference: 'PAY-A4', amount: '50.00' },
    ],
    bank: [
      { n: 1, reference: 'PAY-A1', amount: '10,000.00' },
      { n: 2, reference: 'PAY-A2', amount: '60,000.00' },
      { n: 3, reference: 'PAY-A3', amount: '5,000.00' },
      { n: 4, reference: 'PAY-A4', amount: '51.00' },
    ],
  });
  expect(matches).toEqual(['10 = 7 (tier 2, -10.75)', ...FIRST, '5,6,7 = 5 (tier 2, -26.88)', '8 = 6 (tier 2, 0.00)']);
  expect(clusters).toEqual(['amount_mismatch gl 11 bank 8 delta 1.00', 'fee_mismatch gl 9 delta 15.00']);
  expect(reasons[1]).toContain('by the tariff of that day it is NGN 50.00');
});

test('a transfer that the switch decided since the report of before is another row of the session, one that waits the same', async () => {
  const gl = [CBA, ...[...OTHERS, { n: 1, amount: '100.00' }, { n: 2, amount: '200.00' }].map(posting)];
  const report = (responses: readonly string[]) => {
    serial = 0;
    const asked = responses.map((response, i) => ({ n: i + 1, amount: `${i + 1}00.00`, response }));
    return [REPORT, ...[...OTHERS, ...asked].map(settled)];
  };
  const key = { ...KEY, session: 'decided-since' };
  const of = { service: 'nip', flow: 'outward' as const, gl };
  const before = await commercialRun(service, { ...of, bank: report(['09', '09', '09']), command: { key } });
  expect(before.matches).toEqual(FIRST);
  const command = { key, onExisting: 'append' as const };
  const after = await commercialRun(service, { ...of, bank: report(['00', '51', '09']), command });
  expect(after.matches).toEqual([...FIRST, '5 = 5 (tier 2, 0.00)']);
  expect(after.clusters).toEqual(['status_mismatch gl 6']);
  // Both that were undecided stay so, and the third did not come again.
  const live = await service.store.ingestions.live(key);
  expect(live.filter(({ side }) => side === 'bank').map(({ rows }) => rows)).toEqual([6, 2]);
});

test('what the switch refused moves no money: a posting of it is a status mismatch, and what is undecided waits', async () => {
  const { matches, clusters, reasons } = await run({
    gl: [
      { n: 1, amount: '100.00' },
      { n: 2, amount: '200.00' },
      { n: 3, amount: '300.00' },
    ],
    bank: [
      { n: 1, amount: '100.00', response: '51' },
      { n: 2, amount: '200.00', response: '09' },
      { n: 3, amount: '300.00', response: '26' },
      { n: 3, amount: '300.00' },
      { n: 9, amount: '900.00', response: '91' },
      { n: 8, amount: '800.00', response: '57' },
    ],
  });
  expect(matches).toEqual([...FIRST, '7 = 8 (tier 2, 0.00)']);
  expect(clusters).toEqual(['status_mismatch gl 5', 'not_found_gl gl 6']);
  expect(reasons[0]).toMatch(/line 5\) with its reference and amount failed/);
  expect(reasons[1]).toContain('is only announced and takes no part');
});

test('a session id that a spreadsheet cut is known by its last twelve digits, or the row is rejected', async () => {
  const damaged = { id: '5.8E+28' };
  const {
    run: done,
    matches,
    clusters,
  } = await run({
    gl: [
      { n: 1, amount: '100.00' },
      { n: 2, amount: '200.00' },
    ],
    bank: [
      { ...damaged, tail: "'000000000001", amount: '100.00' },
      { ...damaged, tail: '', amount: '200.00' },
    ],
    command: { rejectedShare: 0.5 },
  });
  expect(matches).toEqual([...FIRST, '5 = 5 (tier 2, 0.00)']);
  expect(clusters).toEqual(['not_found_gl gl 6']);
  expect(done.report.rejectedRows).toBe(1);
});

test('lines above the titles, totals below them and a side that counts the other way are read', async () => {
  const {
    run: done,
    matches,
    clusters,
    warnings,
  } = await run({
    gl: [{ n: 1, amount: '100.00' }],
    bank: [{ n: 1, amount: '100.00' }],
    above: ['NIBSS SETTLEMENT REPORT', 'Date: 02/03/2026'],
    below: [',,TRANSACTION VOLUME,,,4', ',,TOTAL AMOUNT,,,"21,100.00"'],
  });
  expect(done.failure).toBe(null);
  expect(matches).toEqual([
    '2 = 4 (tier 1, 0.00)',
    '3 = 5 (tier 1, 0.00)',
    '4 = 6 (tier 1, 0.00)',
    '5 = 7 (tier 2, 0.00)',
  ]);
  expect(clusters).toEqual([]);
  expect(warnings.join('\n')).toMatch(/move money in, though the run is of outward money/);
});

test.each([
  [
    'nip',
    'INV1001',
    /^No row of either side has a session id of its own: payment references alone were compared; check /,
  ],
  [
    'nip',
    '',
    /^No row of the ledger or the switch's report has a session id or a payment reference of its own: nothing of them /,
  ],
  [
    null,
    'INV1001',
    /^No row of the ledger or the switch's report has a retrieval reference, a trace number or a card /,
  ],
])('plain files are said to be without the keys of the kind: %s, %s', async (kind, reference, said) => {
  const { run: done, warnings } = await commercialRun(service, {
    service: kind,
    gl: ['Date,Reference,Narration,Debit,Credit', `2026-03-02,${reference},Rent,,20000.00`],
    bank: ['Date,Reference,Narration,Debit,Credit', `2026-03-02,${reference},Rent March,20000.00,`],
  });
  expect(done.failure).toBe(null);
  expect(warnings.filter((one) => said.test(one))).toHaveLength(1);
});

test('a session id or a retrieval reference that more than twenty rows share matches none of them', async () => {
  const days = Array.from({ length: 21 }, (_, i) => i + 1);
  const id = '000013260302091011000000000001';
  const shared = await commercialRun(service, {
    service: 'nip',
    gl: ['Date,Session ID,Narration,Debit,Credit', ...days.map((n) => `2026-03-02,${id},NIP ${n},,${1_000 + n}.00`)],
    bank: ['Date,Session ID,Narration,Debit,Credit', ...days.map((n) => `2026-03-02,${id},NIP ${n},${1_000 + n}.00,`)],
  });
  expect(shared.run.failure).toBe(null);
  expect(shared.matches).toEqual([]);
  expect(shared.warnings.filter((one) => /a session id or a payment reference of its own/.test(one))).toHaveLength(1);
  const rrns = await commercialRun(service, {
    service: null,
    gl: ['Date,RRN,Terminal ID,Amount', ...days.map((n) => `2026-03-02,606109000001,20310001,${1_000 + n}.00`)],
    bank: [
      'Date,RRN,Terminal ID,Amount,Response Code',
      ...days.map((n) => `2026-03-02,606109000001,20310001,${1_000 + n}.00,00`),
    ],
  });
  expect(rrns.run.failure).toBe(null);
  expect(rrns.matches).toEqual([]);
});

test('what a side takes back itself is netted, and a reversal that both have is matched', async () => {
  const { matches, clusters } = await run({
    gl: [
      { n: 1, amount: '100.00' },
      { n: 1, amount: '100.00', credit: true, text: 'NIP RVSL' },
      { n: 2, amount: '200.00' },
      { n: 2, amount: '200.00', credit: true, text: 'NIP REVERSAL' },
      { n: 3, amount: '300.00', credit: true, text: 'NIP REVERSAL' },
    ],
    bank: [
      { n: 2, amount: '200.00' },
      { n: 2, amount: '200.00', type: 'REVERSAL' },
    ],
  });
  expect(matches).toEqual([...FIRST, '5,6 =  (tier 10, 0.00)', '7 = 5 (tier 2, 0.00)', '8 = 6 (tier 2, 0.00)']);
  expect(clusters).toEqual(['reversal_unmatched gl 9']);
});

test('two transfers of one payment reference are no duplicates and no reversal of each other', async () => {
  const { matches, clusters } = await run({
    gl: [
      { n: 21, reference: 'REFA0004', amount: '400.00' },
      { n: 22, reference: 'REFA0004', amount: '400.00' },
      { n: 23, reference: 'REFA0005', amount: '600.00' },
      { n: 24, reference: 'REFA0005', amount: '600.00', credit: true, text: 'RVSL NIP' },
    ],
    bank: [
      { n: 21, reference: 'REFA0004', amount: '400.00' },
      { n: 22, reference: 'REFA0004', amount: '500.00' },
    ],
    flow: 'inward',
  });
  expect(matches.filter((one) => one.includes('tier 10'))).toEqual([]);
  expect(clusters).toEqual([
    'reversal_unmatched gl 8',
    'amount_mismatch gl 6 bank 6 delta 100.00',
    'not_found_gl gl 7',
  ]);
});

test('two sessions that end alike are two transfers, on one side and on both', async () => {
  const { matches, clusters } = await run({
    gl: [{ n: 31, amount: '800.00' }],
    bank: [{ id: `'${sessionId(31, '101112')}`, tail: `'${'31'.padStart(12, '0')}`, amount: '800.00' }],
    flow: 'outward',
  });
  expect(matches.filter((one) => one.includes('bank 6'))).toEqual([]);
  expect(clusters).toEqual(['not_found_gl gl 5', 'not_found_bank bank 5']);
});

test('the other disagreements of two rows of one transfer have their classes', async () => {
  const { matches, clusters } = await run({
    gl: [
      { n: 1, amount: '100.00', account: '0123456780' },
      { n: 2, amount: '200.00', day: '2026-02-20' },
      { n: 3, amount: '300.00', credit: true },
      { amount: '400.00' },
      { n: 5, amount: '500.00' },
      { n: 6, amount: '600.00' },
      { n: 6, amount: '610.00' },
    ],
    bank: [
      { n: 1, amount: '100.00' },
      { n: 2, amount: '200.00' },
      { n: 3, amount: '300.00' },
      { n: 7, amount: '700.00' },
      { n: 6, amount: '650.00' },
      { n: 6, amount: '660.00' },
    ],
  });
  expect(matches).toEqual(FIRST);
  expect(clusters).toEqual([
    'direction_mismatch gl 7 bank 7',
    'date_difference gl 6 bank 6',
    'account_mismatch gl 5 bank 5',
    'ambiguous_match gl 10 gl 11 bank 9 bank 10',
    'missing_identifier gl 8',
    'not_found_gl gl 9',
    'not_found_bank bank 8',
  ]);
});

test('a summary keeps what it can be made from again: branch, window, direction, passes, fees', async () => {
  const { run: done } = await run({
    gl: [
      { n: 1, reference: 'PAY-1', amount: '10000.00' },
      { n: 1, reference: 'PAY-1', amount: '26.88', text: 'NIP COMM AND VAT' },
    ],
    bank: [{ n: 1, reference: 'PAY-1', amount: '10,000.00' }],
    command: { branchId: 'b-9', periodStart: parseDay('2026-03-01'), periodEnd: parseDay('2026-03-31') },
  });
  const { summary } = (await service.store.summaries.latest(done.key))!;
  expect(summary).toMatchObject({
    scope: {
      kind: 'nip',
      service: 'nip',
      flow: 'outward',
      branchId: 'b-9',
      periodStart: parseDay('2026-03-01'),
      periodEnd: parseDay('2026-03-31'),
      // Four transfers of 25.00 with 1.88 VAT each.
      ofKind: {
        direction: 'outward',
        matchedByPass: { reference: 3, session: 1 },
        feesExpected: '10752',
        feesFound: '2688',
      },
    },
    facts: { gl: { openingBalance: null } },
  });
});

test('run again without files, a session is reconciled from its stored rows with the same answer', async () => {
  const { run: done, clusters } = await run({
    gl: [
      { n: 1, amount: '100.00', account: '0123456780' },
      { n: 2, amount: '200.00' },
    ],
    bank: [
      { n: 1, amount: '100.00' },
      { n: 2, amount: '200.00', response: '51' },
    ],
  });
  expect(clusters).toEqual(['status_mismatch gl 6', 'account_mismatch gl 5 bank 5']);
  const { store, deps } = service;
  const before = await answerOf(store, done.key);
  const again = {
    ...commandOf({ key: done.key, fileUrls: { gl: [], bank: [] } }),
    service: 'nip',
    flow: 'outward',
  } as const;
  const accepting = { store, bus: deps.bus, clock: deps.clock, newId: () => 'run-again' };
  const { run: accepted } = await acceptRun(accepting, commercialOrder(again));
  expect((await service.ended(accepted.runId)).failure).toBe(null);
  expect(await answerOf(store, done.key)).toEqual(before);
});

test('the order of rows changes nothing', async () => {
  const gl: Posting[] = [1, 2, 3, 3, 4].map((n) => ({ n, amount: `${n}00.00` }));
  const bank: Settled[] = [4, 3, 2, 1, 1].map((n) => ({ n, amount: `${n}00.00` }));
  const [one, other] = [await run({ gl, bank }), await run({ gl: gl.toReversed(), bank: bank.toReversed() })];
  const types = (clusters: readonly string[]) => clusters.map((cluster) => cluster.split(' ')[0]);
  expect(types(other.clusters)).toEqual(types(one.clusters));
  expect(other.matches.length).toBe(one.matches.length);
});

test('a settlement report given as the ledger fails the run and says what to do', async () => {
  const { run: done } = await commercialRun(service, {
    service: 'nip',
    flow: 'inward',
    gl: [REPORT, ...OTHERS.map(settled)],
    bank: [CBA, ...OTHERS.map(posting)],
  });
  expect(done.failure).toMatchObject({ code: 'sides_swapped', line: 1 });
  expect(done.failure!.message).toMatch(/is the settlement report of a switch.*give it to the bank’s side/);
});
