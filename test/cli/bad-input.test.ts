// Files and options that cannot be used: one sentence on standard error with the file, the line and the reason,
// nothing on standard output, no file written, and the session in --data as it was.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { MAX_FILE_BYTES } from '../../src/core/limits.ts';
import { type Commands, startCommands } from './in-one-process.ts';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-bad-'));
let commands: Commands;
afterAll(async () => {
  await commands.end();
  rmSync(cwd, { recursive: true, force: true });
});

const GOOD = ['--gl', 'gl.csv', '--bank', 'bank.csv'];
const bankIs = (...files: string[]) => ['--gl', 'gl.csv', '--bank', ...files];
/** The beginning of an example file: what is refused beside it does not depend on how long it is. */
const beginning = (file: string) => readFileSync(`examples/${file}`, 'utf8').split('\n').slice(0, 80).join('\n');

async function sessions() {
  const store = await openEmbeddedStore({ directory: join(cwd, 'data') });
  const list = await store.sessions.list({ tenant: 'local', partner: 'local' });
  await store.close();
  return list;
}

let before: Awaited<ReturnType<typeof sessions>>;

beforeAll(async () => {
  commands = startCommands({ cwd });
  const files: Record<string, string | Buffer> = {
    'gl.csv': beginning('gl.csv'),
    'bank.csv': beginning('bank.csv'),
    'empty.csv': '',
    'blank.csv': '\n\n  \n',
    'header.csv': 'Date,Narration,Amount\n',
    'no-amount.csv': 'Date,Narration,Branch\n2026-09-01,NIP/ADA STORES,Yaba\n2026-09-02,NIP/BOLA,Yaba\n',
    'no-date.csv': 'Narration,Amount\nNIP/ADA STORES,10.00\nNIP/BOLA,12.00\n',
    'cut.csv': 'Date,Narration,Amount\n2026-09-01,NIP/ADA STORES,10.00\n2026-09-02,"NIP/BOLA',
    'wild.csv':
      'Date,Narration,Amount\n2026-09-01,NIP/ADA STORES,10.00\nsoon,NIP/BOLA,12.00\n2026-09-03,NIP/CHI,much\n',
    'binary.csv': Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 37 + (i >> 3)) % 256)),
    'photo.png': Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(2_000, 7)]),
    'huge.csv': 'Date,Narration,Amount\n',
    'mapping-not-json.json': 'date = Date',
    'mapping-unknown-field.json': '{"shoe size": "Date"}',
    'mapping-no-column.json': '{"amount": "Betrag"}',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  truncateSync(join(cwd, 'huge.csv'), MAX_FILE_BYTES + 1);
  mkdirSync(join(cwd, 'folder'));
  symlinkSync('loop', join(cwd, 'loop'));
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  const { status } = await tieout(['reconcile', ...GOOD, '--data', 'data'], { cwd });
  expect(status).toBe(0);
  before = await sessions();
  expect(before).toHaveLength(1);
});

const failures: readonly [what: string, args: readonly string[], sentence: RegExp][] = [
  ['missing', bankIs('nowhere.csv'), /^nowhere\.csv: there is no such file/],
  ['missing beside good ones', bankIs('bank.csv', 'nowhere.csv'), /^nowhere\.csv: there is no such file/],
  ['a folder', bankIs('folder'), /^folder: .*folder/],
  ['a pipe that nobody writes to', bankIs('pipe'), /^pipe: this is not a regular file; /],
  ['a device that never ends', bankIs('/dev/zero'), /^\/dev\/zero: this is not a regular file; /],
  ['a link to itself', bankIs('loop'), /^loop: this is a link that leads back to itself\./],
  ['too large', bankIs('huge.csv'), /^huge\.csv: .*(larger|limit|at most)/],
  ['empty', bankIs('empty.csv'), /^empty\.csv: .*empty/],
  ['blank', bankIs('blank.csv'), /^blank\.csv: /],
  ['without an amount column', bankIs('no-amount.csv'), /^no-amount\.csv(:\d+)?: .*amount/],
  ['without a date column', bankIs('no-date.csv'), /^no-date\.csv(:\d+)?: .*date/],
  ['cut in the middle of a quoted field', bankIs('cut.csv'), /^cut\.csv:3: .*quote/],
  [
    'mostly not understood',
    bankIs('wild.csv'),
    /^wild\.csv:3: 2 of 3 rows were not understood, more than 1%; the first: .*soon/,
  ],
  ['binary', bankIs('binary.csv'), /^binary\.csv(:\d+)?: /],
  ['a picture', bankIs('photo.png'), /^photo\.png(:\d+)?: /],
  [
    'given twice on one side',
    bankIs('bank.csv', 'bank.csv'),
    /bank\.csv: this is the same file as .*given twice as a bank file/,
  ],
  ['given on both sides', ['--gl', 'gl.csv', '--bank', 'gl.csv'], /gl\.csv: this is the same file as .*on both sides/],
  [
    'on the other’s side',
    ['--gl', 'bank.csv', '--bank', 'gl.csv'],
    /bank\.csv:1: the sides look swapped: .*; give ledger files to the ledger’s side and statements to the bank’s\.\n$/,
  ],
];

test('a header only is a quiet month: reconciled, with a warning', async () => {
  const { status, stdout } = await commands.run(['reconcile', ...bankIs('header.csv'), '--json']);
  expect([status, stdout]).toEqual([0, expect.stringContaining('header.csv')]);
});

describe('a file that is', () => {
  test.each(failures)('%s is refused in one sentence', async (_, args, sentence) => {
    const asked = ['reconcile', ...args, '--data', 'data', '--out', 'out', '--json'];
    const { status, stdout, stderr } = await commands.run(asked);
    expect(stderr).toMatch(sentence);
    expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
    expect(stderr).not.toContain('failed: ');
    expect(existsSync(join(cwd, 'out', 'summary.json'))).toBe(false);
  });

  test('so leaves the session as it was', async () => {
    expect(await sessions()).toEqual(before);
  });
});

describe('a mapping that', () => {
  test.each([
    ['is missing', 'nowhere.json', /^nowhere\.json: there is no such file; name a mapping file with --mapping\.\n$/],
    ['is a folder', 'folder', /^folder: this is a folder; /],
    [
      'is a device that never ends',
      '/dev/zero',
      /^\/dev\/zero: this is a device; name a mapping file with --mapping\.\n$/,
    ],
    ['is not JSON', 'mapping-not-json.json', /^mapping-not-json\.json: the mapping is not JSON\.\n$/],
    ['names no field', 'mapping-unknown-field.json', /^mapping-unknown-field\.json: there is no field "shoe size"; /],
    [
      'names a column that is not there',
      'mapping-no-column.json',
      /csv: there is no column "Betrag"; the columns are /,
    ],
  ])('%s is refused in one sentence', async (_, mapping, sentence) => {
    const { status, stdout, stderr } = await commands.run(['reconcile', ...GOOD, '--mapping', mapping]);
    expect(stderr).toMatch(sentence);
    expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
  });
});

test('a wrong option is one sentence, before any file is read', async () => {
  const args = ['reconcile', '--gl', 'nowhere.csv', '--bank', 'nowhere.csv', '--json', '--tolerance', '1e3'];
  expect(await tieout(args, { cwd })).toEqual({
    status: 2,
    stdout: '',
    stderr:
      '--tolerance takes an amount of 0 or more in currency units such as 12.50, not "1e3". See tieout reconcile --help.\n',
  });
});
