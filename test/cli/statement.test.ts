// What a statement must not say: each test is a month that was once proved wrongly.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-statement-'));
afterAll(() => rmSync(folder, { recursive: true }));

let months = 0;

interface Proof {
  readonly account: string | null;
  readonly currency: string;
  readonly adjusted_bank: string | null;
  readonly adjusted_book: string | null;
  readonly unexplained: string;
  readonly lines: readonly { readonly kind: string; readonly side: string | null; readonly amount: string }[];
}

/** Rows are `date,reference,narration,amount` with a running balance behind, or with columns of one's own. */
async function month(
  given: { readonly titles?: string; readonly gl: readonly string[]; readonly bank: readonly string[] },
  options: readonly string[] = [],
) {
  const cwd = join(folder, String(months++));
  mkdirSync(cwd);
  const titles = given.titles ?? 'Date,Reference,Narration,Amount,Balance';
  for (const side of ['gl', 'bank'] as const) {
    writeFileSync(join(cwd, `${side}.csv`), `${[titles, ...given[side]].join('\n')}\n`);
  }
  const { stdout, stderr, status } = await tieout(
    ['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', ...options, '--out', 'out'],
    { cwd },
  );
  expect([status, stderr]).toEqual([0, '']);
  const summary = JSON.parse(readFileSync(join(cwd, 'out/summary.json'), 'utf8')) as {
    readonly balanced: boolean;
    readonly period: { readonly start: string; readonly end: string; readonly from: string };
    readonly clusters: Readonly<Record<string, number>>;
    readonly proofs: readonly Proof[];
    readonly summary_text: string;
  };
  return {
    stdout,
    summary,
    lines: summary.proofs.flatMap((proof) => proof.lines.map((line) => [line.kind, line.side, line.amount])),
  };
}

test('a month in which nothing matches is not called reconciled', async () => {
  const { stdout, summary, lines } = await month({
    gl: ['2026-09-03,GL0001AA,BELLO FARMS,500.00,1500.00', '2026-09-09,GL0002BB,EZE STORES,-200.00,1300.00'],
    bank: ['2026-09-05,BK0007XX,GANA BAKERY,90.00,1090.00', '2026-09-20,BK0008YY,OBI CLINIC,-40.00,1050.00'],
  });
  expect(`${stdout}${summary.summary_text}`).not.toMatch(/reconciled|two agree/);
  expect(stdout).toMatch(/To post in the ledger: 2 items/);
  expect(stdout).toMatch(/To wait for at the bank: 2 items/);
  expect(lines).toHaveLength(4);
});

test('interest of the month’s last day counts, though the ledger ends before it', async () => {
  const { stdout, summary, lines } = await month({
    gl: ['2026-09-03,FT26246A,BELLO FARMS,500.00,1500.00', '2026-09-25,FT26268B,EZE STORES,-200.00,1300.00'],
    bank: [
      '2026-09-03,FT26246A,BELLO FARMS,500.00,1500.00',
      '2026-09-25,FT26268B,EZE STORES,-200.00,1300.00',
      '2026-09-30,,CREDIT INTEREST,12.50,1312.50',
    ],
  });
  expect(summary.period).toEqual({ start: '2026-09-03', end: '2026-09-30', from: 'files' });
  expect(summary.clusters).toEqual({ possible_interest_or_tax: 1 });
  expect(lines).toEqual([['receipts_not_booked', 'book', '12.50']]);
  expect(stdout).toContain('Period  2026-09-03 to 2026-09-30, taken from the files');
});

test('two currencies are proved each, and two accounts each by its own balances', async () => {
  const { summary } = await month({
    titles: 'Date,Account,Currency,Reference,Narration,Amount,Balance',
    gl: [
      '2026-09-03,0110,NGN,FT26246A,BELLO FARMS,500.00,1500.00',
      '2026-09-04,0220,NGN,FT26247B,EZE STORES,70.00,170.00',
      '2026-09-05,0330,USD,FT26248C,GANA BAKERY,30.00,90.00',
    ],
    bank: [
      '2026-09-03,0110,NGN,FT26246A,BELLO FARMS,500.00,1500.00',
      '2026-09-04,0220,NGN,FT26247B,EZE STORES,70.00,170.00',
      '2026-09-05,0330,USD,FT26248C,GANA BAKERY,30.00,90.00',
      '2026-09-06,0330,USD,FT26249D,OBI CLINIC,5.00,95.00',
    ],
  });
  expect(summary.proofs.map((one) => [one.account, one.currency, one.adjusted_bank, one.adjusted_book])).toEqual([
    ['0110', 'NGN', '1500.00', '1500.00'],
    ['0220', 'NGN', '170.00', '170.00'],
    ['0330', 'USD', '95.00', '95.00'],
  ]);
  expect(summary.balanced).toBe(true);
});

test('last month’s cheque is brought forward and not added to the book', async () => {
  const { summary, lines } = await month(
    {
      // The ledger paid 300.00 in August, which the bank has not: it opens 300.00 higher.
      gl: ['2026-09-03,FT26246A,BELLO FARMS,500.00,1200.00'],
      bank: ['2026-09-03,FT26246A,BELLO FARMS,500.00,1500.00'],
    },
    ['--from', '2026-09-01', '--to', '2026-09-30'],
  );
  expect(lines).toEqual([['brought_forward', null, '300.00']]);
  expect(summary.proofs[0]).toMatchObject({ adjusted_bank: '1500.00', adjusted_book: '1200.00', unexplained: '0.00' });
});
