// A first month with opening items, through the command line, as docs/matching.md shows it: an old cheque and an old
// credit clear, another cheque stays, and the next month carries it. The same without --data, with the files again, and
// with files that are no lists of opening items.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvRecords } from '../cli/csv-cells.ts';
import { tieout } from '../cli/tieout.ts';

const page = ['docs/matching.md', 'test/fixtures/opening-items.md']
  .map((path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
  .join('\n');
const block = (name: string): string => new RegExp(`^\`\`\`\\w+ ${name}\\n([^\`]*)\`\`\`$`, 'm').exec(page)![1];

const cwd = mkdtempSync(join(tmpdir(), 'tieout-opening-'));
afterAll(() => rmSync(cwd, { recursive: true }));
const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
beforeAll(() => {
  for (const [file, month] of [
    ['jan', 'january'],
    ['feb', 'february'],
  ] as const) {
    write(`${file}-gl.csv`, block(`opening-${month}-ledger`));
    write(`${file}-bank.csv`, block(`opening-${month}-bank`));
  }
  write('open-gl.csv', block('opening-items-ledger'));
  write('open-bank.csv', block('opening-items-bank'));
});

async function run(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await tieout(['reconcile', ...args], { cwd });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}
async function refused(...args: string[]): Promise<string> {
  const { status, stderr } = await tieout(['reconcile', ...args], { cwd });
  expect(status).not.toBe(0);
  return stderr;
}
const files = (month: string) => ['--gl', `${month}-gl.csv`, '--bank', `${month}-bank.csv`];
const OPENING = block('opening-options').trim().split(' ');
const JANUARY = [...files('jan'), ...OPENING];
/** January with another file of the ledger's opening items. */
const januaryWith = (opening: string): string[] => JANUARY.map((word) => (word === 'open-gl.csv' ? opening : word));
const FEBRUARY = [...files('feb'), '--from', '2026-02-01', '--to', '2026-02-28'];
const KEPT = ['--data', 'books'];
const statementIn = (folder: string): string => readFileSync(join(cwd, folder, 'statement.txt'), 'utf8');
const placesOf = (name: string): string[] =>
  csvRecords(join(cwd, name))
    .map(({ file, line }) => `${file}:${line}`)
    .toSorted();
const matchesIn = (folder: string): string[][] => {
  const rows = csvRecords(join(cwd, folder, 'matches.csv'));
  return [...Map.groupBy(rows, ({ group_id }) => group_id).values()].map((of) =>
    of.map(({ file, line }) => `${file}:${line}`),
  );
};

test.each([
  ['without --data', []],
  ['with --data', KEPT],
])('opening items match, stay, and prove to nothing: %s', async (_, kept) => {
  const folder = `january-${kept.length}`;
  const shown = await run(...JANUARY, ...kept, '--out', folder);
  expect(shown).toContain('ledger 5 rows in jan-gl.csv, open-gl.csv');
  expect(statementIn(folder)).toContain(block('opening-statement'));
  expect(matchesIn(folder)).toEqual(
    expect.arrayContaining([
      ['jan-gl.csv:2', 'open-bank.csv:2'],
      ['open-gl.csv:2', 'jan-bank.csv:2'],
    ]),
  );
  expect(placesOf(`${folder}/open-items.csv`)).toEqual(['open-gl.csv:3']);
});

test('the next month carries what is left, and the same opening files add nothing to it', async () => {
  const MONTHS = ['--data', 'months'];
  await run(...JANUARY, ...MONTHS, '--session', 'january');
  expect(await run(...JANUARY, ...MONTHS, '--session', 'january')).toContain('nothing new');
  const carried = '2025-11-20 (100 days) open-gl.csv:3 CHQ000099 DIESEL ALHAJI MUSA';
  const plain = await run(...FEBRUARY, ...MONTHS, '--session', 'february', '--out', 'february');
  expect(plain).toContain(carried);
  expect(statementIn('february')).toMatch(/^Difference +0\.00$/m);
  const again = await run(
    ...[...FEBRUARY, ...MONTHS, '--session', 'february', '--out', 'again'],
    ...['--opening-gl', 'open-gl.csv', '--opening-bank', 'open-bank.csv'],
  );
  expect(again).toContain('open-gl.csv: session january has the opening items of lines 2 and 3: they count there');
  expect(again).toContain('open-bank.csv: session january has the opening item of line 2: it counts there');
  expect(statementIn('again')).toBe(statementIn('february'));
  expect(placesOf('again/set-aside.csv')).toEqual(['open-bank.csv:2', 'open-gl.csv:2', 'open-gl.csv:3']);
});

test('an old cheque that the next month pays is taken along from the first month', async () => {
  write('late-gl.csv', 'Date,Reference,Narration,Amount,Balance\n2026-02-09,FT1,RATES,-40.00,1515.50\n');
  const rows = ['2026-02-02,CHQ000099,CHQ PAID,-24.50,1555.50', '2026-02-09,FT1,TRF RATES,-40.00,1515.50'];
  write('late-bank.csv', `Date,Reference,Narration,Amount,Balance\n${rows.join('\n')}\n`);
  await run(...JANUARY, '--data', 'others', '--session', 'january');
  await run(...files('late'), ...FEBRUARY.slice(4), '--data', 'others', '--months-back', '4', '--out', 'late');
  expect(matchesIn('late')).toContainEqual(['open-gl.csv:3', 'late-bank.csv:2']);
  expect(statementIn('late')).toMatch(/^Adjusted bank balance +1,515\.50$/m);
  expect(statementIn('late')).toMatch(/^Difference +0\.00$/m);
});

test('a row of the period is no opening item, and is named', async () => {
  write('mixed-gl.csv', `${block('opening-items-ledger')}2026-01-05,FT26005A1,SALE ADA OBI,500.00\n`);
  const shown = await run(...januaryWith('mixed-gl.csv'), '--out', 'mixed');
  expect(shown).toContain('mixed-gl.csv: 1 row (line 4) is not dated before the period');
  expect(statementIn('mixed')).toContain('(72 days) mixed-gl.csv:3');
  expect(statementIn('mixed')).toMatch(/^Difference +0\.00$/m);
  const [row] = csvRecords(join(cwd, 'mixed/set-aside.csv'));
  expect([row!.file, row!.line, row!.reason]).toEqual([
    'mixed-gl.csv',
    '4',
    'no opening item: not of before the period',
  ]);
});

test('a row in the period’s own file too counts as the opening item, and the balances still foot', async () => {
  const rows = ['2025-12-31,FT25365K7,NIP EZE LOGISTICS,75.50,1400.00', ...block('opening-january-bank').split('\n')];
  write('wide-bank.csv', `${[rows[1], rows[0], ...rows.slice(2)].join('\n')}`);
  const wide = ['--gl', 'jan-gl.csv', '--bank', 'wide-bank.csv', ...OPENING];
  await run(...wide, '--out', 'wide');
  expect(matchesIn('wide')).toContainEqual(['jan-gl.csv:2', 'open-bank.csv:2']);
  expect(placesOf('wide/set-aside.csv')).toEqual(['wide-bank.csv:2']);
  expect(statementIn('wide')).toMatch(/^Difference at the start: the bank was higher by +400\.00$/m);
  expect(statementIn('wide')).toMatch(/^Difference +0\.00$/m);
});

test('a difference at the start that the items do not come to is named', async () => {
  write('fewer-gl.csv', block('opening-items-ledger').split('\n').slice(0, 2).join('\n'));
  await run(...januaryWith('fewer-gl.csv'), '--out', 'fewer');
  const statement = statementIn('fewer');
  expect(statement).toMatch(/^Difference at the start: the bank was higher by +400\.00$/m);
  expect(statement).toMatch(/^ {2}of it, items .* known: the bank was higher by +375\.50$/m);
  expect(statement).toMatch(/^ {2}Brought forward, origin unknown: the bank is higher by +24\.50$/m);
});

test.each([
  ['a file of the period', ['--opening-gl', 'jan-gl.csv'], 'this is the same file as jan-gl.csv, given twice'],
  ['no row of before the period', ['--opening-gl', 'feb-gl.csv'], 'No row of the opening items is dated before'],
  ['a file that is not there', ['--opening-bank', 'none.csv'], 'none.csv'],
  ['another kind', ['--opening-gl', 'open-gl.csv', '--kind', 'nip'], '--opening-gl is for --kind banking'],
  ['no file', ['--opening-gl'], '--opening-gl'],
])('%s is refused', async (_, args, sentence) => {
  expect(await refused(...files('jan'), '--from', '2026-01-01', '--to', '2026-01-31', ...args)).toContain(sentence);
});

test('lines that cannot be read are listed', async () => {
  write('odd-gl.csv', `${block('opening-items-ledger')}20/14/2025,CHQ000100,LOST,-1.00\n`);
  await run(...januaryWith('odd-gl.csv'), '--rejected-share', '1', '--out', 'odd');
  expect(placesOf('odd/rejected.csv')).toEqual(['odd-gl.csv:4']);
});
