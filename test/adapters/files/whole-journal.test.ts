// A ledger export that holds the lines of every account: asked about, and read for the account that is named.

import { expect, test } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { readText, rowsOf } from './reading.ts';

const TITLES = 'Date,Account,Narration,Debit,Credit';
const entry = (day: number, [debited, credited]: readonly [string, string], amount: string) => [
  `${day}/03/2026,${debited},ENTRY ${day},${amount},`,
  `${day}/03/2026,${credited},ENTRY ${day},,${amount}`,
];
const journal = [
  TITLES,
  ...entry(13, ['100200', '400100'], '50.00'),
  ...entry(14, ['500300', '100200'], '7.25'),
  ...entry(16, ['100200', '400100'], '90.00'),
  ...entry(17, ['500300', '100200'], '8.00'),
];
const text = (lines: readonly string[]) => lines.join('\n');
const named = (account: string) => parseColumnMapping({ text: JSON.stringify({ gl: { account } }), file: 'm.json' });

test('is asked about, with the account to be named in the mapping', () => {
  const { question, mappingToFinish } = readText(text(journal), { side: 'gl' });
  expect(question?.sentence).toMatch(/^the file holds a whole journal: the lines of its 3 accounts .* come to zero/);
  expect(mappingToFinish).toMatchObject({ gl: { columns: { debit: 'Debit' }, account: 'as the file has it' } });
});

test('is read for the account that a mapping or the request names; every other line is set aside and counted', () => {
  for (const options of [{ mapping: named('100200') }, { defaultAccount: '100200' }]) {
    const read = readText(text(journal), { side: 'gl', ...options });
    expect(read.question).toBeNull();
    expect(rowsOf(read).map(({ amount }) => amount)).toEqual(['50.00', '-7.25', '90.00', '-8.00']);
    expect(read.rejected.map(({ line }) => line)).toEqual([3, 4, 7, 8]);
    expect(read.counts).toMatchObject({ entries: 4, setAside: 4, rejected: 0 });
    expect(read.balances.map(({ rows }) => rows)).toEqual([4]);
  }
  expect(readText(text(journal), { side: 'gl', mapping: named('999') }).question).not.toBeNull();
});

test('is not what several accounts of a bank are, nor one account, nor a statement', () => {
  const other = journal.map((line, i) => (i === 3 ? line.replace('7.25', '7.26') : line));
  const one = journal.map((line) => line.replaceAll(/,(100200|400100|500300),/g, ',100200,'));
  for (const lines of [other, one]) expect(readText(text(lines), { side: 'gl' }).question).toBeNull();
  expect(readText(text(journal), { side: 'bank' }).question).toBeNull();
});
