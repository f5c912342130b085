// A file that is still being written: while it is read, by another process; or cut off where the writer stood.

import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { readStatementFile } from '../../../src/adapters/files/read-statement.ts';
import { TieoutError } from '../../../src/core/errors.ts';
import { tieout } from '../../cli/tieout.ts';
import { keepWriting } from './changing-file.ts';
import { readText } from './reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-changing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEADER = 'Date,Reference,Description,Amount,Balance';
const row = (i: number) => `2026-04-${10 + (i % 20)},R${i},payment ${i},-${i}.50,${1000 + i}.25`;
const rows = (n: number) => Array.from({ length: n }, (_, i) => `${row(i)}\n`).join('');

function codeOf(path: string, progress?: () => void): string | null {
  try {
    const request = { path, name: 'file.csv', side: 'bank', defaultCurrency: 'NGN' } as const;
    readStatementFile(progress === undefined ? request : { ...request, progress });
    return null;
  } catch (error) {
    if (error instanceof TieoutError) return error.code;
    throw error;
  }
}

describe('a file that another process writes', () => {
  test('is refused as long as it does, and read once it is whole', async () => {
    const path = join(folder, 'growing.csv');
    writeFileSync(path, `${HEADER}\n${rows(20_000)}`);
    const writer = await keepWriting(path, row(7));
    expect(codeOf(path)).toBe('file_changed');
    await writer.stop();
    expect(codeOf(path)).toBeNull();
  });

  test('is refused for that, and not for what was read of it', () => {
    const path = join(folder, 'torn.csv');
    writeFileSync(path, `${HEADER}\n${rows(5_000)}`);
    appendFileSync(path, '2026-04-13,R9,"half a te');
    expect(codeOf(path)).toBe('file_not_understood');
    // The sample is read before the rows, and here the rest comes in between.
    expect(codeOf(path, () => appendFileSync(path, 'xt",5.00,6.00\n'))).toBe('file_changed');
  });

  test('is refused on the command line in one sentence', async () => {
    const path = join(folder, 'bank.csv');
    writeFileSync(join(folder, 'gl.csv'), `${HEADER}\n${rows(2_000)}`);
    writeFileSync(path, `${HEADER}\n${rows(20_000)}`);
    const writer = await keepWriting(path, row(7));
    const ran = await tieout(['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv'], { cwd: folder });
    await writer.stop();
    expect(ran.stderr).toContain('bank.csv: the file was changed while it was read; run again once it is written');
    expect(ran).toMatchObject({ status: 1, stdout: '' });
  });
});

test('an empty file may be about to be written while it is new, and is not understood once it is old', () => {
  const path = join(folder, 'empty.csv');
  writeFileSync(path, '');
  expect(codeOf(path)).toBe('file_changed');
  const yesterday = Date.now() / 1_000 - 86_400;
  utimesSync(path, yesterday, yesterday);
  expect(codeOf(path)).toBe('file_not_understood');
});

describe('a last row without a line end', () => {
  const cutOff = (last: string, header = HEADER, before = rows(6)) =>
    readText(`${header}\n${before}${last}`).warnings.filter((warning) => warning.includes('no line end'));

  it.each([
    ['fewer cells', '2026-04-28,R9,payment 9', 'fewer cells than the others (3 of 5); it ends in “payment 9”'],
    [
      'fewer decimals',
      '2026-04-28,R9,payment 9,9.50,1009.2',
      'fewer decimals than the others (2); it ends in “1009.2”',
    ],
    ['no decimals', '2026-04-28,R9,payment 9,9.50,10', 'fewer decimals than the others (2); it ends in “10”'],
    ['an empty cell', '2026-04-28,R9,payment 9,9.50,', 'an empty cell where every other row has one; it ends in “”'],
  ])('and with %s is said and shown', (_, last, what) => {
    expect(cutOff(last)).toEqual([`The last row, line 8, has no line end and ${what}. Was the file cut off?`]);
  });

  it('and a shorter date than the others is said', () => {
    const dated = 'Reference,Description,Amount,Date';
    const before = [
      'R1,a,5.00,2026-04-11\n',
      'R2,b,6.00,2026-04-12\n',
      'R3,c,7.00,2026-04-13\n',
      'R4,d,7.10,2026-04-14\n',
    ];
    expect(cutOff('R5,e,8.00,2026-04-1', dated, before.join(''))).toEqual([
      'The last row, line 6, has no line end and a shorter last cell than the others; it ends in “2026-04-1”. Was the file cut off?',
    ]);
  });

  it.each([
    ['like the others', row(9)],
    ['that is no entry', 'End of report'],
    ['that is a total', 'Total,,,60.00'],
  ])('%s is nothing to say', (_, last) => expect(cutOff(last)).toEqual([]));

  it('of a file whose rows differ so is nothing to say', () => {
    const before = ['2026-04-11,R1,a,5.00\n', '2026-04-12,R2,b,6,1000\n', '2026-04-13,R3,c,7.5,1000.5\n'].join('');
    expect(cutOff('2026-04-14,R4,d,8', HEADER, before)).toEqual([]);
    expect(cutOff('2026-04-14,R4,d,8,900', HEADER, before)).toEqual([]);
  });
});
