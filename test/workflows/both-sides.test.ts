// A quarter whose items clear late on either side: a charge of January that the ledger books in February, a cheque of
// January that the bank pays in March, and a credit of February that the ledger books in March. On real stores.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_DECIMALS } from '../../src/core/matching/parameters-from-decimals.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import { summaryFromJson } from '../../src/core/summary/summary-json.ts';
import type { Store } from '../../src/ports/store.ts';
import { crossMonthOrder } from '../../src/workflows/kinds/cross-month-command.ts';
import { reportMatches } from '../../src/workflows/reports/report-matches.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTHS = ['january', 'february', 'march'] as const;
type Month = (typeof MONTHS)[number];
const keyOf = (session: Month): SessionKey => ({ ...KEY, session });
const DAYS: Readonly<Record<Month, { readonly periodStart: number; readonly periodEnd: number }>> = {
  january: { periodStart: parseDay('2026-01-01')!, periodEnd: parseDay('2026-01-31')! },
  february: { periodStart: parseDay('2026-02-01')!, periodEnd: parseDay('2026-02-28')! },
  march: { periodStart: parseDay('2026-03-01')!, periodEnd: parseDay('2026-03-31')! },
};

/** Balances of the ledger and the bank follow from 1,000.00 on both sides. */
const ROWS: Readonly<
  Record<'gl' | 'bank', Readonly<Record<Month, readonly (readonly [string, string, string, number])[]>>>
> = {
  gl: {
    january: [
      ['2026-01-05', 'FT26005A1', 'SALE ADA OBI', 500],
      ['2026-01-20', 'CHQ000123', 'RENT SHOP 4 ADEWALE', -300],
      ['2026-01-22', 'FT26022D4', 'DIESEL TOTAL', -50],
    ],
    february: [
      ['2026-02-02', 'CHG26030ZZ', 'BANK CHARGE JANUARY', -12.5],
      ['2026-02-10', 'FT26041B2', 'SALE MUSA GARBA', 250],
    ],
    march: [
      ['2026-03-02', 'FT26059K7', 'SALE EZE LOGISTICS', 75.5],
      ['2026-03-11', 'FT26070C3', 'FUEL OANDO', -20],
    ],
  },
  bank: {
    january: [
      ['2026-01-05', 'FT26005A1', 'NIP ADA OBI', 500],
      ['2026-01-22', 'FT26022D4', 'TRF TOTAL', -50],
      ['2026-01-30', 'CHG26030ZZ', 'SMS CHARGE', -12.5],
    ],
    february: [
      ['2026-02-10', 'FT26041B2', 'NIP MUSA GARBA', 250],
      ['2026-02-28', 'FT26059K7', 'NIP EZE LOGISTICS', 75.5],
    ],
    march: [
      ['2026-03-09', 'CHQ000123', 'CHQ PAID', -300],
      ['2026-03-11', 'FT26070C3', 'TRF OANDO', -20],
    ],
  },
};

let service: ServiceUnderTest;

async function begin(open?: () => Promise<Store>): Promise<void> {
  service = await startService(open === undefined ? {} : { open });
  for (const side of ['gl', 'bank'] as const) {
    let balance = 1_000;
    for (const month of MONTHS) {
      const lines = ROWS[side][month].map(([date, reference, narration, amount]) => {
        balance += amount;
        return [date, '0123456789', reference, narration, amount.toFixed(2), balance.toFixed(2)].join(',');
      });
      const header = 'Date,Account,Reference,Narration,Amount,Balance';
      writeFileSync(join(service.root, `${month}-${side}.csv`), `${[header, ...lines].join('\n')}\n`);
    }
  }
  service.work();
}
afterEach(() => service.dispose());

async function reconcile(month: Month, bothSides: boolean): Promise<void> {
  const fileUrls = { gl: [`file:${month}-gl.csv`], bank: [`file:${month}-bank.csv`] };
  const run = await service.run({ key: keyOf(month), ...DAYS[month], fileUrls });
  expect([run.status, run.failure]).toEqual(['succeeded', null]);
  const order = crossMonthOrder({
    ...{ key: keyOf(month), ...DAYS[month], monthsBack: 3, bothSides, branchId: null, isScheduled: null, taskIds: {} },
    parameters: { ...DEFAULT_DECIMALS, daysForward: 3, daysBack: 3 },
  });
  const { run: across } = await acceptRun({ ...service.deps, newId: () => `across-${month}` }, order);
  expect((await service.ended(across.runId)).failure).toBe(null);
}

const proofOf = async (month: Month) =>
  summaryFromJson((await service.store.summaries.latest(keyOf(month)))!.summary).facts.proofs[0];
const linesOf = async (month: Month) =>
  (await proofOf(month)).lines.map(({ kind, rows, amount }) => [kind, rows, amount]);

async function crossMonthRows(month: Month): Promise<string[][]> {
  const filter = { tier: null, minConfidence: null };
  const reported = await reportMatches(service.deps, keyOf(month), { filter, page: { after: null, limit: 100 } });
  if (reported.outcome !== 'page') throw new Error(reported.outcome);
  return reported.page.items
    .filter(({ crossMonth }) => crossMonth)
    .map(({ gl, bank }) => [...gl, ...bank].map(({ file, line }) => `${file.split('/').at(-1)}:${line}`));
}

const AT_THE_END: Readonly<Record<Month, readonly (readonly [string, number, bigint])[]>> = {
  january: [
    ['outstanding_payments', 1, -30_000n],
    ['payments_not_booked', 1, -1_250n],
  ],
  february: [
    ['outstanding_payments', 1, -30_000n],
    ['receipts_not_booked', 1, 7_550n],
  ],
  march: [],
};

async function clearsBothWays(): Promise<void> {
  for (const month of MONTHS) {
    await reconcile(month, true);
    expect(await linesOf(month)).toEqual(AT_THE_END[month]);
    expect(await proofOf(month)).toMatchObject({ basis: 'balances', difference: 0n, unexplained: 0n });
  }
  // What was cleared later moves no figure of a month before.
  for (const month of MONTHS) expect(await linesOf(month)).toEqual(AT_THE_END[month]);
  expect(await crossMonthRows('february')).toEqual([
    ['february-gl.csv:2', 'january-bank.csv:4'],
    ['march-gl.csv:2', 'february-bank.csv:3'],
  ]);
  expect(await crossMonthRows('march')).toEqual([
    ['march-gl.csv:2', 'february-bank.csv:3'],
    ['january-gl.csv:3', 'march-bank.csv:2'],
  ]);
}

async function asTheContractHasIt(): Promise<void> {
  for (const month of MONTHS) await reconcile(month, false);
  expect(await crossMonthRows('february')).toEqual([]);
  expect(await crossMonthRows('march')).toEqual([['january-gl.csv:3', 'march-bank.csv:2']]);
  for (const month of MONTHS) expect(await proofOf(month)).toMatchObject({ difference: 0n, unexplained: 0n });
}

const CASES = [
  ['items clear both ways, and each month proves to nothing', clearsBothWays],
  ['unless both sides are asked for, only the ledger’s old items are taken', asTheContractHasIt],
] as const;

describe('on the embedded store', () => {
  beforeEach(() => begin());
  test.each(CASES)('%s', (_, does) => does());
});

withMongodb('on MongoDB', (database) => {
  beforeEach(() => begin(() => database.openPrepared()));
  test.each(CASES)('%s', (_, does) => does());
});
