// Every way in which a file as a whole cannot be used: one sentence with file, line and reason.

import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRows } from '../../../src/adapters/files/inspect-file.ts';
import { readStatementFile } from '../../../src/adapters/files/read-statement.ts';
import { MAX_COLUMNS, MAX_FILE_BYTES } from '../../../src/core/limits.ts';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { failureOf, readText, rowsOf } from './reading.ts';

const HEADER = 'Date,Description,Amount';
const row = (text: string) => `13/06/2026,${text},1.00`;

describe('a file of a format that is not read', () => {
  const tar = Buffer.alloc(1_024);
  tar.write('bank.csv');
  tar.write('ustar', 257);
  it.each([
    ['an Excel workbook from before 2007', Buffer.from('d0cf11e0a1b11ae1'.padEnd(200, '0'), 'hex'), 'save it as CSV'],
    ['a 7-Zip archive', Buffer.from('377abcaf271c0004', 'hex'), 'pack its files as ZIP'],
    ['a RAR archive', Buffer.from('526172211a0700', 'hex'), 'pack its files as ZIP'],
    ['a bzip2 archive', Buffer.from('425a683931415926535900', 'hex'), 'pack its files as ZIP'],
    ['an xz archive', Buffer.from('fd377a585a000004', 'hex'), 'pack its files as ZIP'],
    ['a tar archive', tar, 'pack its files as ZIP'],
    ['text in UTF-32', Buffer.from('fffe00004400000061000000', 'hex'), 'save it as UTF-8'],
    [
      'an XML spreadsheet of 2003',
      '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>',
      'save it as XLSX',
    ],
    ['JSON without records', '[]', 'save it as CSV'],
  ])('%s says so', (what, content, advice) => {
    const { code, sentence } = failureOf(content);
    expect(code).toBe('file_not_understood');
    expect(sentence).toContain(`this is ${what}`);
    expect(sentence).toContain(advice);
  });
});

describe('a file that cannot be used', () => {
  it.each([
    [
      'empty',
      '',
      'file_changed',
      'file.csv: the file is empty, and was made a moment ago; run again once it is written to its end.',
    ],
    ['blank', ' \n\n', 'file_not_understood', 'file.csv: the file has only blank lines.'],
    [
      'header only, without the title of a date',
      'Name,Amount\n',
      'file_not_understood',
      'file.csv:1: the file has a header and no rows.',
    ],
    [
      'balances that differ without an entry between them',
      'Date,Description,Amount,Balance\nOpening balance,,,100.00\nClosing balance,,,150.00\n',
      'file_not_understood',
      'file.csv: the file has a header and no entries: 2 of its rows read as balances or totals, and none as an entry.',
    ],
    [
      'no amount',
      'Date,Description\n13/06/2026,A\n',
      'file_not_understood',
      'file.csv:1: no amount column was found; the columns are “Date”, “Description”; give it its usual title, or name it in a column mapping.',
    ],
    [
      'no date',
      'Name,Amount\nA,1.00\n',
      'file_not_understood',
      'file.csv:1: no date column was found; the columns are “Name”, “Amount”; give it its usual title, or name it in a column mapping.',
    ],
    [
      'dates that are not understood under the usual title',
      'Date,Description,Amount\n05/03,A,1.00\n06/03,B,2.00\n',
      'file_not_understood',
      'file.csv:1: the values of “Date” are not understood as dates (“05/03”).',
    ],
    [
      'amounts that are not understood under the usual titles',
      'Date,Description,Debit,Credit\n05/03/2024,A,**1.00,\n06/03/2024,B,,**2.00\n',
      'file_not_understood',
      'file.csv:1: the values of “Debit”, “Credit” are not understood as amounts (“**1.00”).',
    ],
    [
      'neither understood',
      'Date,Description,Amount\n05/03,A,**1.00\n06/03,B,**2.00\n',
      'file_not_understood',
      'file.csv:1: the values of “Date” are not understood as dates (“05/03”), and the values of “Amount” are not understood as amounts (“**1.00”).',
    ],
    [
      'prose',
      'Dear customer,\nthis, is a letter\nand, no statement\n',
      'file_not_understood',
      'file.csv: no date and amount columns were found: the file has no line of titles that are known, and its values do not show which columns they are; put a line of titles above them.',
    ],
    [
      'one column',
      'Amount\n1.00\n',
      'file_not_understood',
      'file.csv:1: no delimiter was found: the lines have a single column.',
    ],
    [
      'cut in a quoted field',
      `${HEADER}\n${row('A')}\n13/06/2026,"never ends,1.00\n${row('B')}\n`,
      'file_not_understood',
      'file.csv:3: the quoted field that starts here never ends.',
    ],
    [
      'more rejected than may be',
      `${HEADER}\n${row('A')}\nx,B,2.00\n`,
      'too_many_rejected',
      'file.csv:3: 1 of 2 rows were not understood, more than 1%; the first: the date “x” is not understood.',
    ],
    [
      'too many columns in its first row',
      `Date,Description,Amount${',More'.repeat(MAX_COLUMNS - 2)}\n`,
      'file_too_large',
      `file.csv:1: the row has more than ${MAX_COLUMNS} columns.`,
    ],
  ])('%s', (_, content, code, sentence) => expect(failureOf(content)).toEqual({ code, sentence }));

  it.each([
    ['XML', '\n<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:seev.031.001.02">\n'],
    ['JSON without records', '[["Date","Amount"],["2026-06-13",1]]\n'],
    ['a text document', '{\\rtf1 Date, Amount\n13/06/2026, 1.00}\n'],
  ])('of another format: %s', (what, content) => {
    const sentence = `file.csv: this is ${what}, which is not read; save it as CSV.`;
    expect(failureOf(content)).toEqual({ code: 'file_not_understood', sentence });
  });

  it('a preamble that begins like another format does not matter', () => {
    const { columns } = readText(`{"Account"} 0012345678\n\n${HEADER}\n${row('A')}\n`);
    expect(columns.count).toBe(1);
  });

  it('binary, or of another kind', () => {
    expect(failureOf(Uint8Array.from({ length: 2000 }, (_, i) => i & 255)).sentence).toBe(
      'file.csv: the file is binary, not text.',
    );
    expect(failureOf('%PDF-1.7 ...').sentence).toContain('the PDF is damaged or cut off');
    expect(failureOf(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)).sentence).toContain('the archive is cut off');
  });

  it('a quote lost in a large file is found where it stands', () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => row(`row ${i}`));
    rows[40_000] = '13/06/2026,"lost,1.00';
    expect(failureOf([HEADER, ...rows].join('\n')).sentence).toMatch(
      /^file\.csv:40002: (the quoted field|a field|the row) .*/,
    );
  });

  it('no columns that are as many as may be', () => {
    const [titles, cells] = [',More'.repeat(MAX_COLUMNS - 3), ',x'.repeat(MAX_COLUMNS - 3)];
    expect(readText(`Date,Description,Amount${titles}\n05/03/2024,A,1.00${cells}\n`).columns.count).toBe(1);
  });
  it('a field, a row or the columns beyond their limit', () => {
    expect(failureOf(`${HEADER}\n${row('A'.repeat(70_000))}\n`).sentence).toMatch(
      /^file\.csv:2: a field of this row is longer than 65536 bytes/,
    );
    const wide = `${HEADER}\n13/06/2026${','.repeat(600)}\n`;
    expect(failureOf(wide).sentence).toBe('file.csv:2: the row has more than 512 columns.');
  });

  it('missing, a folder, or too large', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tieout-'));
    try {
      const failure = (path: string) => {
        try {
          readStatementFile({ path, name: 'x.csv', side: 'bank', defaultCurrency: 'NGN' });
        } catch (error) {
          return (error as { sentence: string }).sentence;
        }
        return '';
      };
      expect(failure(join(folder, 'none.csv'))).toBe('x.csv: there is no such file.');
      mkdirSync(join(folder, 'inner'));
      expect(failure(join(folder, 'inner'))).toBe('x.csv: this is a folder; give the files in it.');
      const large = join(folder, 'large.csv');
      writeFileSync(large, '');
      truncateSync(large, MAX_FILE_BYTES + 1);
      expect(failure(large)).toContain('larger than 4 GB');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is shown by inspect with the error as a field', () => {
    expect(
      inspectRows({ path: '/nowhere/x.csv', name: 'x.csv', side: 'bank', defaultCurrency: 'NGN' }).inspection,
    ).toEqual({
      file: 'x.csv',
      format: null,
      encoding: null,
      header_row: null,
      columns: [],
      accounts: [],
      rows: 0,
      pending: 0,
      rejected: [],
      warnings: [],
      error: 'x.csv: there is no such file.',
    });
  });
});

describe('a mapping', () => {
  const file = 'map.json';
  const text = 'A,B,C\n13/06/2026,one,1.00\n14/06/2026,two,2.00\n';
  const mapping = (json: unknown) => parseColumnMapping({ text: JSON.stringify(json), file });

  it('names columns in any of its three shapes', () => {
    const list = [
      { system: 'booking_date', statement_title: 'A' },
      { system: 'Narration', statement_title: 'B' },
      { system: 'amount', statement_title: 'C', gl_title: 'elsewhere' },
    ];
    for (const json of [list, { mappings: list }, { date: 'A', narration: 'B', amount: 'c' }]) {
      expect(rowsOf(readText(text, { mapping: mapping(json) })).map((r) => [r.narration, r.amount])).toEqual([
        ['one', '1.00'],
        ['two', '2.00'],
      ]);
    }
  });
  it('wins over titles', () => {
    const other = 'Date,Value Date,Description,Amount\n13/06/2026,14/06/2026,A,1.00\n';
    expect(rowsOf(readText(other, { mapping: mapping({ booking_date: 'Value Date' }) }))[0]).toMatchObject({
      day: '2026-06-14',
    });
  });
  it.each([
    [{ booking_date: 'Nope' }, 'file.csv: there is no column "Nope"; the columns are A, B, C.'],
    [{ booking_date: 'A', Date: 'B' }, 'file.csv: "booking_date" is given two columns, "A" and "B".'],
  ])('is refused when %j', (json, sentence) =>
    expect(failureOf(text, { mapping: mapping(json) })).toEqual({ code: 'mapping_invalid', sentence }),
  );
  it('is refused for a field that there is none of, or when it is no mapping', () => {
    expect(() => mapping({ colour: 'A' })).toThrow(
      'there is no field "colour"; the fields are booking_date, value_date,',
    );
    expect(() => mapping([{ gl_title: 'A' }])).toThrow('entry 1 has no "system" field name.');
    expect(() => mapping({})).toThrow('the mapping names no column.');
    expect(() => parseColumnMapping({ text: '{', file })).toThrow('the mapping is not JSON.');
  });
});
