// A file that can be read in two ways: one sentence, exit code 1, and a mapping that answers it once it is finished.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-question-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const rows = Array.from({ length: 9 }, (_, i) => `1${i}/03/2026,A,-${i + 1}.00,-${i + 2}.19`);
writeFileSync(join(cwd, 'bank.csv'), ['Date,Text,Netto,Brutto', ...rows].join('\n'));
writeFileSync(join(cwd, 'gl.csv'), 'Date,Reference,Narration,Debit,Credit\n13/03/2026,R1,X,5.00,\n');
const run = (...more: string[]) => tieout(['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', ...more], { cwd });

test('a question names the rivals and leaves a mapping to finish, overwriting nothing', async () => {
  const asked = await run();
  expect(asked).toMatchObject({
    status: 1,
    stderr:
      '1. “Netto” is the amount: 9 entries, in all -45.00 NGN; first 2026-03-10 -1.00; 2026-03-11 -2.00; 2026-03-12 -3.00\n' +
      `   --mapping '{"bank":{"columns":{"amount":"Netto"}}}'\n` +
      '2. “Brutto” is the amount: 9 entries, in all -55.71 NGN; first 2026-03-10 -2.19; 2026-03-11 -3.19; 2026-03-12 -4.19\n' +
      `   --mapping '{"bank":{"columns":{"amount":"Brutto"}}}'\n` +
      'bank.csv: “Netto” (-1.00; -2.00; -3.00) or “Brutto” (-2.19; -3.19; -4.19) may be the amount, all of them by their titles; name the one that moves the account in a column mapping; bank.csv.mapping.json is one to finish, for --mapping.\n',
  });
  const path = join(cwd, 'bank.csv.mapping.json');
  const mapping = readFileSync(path, 'utf8');
  writeFileSync(path, mapping.replace('Netto or Brutto', 'Brutto'));
  const answered = await run('--mapping', 'bank.csv.mapping.json', '--json');
  expect(JSON.parse(answered.stdout).bank).toMatchObject({ rows: 9, rejected: 0, amount: '-55.71' });
  const again = await run('--out', 'results/month');
  expect(again.stderr).toContain(`${join(cwd, 'results/bank.csv.mapping.json')} is one to finish`);
  await run();
  expect(readFileSync(path, 'utf8')).toContain('"Brutto"');
  expect(existsSync(join(cwd, 'bank.csv.mapping-2.json'))).toBe(true);
});

test('a reading that was listed is chosen by typing its option, and what was said of the other side stays', async () => {
  const typed = await run('--mapping', '{"bank":{"columns":{"amount":"Brutto"}}}', '--json');
  expect(JSON.parse(typed.stdout).bank.amount).toBe('-55.71');
  const { stderr } = await run('--mapping', '{"gl":{"columns":{"reference":2}},"bank":{"date_order":"dmy"}}');
  expect(stderr).toContain(
    `   --mapping '{"gl":{"columns":{"reference":2}},"bank":{"date_order":"dmy","columns":{"amount":"Netto"}}}'`,
  );
  expect((await run('--mapping', '{"bank":')).stderr).toBe('--mapping: the mapping is not JSON.\n');
});

test('amounts a hundred times those of the other side are asked about, and the unit answers', async () => {
  const months = Array.from({ length: 4 }, (_, i) => [`2026-03-1${i}`, `FT2603100${i}`, 1250 + 7 * i] as const);
  const sides = {
    'gl-units.csv': ['Date,Reference,Debit', ...months.map(([day, key, minor]) => `${day},${key},${minor / 100}`)],
    'bank-kobo.csv': ['date,reference,amount,type', ...months.map((row) => `${row.join(',')},credit`)],
  };
  for (const [name, lines] of Object.entries(sides)) writeFileSync(join(cwd, name), lines.join('\n'));
  const both = ['reconcile', '--gl', 'gl-units.csv', '--bank', 'bank-kobo.csv', '--json'];
  const { status, stderr } = await tieout(both, { cwd });
  expect([status, stderr]).toEqual([1, expect.stringContaining('4 rows with the same reference are here a hundred')]);
  expect(stderr).toContain(`in all 50.42 NGN; first 2026-03-10 12.50; 2026-03-11 12.57; 2026-03-12 12.64
   --mapping '{"bank":{"unit":"minor"}}'`);
  const of = async (unit: string) =>
    JSON.parse((await tieout([...both, '--mapping', `{"bank":{"unit":"${unit}"}}`], { cwd })).stdout).bank.amount;
  expect([await of('minor'), await of('main')]).toEqual(['50.42', '5042.00']);
});

test('inspect shows the rivals, and the mapping in its JSON', async () => {
  const { status, stdout } = await tieout(['inspect', 'bank.csv'], { cwd });
  expect([status, stdout]).toEqual([1, expect.stringContaining('might be amount (strong)')]);
  const [file] = JSON.parse((await tieout(['inspect', 'bank.csv', '--json'], { cwd })).stdout);
  expect(file.mapping).toEqual({
    bank: { columns: { booking_date: 'Date', narration: 'Text', amount: 'Netto or Brutto' } },
  });
  expect(stdout).toContain('2. “Brutto” is the amount: 9 entries, in all -55.71 NGN');
  expect(file.choices).toMatchObject([
    { side: 'bank', mapping: { columns: { amount: 'Netto' } }, sums: [{ currency: 'NGN', rows: 9, amount: '-45.00' }] },
    { mapping: { columns: { amount: 'Brutto' } }, first: [{ line: 2, date: '2026-03-10', amount: '-2.19' }, {}, {}] },
  ]);
  expect(file.columns[3]).toMatchObject({ field: null, candidates: [{ field: 'amount', class: 'strong' }] });
});

test('a session that is kept is read again as it was answered', async () => {
  const kept = ['--data', 'data', '--session', 'june', '--json'];
  writeFileSync(join(cwd, 'net.json'), JSON.stringify({ bank: { columns: { amount: 'Netto' } } }));
  const first = await run('--mapping', 'net.json', ...kept);
  const again = await run(...kept);
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(again.stdout).bank).toEqual(JSON.parse(first.stdout).bank);
});

test('what was answered is remembered for later months, is shown, and is asked again once it is forgotten', async () => {
  const july = ['--data', 'data', '--session', 'july', '--json'];
  const read = await run(...july);
  expect(JSON.parse(read.stdout).bank.amount).toBe('-45.00');
  const formats = (...args: string[]) => tieout(['formats', ...args, '--data', 'data'], { cwd });
  const { formats: known } = JSON.parse((await formats('list', '--json')).stdout);
  expect(known).toMatchObject([
    { side: 'bank', confirmedBy: 'mapping', file: 'bank.csv', mapping: { columns: { amount: 3 } } },
  ]);
  const { formatId } = known[0];
  expect((await formats('list')).stdout).toContain(
    `${formatId}  bank, tenant local, partner local\n  said by a mapping for`,
  );
  expect(await formats('forget', 'nothing')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('formats list'),
  });
  expect((await formats('forget', formatId)).stdout).toContain(`${formatId} is forgotten`);
  expect((await formats('list')).stdout).toBe('No format is remembered.\n');
  expect((await run('--data', 'data', '--session', 'august')).stderr).toContain('may be the amount');
  const nowhere = await tieout(['formats', 'list', '--data', 'nowhere'], { cwd });
  expect([nowhere.status, existsSync(join(cwd, 'nowhere'))]).toEqual([1, false]);
});

test('what was answered for a file without titles is remembered', async () => {
  const month = (n: number, toa: number) =>
    Array.from(
      { length: 9 },
      (_, i) => `2026-03-${n}${i},A ${i},${((i + 1) * 37) % 50}.50,${i < toa ? 'toa' : 'weka'}`,
    ).join('\n');
  writeFileSync(join(cwd, 'bare.csv'), month(1, 4));
  writeFileSync(join(cwd, 'bare-later.csv'), month(2, 6));
  const bare = (bank: string, ...more: string[]) =>
    tieout(['reconcile', '--gl', 'gl.csv', '--bank', bank, '--data', 'bare', '--session', bank, '--json', ...more], {
      cwd,
    });
  const asked = await bare('bare.csv');
  const [, option] = /^ {3}--mapping '(.*)'$/m.exec(asked.stderr)!;
  expect(JSON.parse((await bare('bare.csv', '--mapping', option)).stdout).bank.amount).toBe('-25.50');
  const later = JSON.parse((await bare('bare-later.csv')).stdout);
  expect(later.bank.amount).toBe('90.50');
  expect(later.warnings.join(' ')).toContain('its columns are read as those of bare.csv');
});

test('a file that refutes what is remembered asks, with the mapping as it would be read anew', async () => {
  const balanced = (of: number) => {
    let left = 90_000;
    const lines = [1, 2, 3, 4, 5].map((i) => {
      const amounts = [100 * i, 119 * i];
      left -= amounts[of];
      return `1${i}/03/2026,A,${amounts.map((minor) => `-${(minor / 100).toFixed(2)}`).join(',')},${(left / 100).toFixed(2)}`;
    });
    writeFileSync(join(cwd, 'bank.csv'), ['Date,Text,Netto,Brutto,Balance', ...lines].join('\n'));
  };
  balanced(1);
  writeFileSync(join(cwd, 'gross.json'), JSON.stringify({ bank: { columns: { amount: 'Brutto' } } }));
  expect((await run('--mapping', 'gross.json', '--data', 'other')).status).toBe(0);
  balanced(0);
  const { status, stderr } = await run('--data', 'other');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/refutes it: .*\(Brutto or Netto\).*is one to finish/)]);
});

test('amounts without a sign are asked about where the other side is signed, and nowhere else', async () => {
  writeFileSync(join(cwd, 'paid.csv'), 'Date,Text,Amount\n13/03/2026,A,5.00\n14/03/2026,B,7.00\n');
  writeFileSync(join(cwd, 'booked.csv'), 'Date,Text,Amount\n13/03/2026,A,5.00\n14/03/2026,B,7.00\n16/03/2026,C,8.00\n');
  const against = (gl: string, ...more: string[]) =>
    tieout(['reconcile', '--gl', gl, '--bank', 'paid.csv', '--json', ...more], { cwd });
  const { status, stderr } = await against('gl.csv');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(
      /money in: 2 entries, in all 12\.00.*\n.*"sign":"in".*\n2\. .*all -12\.00.*\n.*"out".*\npaid.csv: no amount has a sign or a DR\/CR mark, and those of the ledger have; .*; paid\.csv\.mapping\.json is one to finish/,
    ),
  ]);
  const path = join(cwd, 'paid.csv.mapping.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('in, out or as_is', 'out'));
  expect(JSON.parse((await against('gl.csv', '--mapping', path)).stdout).bank.amount).toBe('-12.00');
  expect(JSON.parse((await against('booked.csv')).stdout).matched.groups).toBe(2);
});
