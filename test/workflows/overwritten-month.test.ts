// A cheque of February that the bank pays in March, matched across months; then a month is reconciled anew, and what
// leaned on it follows. On real stores with real files and workers.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TieoutError } from '../../src/core/errors.ts';
import { DEFAULT_DECIMALS } from '../../src/core/matching/parameters-from-decimals.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import { summaryFromJson } from '../../src/core/summary/summary-json.ts';
import type { Store } from '../../src/ports/store.ts';
import { crossMonthKind } from '../../src/workflows/kinds/cross-month.ts';
import { crossMonthOrder } from '../../src/workflows/kinds/cross-month-command.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { leaningOn, queueAgain } from '../../src/workflows/runs/run-again.ts';
import { renewAfterRun } from '../../src/workflows/summaries/renew-later-months.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const DAYS = {
  february: { periodStart: parseDay('2026-02-01')!, periodEnd: parseDay('2026-02-28')! },
  march: { periodStart: parseDay('2026-03-01')!, periodEnd: parseDay('2026-03-31')! },
  april: { periodStart: parseDay('2026-04-01')!, periodEnd: parseDay('2026-04-30')! },
};
type Month = keyof typeof DAYS;
const CHEQUE = '2026-02-25,CHQ000123,RENT SHOP 4,-300.00';
const PAID = '2026-03-04,CHQ000123,CHQ PAID,-300.00';
const DEPOSIT = '2026-02-27,FT26058Z9,DEPOSIT GRACE,84.00';
const own = (month: string, words: string): readonly string[] => [
  `2026-${month}-10,FT26${month}1A1,${words} ADA,500.00`,
  `2026-${month}-11,FT26${month}2B2,${words} TOTAL,-50.00`,
];
const FILES: Readonly<Record<Month, Readonly<Record<'gl' | 'bank', readonly string[]>>>> = {
  february: { gl: [...own('02', 'BOOKED'), CHEQUE], bank: own('02', 'TRF') },
  march: { gl: own('03', 'BOOKED'), bank: [...own('03', 'TRF'), PAID] },
  april: { gl: own('04', 'BOOKED'), bank: own('04', 'TRF') },
};

let service: ServiceUnderTest;
/** The next call that makes late groups void fails before it has done anything. */
let breaksOff = false;

/** With a running balance that begins at `opening`. */
function write(month: Month, side: 'gl' | 'bank', rows: readonly string[], opening = 1000): void {
  let balance = opening * 100;
  const lines = [...rows].sort().map((row) => {
    balance += Math.round(Number(row.split(',')[3]) * 100);
    return `${row.replace(',', ',0123456789,')},${(balance / 100).toFixed(2)}`;
  });
  const text = ['Date,Account,Reference,Narration,Amount,Balance', ...lines].join('\n');
  writeFileSync(join(service.root, `${month}-${side}.csv`), `${text}\n`);
}

async function begin(open?: () => Promise<Store>): Promise<void> {
  service = await startService(open === undefined ? {} : { open });
  breaksOff = false;
  const { store } = service;
  const lateGroups: typeof store.lateGroups = {
    ...store.lateGroups,
    void: async (...of) => {
      if (!breaksOff) return store.lateGroups.void(...of);
      breaksOff = false;
      throw new TieoutError('store_unavailable', 'The connection is gone.');
    },
  };
  const deps = { ...service.deps, store: { ...store, lateGroups } };
  // As the service's own process does.
  const written = async (run: { readonly key: SessionKey; readonly runId: string }): Promise<void> => {
    await queueAgain(deps, await leaningOn(deps, run.key));
    await renewAfterRun({ ...deps, kinds: KINDS }, run);
  };
  service.work({ leaseMs: 3_000, deps: { ...deps, kinds: [...KINDS, crossMonthKind(KINDS)], written } });
}
afterEach(() => service.dispose());

const keyOf = (month: Month): SessionKey => ({ ...KEY, session: month });

async function settled(): Promise<void> {
  for (let left = await service.store.runs.unfinished(); left.length > 0; left = await service.store.runs.unfinished())
    for (const { runId } of left) await service.ended(runId);
}

async function reconcile(month: Month) {
  const fileUrls = { gl: [`file:${month}-gl.csv`], bank: [`file:${month}-bank.csv`] };
  const run = await service.run({ key: keyOf(month), ...DAYS[month], fileUrls });
  expect([run.status, run.failure]).toEqual(['succeeded', null]);
  await settled();
  return run;
}

let ids = 0;
async function across(month: Month): Promise<void> {
  const order = crossMonthOrder({
    ...{ key: keyOf(month), ...DAYS[month], branchId: null, monthsBack: 3, bothSides: true },
    ...{ parameters: { ...DEFAULT_DECIMALS, daysForward: 20 }, isScheduled: null, taskIds: {} },
  });
  const { run } = await acceptRun({ ...service.deps, newId: () => `across-${++ids}` }, order);
  expect(await service.ended(run.runId)).toMatchObject({ status: 'succeeded' });
  await settled();
}

const factsOf = async (month: Month) =>
  summaryFromJson((await service.store.summaries.latest(keyOf(month)))!.summary).facts;
async function proofOf(month: Month) {
  const [{ lines, unexplained }] = (await factsOf(month)).proofs;
  return {
    lines: lines.map(({ kind, rows, amount }) => [kind, rows, Number(amount)]),
    unexplained: Number(unexplained),
  };
}
const openIn = async (month: Month, side: 'gl' | 'bank') =>
  (await service.store.openItems.page(keyOf(month), { side, after: null, limit: 10 })).items.rows.count;
const pendingIn = async (month: Month) => (await service.store.clusters.counts(keyOf(month))).map(({ type }) => type);

/** February to April, the cheque matched. */
async function quarter(): Promise<void> {
  write('february', 'gl', FILES.february.gl);
  write('february', 'bank', FILES.february.bank);
  write('march', 'gl', FILES.march.gl, 1150);
  write('march', 'bank', FILES.march.bank, 1450);
  write('april', 'gl', FILES.april.gl, 1600);
  write('april', 'bank', FILES.april.bank, 1600);
  await reconcile('february');
  await reconcile('march');
  await across('march');
  await reconcile('april');
  expect(await service.store.lateGroups.ofSession(keyOf('march'))).toHaveLength(1);
  expect([await openIn('february', 'gl'), await openIn('march', 'bank')]).toEqual([0, 0]);
  expect(await proofOf('april')).toEqual({ lines: [], unexplained: 0 });
}

const OUTSTANDING = ['outstanding_payments', 1, 30_000];

async function voidsWithoutPayment(): Promise<void> {
  write('march', 'bank', FILES.march.bank.slice(0, 2), 1450);
  const run = await reconcile('march');
  expect(run.report.warnings).toContain(
    'A match of rows of sessions february and march is void: the files have a row of it no more. What it had settled is open again.',
  );
  expect(await service.store.lateGroups.ofSession(keyOf('february'))).toEqual([]);
  expect([await openIn('february', 'gl'), await openIn('march', 'bank')]).toEqual([1, 0]);
  expect(await pendingIn('february')).toEqual(['not_found_gl']);
  const again = (await service.store.runs.latest(keyOf('february')))!;
  expect(again.report.warnings).toContain(
    'This session was run again: 1 group of its rows and rows of session march is void, because that session has one of them no more.',
  );
  // The bank's file of April still begins at 1,600.00: what March's file lacks now is named there as before.
  expect((await proofOf('march')).lines.map(([kind]) => kind)).toEqual(['outstanding_payments']);
  expect((await proofOf('april')).lines).toContainEqual(expect.arrayContaining(OUTSTANDING.slice(0, 1)));
  // The same again finds nothing to do.
  const runs = async () =>
    (await service.store.runs.list({ ...keyOf('february'), after: null, limit: 20 })).runs.length;
  const before = await runs();
  await reconcile('march');
  expect(await runs()).toBe(before);
}

const CASES: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'without the payment the match is void, and the cheque is outstanding again in every month',
    async () => {
      await quarter();
      await voidsWithoutPayment();
    },
  ],
  [
    'the same if the run breaks off between its commit and that',
    async () => {
      await quarter();
      breaksOff = true;
      await voidsWithoutPayment();
      expect(breaksOff).toBe(false);
    },
  ],
  [
    'without the cheque the payment is an exception of its month again',
    async () => {
      await quarter();
      write('february', 'gl', FILES.february.gl.slice(0, 2));
      await reconcile('february');
      expect(await service.store.lateGroups.ofSession(keyOf('march'))).toEqual([]);
      expect([await openIn('february', 'gl'), await openIn('march', 'bank')]).toEqual([0, 1]);
      expect(await pendingIn('march')).toEqual(['not_found_bank']);
      expect((await factsOf('march')).bank).toMatchObject({ rows: 3, matchedRows: 2, openRows: 1 });
    },
  ],
  [
    'what an earlier month leaves open anew stands in the statements of later ones, and once settled no more',
    async () => {
      await quarter();
      write('february', 'gl', [...FILES.february.gl, DEPOSIT]);
      await reconcile('february');
      const deposits = (lines: readonly (readonly unknown[])[]) =>
        lines.filter(([kind]) => kind === 'deposits_in_transit');
      expect(deposits((await proofOf('march')).lines)).toEqual([['deposits_in_transit', 1, 8_400]]);
      expect(deposits((await proofOf('april')).lines)).toEqual([['deposits_in_transit', 1, 8_400]]);
      write('march', 'bank', [...FILES.march.bank, DEPOSIT.replace('2026-02-27', '2026-03-02')], 1450);
      await reconcile('march');
      await across('march');
      expect(deposits((await proofOf('march')).lines)).toEqual([]);
      expect(deposits((await proofOf('april')).lines)).toEqual([]);
    },
  ],
];

describe('on the embedded store', () => {
  beforeEach(() => begin());
  test.each(CASES)('%s', (_, does) => does());
});

withMongodb('on MongoDB', (database) => {
  beforeEach(() => begin(() => database.openPrepared()));
  test.each(CASES)('%s', (_, does) => does());
});
