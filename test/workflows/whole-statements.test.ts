// Statements that are not whole are named first, before anything is matched.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startService();
  service.work();
});
afterEach(() => service.dispose());

const write = async (name: string, rows: readonly string[]) => {
  await writeFile(join(service.root, name), `${rows.join('\n')}\n`);
  return `file:${name}`;
};
const TITLES = 'Date,Reference,Narration,Debit,Credit,Balance';
const FIRST = ['2026-03-02,FT2603021,ADA,,50.00,150.00', '2026-03-04,FT2603041,OBI,20.00,,130.00'];
const LATER = ['2026-03-12,FT2603121,KEMI,,5.00,95.00', '2026-03-14,FT2603141,SADE,,10.00,105.00'];
const ledger = () => write('gl.csv', ['Date,Reference,Narration,Debit,Credit', '2026-03-02,FT2603021,ADA,50.00,']);

test('a gap is the first warning, with its days and sums', async () => {
  const bank = [await write('a.csv', [TITLES, ...FIRST]), await write('b.csv', [TITLES, ...LATER])];
  const run = await service.run({ fileUrls: { gl: [await ledger()], bank } });
  expect([run.status, run.failure]).toEqual(['succeeded', null]);
  expect(run.report.warnings[0]).toMatch(
    /^Between a\.csv and b\.csv in NGN -40\.00 is missing: the one closes with 130\.00 on 2026-03-04, the other opens with 90\.00/,
  );
});

test('the same statement twice is counted once, and refused if its rows would count twice', async () => {
  const bank = [await write('a.csv', [TITLES, ...FIRST]), await write('again.csv', [TITLES, ...FIRST, ''])];
  const run = await service.run({ fileUrls: { gl: [await ledger()], bank } });
  expect(run.status).toBe('succeeded');
  expect(run.report.warnings[0]).toMatch(/again\.csv and a\.csv are the same statement.*counted once\.$/);
  const other = FIRST.map((row) => row.replace(/FT\d+,/, ',TRANSFER '));
  const twice = [await write('a.csv', [TITLES, ...FIRST]), await write('other.csv', [TITLES, ...other])];
  const refused = await service.run({
    key: { ...KEY, session: 'twice' },
    fileUrls: { gl: [await ledger()], bank: twice },
  });
  expect(refused).toMatchObject({ status: 'failed', failure: { code: 'file_given_twice', file: 'other.csv' } });
  expect(refused.failure!.message).toContain('opening 100.00, closing 130.00');
});
