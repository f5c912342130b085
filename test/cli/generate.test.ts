import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tieout-generate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tieout = fileURLToPath(new URL('../../bin/tieout', import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(tieout, ['generate', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('writes the three files and says what they hold', () => {
  const out = join(folder, 'a', 'month');
  const { status, stdout, stderr } = run('--rows', '300', '--seed', '7', '--out', out, '--json');
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(out).sort()).toEqual(['bank.csv', 'gl.csv', 'truth.csv']);
  const said = JSON.parse(stdout);
  expect(said.files.gl).toBe(join(out, 'gl.csv'));
  const lines = (name: string) => readFileSync(join(out, name), 'utf8').trimEnd().split('\n').length - 1;
  expect(said.rows).toEqual({ gl: lines('gl.csv'), bank: lines('bank.csv') });
  expect(lines('truth.csv')).toBe(said.rows.gl + said.rows.bank);
  expect(Object.values<number>(said.rows_by_cause).reduce((a, b) => a + b)).toBe(lines('truth.csv'));
});

test('replaces a month that is there with the same bytes', () => {
  const out = join(folder, 'again');
  run('--rows', '200', '--seed', 'x', '--out', out);
  const first = readFileSync(join(out, 'bank.csv'), 'utf8');
  writeFileSync(join(out, 'bank.csv'), 'something else');
  expect(run('--rows', '200', '--seed', 'x', '--out', out).status).toBe(0);
  expect(readFileSync(join(out, 'bank.csv'), 'utf8') === first).toBe(true);
});

test('hands its options on to the month', () => {
  const out = join(folder, 'options');
  const options = [
    '--accounts',
    '3',
    '--no-references',
    '--cut-narrations',
    '18',
    '--shuffle',
    '--columns',
    'renamed',
    '--month',
    '2025-02',
    '--open-share',
    '0.1',
  ];
  expect(run('--rows', '400', '--seed', 'o', '--out', out, ...options).status).toBe(0);
  const bank = readFileSync(join(out, 'bank.csv'), 'utf8').split('\n');
  expect(bank[0]).toBe('Val Date,Post Date,A/C Number,Money In,Money Out,Narration,Book Balance,Tran Ref,Serial');
  expect(bank[1]).toMatch(/^\d\d\/0[23]\/2025,/);
});

test('--help says how to use it', () => {
  const { status, stdout } = run('--help');
  expect(status).toBe(0);
  for (const option of [
    '--rows',
    '--seed',
    '--out',
    '--kind',
    '--month',
    '--accounts',
    '--open-share',
    '--no-references',
    '--cut-narrations',
    '--shuffle',
    '--columns',
    '--json',
  ]) {
    expect(stdout).toContain(option);
  }
});

const good = ['--rows', '10', '--seed', 's', '--out', join(folder, 'never')];
test.each([
  { wrong: ['--rows', '10'], says: 'generate needs --rows, --seed and --out.' },
  { wrong: [...good, '--kind', 'cards'], says: '--kind is banking, nip, atm, asset, not "cards".' },
  { wrong: [...good, '--kind', 'nip', '--shuffle'], says: '--shuffle is not of --kind nip.' },
  { wrong: [...good, '--rows', '-5'], says: '--rows' },
  { wrong: [...good, '--rows', '1e6'], says: '--rows takes a whole number from 1 to 20000000, not "1e6".' },
  { wrong: [...good, '--month', '2026-13'], says: '--month takes a month' },
  { wrong: [...good, '--open-share', '0.6'], says: '--open-share takes a share from 0 to 0.5, not "0.6".' },
  { wrong: [...good, '--columns', 'fancy'], says: '--columns is plain or renamed, not "fancy".' },
  { wrong: [...good, '--colour'], says: "Unknown option '--colour'." },
  { wrong: [...good, 'surplus'], says: 'surplus' },
])('wrong usage is one line and exit code 2: $says', ({ wrong, says }) => {
  const { status, stdout, stderr } = run(...wrong);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(says);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(existsSync(join(folder, 'never'))).toBe(false);
});

test('a folder that cannot be written is one line and exit code 1, and leaves nothing half written', () => {
  writeFileSync(join(folder, 'file'), '');
  const { status, stderr } = run('--rows', '10', '--seed', 's', '--out', join(folder, 'file'));
  expect([status, stderr]).toEqual([1, `${join(folder, 'file')} is a file: name a folder with --out.\n`]);
  const out = join(folder, 'blocked');
  mkdirSync(join(out, 'truth.csv.unfinished'), { recursive: true });
  expect(run('--rows', '10', '--seed', 's', '--out', out).status).toBe(1);
  expect(readdirSync(out)).toEqual(['truth.csv.unfinished']);
});
