// Archives of files of any format: read as what is in them, known again by the bytes of the archive, within limits.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readWholeHoldings } from '../../../src/adapters/files/read-holdings.ts';
import { readText, refusalOf, rowsOf, withFile } from './reading.ts';
import { packed, workbook } from './workbooks.ts';
import { asCsv, asMt940, type WrittenMonth } from './written-month.ts';

const CSV = 'Date,Narration,Amount\n2026-09-01,Levy,-5.00\n2026-09-02,Lodgement,7.25\n';
const REQUEST = { name: 'file.csv', side: 'bank', defaultCurrency: 'NGN' } as const;
/** Two weeks that follow one another, and one that does not. */
const WEEKS: readonly WrittenMonth[] = [1, 8, 15].map((day, n) => ({
  account: '0123456789',
  opening: [100_000, 100_200, 100_950][n],
  entries: [
    { day: `2026-09-${String(day).padStart(2, '0')}`, minor: -500, reference: `FT26${day}A`, text: 'RENT' },
    {
      day: `2026-09-${String(day + 1).padStart(2, '0')}`,
      minor: n === 0 ? 700 : 1_200,
      reference: `FT26${day}B`,
      text: 'X',
    },
  ],
}));
const plain = rowsOf(readText(CSV));
const zip = (content: string | Uint8Array) => packed({ 'folder/bank.csv': content, '__MACOSX/._bank.csv': 'x' });

describe('an archive', () => {
  const kinds: readonly (readonly [string, Uint8Array])[] = [
    ['ZIP', zip(CSV)],
    ['gzip', gzipSync(CSV)],
    ['gzip of two members', Buffer.concat([gzipSync(CSV.slice(0, 40)), gzipSync(CSV.slice(40))])],
    ['Zstandard', zstdCompressSync(CSV)],
    ['ZIP in gzip in Zstandard', zstdCompressSync(gzipSync(zip(CSV)))],
    ['UTF-16 in gzip', gzipSync(Buffer.from(`\ufeff${CSV}`, 'utf16le'))],
  ];
  for (const [what, bytes] of kinds)
    it(`in ${what} is read as what is in it`, () => {
      const read = readText(bytes);
      expect(rowsOf(read)).toEqual(plain);
      expect(read.digest).toBe(createHash('sha256').update(bytes).digest('hex'));
    });
  it('may hold a workbook', () => {
    const rows = [
      ['Date', 'Narration', 'Amount'],
      ['2026-09-01', 'Levy', -5],
    ];
    expect(rowsOf(readText(gzipSync(workbook({ S: { rows } }))))).toHaveLength(1);
  });
  it('leaves nothing behind', () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('tieout-')).length;
    readText(gzipSync(CSV));
    expect(() => readText(gzipSync('no statement'))).toThrow();
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('tieout-')).length).toBeLessThanOrEqual(before);
  });

  it('of several statements is one file: each row has its own, and each balance is the one before it', () => {
    const read = readText(packed({ 'b/week 2.sta': asMt940(WEEKS[1]), 'week 1.sta': asMt940(WEEKS[0]) }));
    const { columns: c } = read;
    expect(Array.from(c.file, (file, row) => [c.files[file], c.line[row]])).toEqual([
      ['file.csv [week 1.sta]', 4],
      ['file.csv [week 1.sta]', 6],
      ['file.csv [b/week 2.sta]', 4],
      ['file.csv [b/week 2.sta]', 6],
    ]);
    expect(read.balances).toMatchObject([{ opening: 100_000, closing: 100_900, rows: 4, amount: 900n, foots: true }]);
    expect(read.layout.members).toEqual(['week 1.sta', 'b/week 2.sta']);
    expect(read.warnings).toEqual([]);
  });
  it('of statements between which one is missing says so', () => {
    const read = readText(packed({ 'c.csv': asCsv(WEEKS[2]), 'a.csv': asCsv(WEEKS[0]), 'b.csv': asCsv(WEEKS[1]) }));
    expect(read.warnings.join()).toContain('Between b.csv and c.csv of account 0123456789 in NGN 0.50 is missing');
    expect(read.balances).toMatchObject([{ foots: false }]);
    expect(rowsOf(read)).toHaveLength(6);
  });
  it('of statements that overlap counts each row once', () => {
    const both = { ...WEEKS[0], entries: [...WEEKS[0].entries, ...WEEKS[1].entries] };
    const read = readText(packed({ 'a.csv': asCsv(both), 'b.csv': asCsv(WEEKS[1]) }));
    expect(read.columns.count).toBe(4);
    expect(read.rejected).toEqual([
      { line: 4, reason: 'another file of the archive has it [b.csv]' },
      { line: 5, reason: 'another file of the archive has it [b.csv]' },
    ]);
    expect(read.balances).toMatchObject([{ opening: 100_000, closing: 100_900, foots: true }]);
  });
  it('may hold a note without a figure', () => {
    const read = readText(
      packed({ 'README.txt': 'Your statements.\n', 'a.csv': asCsv(WEEKS[0]), 'b.csv': asCsv(WEEKS[1]) }),
    );
    expect([read.columns.count, read.rejected]).toEqual([4, []]);
  });

  it('of several lists of holdings asks for each alone', () => {
    const content = packed({ 'a.csv': CSV, 'b.csv': CSV });
    expect(refusalOf(() => withFile(content, (path) => readWholeHoldings({ ...REQUEST, path })))).toContain(
      'the archive has 2 files, “a.csv”, “b.csv”; give each file alone',
    );
  });

  const gzip = gzipSync(CSV);
  const spoiled = Uint8Array.from(gzip, (byte, i) => (i === gzip.length - 6 ? byte ^ 1 : byte));
  const refused: readonly (readonly [string, Uint8Array, string])[] = [
    [
      'of several formats',
      packed({ 'b.sta': asMt940(WEEKS[1]), 'a.csv': asCsv(WEEKS[0]) }),
      'its files do not belong together: “a.csv” (csv), “b.sta” (mt940)',
    ],
    [
      'of both sides',
      packed({
        'gl.csv': 'Date,Account Code,Journal No,Narration,Debit,Credit\n2026-09-01,1,J1,a,5.00,\n',
        'bank.csv': 'Date,Narration,Withdrawals,Lodgements,Balance\n2026-09-01,a,,5.00,5.00\n',
      }),
      '“bank.csv” (a statement), “gl.csv” (a ledger)',
    ],
    [
      'of one statement in other words',
      packed({ 'a.sta': asMt940(WEEKS[0]), 'b.sta': asMt940(WEEKS[0]).replaceAll('RENT', 'FOOD') }),
      'their entries would be counted twice: take one of them out',
    ],
    [
      'of a statement and a text',
      packed({ 'a.csv': CSV, 'readme.txt': 'hello 1' }),
      'file.csv [readme.txt]:1: no delimiter',
    ],
    [
      'of many files that are a bomb together',
      packed(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.csv`, Buffer.alloc(1_000_000, '\n')]))),
      'the archive holds 40 files of 40 MB together',
    ],
    ['of none', packed({ '.DS_Store': 'x' }), 'the archive has no files'],
    ['of an empty file', gzipSync(''), 'the file that is packed in it is empty'],
    ['packed too often', gzipSync(gzipSync(gzipSync(gzipSync(CSV)))), 'more than 3 archives are packed one within'],
    ['cut off', gzip.subarray(0, gzip.length - 20), 'the archive is damaged or cut off'],
    ['cut off at its checksum', gzip.subarray(0, gzip.length - 4), 'the archive is damaged or cut off'],
    [
      'with another checksum in its first member',
      Buffer.concat([spoiled, gzipSync('2026-09-03,Levy,-1.00\n')]),
      'the archive is damaged or cut off',
    ],
    ['with another checksum', spoiled, 'the archive is damaged or cut off'],
    ['cut off, of Zstandard', zstdCompressSync(CSV).subarray(0, 30), 'the archive is damaged or cut off'],
    ['that is a bomb', gzipSync(Buffer.alloc(40_000_000)), 'unpacked it is larger than 32 MB'],
    ['that is a bomb of Zstandard', zstdCompressSync(Buffer.alloc(40_000_000)), 'it is larger than 32 MB'],
    [
      'of a letter',
      packed({ '[Content_Types].xml': 'x', 'word/document.xml': 'x' }),
      'a document of an office program',
    ],
  ];
  for (const [what, bytes, sentence] of refused)
    it(`${what} is refused`, () => {
      expect(refusalOf(() => readText(bytes))).toContain(sentence);
    });
});
