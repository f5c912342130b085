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

test('a pair of two months that only amount and texts show is to be decided first, in every month that sees both', async () => {
  await statementOf({
    ...{ name: 'march', days: MARCH },
    gl: [
      '2026-03-03,600,FT1,RECEIPT KEMI,1000.00,,2000.00',
      '2026-03-26,600,,SALE GRACE EFFIONG WHOLESALE PALM OIL,84.00,,2084.00',
    ],
    bank: ['2026-03-03,600,FT1,TRF KEMI,,1000.00,2000.00', '2026-03-31,600,,SMS ALERT CHARGE,4.00,,1996.00'],
  });
  const april = await statementOf({
    ...{ name: 'april', days: APRIL },
    gl: ['2026-04-03,600,FT2,RECEIPT ADA,300.00,,2384.00', '2026-04-20,600,,SMS ALERT CHARGE MARCH,,4.00,2380.00'],
    bank: [
      '2026-04-03,600,FT2,TRF ADA,,300.00,2296.00',
      '2026-04-16,600,,NIP GRACE EFFIONG WHOLESALE PALM OIL,,84.00,2380.00',
      '2026-04-30,600,,SMS ALERT CHARGE,6.00,,2374.00',
    ],
  });
  expect(april).toMatch(/Add: to be decided first, with their net alone \(2 rows\) +0\.00/);
  expect(april).toMatch(/^To be decided first: 2 items, net +0\.00$/m);
  expect(april).toMatch(/^To post in the ledger: 1 item, net money out +6\.00$/m);
  expect(april).toMatch(/^Difference +0\.00$/m);
  // March's charge is matched with its posting: no other open row has its amount.
  expect(april).toContain('1 row of other months is matched');
  expect(
    readFileSync(join(cwd, 'april', 'journals.csv'), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(2);
  const may = await statementOf({
    ...{ name: 'may', days: ['2026-05-01', '2026-05-31'] },
    gl: ['2026-05-03,600,FT3,RECEIPT OBI,100.00,,2480.00'],
    bank: ['2026-05-03,600,FT3,TRF OBI,,100.00,2474.00'],
  });
  expect(may).toMatch(/Add: to be decided first, with their net alone \(2 rows\) +0\.00/);
  expect(may).toMatch(/^Difference +0\.00$/m);
});

test('of two charges of one amount neither is matched with a posting months later', async () => {
  await statementOf({
    ...{ name: 'march', days: MARCH },
    gl: ['2026-03-03,600,FT1,RECEIPT KEMI,1000.00,,2000.00'],
    bank: [
      '2026-03-03,600,FT1,TRF KEMI,,1000.00,2000.00',
      '2026-03-15,600,,SMS ALERT CHARGE,4.00,,1996.00',
      '2026-03-31,600,,SMS ALERT CHARGE,4.00,,1992.00',
    ],
  });
  const april = await statementOf({
    ...{ name: 'april', days: APRIL },
    gl: ['2026-04-03,600,FT2,RECEIPT ADA,300.00,,2300.00', '2026-04-20,600,,SMS ALERT CHARGE,,4.00,2296.00'],
    bank: ['2026-04-03,600,FT2,TRF ADA,,300.00,2292.00'],
  });
  expect(april).not.toContain('of other months');
  expect(april).toMatch(/^Difference +0\.00$/m);
});
