// A file as a person sees it before a run: what is understood, and what each answer to a question would give.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectForAnswer } from '../../../src/adapters/files/inspect-for-answer.ts';
import type { JsonObject } from '../../../src/core/records/documents/json.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-inspect-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function inspect(text: string, mapping: JsonObject | null = null) {
  const path = join(folder, 'bank.csv');
  writeFileSync(path, text);
  return inspectForAnswer({ path, name: 'bank.csv', side: 'bank', mapping, currency: 'NGN' });
}

const TWO =
  'Date,Narration,Amount,Local Amount\n2026-09-03,A,100.00,-4.00\n2026-09-04,B,-20.00,8.00\n2026-09-05,C,30.00,9.00\n';

test('a file that is understood has columns, sums and first rows, and no question', () => {
  const read = inspect('Date,Narration,Debit,Credit,Balance\n2026-09-02,IN,,10.00,10.00\n2026-09-03,OUT,4.00,,6.00\n');
  expect(read).toMatchObject({ problem: null, question: null, rows: 2, rejectedRows: 0 });
  expect(read.columns.map(({ field }) => field)).toEqual(['booking_date', 'narration', 'debit', 'credit', 'balance']);
  expect(read.reading.accounts).toMatchObject([{ amount: '6.00', rows: 2 }]);
  expect(read.reading.firstRows.map(({ amountMinor, narration }) => [amountMinor, narration])).toEqual([
    [1000, 'IN'],
    [-400, 'OUT'],
  ]);
});

test('two columns that may be the amount are a question, and each answer says what it gives', () => {
  const { problem, question } = inspect(TWO);
  expect(problem).toContain('may be the amount');
  expect(question!.answers.map(({ label, accounts, problem: of }) => [label, accounts[0]!.amount, of])).toEqual([
    ['“Amount” is the amount', '110.00', null],
    ['“Local Amount” is the amount', '13.00', null],
  ]);
});

test('an answer that is given leaves no question', () => {
  const { question } = inspect(TWO);
  const read = inspect(TWO, question!.answers[1]!.mapping);
  expect(read).toMatchObject({ problem: null, question: null });
  expect(read.reading.accounts[0]!.amount).toBe('13.00');
});

test('what is no statement at all has a problem and nothing else', () => {
  const read = inspect('\u0000\u0001\u0002');
  expect(read.problem).not.toBe(null);
  expect(read).toMatchObject({ question: null, rows: 0, columns: [] });
});

test('of many answers the first are tried, and all are listed', () => {
  const accounts = ['1100', '2100', '3100', '4100', '5100', '6100', '7100', '8100'];
  const lines = accounts.slice(1).map((account, i) => `2026-09-0${i + 1},${account},P${i},-${i + 3}.00`);
  const sums = lines.map((_, i) => `2026-09-0${i + 1},1100,P${i},${i + 3}.00`);
  const path = join(folder, 'journal.csv');
  writeFileSync(path, ['Date,Account,Narration,Amount', ...lines, ...sums].join('\n'));
  const { question } = inspectForAnswer({ path, name: 'gl.csv', side: 'gl', mapping: null, currency: 'NGN' });
  expect(question!.answers.map(({ label }) => label).sort()).toEqual(accounts.map((one) => `The account is ${one}`));
  expect(question!.answers.map((answer) => answer.accounts.length)).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
});
