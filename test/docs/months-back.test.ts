// Two months that follow each other, through the command line: what February left open is named in March, as
// docs/matching.md shows, taken along once, and both months say so afterwards.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { csvRecords } from '../cli/csv-cells.ts';
import { tieout } from '../cli/tieout.ts';

const page = ['docs/matching.md', 'test/fixtures/two-months.md']
  .map((path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
  .join('\n');
const block = (name: string): string => new RegExp(`^\`\`\`\\w+ ${name}\\n([^\`]*)\`\`\`$`, 'm').exec(page)![1];

const cwd = mkdtempSync(join(tmpdir(), 'tieout-months-'));
afterAll(() => rmSync(cwd, { recursive: true }));

async function run(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await tieout(['reconcile', ...args], { cwd });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}
const files = (month: string) => ['--gl', `${month}-gl.csv`, '--bank', `${month}-bank.csv`];
const FEBRUARY = [...files('feb'), '--from', '2026-02-01', '--to', '2026-02-28', '--data', 'books'];
const MARCH = [...files('mar'), ...block('months-options').trim().split(' ')];

test('docs/matching.md takes along what February left open', async () => {
  for (const [month, name] of [
    ['feb', 'february'],
    ['mar', 'march'],
  ]) {
    writeFileSync(join(cwd, `${month}-gl.csv`), block(`months-${name}-ledger`));
    writeFileSync(join(cwd, `${month}-bank.csv`), block(`months-${name}-bank`));
  }
  await run(...FEBRUARY);
  const named = await run(...MARCH.slice(0, -2));
  for (const words of [
    '2026-02-25 (34 days) feb-gl.csv:4 CHQ000123 RENT SHOP 4 ADEWALE',
    'Earlier sessions hold 3 open ledger items (net -138.23 NGN) and 1 open bank item (net -4.00 NGN) that nothing takes',
    'add --months-back N to take along',
  ]) {
    expect(named).toContain(words);
  }
  await run(...MARCH, '--out', 'out');
  const statement = () => readFileSync(join(cwd, 'out/statement.txt'), 'utf8');
  expect(statement()).toContain(block('months-difference'));
  const across = csvRecords(join(cwd, 'out/matches.csv')).filter(({ cross_month }) => cross_month === 'true');
  expect(across.map(({ tier, file, line }) => [tier, `${file}:${line}`])).toEqual([
    ['1', 'feb-gl.csv:4'],
    ['1', 'mar-bank.csv:2'],
  ]);
  // What no key proves is a question until the search days reach it.
  const proposed = csvRecords(join(cwd, 'out/open-items.csv')).map(({ file, line, looks_like }) => [
    `${file}:${line}`,
    looks_like,
  ]);
  expect(proposed).toContainEqual(['mar-bank.csv:5', block('months-proposal').trim()]);
  // Each row of March's files is in one of the lists, once.
  const lists = ['matches.csv', 'open-items.csv', 'set-aside.csv'].flatMap((name) =>
    csvRecords(join(cwd, 'out', name)).flatMap(({ file, line }) =>
      file!.startsWith('mar') ? [`${file}:${line}`] : [],
    ),
  );
  expect(lists.toSorted()).toEqual([
    ...[2, 3, 4, 5, 6].map((line) => `mar-bank.csv:${line}`),
    ...[2, 3].map((line) => `mar-gl.csv:${line}`),
  ]);
  const first = statement();
  await run(...MARCH, '--out', 'out');
  expect(statement()).toBe(first);
  await run(...MARCH, '--out', 'out', '--days-forward', '20');
  const matched = csvRecords(join(cwd, 'out/matches.csv')).filter(({ cross_month }) => cross_month === 'true');
  expect(matched.map(({ tier }) => tier)).toEqual(['1', '1', '3', '3']);
  // February, asked again, has nothing of it among its exceptions, and no row twice.
  const february = await run(...FEBRUARY);
  expect(february).toMatch(/not found in the bank statement|nothing to look it up by/);
  expect(february).toMatch(/missing_identifier/);
  expect(february).not.toMatch(/not_found_gl/);
  expect(february).toContain('2 rows of other months are matched with this one’s');
});

test.each([
  [['--months-back', '0', '--data', 'books'], '--months-back takes a whole number from 1 to 120, not "0".'],
  [['--months-back', '1'], '--months-back looks at earlier months that --data keeps: name its folder.'],
])('%j is refused', async (args, sentence) => {
  const { status, stderr } = await tieout(['reconcile', ...files('mar'), ...args], { cwd });
  expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});
