// A column of accounts may be that of payers and payees. Where no running balance proves it, it is said.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { readText, rowsOf } from './reading.ts';

const HEADER = 'Date,Account Number,Description,Amount';
/** A statement of rows that name these accounts. */
const textOf = (accounts: readonly string[]) =>
  `${[HEADER, ...accounts.map((account, i) => `${13 + i}/04/2026,${account},TRF ${i},-${i + 1}.50`)].join('\n')}\n`;
const OTHERS = ['0123456789', '0987654321', '0123456780', '0123456781', '0123456789'];
const SAID =
  '“Account Number” holds 4 accounts in 5 rows, each taken for an account of its own; if they are those of payers and payees, name the column among those of the narration in a column mapping.';

describe('accounts that differ nearly from row to row', () => {
  it('are said to be perhaps those of others', () => {
    expect(readText(textOf(OTHERS)).warnings).toContain(SAID);
  });

  it('belong to the narration where a mapping says so', () => {
    const mapping = parseColumnMapping({ text: '{"narration":["Description","Account Number"]}', file: 'm.json' });
    const file = readText(textOf(OTHERS), { mapping });
    expect(new Set(rowsOf(file).map(({ account }) => account))).toEqual(new Set(['']));
    expect(rowsOf(file)[0].narration).toBe('0123456789 TRF 0');
    expect(file.warnings.join()).not.toContain('payers');
  });

  it('are believed where a mapping names them', () => {
    const mapping = parseColumnMapping({ text: '{"account":"Account Number"}', file: 'm.json' });
    expect(readText(textOf(OTHERS), { mapping }).warnings.join()).not.toContain('payers');
  });
});

it.each([
  ['two rows each', ['01', '01', '02', '02', '03', '03', '04', '04']],
  ['three accounts', ['01', '02', '03']],
  ['one account', ['01', '01', '01', '01']],
])('accounts of one’s own are believed: %s', (_, ends) => {
  expect(readText(textOf(ends.map((end) => `01234567${end}`))).warnings.join()).not.toContain('payers');
});

it('accounts of many others, some of them twice, under a title that may be anybody’s are not one’s own', () => {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `2026-03-0${1 + (i % 9)},T${i},-${i + 1}.50,01234567${10 + (i % 40)}`,
  );
  const own = (title: string) => {
    const file = readText(`Date,Description,Amount,${title}\n${rows.join('\n')}\n`);
    return new Set(rowsOf(file).map(({ account }) => account)).size;
  };
  expect([own('Kontonummer'), own('Account Number')]).toEqual([1, 40]);
});

it('accounts under a title that may be anybody’s are of others where the file’s own stands above', () => {
  const rows = ['0123456789', '0987654321', '0123456789', '0987654321'].map(
    (account, i) => `${13 + i}/04/2026,${account},TRF ${i},-${i + 1}.50`,
  );
  const accounts = (own: string) => {
    const file = readText([`Kontonummer: ${own}`, 'Date,Kontonummer,Description,Amount', ...rows].join('\n'));
    return new Set(rowsOf(file).map(({ account }) => account));
  };
  expect(accounts('_5550001112')).toEqual(new Set(['5550001112']));
  // A cell without letters or digits is no account, so not the file's own either.
  rows.push('20/04/2026,-,TRF 9,-9.50');
  expect(accounts('_5550001112')).toEqual(new Set(['5550001112']));
  rows.pop();
  expect(accounts('NL00BANK0123456789 Currency: NGN')).toEqual(new Set(['0123456789', '0987654321']));
});
