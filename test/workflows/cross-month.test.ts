// A cheque of February that the bank pays in March, and a rent that it credits then: matched across months by a run of
// March, for both sessions and for good, on a real store with real files and workers.

import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chatCompletions } from '../../src/adapters/language-model/chat-completions.ts';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { DEFAULT_DECIMALS } from '../../src/core/matching/parameters-from-decimals.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import type { Run } from '../../src/core/records/documents/run.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import type { SideFacts, SummaryFacts } from '../../src/core/summary/facts.ts';
import { summaryFromJson } from '../../src/core/summary/summary-json.ts';
import { rowLease } from '../../src/ports/leases.ts';
import type { Store } from '../../src/ports/store.ts';
import { commercialFiles } from '../../src/workflows/kinds/commercial.ts';
import { crossMonthKind } from '../../src/workflows/kinds/cross-month.ts';
import { type CrossMonthCommand, crossMonthOrder } from '../../src/workflows/kinds/cross-month-command.ts';
import { engineHere } from '../../src/workflows/rematch/engine-here.ts';
import { reportMatches } from '../../src/workflows/reports/report-matches.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { cancelRun } from '../../src/workflows/runs/operate-runs.ts';
import { regenerateSummary } from '../../src/workflows/summaries/regenerate-summary.ts';
import { completeWindow } from '../../src/workflows/windows/complete-window.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { monthOf } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService, temporaryFolder } from './worker-under-test.ts';

const FEBRUARY = { ...KEY, session: 'february' };
const MARCH = { ...KEY, session: 'march' };
const DAYS = {
  february: { periodStart: parseDay('2026-02-01'), periodEnd: parseDay('2026-02-28') },
  march: { periodStart: parseDay('2026-03-01')!, periodEnd: parseDay('2026-03-31')! },
};
const HEADER = 'Date,Reference,Narration,Amount,Balance';
const FILES: Readonly<Record<string, readonly string[]>> = {
  'february-gl.csv': [
    '2026-02-03,FT26034A1,SALE ADA OBI,500.00,1500.00',
    '2026-02-04,FT26035D4,DIESEL TOTAL,-50.00,1450.00',
    '2026-02-25,CHQ000123,RENT SHOP 4 ADEWALE,-300.00,1150.00',
    '2026-02-26,,SALE GRACE EFFIONG WHOLESALE PALM OIL,84.00,1234.00',
    '2026-02-27,,SUNDRY,77.77,1311.77',
  ],
  'february-bank.csv': [
    '2026-02-03,FT26034A1,NIP ADA OBI,500.00,1500.00',
    '2026-02-04,FT26035D4,TRF TOTAL,-50.00,1450.00',
  ],
  'march-gl.csv': [
    '2026-03-05,FT26064B2,SALE MUSA GARBA,250.00,1561.77',
    '2026-03-06,FT26065E5,FUEL OANDO,-20.00,1541.77',
  ],
  'march-bank.csv': [
    '2026-03-04,CHQ000123,CHQ PAID,-300.00,1150.00',
    '2026-03-05,FT26064B2,NIP MUSA GARBA,250.00,1400.00',
    '2026-03-06,FT26065E5,TRF OANDO,-20.00,1380.00',
    '2026-03-16,,NIP GRACE EFFIONG WHOLESALE PALM OIL,84.00,1464.00',
    '2026-03-20,,STAMP DUTY,-50.00,1414.00',
  ],
};

let ids = 0;
let service: ServiceUnderTest;
const folders = { data: '', root: '' };
async function begin({ idle, ...given }: Parameters<typeof startService>[0] & { idle?: true } = {}): Promise<void> {
  service = await startService(given);
  for (const [name, rows] of Object.entries(FILES)) {
    writeFileSync(join(service.root, name), `${[HEADER, ...rows].join('\n')}\n`);
  }
  if (!idle) service.work();
}
afterEach(() => service.dispose());

const month = (key: SessionKey, days: { periodStart: number | null; periodEnd: number | null }): Promise<Run> =>
  service.run({
    key,
    ...days,
    fileUrls: { gl: [`file:${key.session}-gl.csv`], bank: [`file:${key.session}-bank.csv`] },
  });

async function acrossMonths(of: Partial<CrossMonthCommand> = {}): Promise<Run> {
  const command: CrossMonthCommand = {
    key: MARCH,
    branchId: null,
    ...DAYS.march,
    monthsBack: 1,
    bothSides: false,
    parameters: { ...DEFAULT_DECIMALS, daysForward: 20 },
    isScheduled: null,
    taskIds: {},
    ...of,
  };
  const { run } = await acceptRun({ ...service.deps, newId: () => `across-${++ids}` }, crossMonthOrder(command));
  return service.ended(run.runId);
}

async function both(): Promise<void> {
  for (const run of [await month(FEBRUARY, DAYS.february), await month(MARCH, DAYS.march)]) {
    expect(run).toMatchObject({ status: 'succeeded', failure: null });
  }
}

const summaryOf = async (key: SessionKey) =>
  summaryFromJson((await service.store.summaries.latest(key))!.summary).facts;
const recalculations = async (key: SessionKey) => (await service.store.summaries.latest(key))!.recalculationCount;
const openIn = async (key: SessionKey, side: 'gl' | 'bank') =>
  (await service.store.openItems.page(key, { side, after: null, limit: 10 })).items.rows.count;
const clustersOf = async (key: SessionKey) =>
  Object.fromEntries((await service.store.clusters.counts(key)).map(({ type, clusters }) => [type, clusters]));

async function matchesOf(key: SessionKey) {
  const filter = { tier: null, minConfidence: null };
  const reported = await reportMatches(service.deps, key, { filter, page: { after: null, limit: 100 } });
  if (reported.outcome !== 'page') throw new Error(reported.outcome);
  return reported.page.items.map(({ tier, crossMonth, gl, bank }) => ({
    tier,
    crossMonth,
    rows: [...gl, ...bank].map(({ file, line }) => `${file.split('/').at(-1)}:${line}`),
  }));
}

async function matchesBothMonths(): Promise<void> {
  await both();
  expect([await openIn(FEBRUARY, 'gl'), await openIn(MARCH, 'bank')]).toEqual([3, 3]);
  const run = await acrossMonths();
  expect(run).toMatchObject({ status: 'succeeded', failure: null });
  expect([await openIn(FEBRUARY, 'gl'), await openIn(MARCH, 'bank')]).toEqual([1, 1]);
  expect(await clustersOf(FEBRUARY)).toEqual({ missing_identifier: 1 });
  expect(await clustersOf(MARCH)).toEqual({ possible_interest_or_tax: 1 });
  const across = [
    { tier: 1, crossMonth: true, rows: ['february-gl.csv:4', 'march-bank.csv:2'] },
    { tier: 3, crossMonth: true, rows: ['february-gl.csv:5', 'march-bank.csv:5'] },
  ];
  for (const key of [FEBRUARY, MARCH]) {
    expect((await matchesOf(key)).filter(({ crossMonth }) => crossMonth)).toEqual(across);
    expect(await recalculations(key)).toBe(2);
  }
  const [february, march] = [await summaryOf(FEBRUARY), await summaryOf(MARCH)];
  expect(february.gl).toMatchObject({ rows: 5, matchedRows: 4, openRows: 1 });
  expect(march.bank).toMatchObject({ rows: 5, matchedRows: 4, openRows: 1 });
  expect([february.byTier, march.byTier]).toEqual([
    { 1: 3, 3: 1 },
    { 1: 3, 3: 1 },
  ]);
  // At February's end the cheque and the rent were on their way; March settles them, and opens with nothing else.
  expect(february.proofs[0].lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposits_in_transit', 8_400n],
    ['deposits_in_transit', 7_777n],
    ['outstanding_payments', -30_000n],
  ]);
  expect(march.proofs[0].lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposits_in_transit', 7_777n],
    ['payments_not_booked', -5_000n],
  ]);
  for (const { proofs } of [february, march]) expect(proofs[0]).toMatchObject({ unexplained: 0n });
  // A decision's regeneration keeps them.
  await regenerated('decision 1');
  expect([await summaryOf(FEBRUARY), await summaryOf(MARCH)]).toEqual([february, march]);
}

async function regenerated(cause: string): Promise<void> {
  for (const key of [FEBRUARY, MARCH]) await regenerateSummary(service.deps, { vertical: 'banking', key, cause });
}

test('a fee that the template expects explains a difference across months, and its line comes along', async () => {
  await begin();
  const write = (name: string, rows: readonly string[]) =>
    writeFileSync(join(service.root, name), `${[HEADER, ...rows].join('\n')}\n`);
  write('february-gl.csv', [
    ...FILES['february-gl.csv'].slice(0, 2),
    '2026-02-26,FT26057AB34,TRANSFER TO KEMI,-200.00,1250.00',
    '2026-02-27,FT26058CD56,TRANSFER TO OBI,-100.00,1150.00',
    '2026-02-27,FT26058EF78,TRANSFER TO EZE,-40.00,1110.00',
  ]);
  write('march-bank.csv', [
    '2026-03-02,FT26057AB34,NIP KEMI,-200.00,1250.00',
    '2026-03-02,FT26057AB34,NIP FEE,-10.00,1240.00',
    '2026-03-02,FT26058CD56,NIP OBI,-110.00,1130.00',
    '2026-03-03,FT26058EF78,NIP EZE,-45.00,1085.00',
    '2026-03-05,FT26064B2,NIP MUSA GARBA,250.00,1335.00',
    '2026-03-06,FT26065E5,TRF OANDO,-20.00,1315.00',
  ]);
  await both();
  const splits = [{ glType: 'income', entry: 'credit', amount: '100', type: 'percentage', mscRate: null }] as const;
  const rules = [{ service: 'transfers', min: '0', max: '0', amount: '10', type: 'fixed', splits }] as const;
  const fees = { display: null, service: 'transfers' } as const;
  expect(await acrossMonths({ parameters: { ...DEFAULT_DECIMALS, daysForward: 10, fees, rules } })).toMatchObject({
    status: 'succeeded',
    failure: null,
  });
  const across = (await matchesOf(MARCH)).filter(({ crossMonth }) => crossMonth);
  expect(across).toEqual([
    { tier: 2, crossMonth: true, rows: ['february-gl.csv:4', 'march-bank.csv:3', 'march-bank.csv:2'] },
    { tier: 2, crossMonth: true, rows: ['february-gl.csv:5', 'march-bank.csv:4'] },
  ]);
  const reported = await reportMatches(service.deps, MARCH, {
    filter: { tier: 2, minConfidence: null },
    page: { after: null, limit: 9 },
  });
  const bases = reported.outcome === 'page' ? reported.page.items.map(({ feeBasis }) => feeBasis) : [];
  expect(bases).toEqual(['rule', 'rule']);
  for (const key of [FEBRUARY, MARCH]) expect((await summaryOf(key)).proofs[0]).toMatchObject({ unexplained: 0n });
});

const again = { ...KEY, session: 'again' };

/** March's files once more, in a session of their own. */
function copyMarch(): void {
  for (const side of ['gl', 'bank']) {
    copyFileSync(join(service.root, `march-${side}.csv`), join(service.root, `again-${side}.csv`));
  }
}

/** A receipt that February's ledger books and only the copy's statement has. */
function ownAcrossMonths(): void {
  appendFileSync(join(service.root, 'february-gl.csv'), '2026-02-27,FT26058K7,DEPOSIT,60.00,1371.77\n');
  appendFileSync(join(service.root, 'again-bank.csv'), '2026-03-08,FT26058K7,DEPOSIT,60.00,1474.00\n');
}

/** What is matched across months already is matched elsewhere. */
async function holdsItsCopies(): Promise<void> {
  copyMarch();
  expect(await month(again, DAYS.march)).toMatchObject({ status: 'succeeded', failure: null });
  const [march, copy] = [await summaryOf(MARCH), await summaryOf(again)];
  expect(copy.bank).toMatchObject({ rows: 5, matchedRows: 2, matchedElsewhereRows: 2, openRows: 1 });
  expect(copy.byTier).toEqual({ 1: 2 });
  expect(copy.proofs).toEqual(march.proofs);
  expect(await openIn(again, 'bank')).toBe(1);
  expect(await clustersOf(again)).toEqual(await clustersOf(MARCH));
  expect((await matchesOf(again)).filter(({ crossMonth }) => crossMonth)).toEqual([]);
  const { scope } = summaryFromJson((await service.store.summaries.latest(again))!.summary);
  expect(JSON.stringify(scope)).toContain('2 bank rows matched in another session');
  // Freed there, they are rows like any other of the next run.
  const groups = await service.store.lateGroups.ofSession(MARCH);
  const of = { groupIds: groups.map(({ groupId }) => groupId), reason: 'taken back', at: 5 };
  await service.store.lateGroups.void(KEY, of);
  expect(await month(again, DAYS.march)).toMatchObject({ status: 'succeeded', failure: null });
  expect((await summaryOf(again)).bank).toMatchObject({ rows: 5, matchedRows: 2, openRows: 3 });
  expect(await openIn(again, 'bank')).toBe(3);
}

const SAYS = 'what February left open is matched in March, and both summaries say so';
const COPIES = 'rows that are matched in another session are matched elsewhere in one that holds them too';

withMongodb('on MongoDB', (database) => {
  test(SAYS, async () => {
    await begin({ open: () => database.openPrepared() });
    await matchesBothMonths();
  });

  test(COPIES, async () => {
    await begin({ open: () => database.open() });
    await both();
    await acrossMonths();
    await holdsItsCopies();
  });

  test(BEYOND, async () => {
    await begin({ open: () => database.open() });
    await proposesBeyond();
  });
});

const hintsOf = async (key: SessionKey) =>
  (await service.store.clusters.page(key, { after: null, limit: 100 })).clusters.flatMap(({ looksLike }) =>
    looksLike.map(({ kind, sentence }) => [kind, sentence] as const),
  );

const BEYOND = 'beyond the window what no key proves is proposed, once, and nothing of it is matched';

async function proposesBeyond(): Promise<void> {
  const add = (name: string, row: string) => appendFileSync(join(service.root, name), `${row}\n`);
  add('february-gl.csv', '2026-02-05,,School fees Grace,45.00,1356.77');
  add('march-bank.csv', '2026-03-28,,Church offering Grace,45.00,1459.00');
  // A number that two entries of one amount carry proves neither.
  add('february-gl.csv', '2026-02-10,LEASE0044,LEASE OF VAN,-150.00,1206.77');
  add('february-gl.csv', '2026-02-24,LEASE0044,LEASE OF VAN,-150.00,1056.77');
  add('march-bank.csv', '2026-03-29,LEASE0044,LEASE,-150.00,1309.00');
  await both();
  const none = { ...DEFAULT_DECIMALS, daysForward: 0, daysBack: 0 };
  for (let time = 1; time <= 2; time++) {
    const run = await acrossMonths({ parameters: none });
    expect(run).toMatchObject({ status: 'succeeded', failure: null });
    expect(run.report?.warnings.join()).toMatch(/may be those of earlier months beyond the search days/);
    expect((await matchesOf(MARCH)).filter(({ crossMonth }) => crossMonth)).toEqual([
      { tier: 1, crossMonth: true, rows: ['february-gl.csv:4', 'march-bank.csv:2'] },
    ]);
    expect([await openIn(FEBRUARY, 'gl'), await openIn(MARCH, 'bank')]).toEqual([5, 4]);
    const [february, march] = [await hintsOf(FEBRUARY), await hintsOf(MARCH)];
    const others = (hints: typeof march) => hints.map(([kind, said]) => [kind, /\((.*?)\)/.exec(said)![1]]).sort();
    expect(others(february)).toEqual([
      ['other_month', 'march-bank.csv line 5'],
      ['other_month', 'march-bank.csv line 7'],
      ['other_month', 'march-bank.csv line 8'],
    ]);
    expect(others(march)).toEqual([
      ['other_month', 'february-gl.csv line 5'],
      ['other_month', 'february-gl.csv line 7'],
      ['other_month', 'february-gl.csv line 9'],
    ]);
    expect(march.map(([, said]) => said)).toContain(
      'It may be the ledger receipt of NGN 45.00 on 2026-02-05 (february-gl.csv line 7), booked in another period: the ' +
        'amount is the same and the texts are alike, without a reference.',
    );
    expect(march.map(([, said]) => said).join()).toMatch(/the reference and the amount agree, and other rows’ do too/);
  }
  // A window that reaches takes what evidence is for.
  expect(await acrossMonths()).toMatchObject({ status: 'succeeded', failure: null });
  expect((await matchesOf(MARCH)).map(({ rows }) => rows)).toContainEqual(['february-gl.csv:5', 'march-bank.csv:5']);
  expect(await openIn(MARCH, 'bank')).toBe(3);
}

test('a renewed summary is worded by the language model, where there is one', async () => {
  const server = createServer((request, reply) => {
    request.resume().on('end', () => {
      const message = { role: 'assistant', content: JSON.stringify({ summary: 'Two entries found their month.' }) };
      reply.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const languageModel = chatCompletions({
    ...{ baseUrl: `http://127.0.0.1:${port}`, apiKey: null, model: 'small', timeoutMs: 5_000 },
    ...{ answerTokens: 500, questionTokens: 10_000, hourly: 100 },
  });
  await begin({ idle: true });
  service.work({ deps: { languageModel } });
  await both();
  expect(await acrossMonths()).toMatchObject({ status: 'succeeded', failure: null });
  for (const key of [FEBRUARY, MARCH]) {
    expect(await recalculations(key)).toBe(2);
    const { scope } = summaryFromJson((await service.store.summaries.latest(key))!.summary);
    expect(scope.aiNarrative).toBe('Two entries found their month.');
  }
  await new Promise((resolve) => server.close(resolve));
});

describe('on the embedded store', () => {
  const figuresOf = ({ gl, bank, byTier, proofs }: SummaryFacts) => {
    const [rest] = proofs.map(({ unexplained }) => unexplained);
    return { gl: fatesOf(gl), bank: fatesOf(bank), byTier, rest };
  };
  const fatesOf = ({ rows, matchedRows, matchedElsewhereRows = 0, openRows }: SideFacts) => [
    rows,
    matchedRows,
    matchedElsewhereRows,
    openRows,
  ];

  beforeEach(async () => {
    folders.data = await temporaryFolder('data');
    folders.root = await temporaryFolder('files');
    await begin(folders);
  });
  afterEach(() => Promise.all(Object.values(folders).map((folder) => rm(folder, { recursive: true }))));

  test(SAYS, matchesBothMonths);

  test(BEYOND, proposesBeyond);

  test(COPIES, async () => {
    await both();
    await acrossMonths();
    await holdsItsCopies();
  });

  test('a row that was matched across months is not matched once more by its copy in another session', async () => {
    for (const side of ['gl', 'bank']) {
      copyFileSync(join(service.root, `february-${side}.csv`), join(service.root, `again-${side}.csv`));
    }
    const april = { ...KEY, session: 'april' };
    const days = { periodStart: parseDay('2026-04-01')!, periodEnd: parseDay('2026-04-30')! };
    const write = (side: string, row: string) =>
      writeFileSync(join(service.root, `april-${side}.csv`), `${[HEADER, row].join('\n')}\n`);
    write('gl', '2026-04-05,FT26095B2,FUEL OANDO,-20.00,1291.77');
    // The bank pays the cheque a second time, which nobody wrote.
    write('bank', '2026-04-03,CHQ000123,CHQ PAID,-300.00,1114.00');
    await both();
    await month(again, DAYS.february);
    expect(await month(april, days)).toMatchObject({ failure: null });
    expect(await openIn(again, 'gl')).toBe(3);
    await acrossMonths();
    expect(await acrossMonths({ key: april, ...days, monthsBack: 2 })).toMatchObject({ failure: null });
    expect(await service.store.lateGroups.ofSession(april)).toEqual([]);
    expect(await openIn(april, 'bank')).toBe(1);
  });

  test('what was left out for copies stays so in a summary made anew, also when their match is taken back', async () => {
    copyMarch();
    ownAcrossMonths();
    await both();
    const { runId } = await acrossMonths();
    expect(await month(again, DAYS.march)).toMatchObject({ status: 'succeeded', failure: null });
    expect(figuresOf(await summaryOf(again))).toMatchObject({ bank: [6, 2, 2, 2], byTier: { 1: 2 }, rest: 0n });
    // A group of its own: its summary is made anew of what is stored.
    expect(await acrossMonths({ key: again })).toMatchObject({ status: 'succeeded', failure: null });
    const made = await summaryOf(again);
    expect(figuresOf(made)).toMatchObject({ bank: [6, 3, 2, 1], byTier: { 1: 3 }, rest: 0n });
    expect(await openIn(again, 'bank')).toBe(1);
    // The same as of a run that was made with all of it, and what was left out stays so until there is one.
    expect(await month(again, DAYS.march)).toMatchObject({ status: 'succeeded', failure: null });
    expect(await summaryOf(again)).toEqual(made);
    const groupIds = (await service.store.lateGroups.ofOperation(KEY, runId)).map(({ groupId }) => groupId);
    await service.store.lateGroups.void(KEY, { groupIds, reason: 'taken back', at: 5 });
    const [own] = await service.store.lateGroups.ofSession(again);
    await service.store.lateGroups.void(KEY, { groupIds: [own!.groupId], reason: 'taken back', at: 6 });
    await regenerateSummary(service.deps, { vertical: 'banking', key: again, cause: 'decision 1' });
    expect(figuresOf(await summaryOf(again))).toMatchObject({ bank: [6, 2, 2, 2], byTier: { 1: 2 }, rest: 0n });
    expect(await openIn(again, 'bank')).toBe(2);
  });

  test('an open row of a document that was uploaded takes part, and is matched elsewhere in the month that has it too', async () => {
    // March's statement comes late: what came of it first was uploaded to decide on something.
    const { 'march-bank.csv': statement } = FILES;
    const write = (name: string, rows: readonly string[]) =>
      writeFileSync(join(service.root, name), `${[HEADER, ...rows].join('\n')}\n`);
    write('march-bank.csv', statement!.slice(1));
    write('uploaded.csv', [statement![0], '2026-03-10,,UNKNOWN LODGEMENT,9.99,1159.99']);
    const uploaded = { ...KEY, session: `adhoc-${'a'.repeat(32)}` };
    await both();
    const engine = engineHere({ ...service.deps, defaultCurrency: 'NGN', rejectedShare: 0.5 });
    const under = await service.store.leases.take(rowLease(KEY), 60_000);
    const days = { fromDay: DAYS.march.periodStart, toDay: DAYS.march.periodEnd };
    const document = { key: uploaded, branchId: null, urls: { gl: [], bank: ['file:uploaded.csv'] }, days };
    expect(await engine.takeIn(document, under!)).toMatchObject({ added: 2 });
    await service.store.leases.release(under!);
    // It is no session that windows are finished of: one is kept, and orders nothing.
    const window = { branchId: null, start: DAYS.march.periodStart, end: DAYS.march.periodEnd };
    await completeWindow({ ...service.deps, quietMs: 0 }, { key: uploaded, window, runId: null });
    expect(await service.store.runs.latest(uploaded)).toBe(null);
    expect(await acrossMonths()).toMatchObject({ status: 'succeeded', failure: null });
    const cheque = { tier: 1, crossMonth: true, rows: ['february-gl.csv:4', 'uploaded.csv:2'] };
    expect(await matchesOf(FEBRUARY)).toContainEqual(cheque);
    expect([await openIn(FEBRUARY, 'gl'), await openIn(uploaded, 'bank')]).toEqual([1, 1]);
    expect(figuresOf(await summaryOf(FEBRUARY))).toMatchObject({ gl: [5, 4, 0, 1], rest: 0n });
    write('march-bank.csv', statement!);
    expect(await month(MARCH, DAYS.march)).toMatchObject({ status: 'succeeded', failure: null });
    expect(figuresOf(await summaryOf(MARCH))).toMatchObject({ bank: [5, 3, 1, 1], rest: 0n });
    expect(await openIn(MARCH, 'bank')).toBe(1);
  });

  test('a row of a document that the month has matched since takes no part', async () => {
    const { 'march-bank.csv': statement, 'march-gl.csv': ledger } = FILES;
    const write = (name: string, rows: readonly string[]) =>
      writeFileSync(join(service.root, name), `${[HEADER, ...rows].join('\n')}\n`);
    const wholesale = statement!.find((row) => row.includes('WHOLESALE'))!;
    write('uploaded.csv', [wholesale]);
    const engine = engineHere({ ...service.deps, defaultCurrency: 'NGN', rejectedShare: 0.5 });
    const under = await service.store.leases.take(rowLease(KEY), 60_000);
    const document = {
      ...{ key: { ...KEY, session: `adhoc-${'c'.repeat(32)}` }, branchId: null },
      urls: { gl: [], bank: ['file:uploaded.csv'] },
      days: { fromDay: DAYS.march.periodStart, toDay: DAYS.march.periodEnd },
    };
    expect(await engine.takeIn(document, under!)).toMatchObject({ added: 1 });
    await service.store.leases.release(under!);
    // Its statement has the row, and its ledger books it.
    write('march-gl.csv', [...ledger!, '2026-03-16,,SALE GRACE EFFIONG WHOLESALE PALM OIL,84.00,1625.77']);
    await both();
    expect(figuresOf(await summaryOf(MARCH))).toMatchObject({ gl: [3, 3, 0, 0], bank: [5, 3, 0, 2] });
    expect(await acrossMonths()).toMatchObject({ status: 'succeeded', failure: null });
    // February's wholesale is another one.
    expect(await openIn(FEBRUARY, 'gl')).toBe(2);
    expect((await matchesOf(FEBRUARY)).filter(({ crossMonth }) => crossMonth)).toHaveLength(1);
  });

  test('an open row of a document of another vertical takes no part', async () => {
    const { 'march-bank.csv': statement } = FILES;
    const write = (name: string, rows: readonly string[]) =>
      writeFileSync(join(service.root, name), `${[HEADER, ...rows].join('\n')}\n`);
    write('march-bank.csv', statement!.slice(1));
    write('transfers.csv', [statement![0]]);
    await both();
    const engine = engineHere({ ...service.deps, defaultCurrency: 'NGN', rejectedShare: 0.5 });
    const under = await service.store.leases.take(rowLease(KEY), 60_000);
    const document = {
      ...{
        key: { ...KEY, session: `adhoc-${'b'.repeat(32)}` },
        branchId: null,
        urls: { gl: [], bank: ['file:transfers.csv'] },
      },
      ...{
        days: { fromDay: DAYS.march.periodStart, toDay: DAYS.march.periodEnd },
        kind: commercialFiles('nip', 'outward'),
      },
    };
    expect(await engine.takeIn(document, under!)).toMatchObject({ added: 1 });
    await service.store.leases.release(under!);
    expect(await acrossMonths()).toMatchObject({ status: 'succeeded', failure: null });
    expect(await openIn(document.key, 'bank')).toBe(1);
  });

  test('what a run matched or found open stays so, though another session’s copy is matched across months since', async () => {
    copyMarch();
    ownAcrossMonths();
    // Its ledger books the wholesale itself: this session's run matches what March's leaves open.
    appendFileSync(
      join(service.root, 'again-gl.csv'),
      '2026-03-16,,SALE GRACE EFFIONG WHOLESALE PALM OIL,84.00,1625.77\n',
    );
    await both();
    expect(await month(again, DAYS.march)).toMatchObject({ status: 'succeeded', failure: null });
    expect(figuresOf(await summaryOf(again))).toMatchObject({ gl: [3, 3, 0, 0], bank: [6, 3, 0, 3] });
    expect(await acrossMonths()).toMatchObject({ status: 'succeeded', failure: null });
    // A group of its own: its summary is made anew of what is stored.
    expect(await acrossMonths({ key: again })).toMatchObject({ status: 'succeeded', failure: null });
    expect(figuresOf(await summaryOf(again))).toMatchObject({
      bank: [6, 4, 0, 2],
      byTier: { 1: 3, 3: 1 },
      rest: 0n,
    });
    expect(await openIn(again, 'bank')).toBe(2);
  });

  test('running it twice changes nothing, and a later run of either session matches without those rows', async () => {
    await both();
    await acrossMonths();
    const before = [
      await matchesOf(FEBRUARY),
      await matchesOf(MARCH),
      await summaryOf(FEBRUARY),
      await summaryOf(MARCH),
    ];
    expect((await acrossMonths()).status).toBe('succeeded');
    expect([await recalculations(FEBRUARY), await recalculations(MARCH)]).toEqual([2, 2]);
    // Overwritten with the same files, each session is as the cross-month run left it.
    await both();
    expect([await openIn(FEBRUARY, 'gl'), await openIn(MARCH, 'bank')]).toEqual([1, 1]);
    expect(await clustersOf(FEBRUARY)).toEqual({ missing_identifier: 1 });
    expect([
      await matchesOf(FEBRUARY),
      await matchesOf(MARCH),
      await summaryOf(FEBRUARY),
      await summaryOf(MARCH),
    ]).toEqual(before);
    await regenerated('decision 1');
    expect([await summaryOf(FEBRUARY), await summaryOf(MARCH)]).toEqual(before.slice(2));
  });

  test('another run finds nothing in what the first left open of two whole months', async () => {
    const { lines } = monthOf(2_000, 'a');
    const later = (row: string) => row.replaceAll('2026-10-', '2026-11-').replaceAll('2026-09-', '2026-10-');
    const [september, october] = [
      { periodStart: parseDay('2026-09-01')!, periodEnd: parseDay('2026-09-30')! },
      { periodStart: parseDay('2026-10-01')!, periodEnd: parseDay('2026-10-31')! },
    ];
    const write = (name: string, rows: readonly string[]) =>
      writeFileSync(join(service.root, name), `${rows.join('\n')}\n`);
    write('february-gl.csv', lines.gl);
    write('february-bank.csv', lines.bank.slice(0, 2));
    write('march-gl.csv', lines.gl.slice(0, 2).map(later));
    write('march-bank.csv', lines.bank.map(later));
    for (const run of [await month(FEBRUARY, september), await month(MARCH, october)]) {
      expect(run).toMatchObject({ status: 'succeeded', failure: null });
    }
    const parameters = { ...DEFAULT_DECIMALS, daysForward: 45 };
    const ofRun = async () => {
      const { runId, status } = await acrossMonths({ ...october, parameters });
      expect(status).toBe('succeeded');
      return (await service.store.lateGroups.ofOperation(KEY, runId)).length;
    };
    expect(await ofRun()).toBeGreaterThan(1_500);
    expect(await ofRun()).toBe(0);
  });

  test('rows that are free again are open in the summary, also of a run that matched without them', async () => {
    const figures = async (key: SessionKey) => {
      const { clusters: _, clusterCount: __, clustersPending: ___, proofs, ...facts } = await summaryOf(key);
      // A row that the run did not look at has no class.
      const lines = proofs.flatMap((proof) => proof.lines.map(({ kind, amount }) => `${kind} ${amount}`)).sort();
      return { ...facts, lines, rest: proofs.map(({ unexplained, adjustedBook }) => [unexplained, adjustedBook]) };
    };
    await both();
    const apart = [await figures(FEBRUARY), await figures(MARCH)];
    const { runId } = await acrossMonths();
    const held = [await figures(FEBRUARY), await figures(MARCH)];
    await both();
    await regenerated('decision 1');
    expect([await figures(FEBRUARY), await figures(MARCH)]).toEqual(held);
    const groupIds = (await service.store.lateGroups.ofOperation(KEY, runId)).map(({ groupId }) => groupId);
    await service.store.lateGroups.void(KEY, { groupIds, reason: 'its cluster was reopened', at: 1 });
    await regenerated('decision 2');
    expect([await figures(FEBRUARY), await figures(MARCH)]).toEqual(apart);
  });

  test('an attempt that died between proposing and confirming is finished by whoever takes the rows next', async () => {
    await both();
    const { lateGroups } = service.store;
    const run = await acrossMonths();
    const groups = await lateGroups.ofOperation(KEY, run.runId);
    const groupIds = groups.map(({ groupId }) => groupId);
    // Taken back, and proposed anew by a worker that then died.
    await lateGroups.void(KEY, { groupIds, reason: 'tried again', at: 1 });
    const again = groups.map((group, i) => ({ ...group, groupId: `${i}`.repeat(32), operation: 'died' }));
    await lateGroups.propose(KEY, { groups: again });
    expect(await month(FEBRUARY, DAYS.february)).toMatchObject({ status: 'succeeded' });
    expect(await lateGroups.ofOperation(KEY, 'died')).toEqual(again);
    expect(await openIn(FEBRUARY, 'gl')).toBe(1);
  });

  test('what fails once its groups stand is brought to its end, and is not cancelled', async () => {
    await both();
    await service.dispose();
    const { data, root } = folders;
    await begin({ data, root, idle: true });
    let failed = 0;
    let cancelled: unknown;
    const clusters: Store['clusters'] = {
      ...service.store.clusters,
      async voidSome(...of) {
        if (failed++ > 0) return service.store.clusters.voidSome(...of);
        const { runId } = (await service.store.runs.latest(MARCH))!;
        cancelled = await cancelRun(service.deps, runId, ANYBODY);
        throw new TieoutError('usage', 'Nobody would try this again.');
      },
    };
    service.work({ deps: { store: { ...service.store, clusters } } });
    expect(await acrossMonths()).toMatchObject({ status: 'succeeded', failures: 1 });
    expect([failed, cancelled]).toEqual([3, 'succeeded']);
    expect([await openIn(FEBRUARY, 'gl'), await openIn(MARCH, 'bank')]).toEqual([1, 1]);
    expect(await clustersOf(FEBRUARY)).toEqual({ missing_identifier: 1 });
    expect([await recalculations(FEBRUARY), await recalculations(MARCH)]).toEqual([2, 2]);
  });

  test('while somebody else has the rows, or a summary is another process’s to write, it waits', async () => {
    await both();
    await service.dispose();
    const { data, root } = folders;
    await begin({ data, root, idle: true });
    const { kinds } = service.deps;
    const ofMonths = service.work({ deps: { kinds: [crossMonthKind([])] } });
    const lease = await service.store.leases.take(JSON.stringify(['rows', KEY.tenant, KEY.partner]), 60_000);
    const run = acrossMonths();
    await pause(300);
    expect((await service.store.lateGroups.ofSession(MARCH)).length).toBe(0);
    await service.store.leases.release(lease!);
    const waits = { sentence: 'The run waits for another one; it is tried again.' };
    await vi.waitFor(() => expect(service.said).toContainEqual(expect.objectContaining(waits)), 10_000);
    await ofMonths.drain(10_000);
    service.work({ deps: { kinds } });
    expect(await run).toMatchObject({ status: 'succeeded', failures: 0, interruptions: 0 });
    expect([await recalculations(FEBRUARY), await recalculations(MARCH)]).toEqual([2, 2]);
  });

  describe('bad input', () => {
    test.each([
      ['no month back', { monthsBack: 0 }, 'usage', /months_back is 0: it must be from 1 to 120/],
      ['an unknown session', { key: { ...KEY, session: 'may' } }, 'session_unknown', /Session may has no reconciled/],
    ] as const)('%s fails the run with the reason', async (_, of, code, message) => {
      await both();
      const run = await acrossMonths(of);
      expect(run).toMatchObject({ status: 'failed', failure: { code, message: expect.stringMatching(message) } });
      expect([await openIn(FEBRUARY, 'gl'), await recalculations(FEBRUARY)]).toEqual([3, 1]);
    });
  });

  test('an entry of January and its reversal of February are netted where the template says so', async () => {
    const reversal = {
      'january-gl.csv': [
        '2026-01-05,FT26005A1,SALE,100.00,1100.00',
        '2026-01-20,JRN0091XX,ACCRUAL OF AUDIT FEE,-60.00,1040.00',
      ],
      'january-bank.csv': ['2026-01-05,FT26005A1,NIP,100.00,1100.00', '2026-01-31,,SMS CHARGE,-4.00,1096.00'],
      'february-gl.csv': [
        '2026-02-03,FT26034A1,SALE,500.00,1540.00',
        '2026-02-20,JRN0091XX,REVERSAL ACCRUAL OF AUDIT FEE,60.00,1600.00',
      ],
      'february-bank.csv': ['2026-02-03,FT26034A1,NIP,500.00,1596.00', '2026-02-28,,SMS CHARGE,-4.00,1592.00'],
    };
    for (const [name, rows] of Object.entries(reversal)) {
      writeFileSync(join(service.root, name), `${[HEADER, ...rows].join('\n')}\n`);
    }
    const january = { ...KEY, session: 'january' };
    await month(january, { periodStart: parseDay('2026-01-01'), periodEnd: parseDay('2026-01-31') });
    await both();
    const parameters = { ...DEFAULT_DECIMALS, daysForward: 10, reversalDaysForward: 31 };
    expect(await acrossMonths({ monthsBack: 2, parameters: { ...parameters, netReversals: false } })).toMatchObject({
      status: 'succeeded',
    });
    expect((await matchesOf(january)).filter(({ crossMonth }) => crossMonth)).toEqual([]);
    expect(await acrossMonths({ monthsBack: 2, parameters })).toMatchObject({ status: 'succeeded', failure: null });
    const netted = { tier: 10, crossMonth: true, rows: ['january-gl.csv:3', 'february-gl.csv:3'] };
    for (const key of [january, FEBRUARY]) {
      expect(await matchesOf(key)).toContainEqual(netted);
      const { byTier, gl, proofs } = await summaryOf(key);
      expect([byTier, gl.reversedRows, gl.openRows]).toEqual([{ 1: 1, reversal: 1 }, 1, 0]);
      expect(proofs[0]).toMatchObject({ unexplained: 0n });
    }
  });
});
