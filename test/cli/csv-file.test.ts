// What stands in an output file is what stood in the columns: RFC 4180 quoting, money and days from their numbers.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { CsvFile, prepared, textCells } from '../../src/cli/files/csv-file.ts';
import { MAX_AMOUNT_MINOR } from '../../src/core/limits.ts';
import { formatDay, NO_DAY } from '../../src/core/money/calendar.ts';
import { formatMinor } from '../../src/core/money/money.ts';
import { textColumnOf } from '../../src/core/records/rows/text-column.ts';
import { csvText, quotedCell } from '../../src/core/words/quoted-cell.ts';
import { csvRows } from './csv-cells.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function written(write: (to: CsvFile) => void): string {
  const path = join(folder, `${++files}.csv`);
  const file = new CsvFile(path, 'a,b');
  write(file);
  file.finish();
  file.publish();
  return readFileSync(path, 'utf8').slice('a,b\n'.length);
}

function each<T>(list: Iterable<T>, write: (one: T) => void): void {
  for (const one of list) write(one);
}

const awkward = fc.oneof(
  fc.string({ unit: fc.constantFrom(',', '"', '\n', '\r', ' ', 'a', '=', '€', '语'), maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom('', 'NIP/ADAEZE STORES/TRF', '"', '""', '=1+1', ' padded ', 'a\r\nb', ','.repeat(5_000)),
);

describe('a text', () => {
  test('comes back as it was, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(awkward, awkward), { maxLength: 8 }), (rows) => {
        const [first, second] = [0, 1].map((k) => textCells(textColumnOf(rows.map((row) => row[k]))));
        const text = written((to) => {
          rows.forEach((_, i) => {
            to.text(first!, i);
            to.comma();
            to.text(second!, i);
            to.newline();
          });
        });
        expect(csvRows(text)).toEqual(rows.map((row) => [...row]));
      }),
      { numRuns: 60 },
    );
  });

  test('may be larger than the buffer', () => {
    const texts = ['x'.repeat(3_000_000), `,${'y'.repeat(2_000_000)}"`, 'z'];
    const column = textCells(textColumnOf(texts));
    const text = written((to) => {
      for (const i of texts.keys()) {
        to.text(column, i);
        to.newline();
      }
    });
    expect(text === `${texts[0]}\n",${'y'.repeat(2_000_000)}"""\nz\n`).toBe(true);
    const long = '€'.repeat(3_000_000);
    expect(written((to) => each(['a', long, 'z'], (some) => to.write(some))) === `a${long}z`).toBe(true);
  });

  test('is quoted only when it must be', () => {
    const texts = ['plain', ' spaces ', "it's", 'a,b', 'say "hi"', 'two\nlines', 'cr\r', '=SUM(A1)'];
    const column = textCells(textColumnOf(texts));
    const quoted = ['plain', ' spaces ', "it's", '"a,b"', '"say ""hi"""', '"two\nlines"', '"cr\r"', '=SUM(A1)'];
    expect(written((to) => each(texts.keys(), (i) => to.text(column, i)))).toBe(quoted.join(''));
    expect(texts.map((cell) => quotedCell(cell))).toEqual(quoted);
    expect(written((to) => each(texts, (text) => to.cells(prepared(quotedCell(text)))))).toBe(quoted.join(''));
    expect(written((to) => each(texts, (text) => to.write(quotedCell(text))))).toBe(quoted.join(''));
  });
});

test('money is written as formatMinor says', () => {
  const amounts = fc.oneof(
    fc.integer({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR }),
    fc.integer({ min: -200, max: 200 }),
    fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32, 999_999_999, 1_000_000_000, 1_000_000_001, MAX_AMOUNT_MINOR),
  );
  fc.assert(
    fc.property(amounts, fc.constantFrom(0, 2, 3), (minor, exponent) => {
      expect(written((to) => to.money(minor, exponent))).toBe(formatMinor(minor, exponent));
    }),
    { numRuns: 300 },
  );
});

test('days and whole numbers are written as they are', () => {
  const days = [0, 1, 20_000, -719_162, 2_932_896, NO_DAY];
  expect(written((to) => each(days, (day) => to.day(day)))).toBe(days.map((day) => formatDay(day) ?? '').join(''));
  const numbers = [0, 9, 10, 4_294_967_295, 1_000_000_000];
  expect(written((to) => each(numbers, (n) => to.integer(n)))).toBe(numbers.join(''));
});

test('is not there under its name before it is whole, and leaves nothing when it is taken back', () => {
  const path = join(folder, 'late.csv');
  const file = new CsvFile(path, 'a');
  expect(existsSync(path)).toBe(false);
  file.abandon();
  expect([existsSync(path), existsSync(`${path}.unfinished`)]).toEqual([false, false]);
  const whole = new CsvFile(path, 'a');
  whole.finish();
  expect(existsSync(path)).toBe(false);
  whole.publish();
  expect(readFileSync(path, 'utf8')).toBe('a\n');
});

test('a cell with a semicolon or a tab is quoted for spreadsheets, where it would end in some, and not otherwise', () => {
  const cells = ['REF;=1+1', 'x\t=1+1', 'a', '=1;2'];
  const quoted = `"REF;=1+1","x\t=1+1",a,"'=1;2"`;
  expect(csvText([cells.join(',')], { forExcel: true })).toBe(`\uFEFF${quoted}\n`);
  expect(csvText([cells.join(',')], { forExcel: false })).toBe(`${cells.join(',')}\n`);
  expect(csvText(['REF,=1+1;1,50'], { forExcel: true, separator: ';' })).toBe('\uFEFF"REF,=1+1";1,50\n');
  const path = join(folder, 'excel.csv');
  const file = new CsvFile(path, 'a', { forExcel: true });
  const column = textCells(textColumnOf(cells));
  for (const i of cells.keys()) {
    if (i > 0) file.comma();
    file.text(column, i);
  }
  file.finish();
  file.publish();
  expect(readFileSync(path, 'utf8')).toBe(`\uFEFFa\n${quoted}`);
});
