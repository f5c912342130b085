// `tieout inspect`: the array of the contract, the table for a person, and a file that cannot be read beside others.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-inspect-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

beforeAll(() => {
  const rows = [
    'Date;Reference;Details;Debit;Credit;Balance',
    '01/09/2026;FT1001;NIP/ADA STORES;;1.500,00;2.500,00',
    '14/09/2026;FT1002;POS/BOLA\u001b[31m;250,50;;2.249,50',
    '15/09/2026;FT1003;VAT;oops;;2.249,50',
  ];
  writeFileSync(join(cwd, 'bank.csv'), `${rows.join('\n')}\n`);
  writeFileSync(join(cwd, 'empty.csv'), '');
});

describe('--json', () => {
  test('prints the array of the contract', async () => {
    const { status, stdout, stderr } = await tieout(['inspect', 'bank.csv', 'empty.csv', '--json'], { cwd });
    const [bank, empty] = JSON.parse(stdout);
    for (const one of [bank, empty]) {
      expect(Object.keys(one)).toEqual(
        'file format encoding header_row columns accounts rows pending rejected warnings error'.split(' '),
      );
    }
    expect(bank).toMatchObject({ file: 'bank.csv', format: 'csv', header_row: 1, rows: 3, pending: 0 });
    expect(bank.columns[0]).toMatchObject({
      index: 0,
      title: 'Date',
      field: 'booking_date',
      reason: expect.any(String),
    });
    expect(bank.accounts[0]).toMatchObject({
      account: null,
      opening: '1000.00',
      closing: '2249.50',
      amount: '1249.50',
    });
    expect(bank.rejected).toEqual([{ line: 4, reason: expect.stringContaining('oops') }]);
    expect(empty).toMatchObject({ format: null, error: expect.stringMatching(/^empty\.csv: /) });
    expect(stderr.split('\n')).toEqual([bank.error, empty.error, ''].filter((line) => line !== null));
    expect(status).toBe(1);
  });

  test('exits 0 when every file can be used', async () => {
    const { status, stderr } = await tieout(['inspect', 'examples/bank.csv', '--json']);
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('the table', () => {
  test('shows columns, accounts, first rows and what was rejected, and nothing that moves a cursor', async () => {
    const { stdout } = await tieout(['inspect', 'bank.csv'], { cwd });
    expect(stdout).not.toContain('\u001b');
    for (const shown of [
      'booking_date',
      'narration',
      '1,000.00',
      '2,249.50',
      'FT1001',
      '1,500.00',
      'line 4: ',
      'oops',
    ]) {
      expect(stdout).toContain(shown);
    }
  });

  test('takes a ledger’s debit for money in', async () => {
    const { stdout } = await tieout(['inspect', 'examples/gl.csv', '--side', 'gl']);
    expect(stdout).toMatch(/ {5}2 {2}2026-09-01 {2}2026-09-01 +6,250\.00 {2}NGN {2}624402947390/);
  });

  test('says of a file that cannot be read why, and shows the others', async () => {
    const { status, stdout, stderr } = await tieout(['inspect', 'nowhere.csv', 'bank.csv'], { cwd });
    expect([status, stderr.split('\n')[0]]).toEqual([1, expect.stringMatching(/^nowhere\.csv: there is no such file/)]);
    expect(stdout).toMatch(/^nowhere\.csv\n {2}nowhere\.csv: there is no such file/);
    expect(stdout).toContain('\nbank.csv\n');
  });
});

test.each([
  [[], 'Name the files to inspect.'],
  [['--side', 'left', 'bank.csv'], '--side is gl or bank, not "left".'],
])('%j is wrong usage', async (args, sentence) => {
  expect(await tieout(['inspect', ...args], { cwd })).toEqual({
    status: 2,
    stdout: '',
    stderr: `${sentence} See tieout inspect --help.\n`,
  });
});
