// What a month left open stands in the next month where it stood: a row that the bank has twice, a rent of another
// amount, and a deposit that two credits may be. Where the files state no balances, it is listed and in no figure.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-carried-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const ROWS: Readonly<Record<string, readonly string[]>> = {
  'jan-gl': [
    '2026-01-05,FT26005A1,SALE ADA OBI,500.00,1500.00',
    '2026-01-06,FT26006B1,FUEL OANDO,-20.00,1480.00',
    '2026-01-07,FT26007C1,RENT,-100.00,1380.00',
    '2026-01-09,,DEPOSIT ADA STORES,330.00,1710.00',
  ],
  'jan-bank': [
    '2026-01-05,FT26005A1,NIP ADA OBI,500.00,1500.00',
    '2026-01-06,FT26006B1,TRF OANDO,-20.00,1480.00',
    '2026-01-06,FT26006B1,TRF OANDO,-20.00,1460.00',
    '2026-01-07,FT26007C1,RENT,-90.00,1370.00',
    '2026-01-09,,ADA STORES CREDIT,330.00,1700.00',
    '2026-01-10,,ADA STORES CREDIT,330.00,2030.00',
  ],
  'feb-gl': ['2026-02-05,FT26036A1,SALE MUSA,100.00,1810.00', '2026-02-06,FT26037A1,WATER,-10.00,1800.00'],
  'feb-bank': ['2026-02-05,FT26036A1,NIP MUSA,100.00,2130.00', '2026-02-06,FT26037A1,TRF WATER,-10.00,2120.00'],
};
const DAYS = { jan: ['2026-01-01', '2026-01-31'], feb: ['2026-02-01', '2026-02-28'] } as const;

async function statementsOf(folder: string, { balances }: { readonly balances: boolean }): Promise<string[]> {
  const cut = (line: string): string => (balances ? line : line.slice(0, line.lastIndexOf(',')));
  for (const [name, rows] of Object.entries(ROWS)) {
    const lines = ['Date,Reference,Narration,Amount,Balance', ...rows].map(cut);
    writeFileSync(join(cwd, `${folder}-${name}.csv`), `${lines.join('\n')}\n`);
  }
  const statements: string[] = [];
  for (const month of ['jan', 'feb'] as const) {
    const [from, to] = DAYS[month];
    const { status, stdout, stderr } = await tieout(
      [
        ...['reconcile', '--gl', `${folder}-${month}-gl.csv`, '--bank', `${folder}-${month}-bank.csv`],
        ...['--from', from, '--to', to, '--days-back', '3', '--days-forward', '3'],
        ...['--data', folder, '--session', month],
      ],
      { cwd },
    );
    expect([status, stderr]).toEqual([0, '']);
    statements.push(stdout.slice(stdout.indexOf('BANK RECONCILIATION STATEMENT')));
  }
  return statements;
}
const lineOf = (statement: string, words: RegExp): string =>
  statement.split('\n').find((line) => words.test(line)) ?? `no line has ${words}`;

describe('what January left open stands in February', () => {
  test('on the lines of January, with its age and its counts', async () => {
    const [january, february] = await statementsOf('stated', { balances: true });
    for (const words of [
      /^ {2}Add: booked twice by the bank \(1 row\) +20\.00$/,
      /^ {2}Add: same reference, other amount \(1 row\) +10\.00$/,
      /^ {2}Add: to be decided first, with their net alone \(3 rows\) +330\.00$/,
      /^To be decided first: 3 items, net money in +330\.00$/,
      /^To post in the ledger: 1 item, net money in +10\.00$/,
      /^To claim from the bank: 1 item, net money in +20\.00$/,
      /^Difference +0\.00$/,
    ]) {
      expect(lineOf(january!, words)).toMatch(words);
      expect(lineOf(february!, words)).toMatch(words);
    }
    expect(february).toContain('2026-01-06 (53 days) stated-jan-bank.csv:4 FT26006B1 TRF OANDO');
    expect(february).toMatch(/^ {6}2026-01-09 \(50 days\) stated-jan-gl\.csv:5 DEPOSIT ADA STORES +less 330\.00$/m);
    expect(february).not.toContain('Brought forward');
  });

  test('listed by what it is and in no figure, if only movements are proved', async () => {
    const [, february] = await statementsOf('moved', { balances: false });
    expect(february).toMatch(/^Difference +0\.00$/m);
    expect(february).not.toContain('NOT EXPLAINED');
    expect(february).toMatch(/^Open, of days outside the period: 6 items, net money in +780\.00$/m);
    expect(february).toMatch(/^ {2}booked twice by the bank \(1 row\) +20\.00$/m);
    expect(february).toContain('2026-01-06 (53 days) moved-jan-bank.csv:4 FT26006B1 TRF OANDO');
  });
});
