// A file of a layout that was read before is read by the same plan, and as if it were the first where it refutes it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readStatementFile } from '../../../src/adapters/files/read-statement.ts';
import { mappingOfSides } from '../../../src/core/reading/columns/column-mapping.ts';
import type { AcceptedPlan } from '../../../src/core/records/documents/accepted-plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-plan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(lines: readonly string[], more: { plans?: readonly AcceptedPlan[]; amount?: string } = {}) {
  const path = join(folder, 'file.csv');
  writeFileSync(path, lines.join('\n'));
  const invalid = (sentence: string) => new Error(sentence);
  const mapping = more.amount && mappingOfSides({ bank: { columns: { amount: more.amount } } }, invalid);
  const request = { path, name: 'file.csv', side: 'bank', defaultCurrency: 'NGN', plans: more.plans } as const;
  return readStatementFile({ ...request, mapping: mapping || undefined });
}
const amounts = ({ columns }: ReturnType<typeof read>) => Array.from(columns.amount.subarray(0, columns.count));

const TITLES = 'Date,Text,Netto,Brutto';
const rows = (month: string) => [1, 2, 3].map((i) => `${month}/0${i}/2026,A,-${i}.00,-${i + 1}.19`);
const answered = read([TITLES, '03/13/2026,A,-1.00,-2.19'], { amount: 'Brutto' }).plan!;

test('what was answered and proven for a layout is not asked again', () => {
  expect(answered.mapping).toEqual({
    columns: { booking_date: 1, narration: 2, amount: 4 },
    date_order: 'mdy',
    decimal: '.',
  });
  expect(() => read([TITLES, ...rows('04')])).toThrow(/may be the amount/);
  const again = read([TITLES, ...rows('04')], { plans: [answered] });
  expect(amounts(again)).toEqual([-219, -319, -419]);
  expect(again.layout.dayOrder).toBe('month-first');
});

test('another delimiter or other titles are another layout', () => {
  const others = [
    [TITLES, ...rows('04')].map((line) => line.replaceAll(',', ';')),
    ['Date,Text,Brutto,Netto', ...rows('04')],
  ];
  for (const lines of others) expect(() => read(lines, { plans: [answered] })).toThrow(/may be the amount/);
});

test('a file whose days refute the plan is read as if it were the first', () => {
  const days = [TITLES, ...rows('14')];
  expect(() => read(days, { plans: [answered] })).toThrow(/may be the amount/);
});

test('an order of days that could be another is not kept; a file without titles is not read by that of its session', () => {
  expect(read(['Date,Text,Amount', '03/04/2026,A,-1.00']).plan?.mapping).not.toHaveProperty('date_order');
  const untitled = ['03/14/2026,A,-1.00', '03/15/2026,B,-2.00', '03/16/2026,C,3.00'];
  const plan = read(untitled).plan!;
  expect(plan.mapping).toMatchObject({ header_line: null });
  expect(read(untitled, { plans: [plan] }).layout.columns[0].reason).toBe('values are days');
});
