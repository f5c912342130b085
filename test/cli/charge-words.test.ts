// `tieout charge-words`: what was confirmed is listed and forgotten; runs with --data go by what is left.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { withTaught } from '../../src/core/records/charge-words.ts';
import { changeLessons } from '../../src/workflows/partners/charge-words-in-force.ts';
import { tieout } from './tieout.ts';

/** 28 February 2026. */
const ROW = { currency: 'NGN', amount: -250_000, day: 20_512 };
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-words-'));
  const store = await openEmbeddedStore({ directory: join(folder, 'data') });
  const taught = [
    { name: 'CHQ BOOK', kind: 'charge', clusterId: 'c1', row: ROW } as const,
    { name: 'INT RUN DR', kind: 'interest_or_tax', clusterId: 'c2', row: null } as const,
  ];
  const change = { change: () => withTaught([], taught), setAt: 0, setBy: 'ada' };
  await changeLessons(store, { tenant: 'local', partner: 'local' }, change);
  await store.close();
  const titles = 'Date,Reference,Narration,Debit,Credit';
  writeFileSync(join(folder, 'gl.csv'), `${titles}\n2026-03-02,PV1200,Rent,,90000.00\n2026-03-02,RC77,Sale,510.00,\n`);
  const bank = [
    '2026-03-02,RC77,Sale,,510.00',
    '2026-03-12,,CHQ BOOK 50,2500.00,',
    '2026-03-31,,INT.RUN DR 0331,88.10,',
  ];
  writeFileSync(join(folder, 'bank.csv'), `${[titles, ...bank].join('\n')}\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const words = async (...args: readonly string[]) => {
  const ran = await tieout(['charge-words', ...args, '--data', join(folder, 'data')]);
  return [ran.status, ran.stdout || ran.stderr] as const;
};
const reconciled = async () => {
  const args = ['--gl', join(folder, 'gl.csv'), '--bank', join(folder, 'bank.csv'), '--out', join(folder, 'out')];
  const ran = await tieout(['reconcile', ...args, '--data', join(folder, 'data')]);
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  const summary = JSON.parse(readFileSync(join(folder, 'out', 'summary.json'), 'utf8'));
  return { clusters: summary.clusters, version: summary.charge_words_version };
};

test('names are listed and forgotten, and a run goes by those that are left', { timeout: 60_000 }, async () => {
  expect(await words('list')).toEqual([
    0,
    'Version 1, 2 names\n  CHQ BOOK  charge, confirmed by c1, last NGN 2,500.00 on 2026-02-28\n  INT RUN DR  interest or tax, confirmed by c2\n',
  ]);
  expect(await reconciled()).toEqual({
    clusters: { possible_interest_or_tax: 1, possible_bank_fee: 1, not_found_gl: 1 },
    version: 1,
  });
  const [status, said] = await words('forget', 'COT');
  expect([status, said]).toEqual([2, expect.stringContaining('"COT" is not known')]);
  expect(await words('forget', 'CHQ BOOK', '--json')).toEqual([
    0,
    '{"version":2,"names":[{"name":"INT RUN DR","kind":"interest_or_tax","clusters":["c2"],"seen":[]}]}\n',
  ]);
  expect((await reconciled()).version).toBe(2);
});
