// A month in workbooks reconciles as the same month in delimited text does.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayNumber } from '../../src/core/money/calendar.ts';
import { type Cell, STYLES, workbook } from '../adapters/files/workbooks.ts';
import { shell } from './tieout.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Days as serials, amounts as numbers, all else as texts. */
function cellOf(text: string): Cell {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return { v: dayNumber(Number(year), Number(month), Number(day)) + 25_569, s: STYLES.day };
  return /^\d+\.\d\d$/.test(text) ? { v: Number(text), s: STYLES.money } : text;
}

function asWorkbook(csv: string): string {
  const lines = readFileSync(csv, 'utf8').trim().split('\n');
  const path = join(folder, `${csv.replaceAll('/', '-')}.xlsx`);
  writeFileSync(path, workbook({ Sheet1: { rows: lines.map((line) => line.split(',').map(cellOf)) } }));
  return path;
}

it('a month in workbooks is the month in texts', async () => {
  const [gl, bank] = ['examples/september/gl.csv', 'examples/september/bank.csv'];
  const run = async (ledger: string, statement: string) => {
    const ran = await shell(
      `bin/tieout reconcile --gl ${ledger} --bank ${statement} --from 2026-09-01 --to 2026-09-30 --out ${join(folder, 'out')} --json`,
    );
    expect(ran.stderr).toBe('');
    const texts = ['journals.csv', 'clusters.csv'].map((name) => readFileSync(join(folder, 'out', name), 'utf8'));
    const { balanced, clusters, by_tier, gl: ofLedger, bank: ofBank } = JSON.parse(ran.stdout);
    return { balanced, clusters, by_tier, ofLedger, ofBank, texts: texts.map((text) => text.split('\n').length) };
  };
  expect(await run(asWorkbook(gl), asWorkbook(bank))).toEqual(await run(gl, bank));
});
