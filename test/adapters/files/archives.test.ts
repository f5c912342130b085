// Archives of files of any format: read as what is in them, known again by the bytes of the archive, within limits.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readText, refusalOf, rowsOf } from './reading.ts';
import { packed, workbook } from './workbooks.ts';

const CSV = 'Date,Narration,Amount\n2026-09-01,Levy,-5.00\n2026-09-02,Lodgement,7.25\n';
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

  const gzip = gzipSync(CSV);
  const spoiled = Uint8Array.from(gzip, (byte, i) => (i === gzip.length - 6 ? byte ^ 1 : byte));
  const refused: readonly (readonly [string, Uint8Array, string])[] = [
    ['of several files', packed({ 'a.csv': CSV, 'b.csv': CSV }), 'has 2 files, “a.csv”, “b.csv”; give each file alone'],
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
