// Two months whose bank files overlap: a deposit of 31 March that the bank has on 1 April stands in both files, and is
// reconciled once. On real stores with real files and workers.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDay } from '../../src/core/money/calendar.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import { summaryFromJson } from '../../src/core/summary/summary-json.ts';
import { changedCompute } from '../../src/ports/compute.ts';
import type { Store } from '../../src/ports/store.ts';
import type { BankingRunCommand } from '../../src/workflows/kinds/banking-command.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import { leaningOn, queueAgain } from '../../src/workflows/runs/run-again.ts';
import { kindAmong } from '../../src/workflows/stored-runs/kind-of-run.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MARCH = { ...KEY, session: 'march' };
const APRIL = { ...KEY, session: 'april' };
const DAYS = {
  march: { periodStart: parseDay('2026-03-01'), periodEnd: parseDay('2026-03-31') },
  april: { periodStart: parseDay('2026-04-01'), periodEnd: parseDay('2026-04-30') },
};
const ACCOUNT = '0123456789';
const DEPOSIT = '2026-04-01,FT26090X9,NIP BELLO FARMS,33000.00,34450.00';
const FILES = {
  'march-gl': [
    '2026-03-02,FT26061A1,SALE ADA OBI,500.00,1500.00',
    '2026-03-10,FT26069D4,DIESEL TOTAL,-50.00,1450.00',
    '2026-03-31,FT26090X9,DEPOSIT BELLO FARMS,33000.00,34450.00',
  ],
  'march-bank': [
    '2026-03-02,FT26061A1,NIP ADA OBI,500.00,1500.00',
    '2026-03-10,FT26069D4,TRF TOTAL,-50.00,1450.00',
    DEPOSIT,
  ],
  'april-gl': [
    '2026-04-15,FT26105B2,SALE MUSA GARBA,250.00,34700.00',
    '2026-04-16,FT26106C3,FUEL OANDO,-20.00,34680.00',
  ],
  'april-bank': [
    DEPOSIT,
    '2026-04-15,FT26105B2,NIP MUSA GARBA,250.00,34700.00',
    '2026-04-16,FT26106C3,TRF OANDO,-20.00,34680.00',
  ],
} as const;

let service: ServiceUnderTest;
/** Has something done while the next run has matched and not committed. */
let whileMatching: (does: () => Promise<unknown>) => void;

function write(name: string, rows: readonly string[], account = ACCOUNT): void {
  const lines = [
    'Date,Account,Reference,Narration,Amount,Balance',
    ...rows.map((row) => row.replace(',', `,${account},`)),
  ];
  writeFileSync(join(service.root, `${name}.csv`), `${lines.join('\n')}\n`);
}

async function begin(open?: () => Promise<Store>): Promise<void> {
  service = await startService(open === undefined ? {} : { open });
  for (const [name, rows] of Object.entries(FILES)) write(name, rows);
  const { deps } = service;
  let interrupts: (() => Promise<unknown>) | null = null;
  whileMatching = (does) => {
    interrupts = does;
  };
  const compute = changedCompute(deps.compute, (threads) => ({
    async match(...of) {
      const [outcome, does] = [await threads.match(...of), interrupts];
      interrupts = null;
      await does?.();
      return outcome;
    },
  }));
  // As the service's own process does.
  const written = async ({ key }: { readonly key: SessionKey }): Promise<void> => {
    await queueAgain(deps, await leaningOn(deps, key));
  };
  for (let worker = 0; worker < 2; worker++) service.work({ deps: { written, compute } });
}

/** The runs of a session, oldest first, once none is left to do. */
async function runsOf({ session }: SessionKey): Promise<readonly string[]> {
  for (const { runId } of await service.store.runs.unfinished()) await service.ended(runId);
  const { runs } = await service.store.runs.list({ ...KEY, session, after: null, limit: 10 });
  return runs.map(({ runId }) => runId).reverse();
}
afterEach(() => service.dispose());

async function month(key: SessionKey, of: Partial<BankingRunCommand> = {}) {
  const fileUrls = { gl: [`file:${key.session}-gl.csv`], bank: [`file:${key.session}-bank.csv`] };
  const run = await service.run({ key, ...DAYS[key.session as 'march'], fileUrls, ...of });
  expect([run.status, run.failure]).toEqual(['succeeded', null]);
  return run;
}

const factsOf = async (key: SessionKey) => summaryFromJson((await service.store.summaries.latest(key))!.summary).facts;
const openIn = async (key: SessionKey, side: 'gl' | 'bank') =>
  (await service.store.openItems.page(key, { side, after: null, limit: 10 })).items.rows.count;
const clustersIn = async (key: SessionKey) =>
  (await service.store.clusters.counts(key)).reduce((sum, { clusters }) => sum + clusters, 0);

async function reconcilesOnce(): Promise<void> {
  await month(MARCH);
  const run = await month(APRIL);
  expect(run.report.warnings).toContain(
    '1 row of the files is matched in session march, whose period is another: it takes no part here.',
  );
  const april = await factsOf(APRIL);
  expect(april.bank).toMatchObject({ rows: 3, matchedRows: 2, openRows: 0, matchedElsewhereRows: 1 });
  expect(april.gl).toMatchObject({ rows: 2, matchedRows: 2, openRows: 0 });
  expect([await openIn(APRIL, 'bank'), await clustersIn(APRIL)]).toEqual([0, 0]);
  // The bank settles in April what March's ledger had: it was brought forward, and nothing is left.
  const [{ lines, difference, unexplained }] = april.proofs;
  expect({ lines, difference, unexplained }).toEqual({ lines: [], difference: 0n, unexplained: 0n });
}

const CASES: readonly (readonly [string, () => Promise<void>])[] = [
  ['a row that the month before has matched is matched elsewhere', reconcilesOnce],
  [
    'the same if the later month comes first',
    async () => {
      write('april-gl', ['2026-04-01,FT26090X9,DEPOSIT BELLO FARMS,33000.00,34450.00', ...FILES['april-gl']]);
      write('march-gl', FILES['march-gl'].slice(0, 2));
      await month(APRIL);
      await month(MARCH);
      expect((await factsOf(MARCH)).bank).toMatchObject({ rows: 3, openRows: 0, matchedElsewhereRows: 1 });
      expect((await factsOf(MARCH)).proofs[0]).toMatchObject({ lines: [], difference: 0n, unexplained: 0n });
    },
  ],
  [
    'a row that the other month matches while this one is matched is left out all the same',
    async () => {
      whileMatching(() => month(MARCH));
      await month(APRIL);
      expect((await factsOf(APRIL)).bank).toMatchObject({ rows: 3, openRows: 0, matchedElsewhereRows: 1 });
    },
  ],
  [
    'sessions of one period are alternatives, each reconciled whole',
    async () => {
      await month(MARCH);
      const other = { ...MARCH, session: 'march-again' };
      await month(other, { ...DAYS.march, fileUrls: { gl: ['file:march-gl.csv'], bank: ['file:march-bank.csv'] } });
      expect(await factsOf(other)).toEqual(await factsOf(MARCH));
      expect((await factsOf(other)).bank).toMatchObject({ matchedRows: 3 });
    },
  ],
  [
    'a file that names no account tells nothing of another month',
    async () => {
      for (const [name, rows] of Object.entries(FILES)) write(name, rows, '');
      await month(MARCH);
      await month(APRIL);
      expect((await factsOf(APRIL)).bank).toMatchObject({ openRows: 1 });
    },
  ],
  [
    'what is kept no longer counts as unknown, with a warning',
    async () => {
      await month(MARCH);
      await service.store.upkeep.prune({ rowsBefore: Date.now() + 1, runsBefore: null });
      const run = await month(APRIL);
      expect(run.report.warnings.join(' ')).toContain(
        '1 row stands in session march too, whose matches are kept no longer',
      );
      expect((await factsOf(APRIL)).bank).toMatchObject({ openRows: 1 });
    },
  ],
  [
    'a session that left a row out is run again once the row is matched no more',
    async () => {
      await reconcilesOnce();
      expect(await runsOf(APRIL)).toHaveLength(1);
      // What stays as it was asks for nothing.
      await month(MARCH);
      expect(await runsOf(APRIL)).toHaveLength(1);
      write('march-gl', FILES['march-gl'].slice(0, 2));
      await month(MARCH);
      expect((await factsOf(MARCH)).bank).toMatchObject({ openRows: 1 });
      expect(await runsOf(APRIL)).toHaveLength(2);
      const run = (await service.store.runs.latest(APRIL))!;
      expect(run.report.warnings).toContain(
        'This session was run again: 1 group of rows that it had left out is matched no more in session march.',
      );
      expect((await factsOf(APRIL)).bank).toMatchObject({ rows: 3, matchedRows: 2, openRows: 1 });
      expect(await runsOf(MARCH)).toHaveLength(3);
    },
  ],
  [
    'a summary that is made again says what the run left out',
    async () => {
      await reconcilesOnce();
      const before = await factsOf(APRIL);
      const late = await service.store.lateGroups.ofSession(APRIL);
      const run = (await service.store.runs.latest(APRIL))!;
      const kind = kindAmong(KINDS, run)!;
      const session = { ...(await service.store.sessions.get(APRIL))!, runId: run.runId };
      // Whatever has become of other sessions since.
      const sessions = { ...service.store.sessions, list: async () => [] };
      const deps = { ...service.deps, store: { ...service.store, sessions } };
      const { facts } = await kind.anew(deps, { session, late }, kind.decode(run));
      expect(facts.bank).toEqual(before.bank);
      expect(facts.proofs).toEqual(before.proofs);
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
