// `tieout reconcile --excel`: workbooks with numbers as numbers and references as texts, and CSV files that a spreadsheet
// opens as what they are. The workbooks are read back by Tieout's own reader.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const LONG = '090914260901155013864781038743';
const GL = `Date,Account,Reference,Narration,Amount,Balance
2026-09-02,0123,TRF1001,Transfer to MUSA LTD,-20000.00,80000.00
2026-09-03,0123,${LONG},=HYPERLINK("x"),-500.25,79499.75
2026-09-04,0123,-REF7,"@sum, with a comma",-7.00,79492.75
`;
const BANK = `Date,Account,Reference,Narration,Amount,Balance
2026-09-03,0123,TRF1001,TRF TO MUSA LTD,-20000.00,80000.00
2026-09-12,0123,S1,SMS ALERT CHARGE,-50.00,79950.00
`;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tieout-excel-'));
  writeFileSync(join(cwd, 'gl.csv'), GL);
  writeFileSync(join(cwd, 'bank.csv'), BANK);
});
afterEach(() => rmSync(cwd, { recursive: true }));

const reconcile = (...more: readonly string[]) =>
  tieout(['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', ...more], { cwd });

/** The cells of the only sheet: numbers as numbers, texts as texts. */
function cellsOf(name: string): (string | number | null)[][] {
  const xml = strFromU8(unzipSync(readFileSync(join(cwd, name)))['xl/worksheets/sheet1.xml']!);
  expect(xml).not.toContain('<f>');
  return Array.from(xml.matchAll(/<row [^>]*>(.*?)<\/row>/g), ([, row]) =>
    Array.from(row!.matchAll(/<c r="[A-Z]+\d+"(?: s="\d")?(?: t="inlineStr")?(?:\/>|>(.*?)<\/c>)/g), ([, cell]) => {
      if (cell === undefined) return null;
      const value = /^<v>(.*)<\/v>$/.exec(cell)?.[1];
      return value === undefined
        ? cell.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, n) => String.fromCharCode(n))
        : Number(value);
    }),
  );
}

test('the statement and the open items are workbooks, whose figures add up', async () => {
  const { status, stdout } = await reconcile('--excel', '--out', 'out');
  expect([status, stdout]).toEqual([0, expect.stringContaining('statement.xlsx, open-items.xlsx are in out')]);
  const [titles, ...lines] = cellsOf('out/statement.xlsx');
  const at = (title: string) => titles!.indexOf(title);
  const figures = lines.filter((line) => line[at('file')] === null);
  const amountOf = (words: string) => figures.find((line) => line[at('line')] === words)?.[at('amount')];
  expect(amountOf('Balance as per the bank statement')).toBe(79_950);
  expect(amountOf('Adjusted bank balance')).toBe(amountOf('Adjusted book balance'));
  expect(amountOf('Difference')).toBe(0);
  for (const figure of figures.filter((line) => /^(Add|Less): /.test(String(line[at('line')])))) {
    const own = lines.filter((line) => line[at('line')] === `${figure[at('line')]}: row`);
    const cents = own.reduce((sum, line) => sum + Math.round(100 * Number(line[at('amount')])), 0);
    expect(cents).toBe(Math.round(100 * Number(figure[at('amount')])));
  }
  const open = cellsOf('out/open-items.xlsx');
  const long = open.find((line) => line.includes(LONG));
  // 2026-09-03, as spreadsheets count days.
  expect(long).toEqual(expect.arrayContaining(['gl', 46_268, -500.25, '=HYPERLINK("x")', 'not_found_gl', 'NGN']));
  expect(open).toHaveLength(4);
  expect((await reconcile('--excel', '--out', 'again')).status).toBe(0);
  for (const name of ['statement.xlsx', 'open-items.xlsx'])
    expect(readFileSync(join(cwd, 'again', name))).toEqual(readFileSync(join(cwd, 'out', name)));
});

test('CSV files begin with a byte order mark, and no cell is a formula; without --excel they are as the bank wrote', async () => {
  await reconcile('--excel', '--out', 'out');
  const csv = readFileSync(join(cwd, 'out/open-items.csv'), 'utf8');
  expect(csv).toMatch(/^\uFEFFside,/);
  expect(csv).toContain(`,-500.25,${LONG},"'=HYPERLINK(""x"")",`);
  expect(csv).toContain(`,-7.00,"'-REF7","'@sum, with a comma",`);
  await reconcile('--out', 'plain');
  const plain = readFileSync(join(cwd, 'plain/open-items.csv'), 'utf8');
  expect(plain).toContain(',-7.00,-REF7,"@sum, with a comma",');
});

test('--excel without --out is wrong usage, and the register is written as a workbook by its name', async () => {
  const { status, stderr } = await reconcile('--excel');
  expect([status, stderr]).toEqual([2, expect.stringContaining('--excel is about the files of --out: name it.')]);
  await reconcile('--data', 'data', '--from', '2026-09-01', '--to', '2026-09-30');
  const written = await tieout(['open-items', '--data', 'data', '--out', 'register.xlsx'], { cwd });
  expect([written.status, written.stderr]).toEqual([0, '']);
  const [titles, ...lines] = cellsOf('register.xlsx');
  expect(lines.map((line) => line[titles!.indexOf('reference')])).toEqual([LONG, '-REF7', 'S1']);
  expect(lines.map((line) => line[titles!.indexOf('age_days')])).toEqual([27, 26, 18]);
});
