// What a match across months must not put together, and what it nets on one side alone: rows of two accounts whose other
// rows are matched, and a ledger entry that the next month reverses.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const HEAD = 'Date,Account,Reference,Narration,Debit,Credit,Balance';
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tieout-apart-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

interface Month {
  readonly name: string;
  readonly days: readonly [from: string, to: string];
  readonly gl: readonly string[];
  readonly bank: readonly string[];
}

/** The statement of a month on the folder's books. */
async function statementOf({ name, days: [from, to], gl, bank }: Month): Promise<string> {
  writeFileSync(join(cwd, `${name}-gl.csv`), `${[HEAD, ...gl].join('\n')}\n`);
  writeFileSync(join(cwd, `${name}-bank.csv`), `${[HEAD, ...bank].join('\n')}\n`);
  const files = ['--gl', `${name}-gl.csv`, '--bank', `${name}-bank.csv`, '--session', name, '--out', name];
  const terms = ['--from', from, '--to', to, '--data', 'books', '--months-back', '1'];
  const { status, stderr } = await tieout(['reconcile', ...files, ...terms], { cwd });
  expect([status, stderr]).toEqual([0, '']);
  return readFileSync(join(cwd, name, 'statement.txt'), 'utf8');
}

const MARCH = ['2026-03-01', '2026-03-31'] as const;
const APRIL = ['2026-04-01', '2026-04-30'] as const;

test('a deposit of one account is not the credit of another, though nothing else of either is open', async () => {
  await statementOf({
    ...{ name: 'march', days: MARCH },
    gl: [
      '2026-03-02,1111,FT1,RECEIPT KEMI,1000.00,,6000.00',
      '2026-03-31,1111,,CASH DEPOSIT IKEJA BRANCH,75.00,,6075.00',
    ],
    bank: ['2026-03-02,1111,FT1,TRF KEMI,,1000.00,6000.00'],
  });
  const april = await statementOf({
    ...{ name: 'april', days: APRIL },
    gl: ['2026-04-05,2222,FT2,RECEIPT SADE,400.00,,9400.00'],
    bank: ['2026-04-01,2222,,CASH DEPOSIT IKEJA BRANCH,,75.00,9075.00', '2026-04-05,2222,FT2,TRF SADE,,400.00,9475.00'],
  });
  expect(april).toMatch(/Add: receipts not yet booked: not found in the ledger \(1 row\) +75\.00/);
  expect(april).toMatch(/^Difference +0\.00$/m);
  expect(april).not.toContain('rows of other months');
});

test('an entry that the next month reverses is netted, though nothing is open at the bank', async () => {
  await statementOf({
    ...{ name: 'march', days: MARCH },
    gl: [
      '2026-03-02,600,FT1,RECEIPT KEMI,1000.00,,6000.00',
      '2026-03-31,600,FT2,RECEIPT WRONG BANK OSAGIE,4000.00,,10000.00',
    ],
    bank: ['2026-03-02,600,FT1,TRF KEMI,,1000.00,6000.00'],
  });
  const april = await statementOf({
    ...{ name: 'april', days: APRIL },
    gl: [
      '2026-04-02,600,FT2,REVERSAL RECEIPT WRONG BANK OSAGIE,,4000.00,6000.00',
      '2026-04-05,600,FT3,RECEIPT SADE,400.00,,6400.00',
    ],
    bank: ['2026-04-05,600,FT3,TRF SADE,,400.00,6400.00'],
  });
  expect(april).toMatch(/^Difference +0\.00$/m);
  expect(april).toContain('Nothing is left to post, to claim or to wait for.');
});

test('what is brought forward without an origin is not called itemised, and not nothing', async () => {
  const statement = await statementOf({
    ...{ name: 'march', days: MARCH },
    gl: ['2026-03-02,600,FT1,RECEIPT KEMI,1000.00,,6000.00'],
    bank: ['2026-03-02,600,FT1,TRF KEMI,,1000.00,6500.00'],
  });
  expect(statement).toMatch(/Brought forward, origin unknown: the bank is higher by +500\.00/);
  expect(statement).not.toContain('All differences are itemised.');
  expect(statement).not.toContain('Nothing is left');
});
