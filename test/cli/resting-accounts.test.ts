// An account without entries in a month's files stands on the statement as the last month left it: with its balances and
// its old open items, on both sides or on the one that rests. Other sessions' accounts do not.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { summaryFromJson } from '../../src/core/summary/summary-json.ts';
import { tieout } from './tieout.ts';

const HEAD = 'Date,Account,Reference,Narration,Debit,Credit,Balance';
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tieout-resting-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

interface Month {
  readonly month: 1 | 2 | 3;
  readonly session?: string;
  readonly gl: readonly string[];
  readonly bank: readonly string[];
}

/** The page of each account, by its first line. */
async function pagesOf({ month, session = `m${month}`, gl, bank }: Month): Promise<ReadonlyMap<string, string>> {
  writeFileSync(join(cwd, 'gl.csv'), `${[HEAD, ...gl].join('\n')}\n`);
  writeFileSync(join(cwd, 'bank.csv'), `${[HEAD, ...bank].join('\n')}\n`);
  const days = ['--from', `2026-0${month}-01`, '--to', `2026-0${month}-28`];
  const files = ['--gl', 'gl.csv', '--bank', 'bank.csv', '--session', session, '--out', session];
  const { status, stderr } = await tieout(['reconcile', ...files, ...days, '--data', 'books', '--months-back', '3'], {
    cwd,
  });
  expect([status, stderr]).toEqual([0, '']);
  const [, ...accounts] = readFileSync(join(cwd, session, 'statement.txt'), 'utf8').split('\nAccount ');
  return new Map(accounts.map((page) => [page.slice(0, page.indexOf(',')), page]));
}

const FIRST = {
  gl: [
    '2026-01-05,1001,FT1001,RECEIPT ADA,1000.00,,11000.00',
    '2026-01-10,1002,FT2001,RECEIPT MUSA,500.00,,5500.00',
    '2026-01-20,1002,CHQ000045,RENT,,200.00,5300.00',
  ],
  bank: [
    '2026-01-05,0123456789,FT1001,NIP ADA,,1000.00,11000.00',
    '2026-01-10,0987654321,FT2001,NIP MUSA,,500.00,5500.00',
    '2026-01-27,0987654321,,SMS CHARGE,4.00,,5496.00',
  ],
};
const SECOND = {
  gl: ['2026-02-05,1001,FT1002,RECEIPT BISI,100.00,,11100.00'],
  bank: ['2026-02-05,0123456789,FT1002,NIP BISI,,100.00,11100.00'],
};
const PLACE = '0987654321 (in the ledger 1002)';

test('an account without entries keeps its balances and its open items, and comes to 0.00', async () => {
  await pagesOf({ month: 1, ...FIRST });
  const pages = await pagesOf({ month: 2, ...SECOND });
  expect([...pages.keys()]).toEqual(['0123456789', PLACE]);
  expect(pages.get('0123456789')).toContain('Nothing is left to post, to claim or to wait for.');
  const page = pages.get(PLACE)!;
  expect(page).toContain('its balances are those that session m1 closed');
  expect(page).toMatch(/Balance as per the bank statement \(no entry\) +5,496\.00/);
  expect(page).toMatch(/Less: outstanding payments \(1 row\) +200\.00/);
  expect(page).toMatch(/Balance as per the ledger \(no entry\) +5,300\.00/);
  expect(page).toMatch(/Less: payments not yet booked \(1 row\) +4\.00/);
  expect(page).toMatch(/^Difference +0\.00\nAll differences are itemised\.$/m);
});

test('a side that rests has the balance that it was left with, while the other goes on', async () => {
  await pagesOf({ month: 1, ...FIRST });
  await pagesOf({ month: 2, ...SECOND });
  const pages = await pagesOf({
    month: 3,
    gl: ['2026-03-06,1001,FT1009,FUEL,,50.00,11050.00'],
    bank: [
      '2026-03-06,0123456789,FT1009,FUEL,50.00,,11050.00',
      '2026-03-09,0987654321,,INWARD CLG CHQ 45,200.00,,5296.00',
    ],
  });
  const page = pages.get(PLACE)!;
  expect(page).toContain(
    'The ledger’s files have no entry of this account: its balance there is the one that session m1',
  );
  expect(page).toMatch(/Balance as per the bank statement \(last entry 2026-03-09\) +5,296\.00/);
  expect(page).not.toContain('outstanding payments');
  expect(page).toMatch(/^Difference +0\.00$/m);
});

test('accounts that are reconciled in sessions of their own do not stand on each other’s statements', async () => {
  const of = (account: RegExp) => (rows: readonly string[]) => rows.filter((row) => account.test(row));
  const [one, other] = [of(/,(1001|0123456789),/), of(/,(1002|0987654321),/)];
  await pagesOf({ month: 1, session: 'a1', gl: one(FIRST.gl), bank: one(FIRST.bank) });
  await pagesOf({ month: 1, session: 'b1', gl: other(FIRST.gl), bank: other(FIRST.bank) });
  const pages = await pagesOf({ month: 2, session: 'a2', ...SECOND });
  expect([...pages.keys()]).toEqual(['0123456789']);
  expect(pages.get('0123456789')).toMatch(/^Difference +0\.00$/m);
});

test('a month that is reconciled again with other balances and the same open items renews the months that rest on it', async () => {
  await pagesOf({ month: 1, ...FIRST });
  await pagesOf({ month: 2, ...SECOND });
  const higher = (row: string) => row.replace(/5([345])(\d\d)\.00$/, '5$1$2.50').replace('5496.00', '5496.50');
  await pagesOf({ month: 1, gl: FIRST.gl.map(higher), bank: FIRST.bank.map(higher) });
  const store = await openEmbeddedStore({ directory: join(cwd, 'books') });
  const latest = await store.summaries.latest({ tenant: 'local', partner: 'local', session: 'm2' });
  await store.close();
  const proof = summaryFromJson(latest!.summary).facts.proofs.find(({ balancesOf }) => balancesOf === 'm1');
  expect([proof?.bank.closing, proof?.book.closing, proof?.unexplained]).toEqual([549_650n, 530_050n, 0n]);
});
