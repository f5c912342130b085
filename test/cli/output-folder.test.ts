// Folders for --out that hold what must not be lost: a file that the run reads, a folder in a result's place. The run
// is refused before it begins, and everything in the folder stays as it was.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-out-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const EXAMPLES = resolve('examples');
const LEDGER = readFileSync(join(EXAMPLES, 'gl.csv'), 'utf8');

async function refused(args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await tieout(['reconcile', ...args], { cwd });
  expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
  return stderr;
}

test.each([
  ['by its name', 'own/matches.csv', 'own'],
  ['by a link to it', 'link.csv', 'own'],
  ['in a folder that is a link', 'own/matches.csv', 'linked'],
])('a file that the run reads, %s, is not replaced', async (_, ledger, out) => {
  mkdirSync(join(cwd, 'own'), { recursive: true });
  cpSync(join(EXAMPLES, 'gl.csv'), join(cwd, 'own/matches.csv'));
  for (const [name, target] of [
    ['link.csv', 'own/matches.csv'],
    ['linked', 'own'],
  ] as const) {
    rmSync(join(cwd, name), { force: true });
    symlinkSync(target, join(cwd, name));
  }
  const said = await refused(['--gl', ledger, '--bank', join(EXAMPLES, 'bank.csv'), '--out', out]);
  expect(said).toBe(`The results would replace ${ledger}, which this run reads: name another folder with --out.\n`);
  expect(readFileSync(join(cwd, 'own/matches.csv'), 'utf8')).toBe(LEDGER);
  expect(readdirSync(join(cwd, 'own'))).toEqual(['matches.csv']);
});

const GOOD = ['--gl', join(EXAMPLES, 'gl.csv'), '--bank', join(EXAMPLES, 'bank.csv')];

test('a folder in the place of a result is refused before another result is written', async () => {
  mkdirSync(join(cwd, 'taken/summary.json'), { recursive: true });
  expect(await refused([...GOOD, '--out', 'taken'])).toMatch(/^The results cannot be written into taken \(EISDIR\): /);
  expect(readdirSync(join(cwd, 'taken'))).toEqual(['summary.json']);
});

test('a link that leads back to itself is refused', async () => {
  symlinkSync('loop', join(cwd, 'loop'));
  expect(await refused([...GOOD, '--out', 'loop'])).toMatch(/^The results cannot be written into loop \(ELOOP\): /);
});
